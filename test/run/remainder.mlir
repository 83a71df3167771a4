// remainder: what division leaves, with the sign of the dividend.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<4xi64>, tensor<3xi32>, tensor<2xui8>, tensor<7xf64>, tensor<2xf16>) {
  // The specification's example.
  // CHECK: result 0: tensor<4xi64> = [2, -2, 2, -2]
  %lhs = stablehlo.constant dense<[17, -17, 17, -17]> : tensor<4xi64>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3]> : tensor<4xi64>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>

  // As in XLA, the remainder by zero is the dividend; by -1 it is 0, without a trap.
  // CHECK-NEXT: result 1: tensor<3xi32> = [7, -7, 0]
  %lhs_1 = stablehlo.constant dense<[7, -7, -2147483648]> : tensor<3xi32>
  %rhs_1 = stablehlo.constant dense<[0, 0, -1]> : tensor<3xi32>
  %result_1 = stablehlo.remainder %lhs_1, %rhs_1 : tensor<3xi32>

  // CHECK-NEXT: result 2: tensor<2xui8> = [15, 9]
  %lhs_2 = stablehlo.constant dense<[255, 9]> : tensor<2xui8>
  %rhs_2 = stablehlo.constant dense<[16, 0]> : tensor<2xui8>
  %result_2 = stablehlo.remainder %lhs_2, %rhs_2 : tensor<2xui8>

  // Floats as in C's fmod, which is exact; the sign of a zero is the dividend's.
  // CHECK-NEXT: result 3: tensor<7xf64> = [2.1000000000000014, -2.1000000000000014, 0.0, -0.0, nan, 5.0, 5.0]
  %lhs_3 = stablehlo.constant dense<[17.1, -17.1, 6.0, -6.0, 1.0, 5.0, 1.0e30]> : tensor<7xf64>
  %rhs_3 = stablehlo.constant dense<[3.0, 3.0, -3.0, 3.0, 0.0, 0x7FF0000000000000, 7.0]> : tensor<7xf64>
  %result_3 = stablehlo.remainder %lhs_3, %rhs_3 : tensor<7xf64>

  // CHECK-NEXT: result 4: tensor<2xf16> = [1.5, -1.5]
  %lhs_4 = stablehlo.constant dense<[7.5, -7.5]> : tensor<2xf16>
  %rhs_4 = stablehlo.constant dense<[2.0, 2.0]> : tensor<2xf16>
  %result_4 = stablehlo.remainder %lhs_4, %rhs_4 : tensor<2xf16>

  return %result, %result_1, %result_2, %result_3, %result_4
      : tensor<4xi64>, tensor<3xi32>, tensor<2xui8>, tensor<7xf64>, tensor<2xf16>
}
