// not: every bit inverted; on booleans, logical NOT.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi32>, tensor<2xi1>, tensor<3xui8>, tensor<3xi4>) {
  // The specification's examples.
  // CHECK{LITERAL}: result 0: tensor<2x2xi32> = [[-2, -3], [-4, -5]]
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %result = "stablehlo.not"(%operand) : (tensor<2x2xi32>) -> tensor<2x2xi32>

  // CHECK-NEXT: result 1: tensor<2xi1> = [false, true]
  %operand_1 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result_1 = stablehlo.not %operand_1 : tensor<2xi1>

  // CHECK-NEXT: result 2: tensor<3xui8> = [255, 0, 85]
  %operand_2 = stablehlo.constant dense<[0, 255, 170]> : tensor<3xui8>
  %result_2 = stablehlo.not %operand_2 : tensor<3xui8>

  // CHECK-NEXT: result 3: tensor<3xi4> = [-1, 0, -6]
  %operand_3 = stablehlo.constant dense<[0, -1, 5]> : tensor<3xi4>
  %result_3 = stablehlo.not %operand_3 : tensor<3xi4>

  return %result, %result_1, %result_2, %result_3
      : tensor<2x2xi32>, tensor<2xi1>, tensor<3xui8>, tensor<3xi4>
}
