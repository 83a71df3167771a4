// cosine.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='2x2xf32=1.0,-4.371139e-08,-1.0,1.1924881e-08' \
// RUN:   --expected='5xf32=0.87758255,-0.9899925,0.8623189,0.9996582,0.87311965' \
// RUN:   --expected='4xf64=0.8775825618903728,-0.9899924966004454,-0.9993608074382124,0.523214785395139' \
// RUN:   --expected='4xf16=0.8774,-0.99,0.8623,-0.0725' \
// RUN:   --expected='4xbf16=0.878906,-0.988281,0.863281,0.8125' \
// RUN:   --expected='4xf32=nan,nan,nan,1.0' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<2x2xf32>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<4xf32>) {
  // The specification's example, whose pi is rounded: results are near 0 and -1.
  %operand = stablehlo.constant dense<[[0.0, 1.57079632], [3.14159265, 4.71238898]]> : tensor<2x2xf32>
  %result = "stablehlo.cosine"(%operand) : (tensor<2x2xf32>) -> tensor<2x2xf32>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[0.5, -3.0, 100.0, 31415.9, 10000000000.0]> : tensor<5xf32>
  %result_1 = stablehlo.cosine %operand_1 : tensor<5xf32>

  %operand_2 = stablehlo.constant dense<[0.5, -3.0, 100000.0, 1.0e+22]> : tensor<4xf64>
  %result_2 = stablehlo.cosine %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.5, -3.0, 100.0, 31415.9]> : tensor<4xf16>
  %result_3 = stablehlo.cosine %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.5, -3.0, 100.0, 31415.9]> : tensor<4xbf16>
  %result_4 = stablehlo.cosine %operand_4 : tensor<4xbf16>

  // There is no angle at infinity.
  // CHECK: result 5: tensor<4xf32> = [nan, nan, nan, 1.0]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>
  %result_5 = stablehlo.cosine %operand_5 : tensor<4xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2x2xf32>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<4xf32>
}
