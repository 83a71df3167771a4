// count_leading_zeros: how many high bits are zero.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi64>, tensor<4xui8>, tensor<3xi4>, tensor<i32>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xi64> = [[64, 63], [56, 0]]
  %operand = stablehlo.constant dense<[[0, 1], [128, -1]]> : tensor<2x2xi64>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<2x2xi64>) -> tensor<2x2xi64>

  // CHECK-NEXT: result 1: tensor<4xui8> = [8, 7, 1, 0]
  %operand_1 = stablehlo.constant dense<[0, 1, 127, 128]> : tensor<4xui8>
  %result_1 = stablehlo.count_leading_zeros %operand_1 : tensor<4xui8>

  // The width itself, 4, is -4 + 8: it wraps in i4.
  // CHECK-NEXT: result 2: tensor<3xi4> = [3, 1, 0]
  %operand_2 = stablehlo.constant dense<[1, 7, -8]> : tensor<3xi4>
  %result_2 = stablehlo.count_leading_zeros %operand_2 : tensor<3xi4>

  // CHECK-NEXT: result 3: tensor<i32> = 16
  %operand_3 = stablehlo.constant dense<65535> : tensor<i32>
  %result_3 = stablehlo.count_leading_zeros %operand_3 : tensor<i32>

  return %result, %result_1, %result_2, %result_3
      : tensor<2x2xi64>, tensor<4xui8>, tensor<3xi4>, tensor<i32>
}
