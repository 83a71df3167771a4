// Custom calls that StableHLO can say, and those that do not have the form that JAX gives them.

// RUN: hlo-opt --hlo-expand-custom-calls -split-input-file -verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: func.func @topk
// CHECK-NEXT:    call @hlo_expansion_0
// CHECK:       func.func private @hlo_expansion_0
// CHECK:         stablehlo.iota dim = 0
// CHECK:         stablehlo.sort
// CHECK:         stablehlo.compare  GT, {{.*}}TOTALORDER
// CHECK:         stablehlo.slice %{{.*}} [0:2]
func.func @topk(%x: tensor<5xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<5xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// -----

// Others stay.
// CHECK-LABEL: func.func @other
// CHECK-NEXT:    stablehlo.custom_call @foo
func.func @other(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.custom_call @foo(%x) : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @one_result(%x: tensor<5xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{cannot expand custom call 'topk': expected 2 results, got 1}}
  %0 = stablehlo.custom_call @topk(%x) : (tensor<5xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @types(%x: tensor<5xui32>, %y: tensor<5xi32>) -> (tensor<5xui32>, tensor<5xui32>) {
  // expected-error@+1 {{cannot expand custom call 'cu_threefry2x32': expected 4 operands of one type and 2 results}}
  %0:2 = stablehlo.custom_call @cu_threefry2x32(%x, %x, %x, %y) : (tensor<5xui32>, tensor<5xui32>, tensor<5xui32>, tensor<5xi32>) -> (tensor<5xui32>, tensor<5xui32>)
  return %0#0, %0#1 : tensor<5xui32>, tensor<5xui32>
}

// -----

func.func @k(%x: tensor<5xf32>, %k: tensor<i64>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error@+1 {{cannot expand custom call 'stablehlo.dynamic_top_k': operand 1 must be a constant}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<5xf32>, tensor<i64>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// -----

func.func @no_dimension(%x: tensor<5xf32>, %i: tensor<f32>) -> tensor<2xf32> {
  // expected-error@+1 {{cannot expand custom call 'ApproxTopK': expected arrays, as many initial values, and 'reduction_dim'}}
  %0 = stablehlo.custom_call @ApproxTopK(%x, %i) : (tensor<5xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @assertion() {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %n = stablehlo.constant dense<7> : tensor<i32>
  // expected-error@+1 {{shape assertion failed: 7 is odd}}
  stablehlo.custom_call @shape_assertion(%false, %n) {error_message = "{0} is odd", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}
