// sqrt: square roots.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='2x2xf32=0.0,1.0,2.0,3.0' \
// RUN:   --expected='4xf32=0.70710677,1.4142135,1e+15,9.999973e-21' \
// RUN:   --expected='4xf64=0.31622776601683794,1.4142135623730951,1e+150,9.999999999999986e-156' \
// RUN:   --expected='4xf16=0.707,1.414,3.162,10.0' \
// RUN:   --expected='4xbf16=0.707031,1.41406,3.15625,10' \
// RUN:   --expected='6xf32=inf,nan,nan,0.0,-0.0,nan' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<2x2xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<6xf32>) {
  // The specification's example.
  %operand = stablehlo.constant dense<[[0.0, 1.0], [4.0, 9.0]]> : tensor<2x2xf32>
  %result = "stablehlo.sqrt"(%operand) : (tensor<2x2xf32>) -> tensor<2x2xf32>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[0.5, 2.0, 1.0e+30, 1.0e-40]> : tensor<4xf32>
  %result_1 = stablehlo.sqrt %operand_1 : tensor<4xf32>

  %operand_2 = stablehlo.constant dense<[0.1, 2.0, 1.0e+300, 1.0e-310]> : tensor<4xf64>
  %result_2 = stablehlo.sqrt %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.5, 2.0, 10.0, 100.0]> : tensor<4xf16>
  %result_3 = stablehlo.sqrt %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.5, 2.0, 10.0, 100.0]> : tensor<4xbf16>
  %result_4 = stablehlo.sqrt %operand_4 : tensor<4xbf16>

  // IEEE-754's squareRoot: -0 stays -0.
  // CHECK: result 5: tensor<6xf32> = [inf, nan, nan, 0.0, -0.0, nan]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0, -0.0, -1.0]> : tensor<6xf32>
  %result_5 = stablehlo.sqrt %operand_5 : tensor<6xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2x2xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<6xf32>
}
