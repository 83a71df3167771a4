// Pipelines: textual ones at any nesting, passes as options in order, named ones.

// Python and upstream passes mix.
// RUN: hlo-opt %s --load-pass-plugin=%S/Inputs/count_ops.py \
// RUN:   --pass-pipeline='builtin.module(cse, func.func( count-ops{limit=9}, canonicalize{max-iterations=2} ), any(cse))' \
// RUN:   -dump-pass-pipeline -o %t 2>&1 | FileCheck %s
// CHECK:      Pass Manager with 3 passes:
// CHECK-NEXT: builtin.module(
// CHECK-NEXT:   cse,
// CHECK-NEXT:   func.func(
// CHECK-NEXT:     count-ops{limit=9},
// CHECK-NEXT:     canonicalize{max-iterations=2}
// CHECK-NEXT:   ),
// CHECK-NEXT:   any(
// CHECK-NEXT:     cse
// CHECK-NEXT:   )
// CHECK-NEXT: )
// CHECK:      pipeline.mlir:[[L:[0-9]+]]:1: remark: 3 operations
// CHECK-NEXT: func.func @main

// What was dumped can be run again.
// RUN: hlo-opt %s --load-pass-plugin=%S/Inputs/count_ops.py --pass-pipeline="builtin.module(func.func(count-ops))" -o %t 2>&1 \
// RUN:   | FileCheck --check-prefix=AGAIN %s
// AGAIN: remark: 4 operations

// As options they run in the order given; one that asks for a function is nested in one.
// RUN: hlo-opt %s --load-pass-plugin=%S/Inputs/count_ops.py -dump-pass-pipeline -o %t \
// RUN:   --canonicalize='max-iterations=2 top-down=false' --count-ops=limit=7 -cse --chlo-legalize-to-stablehlo 2>&1 \
// RUN:   | FileCheck --check-prefix=FLAGS %s
// FLAGS:      Pass Manager with 4 passes:
// FLAGS-NEXT: builtin.module(
// FLAGS-NEXT:   canonicalize{max-iterations=2 top-down=false},
// FLAGS-NEXT:   func.func(
// FLAGS-NEXT:     count-ops{limit=7}
// FLAGS-NEXT:   ),
// FLAGS-NEXT:   cse,
// FLAGS-NEXT:   func.func(
// FLAGS-NEXT:     chlo-legalize-to-stablehlo

// Options of every type, and their defaults.
// RUN: not hlo-opt %s --load-pass-plugin=%S/Inputs/test_passes.py -o %t \
// RUN:   --test-options --test-options='flag count=0x10 ratio=1e-3 name="a b" mode=slow tile-sizes=4,8' \
// RUN:   --pass-pipeline= 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH: --pass-pipeline and passes as options exclude each other
// RUN: hlo-opt %s --load-pass-plugin=%S/Inputs/test_passes.py -o %t \
// RUN:   --test-options --test-options='flag count=0x10 ratio=1e-3 name="a b" mode=slow tile-sizes=4,8' \
// RUN:   | FileCheck --check-prefix=OPTIONS %s
// OPTIONS:      flag=False count=1 ratio=0.5 name='' mode=fast tile=()
// OPTIONS-NEXT: flag=True count=16 ratio=0.001 name='a b' mode=slow tile=[4, 8]

// Errors point into the pipeline.
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(cse,canonicalise)' 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN:      error: unknown pass 'canonicalise'; did you mean 'canonicalize'?
// UNKNOWN-NEXT: note: builtin.module(cse,canonicalise)
// UNKNOWN-NEXT:  ^

// RUN: not hlo-opt %s --pass-pipeline='builtin.module(count-ops{limits=1})' --load-pass-plugin=%S/Inputs/count_ops.py 2>&1 \
// RUN:   | FileCheck --check-prefix=ANCHOR %s
// ANCHOR: error: pass 'count-ops' runs on 'func.func', not on 'builtin.module'

// RUN: not hlo-opt %s --count-ops=limits=1 --load-pass-plugin=%S/Inputs/count_ops.py 2>&1 | FileCheck --check-prefix=OPTION %s
// OPTION: error: pass 'count-ops' has no option 'limits' (it has limit); did you mean 'limit'?

// RUN: not hlo-opt %s --count-ops=limit=many --load-pass-plugin=%S/Inputs/count_ops.py 2>&1 | FileCheck --check-prefix=VALUE %s
// VALUE: error: option 'limit' expects int, got 'many'

// RUN: not hlo-opt %s --canonicalize=max-iteration=1 2>&1 | FileCheck --check-prefix=UPSTREAM %s
// UPSTREAM: error: pass 'canonicalize': {{.*}}no such option max-iteration

// RUN: not hlo-opt %s --pass-pipeline='builtin.module(cse' 2>&1 | FileCheck --check-prefix=OPEN %s
// OPEN: error: expected ',' or ')', got the end

// A named pipeline, up to a stage, and as an element.
// RUN: hlo-opt %s --pipeline=cpu --stop-after simplify | FileCheck --check-prefix=SIMPLE %s
// RUN: hlo-opt %s --pipeline=cpu --stop-after=legalize | FileCheck --check-prefix=LEGAL %s
// RUN: hlo-opt %s --pipeline=cpu | FileCheck --check-prefix=LLVM %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(cse,cpu)' | FileCheck --check-prefix=LLVM %s
// RUN: hlo-opt %s --cpu | FileCheck --check-prefix=LLVM %s
// SIMPLE:   stablehlo.add
// LEGAL-NOT: stablehlo.
// LEGAL:     linalg.generic
// LLVM:      llvm.func @{{.*}}main

// RUN: not hlo-opt %s --pipeline=cpu --stop-after=legalise 2>&1 | FileCheck --check-prefix=STAGE %s
// STAGE: error: pipeline 'cpu' has no stage 'legalise' (it has {{.*}}); did you mean 'legalize'?
// RUN: not hlo-opt %s --pipeline=cpuu 2>&1 | FileCheck --check-prefix=NAME %s
// NAME: error: unknown pipeline 'cpuu' (known: cpu, cpu-fast-math); did you mean 'cpu'?

// A pipeline on what the program is.
// RUN: hlo-opt %s --no-implicit-module --pass-pipeline='func.func(cse)' | FileCheck --check-prefix=FUNC %s
// FUNC-NOT: module
// FUNC:     func.func @main
// FUNC-NEXT:  stablehlo.add
// FUNC-NEXT:  stablehlo.multiply
// RUN: not hlo-opt %s --pass-pipeline='func.func(cse)' 2>&1 | FileCheck --check-prefix=ROOT %s
// ROOT: error: a pipeline on 'func.func' cannot run on 'builtin.module'

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.add %a, %a : tensor<4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
