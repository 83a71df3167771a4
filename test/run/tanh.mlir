// tanh: hyperbolic tangents.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='3xf32=-0.76159416,0.0,0.76159416' \
// RUN:   --expected='5xf32=1e-10,0.29131263,-0.5370496,0.9999092,-1.0' \
// RUN:   --expected='4xf64=1e-300,0.2913126124515909,-0.9640275800758169,0.9999999999999999' \
// RUN:   --expected='4xf16=0.01,-0.4622,0.995,0.7617' \
// RUN:   --expected='4xbf16=0.0100098,-0.462891,0.996094,0.761719' \
// RUN:   --expected='4xf32=1.0,-1.0,nan,-0.0' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<3xf32>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<4xf32>) {
  // The specification's example.
  %operand = stablehlo.constant dense<[-1.0, 0.0, 1.0]> : tensor<3xf32>
  %result = "stablehlo.tanh"(%operand) : (tensor<3xf32>) -> tensor<3xf32>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[1.0e-10, 0.3, -0.6, 5.0, -20.0]> : tensor<5xf32>
  %result_1 = stablehlo.tanh %operand_1 : tensor<5xf32>

  %operand_2 = stablehlo.constant dense<[1.0e-300, 0.3, -2.0, 19.0]> : tensor<4xf64>
  %result_2 = stablehlo.tanh %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.01, -0.5, 3.0, 1.0]> : tensor<4xf16>
  %result_3 = stablehlo.tanh %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.01, -0.5, 3.0, 1.0]> : tensor<4xbf16>
  %result_4 = stablehlo.tanh %operand_4 : tensor<4xbf16>

  // A zero keeps its sign.
  // CHECK: result 5: tensor<4xf32> = [1.0, -1.0, nan, -0.0]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>
  %result_5 = stablehlo.tanh %operand_5 : tensor<4xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<3xf32>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<4xf32>
}
