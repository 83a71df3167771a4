// Sizes that follow from the constraints replace dynamic ones, across functions.

// RUN: hlo-opt %s --hlo-infer-types --hlo-verify | FileCheck %s

// CHECK-LABEL: func.func private @callee(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32>
func.func private @callee(%a: tensor<4x8xf32>) -> tensor<?x?xf32> {
  // CHECK: stablehlo.exponential %arg0 : tensor<4x8xf32>
  %0 = stablehlo.exponential %a : (tensor<4x8xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @main
// CHECK-SAME:    -> (tensor<2x10xf32>, tensor<4xf32>)
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x5xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  // CHECK: call @callee(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = func.call @callee(%a) : (tensor<4x8xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dot_general {{.*}} -> tensor<4x5xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<8x5xf32>) -> tensor<?x?xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: stablehlo.reduce{{.*}} -> tensor<4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %shape = stablehlo.constant dense<[2, 10]> : tensor<2xi32>
  // CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<2x10xf32>
  %3 = stablehlo.dynamic_reshape %1, %shape : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %3, %2 : tensor<?x?xf32>, tensor<?xf32>
}

// A bound becomes smaller, or appears.
// CHECK-LABEL: func.func @bounds
func.func @bounds(%a: tensor<?x8xf32, #stablehlo.bounds<3, ?>>) {
  // CHECK: stablehlo.concatenate {{.*}} -> tensor<?x8xf32, #stablehlo.bounds<6, ?>>
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?x8xf32, #stablehlo.bounds<3, ?>>, tensor<?x8xf32, #stablehlo.bounds<3, ?>>) -> tensor<?x?xf32>
  return
}

// What a loop carries may change its size from one round to the next.
// CHECK-LABEL: func.func @loop
func.func @loop(%a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: stablehlo.while({{.*}}) : tensor<?xf32>
  %0 = stablehlo.while(%x = %a) : tensor<?xf32>
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      // CHECK: stablehlo.concatenate {{.*}} -> tensor<?xf32>
      %y = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      stablehlo.return %y : tensor<?xf32>
    }
  return %0 : tensor<?xf32>
}
