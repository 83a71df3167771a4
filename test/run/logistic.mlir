// logistic: 1 / (1 + exp(-x)).

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='2x2xf64=0.5,0.7310585786300049,0.8807970779778824,0.9525741268224333' \
// RUN:   --expected='4xf32=0.62245935,0.37754068,1.8048513e-35,1.0' \
// RUN:   --expected='4xf64=9.85967654375977e-305,0.5621765008857981,0.11920292202211756,1.0' \
// RUN:   --expected='4xf16=0.6226,0.3774,0.01799,0.881' \
// RUN:   --expected='4xbf16=0.621094,0.376953,0.0179443,0.878906' \
// RUN:   --expected='5xf32=1.0,0.0,nan,1.0,0.0' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<2x2xf64>, tensor<4xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<5xf32>) {
  // The specification's example.
  %operand = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf64>
  %result = "stablehlo.logistic"(%operand) : (tensor<2x2xf64>) -> tensor<2x2xf64>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[0.5, -0.5, -80.0, 20.0]> : tensor<4xf32>
  %result_1 = stablehlo.logistic %operand_1 : tensor<4xf32>

  %operand_2 = stablehlo.constant dense<[-700.0, 0.25, -2.0, 40.0]> : tensor<4xf64>
  %result_2 = stablehlo.logistic %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.5, -0.5, -4.0, 2.0]> : tensor<4xf16>
  %result_3 = stablehlo.logistic %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.5, -0.5, -4.0, 2.0]> : tensor<4xbf16>
  %result_4 = stablehlo.logistic %operand_4 : tensor<4xbf16>

  // Large magnitudes do not overflow on the way.
  // CHECK: result 5: tensor<5xf32> = [1.0, 0.0, nan, 1.0, 0.0]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1000.0, -1000.0]> : tensor<5xf32>
  %result_5 = stablehlo.logistic %operand_5 : tensor<5xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2x2xf64>, tensor<4xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<5xf32>
}
