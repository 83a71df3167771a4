// divide: quotients; of integers, rounded towards zero.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi32>, tensor<3xi4>, tensor<3xui32>,
    tensor<5xf32>, tensor<2xbf16>, tensor<1xcomplex<f64>>) {
  // The specification's example.
  // CHECK: result 0: tensor<4xf32> = [5.7000003, -5.7000003, -5.7000003, 5.7000003]
  %lhs = stablehlo.constant dense<[17.1, -17.1, 17.1, -17.1]> : tensor<4xf32>
  %rhs = stablehlo.constant dense<[3.0, 3.0, -3.0, -3.0]> : tensor<4xf32>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

  // "The algebraic quotient with any fractional part discarded."
  // CHECK-NEXT: result 1: tensor<4xi64> = [5, -5, -5, 5]
  %lhs_1 = stablehlo.constant dense<[17, -17, 17, -17]> : tensor<4xi64>
  %rhs_1 = stablehlo.constant dense<[3, 3, -3, -3]> : tensor<4xi64>
  %result_1 = stablehlo.divide %lhs_1, %rhs_1 : tensor<4xi64>

  // What the specification leaves open is as in XLA: by zero all bits are ones, and the most
  // negative number by -1 wraps.
  // CHECK-NEXT: result 2: tensor<4xi32> = [-1, -1, -1, -2147483648]
  %lhs_2 = stablehlo.constant dense<[7, -7, 0, -2147483648]> : tensor<4xi32>
  %rhs_2 = stablehlo.constant dense<[0, 0, 0, -1]> : tensor<4xi32>
  %result_2 = stablehlo.divide %lhs_2, %rhs_2 : tensor<4xi32>

  // CHECK-NEXT: result 3: tensor<3xi4> = [-8, -1, -3]
  %lhs_3 = stablehlo.constant dense<[-8, 7, -7]> : tensor<3xi4>
  %rhs_3 = stablehlo.constant dense<[-1, 0, 2]> : tensor<3xi4>
  %result_3 = stablehlo.divide %lhs_3, %rhs_3 : tensor<3xi4>

  // Unsigned numbers are not read as signed ones.
  // CHECK-NEXT: result 4: tensor<3xui32> = [2147483647, 0, 4294967295]
  %lhs_4 = stablehlo.constant dense<[4294967295, 2147483648, 7]> : tensor<3xui32>
  %rhs_4 = stablehlo.constant dense<[2, 4294967295, 0]> : tensor<3xui32>
  %result_4 = stablehlo.divide %lhs_4, %rhs_4 : tensor<3xui32>

  // IEEE-754.
  // CHECK-NEXT: result 5: tensor<5xf32> = [inf, -inf, nan, nan, -0.0]
  %lhs_5 = stablehlo.constant dense<[1.0, -1.0, 0.0, 0x7F800000, 1.0]> : tensor<5xf32>
  %rhs_5 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<5xf32>
  %result_5 = stablehlo.divide %lhs_5, %rhs_5 : tensor<5xf32>

  // CHECK-NEXT: result 6: tensor<2xbf16> = [0.333984, 1.42969]
  %lhs_6 = stablehlo.constant dense<[1.0, 10.0]> : tensor<2xbf16>
  %rhs_6 = stablehlo.constant dense<[3.0, 7.0]> : tensor<2xbf16>
  %result_6 = stablehlo.divide %lhs_6, %rhs_6 : tensor<2xbf16>

  // (-5 + 10i) / (3 + 4i) = 1 + 2i.
  // CHECK-NEXT: result 7: tensor<1xcomplex<f64>> = [(1.0, 2.0)]
  %lhs_7 = stablehlo.constant dense<[(-5.0, 10.0)]> : tensor<1xcomplex<f64>>
  %rhs_7 = stablehlo.constant dense<[(3.0, 4.0)]> : tensor<1xcomplex<f64>>
  %result_7 = stablehlo.divide %lhs_7, %rhs_7 : tensor<1xcomplex<f64>>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5, %result_6, %result_7
      : tensor<4xf32>, tensor<4xi64>, tensor<4xi32>, tensor<3xi4>, tensor<3xui32>, tensor<5xf32>,
        tensor<2xbf16>, tensor<1xcomplex<f64>>
}
