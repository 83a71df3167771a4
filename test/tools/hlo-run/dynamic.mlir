// Dynamic shapes: the program is compiled for the shapes of its inputs.

// RUN: hlo-run %s --input=2x3xf32=1,2,3,4,5,6 --input=3xf32=10,20,30 | FileCheck %s
// CHECK: result 0: tensor<2x3xf32> = {{\[\[}}11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]

// RUN: not hlo-run %s --input=2x4xf32=0 --input=3xf32=0 2>&1 | FileCheck --check-prefix=STATIC %s
// STATIC: error: argument 0 (%arg0): expected tensor<?x3xf32>, got shape (2, 4)

func.func @main(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> tensor<?x3xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %s = stablehlo.concatenate %n1, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %r = stablehlo.add %x, %b : tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}
