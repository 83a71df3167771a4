// reverse: the order of elements turned round in some dimensions.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<f32>,
    tensor<0x2xui4>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<3x2xi32> = [[2, 1], [4, 3], [6, 5]]
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %result = "stablehlo.reverse"(%operand) { dimensions = array<i64: 1> } : (tensor<3x2xi32>)
      -> tensor<3x2xi32>

  // CHECK-NEXT{LITERAL}: result 1: tensor<3x2xi32> = [[6, 5], [4, 3], [2, 1]]
  // CHECK-NEXT{LITERAL}: result 2: tensor<3x2xi32> = [[1, 2], [3, 4], [5, 6]]
  %operand_1 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %both_1 = stablehlo.reverse %operand_1, dims = [1, 0] : tensor<3x2xi32>
  %neither_1 = stablehlo.reverse %operand_1, dims = [] : tensor<3x2xi32>

  // CHECK-NEXT: result 3: tensor<f32> = 2.5
  // CHECK-NEXT: result 4: tensor<0x2xui4> = []
  %scalar_2 = stablehlo.constant dense<2.5> : tensor<f32>
  %same_2 = stablehlo.reverse %scalar_2, dims = [] : tensor<f32>
  %none_2 = stablehlo.constant dense<> : tensor<0x2xui4>
  %empty_2 = stablehlo.reverse %none_2, dims = [0] : tensor<0x2xui4>

  return %result, %both_1, %neither_1, %same_2, %empty_2
      : tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<f32>, tensor<0x2xui4>
}
