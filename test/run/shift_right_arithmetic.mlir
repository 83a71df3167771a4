// shift_right_arithmetic: towards the low bits, copies of the sign from the left.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<3xi64>, tensor<5xi8>, tensor<3xui8>, tensor<3xi4>, tensor<2xui2>) {
  // The specification's example.
  // CHECK: result 0: tensor<3xi64> = [-1, 0, 1]
  %lhs = stablehlo.constant dense<[-1, 0, 8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<3xi64>, tensor<3xi64>)
      -> tensor<3xi64>

  // Amounts of the width and beyond, also negative ones (large as unsigned), shift everything out.
  // CHECK-NEXT: result 1: tensor<5xi8> = [-1, -1, -1, 0, -3]
  %lhs_1 = stablehlo.constant dense<[-128, -128, -128, 127, -3]> : tensor<5xi8>
  %rhs_1 = stablehlo.constant dense<[7, 8, 100, -1, 0]> : tensor<5xi8>
  %result_1 = stablehlo.shift_right_arithmetic %lhs_1, %rhs_1 : tensor<5xi8>

  // CHECK-NEXT: result 2: tensor<3xui8> = [255, 255, 192]
  %lhs_2 = stablehlo.constant dense<[255, 255, 129]> : tensor<3xui8>
  %rhs_2 = stablehlo.constant dense<[4, 8, 1]> : tensor<3xui8>
  %result_2 = stablehlo.shift_right_arithmetic %lhs_2, %rhs_2 : tensor<3xui8>

  // CHECK-NEXT: result 3: tensor<3xi4> = [-4, 1, -1]
  %lhs_3 = stablehlo.constant dense<[-8, 7, -8]> : tensor<3xi4>
  %rhs_3 = stablehlo.constant dense<[1, 2, 4]> : tensor<3xi4>
  %result_3 = stablehlo.shift_right_arithmetic %lhs_3, %rhs_3 : tensor<3xi4>

  // CHECK-NEXT: result 4: tensor<2xui2> = [3, 3]
  %lhs_4 = stablehlo.constant dense<[3, 3]> : tensor<2xui2>
  %rhs_4 = stablehlo.constant dense<[1, 2]> : tensor<2xui2>
  %result_4 = stablehlo.shift_right_arithmetic %lhs_4, %rhs_4 : tensor<2xui2>

  return %result, %result_1, %result_2, %result_3, %result_4
      : tensor<3xi64>, tensor<5xi8>, tensor<3xui8>, tensor<3xi4>, tensor<2xui2>
}
