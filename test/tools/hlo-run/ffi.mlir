// Handlers of custom calls that a Python file registers, and what may be wrong with them.

// RUN: hlo-run %s --ffi-library=%S/Inputs/handlers.py --input=3xf32=1,2,3 | FileCheck %s
// CHECK: result 0: tensor<3xf32> = [2.0, 4.0, 6.0]

// RUN: not hlo-run %s --ffi-library=%S/Inputs/handlers.py --function=zero --input=3xf32=1 2>&1 | FileCheck --check-prefix=FAILS %s
// FAILS:      ffi.mlir:[[#]]:8: error: custom call 'scale': INVALID_ARGUMENT: ValueError: factor is zero
// FAILS-NEXT: %0 = stablehlo.custom_call @scale(%x)
// FAILS-NEXT: ^

// RUN: not hlo-run %s --ffi-library=%S/Inputs/handlers.py --function=misspelt --input=3xf32=1 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: ffi.mlir:[[#]]:8: error: custom call target 'scael' is not registered (did you mean 'scale'?)

// RUN: not hlo-run %s --ffi-library=%S/Inputs/handlers.py --function=wrong --input=3xf32=1 2>&1 | FileCheck --check-prefix=WRONG %s
// WRONG: ffi.mlir:[[#]]:8: error: custom call target 'scale': its Python function does not take 1 operand: missing a required argument: 'factor'

// RUN: not hlo-run %s --ffi-library=%t.none.so:f=scale 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: error: no library '{{.*}}.none.so': no such file
// RUN: not hlo-run %s --ffi-library=%t.none.py 2>&1 | FileCheck --check-prefix=NONEPY %s
// NONEPY: error: no Python file '{{.*}}.none.py': no such file
// RUN: not hlo-run %s --ffi-library=%s:f 2>&1 | FileCheck --check-prefix=NOTLIB %s
// NOTLIB: error: cannot load library '{{.*}}ffi.mlir': {{.*}}
// RUN: not hlo-run %s --ffi-library=libmine.so 2>&1 | FileCheck --check-prefix=FORM %s
// FORM: error: --ffi-library expects LIBRARY:SYMBOL=TARGET or FILE.py, got 'libmine.so'
// RUN: echo 'import nowhere' > %t.py
// RUN: not hlo-run %s --ffi-library=%t.py 2>&1 | FileCheck --check-prefix=RAISES %s
// RAISES: error: cannot run '{{.*}}.py': ModuleNotFoundError: No module named 'nowhere'

func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @scale(%x) {backend_config = {factor = 2.0 : f64}, api_version = 4 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @zero(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @scale(%x) {backend_config = {factor = 0.0 : f64}, api_version = 4 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @misspelt(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @scael(%x) {backend_config = {factor = 0.0 : f64}, api_version = 4 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @wrong(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @scale(%x) {backend_config = {}, api_version = 4 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
