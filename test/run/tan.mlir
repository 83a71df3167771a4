// tan: tangents.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='3xf64=0.0,0.9999999999999999,-0.9999999999999999' \
// RUN:   --expected='4xf32=0.5463025,-14.10142,-0.58721393,-2.2877332e+07' \
// RUN:   --expected='3xf64=0.5463024898437905,0.1425465430742778,-0.035771662952898776' \
// RUN:   --expected='4xf16=0.5464,-14.1,-0.5874,2.066e+03' \
// RUN:   --expected='4xbf16=0.546875,-14.125,-0.585938,2064' \
// RUN:   --expected='3xf32=nan,nan,-0.0' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<3xf64>, tensor<4xf32>, tensor<3xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<3xf32>) {
  // Multiples of pi / 4.
  %operand = stablehlo.constant dense<[0.0, 0.78539816339744828, -0.78539816339744828]> : tensor<3xf64>
  %result = "stablehlo.tan"(%operand) : (tensor<3xf64>) -> tensor<3xf64>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[0.5, -1.5, 100.0, 1.57079632]> : tensor<4xf32>
  %result_1 = stablehlo.tan %operand_1 : tensor<4xf32>

  %operand_2 = stablehlo.constant dense<[0.5, -3.0, 100000.0]> : tensor<3xf64>
  %result_2 = stablehlo.tan %operand_2 : tensor<3xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.5, -1.5, 100.0, 1.57079632]> : tensor<4xf16>
  %result_3 = stablehlo.tan %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.5, -1.5, 100.0, 1.57079632]> : tensor<4xbf16>
  %result_4 = stablehlo.tan %operand_4 : tensor<4xbf16>

  // There is no angle at infinity; a zero keeps its sign.
  // CHECK: result 5: tensor<3xf32> = [nan, nan, -0.0]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0x7FC00000, -0.0]> : tensor<3xf32>
  %result_5 = stablehlo.tan %operand_5 : tensor<3xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<3xf64>, tensor<4xf32>, tensor<3xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<3xf32>
}
