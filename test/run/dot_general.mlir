// dot_general: sums of products over contracting dimensions, for each batch index.
// Values are from numpy.einsum.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2x2xi64>, tensor<2x3x5xi32>, tensor<2xi32>, tensor<f64>,
    tensor<3x3xf64>, tensor<3xf64>, tensor<2xf32>, tensor<3xf32>, tensor<2x2xf32>,
    tensor<0x0xf32>, tensor<f32>, tensor<2x2xi1>, tensor<2x2xi32>, tensor<2x2xi8>, tensor<ui32>,
    tensor<bf16>, tensor<f32>, tensor<complex<f32>>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2x2xi64> = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
  %lhs = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  %rhs = stablehlo.constant dense<[[[1, 0], [0, 1]], [[1, 0], [0, 1]]]> : tensor<2x2x2xi64>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0],
      rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [1]
    >,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]
  } : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2x2xi64>

  // Batching and contracting dimensions anywhere, and in an order of their own.
  // CHECK-NEXT{LITERAL}: result 1: tensor<2x3x5xi32> = [[[70, 55, -59, -63, 32], [14, 7, -11, -7, 8], [-42, -41, 37, 49, -16]], [[9, -13, -2, -13, -13], [1, -13, 6, 3, 11], [-7, -13, 14, 19, 35]]]
  %lhs_1 = stablehlo.constant dense<[[[-11, -10, -9, -8], [-7, -6, -5, -4]], [[-3, -2, -1, 0], [1, 2, 3, 4]], [[5, 6, 7, 8], [9, 10, 11, 12]]]> : tensor<3x2x4xi32>
  %rhs_1 = stablehlo.constant dense<[[[-5, 2], [-2, 5], [1, -3], [4, 0], [-4, 3]], [[-1, -5], [2, -2], [5, 1], [-3, 4], [0, -4]], [[3, -1], [-5, 2], [-2, 5], [1, -3], [4, 0]], [[-4, 3], [-1, -5], [2, -2], [5, 1], [-3, 4]]]> : tensor<4x5x2xi32>
  %result_1 = stablehlo.dot_general %lhs_1, %rhs_1, batching_dims = [1] x [2], contracting_dims = [2] x [0]
      : (tensor<3x2x4xi32>, tensor<4x5x2xi32>) -> tensor<2x3x5xi32>

  // Two contracting dimensions, crossed; the result has rank 1.
  // CHECK-NEXT: result 2: tensor<2xi32> = [97, 97]
  %lhs_2 = stablehlo.constant dense<[[[-11, -10, -9, -8], [-7, -6, -5, -4]], [[-3, -2, -1, 0], [1, 2, 3, 4]], [[5, 6, 7, 8], [9, 10, 11, 12]]]> : tensor<3x2x4xi32>
  %rhs_2 = stablehlo.constant dense<[[-3, 2, 0], [-2, 3, 1], [-1, -3, 2], [0, -2, 3]]> : tensor<4x3xi32>
  %result_2 = stablehlo.dot_general %lhs_2, %rhs_2, contracting_dims = [0, 2] x [1, 0]
      : (tensor<3x2x4xi32>, tensor<4x3xi32>) -> tensor<2xi32>

  // Vectors: to a scalar, and to all products.
  // CHECK-NEXT: result 3: tensor<f64> = -4.0
  // CHECK-NEXT{LITERAL}: result 4: tensor<3x3xf64> = [[4.0, 5.0, -6.0], [8.0, 10.0, -12.0], [12.0, 15.0, -18.0]]
  // CHECK-NEXT: result 5: tensor<3xf64> = [4.0, 10.0, -18.0]
  %lhs_3 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %rhs_3 = stablehlo.constant dense<[4.0, 5.0, -6.0]> : tensor<3xf64>
  %inner_3 = stablehlo.dot_general %lhs_3, %rhs_3, contracting_dims = [0] x [0]
      : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  %outer_3 = stablehlo.dot_general %lhs_3, %rhs_3, contracting_dims = [] x []
      : (tensor<3xf64>, tensor<3xf64>) -> tensor<3x3xf64>
  %batch_3 = stablehlo.dot_general %lhs_3, %rhs_3, batching_dims = [0] x [0], contracting_dims = [] x []
      : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>

  // Matrix by vector and vector by matrix.
  // CHECK-NEXT: result 6: tensor<2xf32> = [-1.0, 0.5]
  // CHECK-NEXT: result 7: tensor<3xf32> = [9.0, 12.0, 15.0]
  %matrix_4 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %column_4 = stablehlo.constant dense<[1.0, 0.5, -1.0]> : tensor<3xf32>
  %row_4 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %right_4 = stablehlo.dot_general %matrix_4, %column_4, contracting_dims = [1] x [0]
      : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %left_4 = stablehlo.dot_general %row_4, %matrix_4, contracting_dims = [0] x [0]
      : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<3xf32>

  // Nothing to sum gives zeros; rank 0 is a product.
  // CHECK-NEXT{LITERAL}: result 8: tensor<2x2xf32> = [[0.0, 0.0], [0.0, 0.0]]
  // CHECK-NEXT: result 9: tensor<0x0xf32> = []
  // CHECK-NEXT: result 10: tensor<f32> = 9.0
  %lhs_5 = stablehlo.constant dense<> : tensor<2x0xf32>
  %rhs_5 = stablehlo.constant dense<> : tensor<0x2xf32>
  %zeros_5 = stablehlo.dot_general %lhs_5, %rhs_5, contracting_dims = [1] x [0]
      : (tensor<2x0xf32>, tensor<0x2xf32>) -> tensor<2x2xf32>
  %none_5 = stablehlo.dot_general %rhs_5, %lhs_5, contracting_dims = [1] x [0]
      : (tensor<0x2xf32>, tensor<2x0xf32>) -> tensor<0x0xf32>
  %scalar_5 = stablehlo.constant dense<3.0> : tensor<f32>
  %product_5 = stablehlo.dot_general %scalar_5, %scalar_5, contracting_dims = [] x []
      : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // On booleans, sums are OR and products are AND.
  // CHECK-NEXT{LITERAL}: result 11: tensor<2x2xi1> = [[true, true], [false, false]]
  %lhs_6 = stablehlo.constant dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  %rhs_6 = stablehlo.constant dense<[[true, true], [true, false]]> : tensor<2x2xi1>
  %result_6 = stablehlo.dot_general %lhs_6, %rhs_6, contracting_dims = [1] x [0]
      : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>

  // Narrow integers may widen into the result, each by its own sign.
  // CHECK-NEXT{LITERAL}: result 12: tensor<2x2xi32> = [[32258, 0], [-16129, -129]]
  // CHECK-NEXT{LITERAL}: result 13: tensor<2x2xi8> = [[2, 0], [-1, 127]]
  %lhs_7 = stablehlo.constant dense<[[127, 127], [-128, 1]]> : tensor<2x2xi8>
  %rhs_7 = stablehlo.constant dense<[[127, 1], [127, -1]]> : tensor<2x2xi8>
  %wide_7 = stablehlo.dot_general %lhs_7, %rhs_7, contracting_dims = [1] x [0]
      : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  %same_7 = stablehlo.dot_general %lhs_7, %rhs_7, contracting_dims = [1] x [0]
      : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi8>

  // CHECK-NEXT: result 14: tensor<ui32> = 65535
  %lhs_8 = stablehlo.constant dense<[255, 255]> : tensor<2xui8>
  %rhs_8 = stablehlo.constant dense<[255, 2]> : tensor<2xui8>
  %result_8 = stablehlo.dot_general %lhs_8, %rhs_8, contracting_dims = [0] x [0]
      : (tensor<2xui8>, tensor<2xui8>) -> tensor<ui32>

  // bf16 sums are kept in f32 and rounded once: 256 + 1 + 1 is 258.
  // CHECK-NEXT: result 15: tensor<bf16> = 258
  // CHECK-NEXT: result 16: tensor<f32> = 258.0
  %lhs_9 = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %rhs_9 = stablehlo.constant dense<[1.0, 1.0, 1.0]> : tensor<3xbf16>
  %narrow_9 = stablehlo.dot_general %lhs_9, %rhs_9, contracting_dims = [0] x [0]
      : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<bf16>
  %wide_9 = stablehlo.dot_general %lhs_9, %rhs_9, contracting_dims = [0] x [0]
      : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<f32>

  // (1 + 2i)(3 - i) + (i)(2) = 5 + 7i.
  // CHECK-NEXT: result 17: tensor<complex<f32>> = (5.0, 7.0)
  %lhs_10 = stablehlo.constant dense<[(1.0, 2.0), (0.0, 1.0)]> : tensor<2xcomplex<f32>>
  %rhs_10 = stablehlo.constant dense<[(3.0, -1.0), (2.0, 0.0)]> : tensor<2xcomplex<f32>>
  %result_10 = stablehlo.dot_general %lhs_10, %rhs_10, contracting_dims = [0] x [0]
      : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<complex<f32>>

  return %result, %result_1, %result_2, %inner_3, %outer_3, %batch_3, %right_4, %left_4,
      %zeros_5, %none_5, %product_5, %result_6, %wide_7, %same_7, %result_8, %narrow_9, %wide_9,
      %result_10
      : tensor<2x2x2xi64>, tensor<2x3x5xi32>, tensor<2xi32>, tensor<f64>, tensor<3x3xf64>,
        tensor<3xf64>, tensor<2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<0x0xf32>,
        tensor<f32>, tensor<2x2xi1>, tensor<2x2xi32>, tensor<2x2xi8>, tensor<ui32>,
        tensor<bf16>, tensor<f32>, tensor<complex<f32>>
}
