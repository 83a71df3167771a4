// A failing pipeline leaves a program that fails in the same way, and says how to run it.

// RUN: rm -f %t.repro.mlir %t.out
// RUN: not hlo-opt %s -o %t.out --load-pass-plugin=%S/Inputs/count_ops.py \
// RUN:   --pass-pipeline='builtin.module(cse,func.func(count-ops{limit=2}))' \
// RUN:   --mlir-pass-pipeline-crash-reproducer=%t.repro.mlir 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=FILE %s < %t.repro.mlir
// RUN: not hlo-opt --run-reproducer %t.repro.mlir --load-pass-plugin=%S/Inputs/count_ops.py 2>&1 | FileCheck --check-prefix=AGAIN %s
// RUN: not ls %t.out

// CHECK:      reproducer.mlir:[[LINE:[0-9]+]]:1: error: 3 operations are more than 2
// CHECK:      hlo-opt: pass 'count-ops{limit=2}' failed
// CHECK-NEXT: hlo-opt: rerun it with: hlo-opt --run-reproducer --load-pass-plugin={{.*}}count_ops.py {{.*}}.repro.mlir

// FILE:      func.func @main
// FILE-NEXT:   stablehlo.add
// FILE-NEXT:   stablehlo.add
// FILE:      {-#
// FILE-NEXT:   external_resources: {
// FILE-NEXT:     mlir_reproducer: {
// FILE-NEXT:       pipeline: "builtin.module(cse,func.func(count-ops{limit=2}))",
// FILE-NEXT:       disable_threading: true,
// FILE-NEXT:       verify_each: true
// FILE-NEXT:     }
// FILE-NEXT:   }
// FILE-NEXT: #-}

// AGAIN-NOT: mlir_reproducer
// AGAIN:     reproducer.mlir:[[LINE:[0-9]+]]:1: error: 3 operations are more than 2
// AGAIN:     hlo-opt: pass 'count-ops{limit=2}' failed
// AGAIN-NOT: write a reproducer

// A local reproducer begins at the pass that failed.
// RUN: not hlo-opt %s --load-pass-plugin=%S/Inputs/count_ops.py --verify-each=false \
// RUN:   --pass-pipeline='builtin.module(cse,func.func(count-ops{limit=2}))' \
// RUN:   --mlir-pass-pipeline-crash-reproducer=%t.local.mlir --mlir-pass-pipeline-local-reproducer
// RUN: FileCheck --check-prefix=LOCAL %s < %t.local.mlir
// LOCAL:      func.func @main
// LOCAL-NEXT:   stablehlo.add
// LOCAL-NEXT:   stablehlo.multiply
// LOCAL:      pipeline: "builtin.module(func.func(count-ops{limit=2}))",
// LOCAL:      verify_each: false

// A crash of the process leaves one, success leaves none.
// RUN: not hlo-opt %s --load-pass-plugin=%S/Inputs/test_passes.py --test-crash --mlir-pass-pipeline-crash-reproducer=%t.crash.mlir
// RUN: FileCheck --check-prefix=CRASH %s < %t.crash.mlir
// CRASH: pipeline: "builtin.module(test-crash)"
// RUN: hlo-opt %s --cse --mlir-pass-pipeline-crash-reproducer=%t.none.mlir -o %t.out
// RUN: not ls %t.none.mlir

// It is that of the first chunk that fails, and never replaces the input.
// RUN: not hlo-opt %S/Inputs/two_chunks.mlir -split-input-file --load-pass-plugin=%S/Inputs/count_ops.py \
// RUN:   --count-ops=limit=1 --mlir-pass-pipeline-crash-reproducer=%t.chunk.mlir
// RUN: FileCheck --check-prefix=CHUNK %s < %t.chunk.mlir
// CHUNK-NOT: @second
// CHUNK:     @first
// RUN: not hlo-opt --run-reproducer %t.chunk.mlir --mlir-pass-pipeline-crash-reproducer=%t.chunk.mlir 2>&1 \
// RUN:   | FileCheck --check-prefix=SAME %s
// SAME: error: the reproducer would overwrite the input

// mlir-opt's own files run too; their options hold.
// RUN: hlo-opt --run-reproducer %S/Inputs/reproducer.mlir -dump-pass-pipeline 2>&1 | FileCheck --check-prefix=NATIVE %s
// NATIVE:      canonicalize{max-iterations=10 top-down=true}
// NATIVE:      func.func @main
// NATIVE-NEXT:   return

// RUN: not hlo-opt --run-reproducer %s 2>&1 | FileCheck --check-prefix=PLAIN %s
// PLAIN: error: the program holds no reproducer ('mlir_reproducer' in its metadata)
// RUN: not hlo-opt %s --cse --mlir-pass-pipeline-crash-reproducer=%t/no/such/r.mlir 2>&1 | FileCheck --check-prefix=DIR %s
// DIR: error: cannot write '{{.*}}r.mlir': No such file or directory

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.add %a, %a : tensor<4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
