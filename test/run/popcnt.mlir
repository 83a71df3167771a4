// popcnt: how many bits are set.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<4xi64>, tensor<2xi8>, tensor<3xui4>) {
  // The specification's example.
  // CHECK: result 0: tensor<4xi64> = [0, 1, 1, 7]
  %operand = stablehlo.constant dense<[0, 1, 2, 127]> : tensor<4xi64>
  %result = "stablehlo.popcnt"(%operand) : (tensor<4xi64>) -> tensor<4xi64>

  // CHECK-NEXT: result 1: tensor<2xi8> = [8, 1]
  %operand_1 = stablehlo.constant dense<[-1, -128]> : tensor<2xi8>
  %result_1 = stablehlo.popcnt %operand_1 : tensor<2xi8>

  // CHECK-NEXT: result 2: tensor<3xui4> = [3, 2, 0]
  %operand_2 = stablehlo.constant dense<[7, 5, 0]> : tensor<3xui4>
  %result_2 = stablehlo.popcnt %operand_2 : tensor<3xui4>

  return %result, %result_1, %result_2 : tensor<4xi64>, tensor<2xi8>, tensor<3xui4>
}
