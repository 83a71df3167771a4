// power: lhs to the power of rhs.

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='6xf64=4.0,0.0,nan,25.0,0.3333333333333333,1e40' \
// RUN:   --expected='4xf32=1.4142135,13780.643,1e-38,6.7434956e-07' \
// RUN:   --expected='8xf32=inf,-inf,1.0,1.0,1.0,-inf,inf,1.0' \
// RUN:   --expected='9xi32=1024,-2147483648,1870418611,1,0,-1,1,1,0' \
// RUN:   --expected='3xui8=243,1,0' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<6xf64>, tensor<4xf32>, tensor<8xf32>, tensor<9xi32>, tensor<3xui8>) {
  // The specification's example.
  %lhs = stablehlo.constant dense<[-2.0, -0.0, -36.0, 5.0, 3.0, 10000.0]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.1, 2.0, -1.0, 10.0]> : tensor<6xf64>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>

  // Exact values, rounded.
  %lhs_1 = stablehlo.constant dense<[2.0, 1.1, 10.0, 0.5]> : tensor<4xf32>
  %rhs_1 = stablehlo.constant dense<[0.5, 100.0, -38.0, 20.5]> : tensor<4xf32>
  %result_1 = stablehlo.power %lhs_1, %rhs_1 : tensor<4xf32>

  // IEEE-754's pow, and infinity where the result is too large.
  // CHECK: result 2: tensor<8xf32> = [inf, -inf, 1.0, 1.0, 1.0, -inf, inf, 1.0]
  %lhs_2 = stablehlo.constant dense<[0.0, -0.0, 0x7FC00000, 1.0, -1.0, 0xFF800000, 10.0, 0.0]> : tensor<8xf32>
  %rhs_2 = stablehlo.constant dense<[-1.0, -3.0, 0.0, 0x7FC00000, 0x7F800000, 3.0, 39.0, 0.0]> : tensor<8xf32>
  %result_2 = stablehlo.power %lhs_2, %rhs_2 : tensor<8xf32>

  // "For integers: integer exponentiation"; it wraps. A negative exponent gives the integer part
  // of the power: 0, except for bases 1 and -1.
  // CHECK: result 3: tensor<9xi32> = [1024, -2147483648, 1870418611, 1, 0, -1, 1, 1, 0]
  %lhs_3 = stablehlo.constant dense<[2, -2, 3, 0, 2, -1, -1, 1, 0]> : tensor<9xi32>
  %rhs_3 = stablehlo.constant dense<[10, 31, 21, 0, -1, -3, -4, -5, 5]> : tensor<9xi32>
  %result_3 = stablehlo.power %lhs_3, %rhs_3 : tensor<9xi32>

  // CHECK: result 4: tensor<3xui8> = [243, 1, 0]
  %lhs_4 = stablehlo.constant dense<[3, 255, 2]> : tensor<3xui8>
  %rhs_4 = stablehlo.constant dense<[5, 2, 255]> : tensor<3xui8>
  %result_4 = stablehlo.power %lhs_4, %rhs_4 : tensor<3xui8>

  return %result, %result_1, %result_2, %result_3, %result_4
      : tensor<6xf64>, tensor<4xf32>, tensor<8xf32>, tensor<9xi32>, tensor<3xui8>
}
