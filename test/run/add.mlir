// add: sums; on booleans, logical OR.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi32>, tensor<4xi1>, tensor<3xi8>, tensor<2xui8>, tensor<2xui4>,
    tensor<2xi2>, tensor<4xf32>, tensor<2xbf16>, tensor<2xf16>, tensor<2xcomplex<f64>>,
    tensor<i16>, tensor<2x0xf32>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xi32> = [[6, 8], [10, 12]]
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>

  // "For booleans: logical OR."
  // CHECK-NEXT: result 1: tensor<4xi1> = [false, true, true, true]
  %lhs_1 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs_1 = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result_1 = stablehlo.add %lhs_1, %rhs_1 : tensor<4xi1>

  // Integers wrap modulo 2^width.
  // CHECK-NEXT: result 2: tensor<3xi8> = [-128, 127, 127]
  %lhs_2 = stablehlo.constant dense<[127, -128, 100]> : tensor<3xi8>
  %rhs_2 = stablehlo.constant dense<[1, -1, 27]> : tensor<3xi8>
  %result_2 = stablehlo.add %lhs_2, %rhs_2 : tensor<3xi8>

  // CHECK-NEXT: result 3: tensor<2xui8> = [0, 44]
  %lhs_3 = stablehlo.constant dense<[255, 200]> : tensor<2xui8>
  %rhs_3 = stablehlo.constant dense<[1, 100]> : tensor<2xui8>
  %result_3 = stablehlo.add %lhs_3, %rhs_3 : tensor<2xui8>

  // CHECK-NEXT: result 4: tensor<2xui4> = [0, 14]
  %lhs_4 = stablehlo.constant dense<[15, 7]> : tensor<2xui4>
  %rhs_4 = stablehlo.constant dense<[1, 7]> : tensor<2xui4>
  %result_4 = stablehlo.add %lhs_4, %rhs_4 : tensor<2xui4>

  // CHECK-NEXT: result 5: tensor<2xi2> = [-2, 1]
  %lhs_5 = stablehlo.constant dense<[1, -2]> : tensor<2xi2>
  %rhs_5 = stablehlo.constant dense<[1, -1]> : tensor<2xi2>
  %result_5 = stablehlo.add %lhs_5, %rhs_5 : tensor<2xi2>

  // IEEE-754: infinities that cancel are NaN, and -0 + -0 alone is -0.
  // CHECK-NEXT: result 6: tensor<4xf32> = [nan, -0.0, 0.0, inf]
  %lhs_6 = stablehlo.constant dense<[0x7F800000, -0.0, -0.0, 1.0e38]> : tensor<4xf32>
  %rhs_6 = stablehlo.constant dense<[0xFF800000, -0.0, 0.0, 3.0e38]> : tensor<4xf32>
  %result_6 = stablehlo.add %lhs_6, %rhs_6 : tensor<4xf32>

  // Narrow floats round to nearest even once: 256 + 1 and 256 + 3 lie between bf16 neighbours.
  // CHECK-NEXT: result 7: tensor<2xbf16> = [256, 260]
  %lhs_7 = stablehlo.constant dense<[256.0, 256.0]> : tensor<2xbf16>
  %rhs_7 = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xbf16>
  %result_7 = stablehlo.add %lhs_7, %rhs_7 : tensor<2xbf16>

  // CHECK-NEXT: result 8: tensor<2xf16> = [1.0, inf]
  %lhs_8 = stablehlo.constant dense<[1.0, 65504.0]> : tensor<2xf16>
  %rhs_8 = stablehlo.constant dense<[0.00048828125, 16.0]> : tensor<2xf16>
  %result_8 = stablehlo.add %lhs_8, %rhs_8 : tensor<2xf16>

  // CHECK-NEXT: result 9: tensor<2xcomplex<f64>> = [(4.0, 6.0), (0.75, 0.5)]
  %lhs_9 = stablehlo.constant dense<[(1.0, 2.0), (0.5, -0.5)]> : tensor<2xcomplex<f64>>
  %rhs_9 = stablehlo.constant dense<[(3.0, 4.0), (0.25, 1.0)]> : tensor<2xcomplex<f64>>
  %result_9 = stablehlo.add %lhs_9, %rhs_9 : tensor<2xcomplex<f64>>

  // Rank 0 and no elements.
  // CHECK-NEXT: result 10: tensor<i16> = -2
  // CHECK-NEXT{LITERAL}: result 11: tensor<2x0xf32> = [[], []]
  %lhs_10 = stablehlo.constant dense<3> : tensor<i16>
  %rhs_10 = stablehlo.constant dense<-5> : tensor<i16>
  %none_10 = stablehlo.constant dense<> : tensor<2x0xf32>
  %result_10 = stablehlo.add %lhs_10, %rhs_10 : tensor<i16>
  %empty_10 = stablehlo.add %none_10, %none_10 : tensor<2x0xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5, %result_6, %result_7,
      %result_8, %result_9, %result_10, %empty_10
      : tensor<2x2xi32>, tensor<4xi1>, tensor<3xi8>, tensor<2xui8>, tensor<2xui4>, tensor<2xi2>,
        tensor<4xf32>, tensor<2xbf16>, tensor<2xf16>, tensor<2xcomplex<f64>>, tensor<i16>,
        tensor<2x0xf32>
}
