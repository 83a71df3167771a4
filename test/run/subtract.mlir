// subtract: differences.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xf32>, tensor<3xi8>, tensor<2xui16>, tensor<2xui2>,
    tensor<3xf64>, tensor<1xcomplex<f32>>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xf32> = [[1.0, 2.0], [3.0, 4.0]]
  %lhs = stablehlo.constant dense<[[6.0, 8.0], [10.0, 12.0]]> : tensor<2x2xf32>
  %rhs = stablehlo.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>

  // Integers wrap, unsigned ones below zero.
  // CHECK-NEXT: result 1: tensor<3xi8> = [127, -128, -2]
  %lhs_1 = stablehlo.constant dense<[-128, 127, 5]> : tensor<3xi8>
  %rhs_1 = stablehlo.constant dense<[1, -1, 7]> : tensor<3xi8>
  %result_1 = stablehlo.subtract %lhs_1, %rhs_1 : tensor<3xi8>

  // CHECK-NEXT: result 2: tensor<2xui16> = [65535, 2]
  %lhs_2 = stablehlo.constant dense<[0, 5]> : tensor<2xui16>
  %rhs_2 = stablehlo.constant dense<[1, 3]> : tensor<2xui16>
  %result_2 = stablehlo.subtract %lhs_2, %rhs_2 : tensor<2xui16>

  // CHECK-NEXT: result 3: tensor<2xui2> = [3, 1]
  %lhs_3 = stablehlo.constant dense<[0, 3]> : tensor<2xui2>
  %rhs_3 = stablehlo.constant dense<[1, 2]> : tensor<2xui2>
  %result_3 = stablehlo.subtract %lhs_3, %rhs_3 : tensor<2xui2>

  // IEEE-754: equal infinities cancel to NaN; 0 - 0 is +0 and -0 - 0 is -0.
  // CHECK-NEXT: result 4: tensor<3xf64> = [nan, 0.0, -0.0]
  %lhs_4 = stablehlo.constant dense<[0x7FF0000000000000, 0.0, -0.0]> : tensor<3xf64>
  %rhs_4 = stablehlo.constant dense<[0x7FF0000000000000, 0.0, 0.0]> : tensor<3xf64>
  %result_4 = stablehlo.subtract %lhs_4, %rhs_4 : tensor<3xf64>

  // CHECK-NEXT: result 5: tensor<1xcomplex<f32>> = [(-2.0, 6.0)]
  %lhs_5 = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>
  %rhs_5 = stablehlo.constant dense<[(3.0, -4.0)]> : tensor<1xcomplex<f32>>
  %result_5 = stablehlo.subtract %lhs_5, %rhs_5 : tensor<1xcomplex<f32>>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2x2xf32>, tensor<3xi8>, tensor<2xui16>, tensor<2xui2>, tensor<3xf64>,
        tensor<1xcomplex<f32>>
}
