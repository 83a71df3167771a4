// cbrt: cubic roots.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='4xf64=0.0,1.0,2.0,3.0' \
// RUN:   --expected='4xf32=0.4641589,-1.2599211,1e-10,7.9370055e+06' \
// RUN:   --expected='4xf64=0.4641588833612779,-1.2599210498948732,1e-100,1.4422495703074083' \
// RUN:   --expected='4xf16=0.464,-1.26,1.442,2.154' \
// RUN:   --expected='4xbf16=0.464844,-1.25781,1.44531,2.15625' \
// RUN:   --expected='5xf32=-0.0,inf,-inf,nan,1.1190347e-15' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<4xf64>, tensor<4xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<5xf32>) {
  // The specification's example.
  %operand = stablehlo.constant dense<[0.0, 1.0, 8.0, 27.0]> : tensor<4xf64>
  %result = "stablehlo.cbrt"(%operand) : (tensor<4xf64>) -> tensor<4xf64>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[0.1, -2.0, 1.0e-30, 5.0e+20]> : tensor<4xf32>
  %result_1 = stablehlo.cbrt %operand_1 : tensor<4xf32>

  %operand_2 = stablehlo.constant dense<[0.1, -2.0, 1.0e-300, 3.0]> : tensor<4xf64>
  %result_2 = stablehlo.cbrt %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.1, -2.0, 3.0, 10.0]> : tensor<4xf16>
  %result_3 = stablehlo.cbrt %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.1, -2.0, 3.0, 10.0]> : tensor<4xbf16>
  %result_4 = stablehlo.cbrt %operand_4 : tensor<4xbf16>

  // Zeros keep their sign; subnormal numbers count.
  // CHECK: result 5: tensor<5xf32> = [-0.0, inf, -inf, nan, 1.1190347e-15]
  %operand_5 = stablehlo.constant dense<[-0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e-45]> : tensor<5xf32>
  %result_5 = stablehlo.cbrt %operand_5 : tensor<5xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<4xf64>, tensor<4xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<5xf32>
}
