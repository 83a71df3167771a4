// rsqrt: 1 / sqrt(x).

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='2x2xf32=1.0,0.5,0.33333334,0.2' \
// RUN:   --expected='4xf32=1.4142135,0.70710677,1e-15,1.0000027e+20' \
// RUN:   --expected='4xf64=3.162277660168379,0.7071067811865476,1e-150,1.0000000000000016e+155' \
// RUN:   --expected='4xf16=1.414,0.707,0.3162,0.1' \
// RUN:   --expected='4xbf16=1.41406,0.707031,0.316406,0.100098' \
// RUN:   --expected='6xf32=0.0,nan,nan,inf,-inf,nan' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<2x2xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<6xf32>) {
  // The specification's example.
  %operand = stablehlo.constant dense<[[1.0, 4.0], [9.0, 25.0]]> : tensor<2x2xf32>
  %result = "stablehlo.rsqrt"(%operand) : (tensor<2x2xf32>) -> tensor<2x2xf32>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[0.5, 2.0, 1.0e+30, 1.0e-40]> : tensor<4xf32>
  %result_1 = stablehlo.rsqrt %operand_1 : tensor<4xf32>

  %operand_2 = stablehlo.constant dense<[0.1, 2.0, 1.0e+300, 1.0e-310]> : tensor<4xf64>
  %result_2 = stablehlo.rsqrt %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.5, 2.0, 10.0, 100.0]> : tensor<4xf16>
  %result_3 = stablehlo.rsqrt %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.5, 2.0, 10.0, 100.0]> : tensor<4xbf16>
  %result_4 = stablehlo.rsqrt %operand_4 : tensor<4xbf16>

  // IEEE-754's rSqrt: zeros give infinities of their sign.
  // CHECK: result 5: tensor<6xf32> = [0.0, nan, nan, inf, -inf, nan]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0, -0.0, -1.0]> : tensor<6xf32>
  %result_5 = stablehlo.rsqrt %operand_5 : tensor<6xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2x2xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<6xf32>
}
