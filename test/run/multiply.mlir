// multiply: products; on booleans, logical AND.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi32>, tensor<4xi1>, tensor<2xi8>, tensor<2xui32>, tensor<2xi4>,
    tensor<4xf32>, tensor<2xf8E4M3FN>, tensor<1xcomplex<f32>>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xi32> = [[5, 12], [21, 32]]
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>

  // "For booleans: logical AND."
  // CHECK-NEXT: result 1: tensor<4xi1> = [false, false, false, true]
  %lhs_1 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs_1 = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result_1 = stablehlo.multiply %lhs_1, %rhs_1 : tensor<4xi1>

  // Integers wrap: 100 * 100 = 10000 = 39 * 256 + 16, and -128 * -1 = 128.
  // CHECK-NEXT: result 2: tensor<2xi8> = [16, -128]
  %lhs_2 = stablehlo.constant dense<[100, -128]> : tensor<2xi8>
  %rhs_2 = stablehlo.constant dense<[100, -1]> : tensor<2xi8>
  %result_2 = stablehlo.multiply %lhs_2, %rhs_2 : tensor<2xi8>

  // CHECK-NEXT: result 3: tensor<2xui32> = [1, 0]
  %lhs_3 = stablehlo.constant dense<[4294967295, 65536]> : tensor<2xui32>
  %rhs_3 = stablehlo.constant dense<[4294967295, 65536]> : tensor<2xui32>
  %result_3 = stablehlo.multiply %lhs_3, %rhs_3 : tensor<2xui32>

  // CHECK-NEXT: result 4: tensor<2xi4> = [1, 0]
  %lhs_4 = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
  %rhs_4 = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
  %result_4 = stablehlo.multiply %lhs_4, %rhs_4 : tensor<2xi4>

  // IEEE-754: 0 * inf is NaN, and signs multiply, those of zeros too.
  // CHECK-NEXT: result 5: tensor<4xf32> = [nan, -0.0, 0.0, -0.0]
  %lhs_5 = stablehlo.constant dense<[0.0, -0.0, -0.0, 1.0e-30]> : tensor<4xf32>
  %rhs_5 = stablehlo.constant dense<[0x7F800000, 5.0, -5.0, -1.0e-30]> : tensor<4xf32>
  %result_5 = stablehlo.multiply %lhs_5, %rhs_5 : tensor<4xf32>

  // 240 is f8E4M3FN's neighbour of 15 * 16; 448 is its largest number, and beyond is NaN.
  // CHECK-NEXT: result 6: tensor<2xf8E4M3FN> = [240, nan]
  %lhs_6 = stablehlo.constant dense<[15.0, 448.0]> : tensor<2xf8E4M3FN>
  %rhs_6 = stablehlo.constant dense<[16.0, 2.0]> : tensor<2xf8E4M3FN>
  %result_6 = stablehlo.multiply %lhs_6, %rhs_6 : tensor<2xf8E4M3FN>

  // (1 + 2i)(3 + 4i) = -5 + 10i.
  // CHECK-NEXT: result 7: tensor<1xcomplex<f32>> = [(-5.0, 10.0)]
  %lhs_7 = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>
  %rhs_7 = stablehlo.constant dense<[(3.0, 4.0)]> : tensor<1xcomplex<f32>>
  %result_7 = stablehlo.multiply %lhs_7, %rhs_7 : tensor<1xcomplex<f32>>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5, %result_6, %result_7
      : tensor<2x2xi32>, tensor<4xi1>, tensor<2xi8>, tensor<2xui32>, tensor<2xi4>, tensor<4xf32>,
        tensor<2xf8E4M3FN>, tensor<1xcomplex<f32>>
}
