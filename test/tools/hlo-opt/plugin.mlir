// Passes from outside: Inputs/count_ops.py is the example of the README.

// RUN: hlo-opt %s --load-pass-plugin=%S/Inputs/count_ops.py -mlir-timing -o %t \
// RUN:   --pass-pipeline='builtin.module(canonicalize,func.func(count-ops{limit=3}),cse)' 2>&1 | FileCheck %s
// CHECK:      plugin.mlir:[[LINE:[0-9]+]]:1: remark: 2 operations
// CHECK-NEXT: func.func @main
// CHECK-NEXT: ^
// CHECK:      )  canonicalize
// CHECK:      )    count-ops{limit=3}
// CHECK:      )  cse

// It fails cleanly, by its own error
// RUN: rm -f %t
// RUN: not hlo-opt %s -load-pass-plugin %S/Inputs/count_ops.py --count-ops=limit=1 -o %t 2>&1 | FileCheck --check-prefix=LIMIT %s
// RUN: not ls %t
// LIMIT:      error: 2 operations are more than 1
// LIMIT-NEXT: func.func @main
// LIMIT-NEXT: ^
// LIMIT-NEXT: hlo-opt: pass 'count-ops{limit=1}' failed
// LIMIT-NEXT: hlo-opt: write a reproducer with: hlo-opt {{.*}} --mlir-pass-pipeline-crash-reproducer=reproducer.mlir

// or because of a defect, whose traceback is shown on request only.
// RUN: not hlo-opt %s --load-pass-plugin=%S/Inputs/test_passes.py --test-raise 2>&1 | FileCheck --check-prefix=RAISE %s
// RUN: not hlo-opt %s --load-pass-plugin=%S/Inputs/test_passes.py --test-raise --debug 2>&1 | FileCheck --check-prefix=DEBUG %s
// RAISE-NOT: Traceback
// RAISE:     plugin.mlir: error: pass 'test-raise' raised KeyError: 'missing'
// RAISE-NOT: Traceback
// DEBUG:     error: pass 'test-raise' raised KeyError: 'missing'
// DEBUG:     Traceback (most recent call last):
// DEBUG:     test_passes.py
// DEBUG:     KeyError: 'missing'

// Leaving the interpreter is no way out of a pass.
// RUN: not hlo-opt %s --load-pass-plugin=%S/Inputs/test_passes.py --test-raise=kind=exit 2>&1 | FileCheck --check-prefix=EXIT %s
// EXIT: error: pass 'test-raise' raised SystemExit: 0
// RUN: not hlo-opt %s --load-pass-plugin=%S/Inputs/test_passes.py --test-raise=kind=memory 2>&1 | FileCheck --check-prefix=MEMORY %s
// MEMORY: error: pass 'test-raise' raised MemoryError
// RUN: not hlo-opt %s --load-pass-plugin=%S/Inputs/test_passes.py --test-raise=kind=mlir 2>&1 | FileCheck --check-prefix=MLIR %s
// MLIR: error: 

// Plugins that cannot be loaded.
// RUN: not hlo-opt %s --load-pass-plugin=%t.none.py 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: error: no pass plugin '{{.*}}.none.py': no such file
// RUN: echo 'import no_such_module' > %t.import.py
// RUN: not hlo-opt %s --load-pass-plugin=%t.import.py 2>&1 | FileCheck --check-prefix=IMPORT %s
// IMPORT-NOT: Traceback
// IMPORT:     import.py:1:1: error: cannot load pass plugin '{{.*}}import.py': ModuleNotFoundError: No module named 'no_such_module'
// RUN: not hlo-opt %s --load-pass-plugin=%t.import.py -debug 2>&1 | FileCheck --check-prefix=TRACE %s
// TRACE: Traceback
// RUN: echo 'def f(:' > %t.syntax.py
// RUN: not hlo-opt %s --load-pass-plugin=%t.syntax.py 2>&1 | FileCheck --check-prefix=SYNTAX %s
// SYNTAX: syntax.py:1:1: error: cannot load pass plugin '{{.*}}syntax.py': SyntaxError: invalid syntax
// RUN: echo 'from hlo_opt import hlo_pass' > %t.taken.py
// RUN: echo '@hlo_pass("cse", "Taken")' >> %t.taken.py
// RUN: echo 'def cse(module): pass' >> %t.taken.py
// RUN: not hlo-opt %s --load-pass-plugin=%t.taken.py 2>&1 | FileCheck --check-prefix=TAKEN %s
// TAKEN: error: cannot load pass plugin '{{.*}}taken.py': ValueError: pass 'cse' exists upstream

// A pass that leaves an invalid program behind.
// RUN: not hlo-opt %S/Inputs/constant.mlir --load-pass-plugin=%S/Inputs/test_passes.py --test-break 2>&1 | FileCheck --check-prefix=VERIFY %s
// RUN: hlo-opt %S/Inputs/constant.mlir --load-pass-plugin=%S/Inputs/test_passes.py --test-break --verify-each=false | FileCheck --check-prefix=NOVERIFY %s
// VERIFY:      constant.mlir:2:8: error: 'stablehlo.constant' op requires attribute 'value'
// VERIFY:      note: the program does not verify after pass 'test-break'
// VERIFY:      hlo-opt: pass 'test-break' failed
// NOVERIFY:    "stablehlo.constant"() : () -> tensor<f32>

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
