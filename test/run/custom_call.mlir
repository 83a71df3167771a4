// custom_call: functions that the program does not have, by the name of their target.

// RUN: hlo-run %s --ffi-library=%S/Inputs/custom_call.py | FileCheck %s

func.func @main() -> (tensor<4xf64>, tensor<2x2xi8>, tensor<2xbf16>, tensor<2xi1>, tensor<3xf32>) {
  // The specification's example, with a dictionary for XLA FFI.
  // CHECK: result 0: tensor<4xf64> = [45.0, 87.0, 129.0, 171.0]
  %input0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %results0 = "stablehlo.custom_call"(%input0) {
    call_target_name = "foo",
    has_side_effect = false,
    backend_config = {factor = 42 : i32, text = "bar"},
    api_version = 4 : i32
  } : (tensor<4xf64>) -> tensor<4xf64>

  // Layouts do not change what a call means.
  // CHECK-NEXT: result 1: tensor<2x2xi8> = {{\[\[}}1, 2], [3, 4]]
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %results1 = stablehlo.custom_call @foo(%x) {
    backend_config = "", mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[1, 0]> : tensor<2xindex>]
  } : (tensor<2x2xi8>) -> tensor<2x2xi8>

  // Tuples are flattened.
  // CHECK-NEXT: result 2: tensor<2xbf16> = [1.5, -2]
  // CHECK-NEXT: result 3: tensor<2xi1> = [true, false]
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %q = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %t = stablehlo.tuple %p, %q : tuple<tensor<2xi1>, tensor<2xbf16>>
  %r = stablehlo.custom_call @swap(%t) {backend_config = {}, api_version = 4 : i32}
    : (tuple<tensor<2xi1>, tensor<2xbf16>>) -> tuple<tensor<2xbf16>, tensor<2xi1>>
  %r0 = stablehlo.get_tuple_element %r[0] : (tuple<tensor<2xbf16>, tensor<2xi1>>) -> tensor<2xbf16>
  %r1 = stablehlo.get_tuple_element %r[1] : (tuple<tensor<2xbf16>, tensor<2xi1>>) -> tensor<2xi1>

  // An older interface, whose opaque string a Python function does not want here.
  // CHECK-NEXT: result 4: tensor<3xf32> = [1.0, 2.0, 3.0]
  %v = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %results4 = stablehlo.custom_call @foo(%v) : (tensor<3xf32>) -> tensor<3xf32>

  return %results0, %results1, %r0, %r1, %results4
    : tensor<4xf64>, tensor<2x2xi8>, tensor<2xbf16>, tensor<2xi1>, tensor<3xf32>
}
