// log_plus_one: log(1 + x), exact for small x.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='5xf64=0.0,-6.907755278982136,2.0794415416798357,2.0000000150316017,2.772588722239781' \
// RUN:   --expected='5xf32=1e-10,-1.000005e-05,0.26236427,-0.6931472,3.0445225' \
// RUN:   --expected='4xf64=1e-300,-1.0000000000005e-12,0.26236426446749106,690.7755278982137' \
// RUN:   --expected='4xf16=0.00995,-0.6934,1.387,4.613' \
// RUN:   --expected='4xbf16=0.00994873,-0.691406,1.38281,4.625' \
// RUN:   --expected='6xf32=inf,nan,nan,-0.0,-inf,nan' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<5xf64>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>,
    tensor<4xbf16>, tensor<6xf32>) {
  // The specification's example.
  %operand = stablehlo.constant dense<[0.0, -0.999, 7.0, 6.38905621, 15.0]> : tensor<5xf64>
  %result = "stablehlo.log_plus_one"(%operand) : (tensor<5xf64>) -> tensor<5xf64>

  // The exact values, from 60 digits, rounded.
  %operand_1 = stablehlo.constant dense<[1.0e-10, -1.0e-05, 0.3, -0.5, 20.0]> : tensor<5xf32>
  %result_1 = stablehlo.log_plus_one %operand_1 : tensor<5xf32>

  %operand_2 = stablehlo.constant dense<[1.0e-300, -1.0e-12, 0.3, 1.0e+300]> : tensor<4xf64>
  %result_2 = stablehlo.log_plus_one %operand_2 : tensor<4xf64>

  // Narrow floats: computed in f32, rounded once.
  %operand_3 = stablehlo.constant dense<[0.01, -0.5, 3.0, 100.0]> : tensor<4xf16>
  %result_3 = stablehlo.log_plus_one %operand_3 : tensor<4xf16>

  %operand_4 = stablehlo.constant dense<[0.01, -0.5, 3.0, 100.0]> : tensor<4xbf16>
  %result_4 = stablehlo.log_plus_one %operand_4 : tensor<4xbf16>

  // -1 is a pole; a zero keeps its sign.
  // CHECK: result 5: tensor<6xf32> = [inf, nan, nan, -0.0, -inf, nan]
  %operand_5 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0, -1.0, -2.0]> : tensor<6xf32>
  %result_5 = stablehlo.log_plus_one %operand_5 : tensor<6xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<5xf64>, tensor<5xf32>, tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>, tensor<6xf32>
}
