// sine.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='2x2xf32=0.0,1.0,-8.742278e-08,-1.0' \
// RUN:   --expected='5xf32=0.47942555,-0.14112,-0.50636566,-0.026142294,-0.48750603' \
// RUN:   --expected='4xf64=0.479425538604203,-0.1411200080598672,0.03574879797201651,-0.8522008497671888' \
// RUN:   --expected='4xf16=0.4795,-0.1411,-0.5063,-0.9976' \
// RUN:   --expected='4xbf16=0.478516,-0.141602,-0.507812,0.582031' \
// RUN:   --expected='4xf32=nan,nan,nan,-0.0' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<2x2xf32>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<4xf32>) {
  // The specification's example, whose pi is rounded: results are near 0 and -1.
  %operand = stablehlo.constant dense<[[0.0, 1.57079632], [3.14159265, 4.71238898]]> : tensor<2x2xf32>
  %result = "stablehlo.sine"(%operand) : (tensor<2x2xf32>) -> tensor<2x2xf32>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[0.5, -3.0, 100.0, 31415.9, 10000000000.0]> : tensor<5xf32>
  %result_1 = stablehlo.sine %operand_1 : tensor<5xf32>

  %operand_2 = stablehlo.constant dense<[0.5, -3.0, 100000.0, 1.0e+22]> : tensor<4xf64>
  %result_2 = stablehlo.sine %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.5, -3.0, 100.0, 31415.9]> : tensor<4xf16>
  %result_3 = stablehlo.sine %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.5, -3.0, 100.0, 31415.9]> : tensor<4xbf16>
  %result_4 = stablehlo.sine %operand_4 : tensor<4xbf16>

  // There is no angle at infinity; a zero keeps its sign.
  // CHECK: result 5: tensor<4xf32> = [nan, nan, nan, -0.0]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>
  %result_5 = stablehlo.sine %operand_5 : tensor<4xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2x2xf32>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<4xf32>
}
