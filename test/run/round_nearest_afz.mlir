// round_nearest_afz: to the nearest integer, halves away from zero.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<5xf64>, tensor<6xf32>, tensor<4xf16>) {
  // The specification's example.
  // CHECK: result 0: tensor<5xf64> = [-3.0, 0.0, 1.0, 1.0, 3.0]
  %operand = stablehlo.constant dense<[-2.5, 0.4, 0.5, 0.6, 2.5]> : tensor<5xf64>
  %result = "stablehlo.round_nearest_afz"(%operand) : (tensor<5xf64>) -> tensor<5xf64>

  // The number below one half, which adding one half would round up; zeros keep their sign.
  // CHECK-NEXT: result 1: tensor<6xf32> = [0.0, -0.0, -0.0, -1023.0, -inf, nan]
  %operand_1 = stablehlo.constant dense<[0.49999997, -0.49999997, -0.0, -1023.0, 0xFF800000, 0x7FC00000]> : tensor<6xf32>
  %result_1 = stablehlo.round_nearest_afz %operand_1 : tensor<6xf32>

  // CHECK-NEXT: result 2: tensor<4xf16> = [-2.0, 2.0, 4.0, -0.0]
  %operand_2 = stablehlo.constant dense<[-1.5, 1.5, 3.5, -0.25]> : tensor<4xf16>
  %result_2 = stablehlo.round_nearest_afz %operand_2 : tensor<4xf16>

  return %result, %result_1, %result_2 : tensor<5xf64>, tensor<6xf32>, tensor<4xf16>
}
