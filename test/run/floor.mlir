// floor: towards minus infinity.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<5xf32>, tensor<4xf64>, tensor<4xf16>) {
  // The specification's example.
  // CHECK: result 0: tensor<5xf32> = [-1.0, -1.0, 0.0, 0.0, 2.0]
  %operand = stablehlo.constant dense<[-0.8166, -0.2530, 0.2530, 0.8166, 2.0]> : tensor<5xf32>
  %result = "stablehlo.floor"(%operand) : (tensor<5xf32>) -> tensor<5xf32>

  // Zeros keep their sign; infinities, NaN and numbers without a fraction stay.
  // CHECK-NEXT: result 1: tensor<4xf64> = [-0.0, inf, nan, -4503599627370497.0]
  %operand_1 = stablehlo.constant dense<[-0.0, 0x7FF0000000000000, 0x7FF8000000000000, -4503599627370497.0]> : tensor<4xf64>
  %result_1 = stablehlo.floor %operand_1 : tensor<4xf64>

  // CHECK-NEXT: result 2: tensor<4xf16> = [-3.0, -2.0, 0.0, 1.0]
  %operand_2 = stablehlo.constant dense<[-2.5, -1.5, 0.5, 1.5]> : tensor<4xf16>
  %result_2 = stablehlo.floor %operand_2 : tensor<4xf16>

  return %result, %result_1, %result_2 : tensor<5xf32>, tensor<4xf64>, tensor<4xf16>
}
