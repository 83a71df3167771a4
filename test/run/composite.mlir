// composite: an operation made up of others, by its decomposition.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2xf32>, tensor<f32>) {
  // CHECK: result 0: tensor<2xf32> = [2.0, 4.0]
  // CHECK-NEXT: result 1: tensor<f32> = 9.0
  %input0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %input1 = stablehlo.constant dense<3.0> : tensor<f32>
  %results:2 = stablehlo.composite "my.op" %input0, %input1 {
    composite_attributes = { my_attribute = "my_value" },
    decomposition = @my_op,
    version = 1 : i32
  } : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)

  return %results#0, %results#1 : tensor<2xf32>, tensor<f32>
}

func.func private @my_op(%x: tensor<2xf32>, %y: tensor<f32>) -> (tensor<2xf32>, tensor<f32>) {
  %sum = stablehlo.add %x, %x : tensor<2xf32>
  %square = stablehlo.multiply %y, %y : tensor<f32>
  return %sum, %square : tensor<2xf32>, tensor<f32>
}
