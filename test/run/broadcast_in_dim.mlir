// broadcast_in_dim: new dimensions, and dimensions of extent 1 repeated.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x3x2xi32>, tensor<3x2xi32>, tensor<2x2x3xi32>, tensor<2x2xi64>,
    tensor<i64>, tensor<0x2xi64>, tensor<0x3xui8>, tensor<1x2x1xui8>, tensor<2x2xi4>) {
  // The specification's example: operand dimensions in any order.
  // CHECK{LITERAL}: result 0: tensor<2x3x2xi32> = [[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]
  %operand = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64: 2, 1>
  } : (tensor<1x3xi32>) -> tensor<2x3x2xi32>

  // CHECK-NEXT{LITERAL}: result 1: tensor<3x2xi32> = [[1, 4], [2, 5], [3, 6]]
  // CHECK-NEXT{LITERAL}: result 2: tensor<2x2x3xi32> = [[[1, 2, 3], [1, 2, 3]], [[4, 5, 6], [4, 5, 6]]]
  %operand_1 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %transposed_1 = stablehlo.broadcast_in_dim %operand_1, dims = [1, 0] : (tensor<2x3xi32>)
      -> tensor<3x2xi32>
  %new_1 = stablehlo.broadcast_in_dim %operand_1, dims = [0, 2] : (tensor<2x3xi32>)
      -> tensor<2x2x3xi32>

  // CHECK-NEXT{LITERAL}: result 3: tensor<2x2xi64> = [[7, 7], [7, 7]]
  // CHECK-NEXT: result 4: tensor<i64> = 7
  // CHECK-NEXT: result 5: tensor<0x2xi64> = []
  %scalar_2 = stablehlo.constant dense<7> : tensor<i64>
  %filled_2 = stablehlo.broadcast_in_dim %scalar_2, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
  %same_2 = stablehlo.broadcast_in_dim %scalar_2, dims = [] : (tensor<i64>) -> tensor<i64>
  %none_2 = stablehlo.broadcast_in_dim %scalar_2, dims = [] : (tensor<i64>) -> tensor<0x2xi64>

  // Extent 1 to 0, and extent 1 that stays.
  // CHECK-NEXT: result 6: tensor<0x3xui8> = []
  // CHECK-NEXT{LITERAL}: result 7: tensor<1x2x1xui8> = [[[5], [5]]]
  %one_3 = stablehlo.constant dense<[[5]]> : tensor<1x1xui8>
  %none_3 = stablehlo.broadcast_in_dim %one_3, dims = [0, 1] : (tensor<1x1xui8>) -> tensor<0x3xui8>
  %kept_3 = stablehlo.broadcast_in_dim %one_3, dims = [0, 2] : (tensor<1x1xui8>)
      -> tensor<1x2x1xui8>

  // CHECK-NEXT{LITERAL}: result 8: tensor<2x2xi4> = [[-8, 7], [-8, 7]]
  %operand_4 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %result_4 = stablehlo.broadcast_in_dim %operand_4, dims = [1] : (tensor<2xi4>) -> tensor<2x2xi4>

  return %result, %transposed_1, %new_1, %filled_2, %same_2, %none_2, %none_3, %kept_3,
      %result_4
      : tensor<2x3x2xi32>, tensor<3x2xi32>, tensor<2x2x3xi32>, tensor<2x2xi64>, tensor<i64>,
        tensor<0x2xi64>, tensor<0x3xui8>, tensor<1x2x1xui8>, tensor<2x2xi4>
}
