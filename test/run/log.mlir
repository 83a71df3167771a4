// log: natural logarithms.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='2x2xf64=0.0,0.69314718055994529,1.0986122886681098,1.3862943611198906' \
// RUN:   --expected='5xf32=-0.6931472,1.1920928e-07,69.07755,-92.10341,1.0986123' \
// RUN:   --expected='4xf64=-0.6931471805599453,1.000088900581841e-12,690.7755278982137,-713.8013788281542' \
// RUN:   --expected='4xf16=-0.6934,1.099,2.303,4.605' \
// RUN:   --expected='4xbf16=-0.691406,1.10156,2.29688,4.59375' \
// RUN:   --expected='7xf32=inf,nan,nan,-inf,-inf,nan,0.0' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<2x2xf64>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<7xf32>) {
  // The specification's example.
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %result = "stablehlo.log"(%operand) : (tensor<2x2xf64>) -> tensor<2x2xf64>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[0.5, 1.0000001, 1.0e+30, 1.0e-40, 3.0]> : tensor<5xf32>
  %result_1 = stablehlo.log %operand_1 : tensor<5xf32>

  %operand_2 = stablehlo.constant dense<[0.5, 1.000000000001, 1.0e+300, 1.0e-310]> : tensor<4xf64>
  %result_2 = stablehlo.log %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.5, 3.0, 10.0, 100.0]> : tensor<4xf16>
  %result_3 = stablehlo.log %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.5, 3.0, 10.0, 100.0]> : tensor<4xbf16>
  %result_4 = stablehlo.log %operand_4 : tensor<4xbf16>

  // Zero of either sign is a pole, negative numbers have no logarithm.
  // CHECK: result 5: tensor<7xf32> = [inf, nan, nan, -inf, -inf, nan, 0.0]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0, -0.0, -1.0, 1.0]> : tensor<7xf32>
  %result_5 = stablehlo.log %operand_5 : tensor<7xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2x2xf64>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<7xf32>
}
