// exponential_minus_one: exp(x) - 1, exact for small x.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='2xf64=0.0,1.7182818284590452' \
// RUN:   --expected='6xf32=1e-10,-9.99995e-06,0.34985882,-0.39346933,4.851652e+08,-1.0' \
// RUN:   --expected='5xf64=1e-300,-9.999999999995e-13,0.3498588075760031,-1.0,1.4035922178528375e+217' \
// RUN:   --expected='4xf16=0.010056,-0.3936,19.08,1.719' \
// RUN:   --expected='4xbf16=0.0100708,-0.392578,19.125,1.71875' \
// RUN:   --expected='5xf32=inf,-1.0,nan,-0.0,inf' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<2xf64>, tensor<6xf32>, tensor<5xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<5xf32>) {
  // The specification's example.
  %operand = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %result = "stablehlo.exponential_minus_one"(%operand) : (tensor<2xf64>) -> tensor<2xf64>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[1.0e-10, -1.0e-05, 0.3, -0.5, 20.0, -20.0]> : tensor<6xf32>
  %result_1 = stablehlo.exponential_minus_one %operand_1 : tensor<6xf32>

  %operand_2 = stablehlo.constant dense<[1.0e-300, -1.0e-12, 0.3, -40.0, 500.0]> : tensor<5xf64>
  %result_2 = stablehlo.exponential_minus_one %operand_2 : tensor<5xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.01, -0.5, 3.0, 1.0]> : tensor<4xf16>
  %result_3 = stablehlo.exponential_minus_one %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.01, -0.5, 3.0, 1.0]> : tensor<4xbf16>
  %result_4 = stablehlo.exponential_minus_one %operand_4 : tensor<4xbf16>

  // A zero keeps its sign.
  // CHECK: result 5: tensor<5xf32> = [inf, -1.0, nan, -0.0, inf]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0, 89.0]> : tensor<5xf32>
  %result_5 = stablehlo.exponential_minus_one %operand_5 : tensor<5xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2xf64>, tensor<6xf32>, tensor<5xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<5xf32>
}
