// exponential.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='2x2xf64=1.0,2.7182818284590451,7.3890560989306504,20.085536923187668' \
// RUN:   --expected='5xf32=1.6487212,0.049787067,1.6516363e+38,1.6458115e-38,3.8e-44' \
// RUN:   --expected='4xf64=1.6487212707001282,0.049787068367863944,1.0142320547350045e+304,4.2e-322' \
// RUN:   --expected='4xf16=1.648,0.04977,148.4,2.719' \
// RUN:   --expected='4xbf16=1.64844,0.0498047,148,2.71875' \
// RUN:   --expected='6xf32=inf,0.0,nan,inf,0.0,1.0' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<2x2xf64>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<6xf32>) {
  // The specification's example.
  %operand = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf64>
  %result = "stablehlo.exponential"(%operand) : (tensor<2x2xf64>) -> tensor<2x2xf64>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[0.5, -3.0, 88.0, -87.0, -100.0]> : tensor<5xf32>
  %result_1 = stablehlo.exponential %operand_1 : tensor<5xf32>

  %operand_2 = stablehlo.constant dense<[0.5, -3.0, 700.0, -740.0]> : tensor<4xf64>
  %result_2 = stablehlo.exponential %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.5, -3.0, 5.0, 1.0]> : tensor<4xf16>
  %result_3 = stablehlo.exponential %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.5, -3.0, 5.0, 1.0]> : tensor<4xbf16>
  %result_4 = stablehlo.exponential %operand_4 : tensor<4xbf16>

  // Beyond the range are infinity and zero.
  // CHECK: result 5: tensor<6xf32> = [inf, 0.0, nan, inf, 0.0, 1.0]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 89.0, -104.0, -0.0]> : tensor<6xf32>
  %result_5 = stablehlo.exponential %operand_5 : tensor<6xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2x2xf64>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<6xf32>
}
