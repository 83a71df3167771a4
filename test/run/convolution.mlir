// convolution: windows of an image times a kernel.
// Values are from a direct numpy implementation of the definition.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<1x2x2x1xi64>, tensor<1x2x3x2xi32>, tensor<1x1x1x2xi32>,
    tensor<1x2x2x2xi32>, tensor<2x4x1x2xi32>, tensor<3x2x2x2xi32>, tensor<1x1x4xi16>,
    tensor<1x1x1x2x3xi32>, tensor<1x3xf32>, tensor<1x1x1xbf16>, tensor<1x1x1xi32>,
    tensor<1x1x0xf32>, tensor<1x1x1xcomplex<f32>>) {
  // The specification's example: a base dilation, and strides.
  // CHECK{LITERAL}: result 0: tensor<1x2x2x1xi64> = [[[[10], [26]], [[46], [62]]]]
  %lhs = stablehlo.constant dense<[[[[1], [2], [5], [6]], [[3], [4], [7], [8]], [[10], [11], [14], [15]], [[12], [13], [16], [17]]]]> : tensor<1x4x4x1xi64>
  %rhs = stablehlo.constant dense<1> : tensor<3x3x1x1xi64>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    window_strides = array<i64: 4, 4>,
    padding = dense<0> : tensor<2x2xi64>,
    lhs_dilation = array<i64: 2, 2>,
    rhs_dilation = array<i64: 1, 1>,
    window_reversal = array<i1: false, false>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]
  } : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi64>) -> tensor<1x2x2x1xi64>

  // Padding, also negative, a dilated kernel, and one reversed along one dimension.
  // CHECK-NEXT{LITERAL}: result 1: tensor<1x2x3x2xi32> = [[[[9, -34], [30, -58], [3, 1]], [[69, -17], [45, -30], [-25, -25]]]]
  // CHECK-NEXT{LITERAL}: result 2: tensor<1x1x1x2xi32> = [[[[32, -1]]]]
  %lhs_1 = stablehlo.constant dense<[[[[-6, 1], [-5, 2], [-4, 3], [-3, 4]], [[-2, 5], [-1, 6], [0, -6], [1, -5]], [[2, -4], [3, -3], [4, -2], [5, -1]], [[6, 0], [-6, 1], [-5, 2], [-4, 3]]]]> : tensor<1x4x4x2xi32>
  %rhs_1 = stablehlo.constant dense<[[[[-5, 0], [5, -1]], [[4, -2], [3, -3]], [[2, -4], [1, -5]]], [[[0, 5], [-1, 4]], [[-2, 3], [-3, 2]], [[-4, 1], [-5, 0]]], [[[5, -1], [4, -2]], [[3, -3], [2, -4]], [[1, -5], [0, 5]]]]> : tensor<3x3x2x2xi32>
  %padded_1 = stablehlo.convolution(%lhs_1, %rhs_1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [2, 1], pad = [[1, 1], [2, -1]], rhs_dilate = [1, 1], reverse = [false, true]}
      {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x4x4x2xi32>, tensor<3x3x2x2xi32>) -> tensor<1x2x3x2xi32>
  %dilated_1 = stablehlo.convolution(%lhs_1, %rhs_1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {pad = [[1, 0], [0, 1]], rhs_dilate = [2, 2]}
      {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x4x4x2xi32>, tensor<3x3x2x2xi32>) -> tensor<1x1x1x2xi32>

  // feature_group_count: each group of output features sees its own input features.
  // CHECK-NEXT{LITERAL}: result 3: tensor<1x2x2x2xi32> = [[[[-1, -30], [-4, -30]], [[26, -4], [10, 22]]]]
  %lhs_2 = stablehlo.constant dense<[[[[-6, 1], [-5, 2], [-4, 3], [-3, 4]], [[-2, 5], [-1, 6], [0, -6], [1, -5]], [[2, -4], [3, -3], [4, -2], [5, -1]], [[6, 0], [-6, 1], [-5, 2], [-4, 3]]]]> : tensor<1x4x4x2xi32>
  %rhs_2 = stablehlo.constant dense<[[[[-3, 2]], [[0, -2]], [[3, 1]]], [[[-1, -3]], [[2, 0]], [[-2, 3]]], [[[1, -1]], [[-3, 2]], [[0, -2]]]]> : tensor<3x3x1x2xi32>
  %result_2 = stablehlo.convolution(%lhs_2, %rhs_2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {} {feature_group_count = 2 : i64, batch_group_count = 1 : i64}
      : (tensor<1x4x4x2xi32>, tensor<3x3x1x2xi32>) -> tensor<1x2x2x2xi32>

  // batch_group_count: each group of output features sees its own part of the batch.
  // CHECK-NEXT{LITERAL}: result 4: tensor<2x4x1x2xi32> = [[[[3, 2]], [[-27, -29]], [[-20, -16]], [[-20, -24]]], [[[12, 11]], [[4, 2]], [[9, 13]], [[3, 25]]]]
  %lhs_3 = stablehlo.constant dense<[[[[-6, 1, -5, 2], [-4, 3, -3, 4]]], [[[-2, 5, -1, 6], [0, -6, 1, -5]]], [[[2, -4, 3, -3], [4, -2, 5, -1]]], [[[6, 0, -6, 1], [-5, 2, -4, 3]]]]> : tensor<4x1x2x4xi32>
  %rhs_3 = stablehlo.constant dense<[[[[-3, 0], [3, -1]]], [[[2, -2], [1, -3]]], [[[0, 3], [-1, 2]]], [[[-2, 1], [-3, 0]]]]> : tensor<4x1x2x2xi32>
  %result_3 = stablehlo.convolution(%lhs_3, %rhs_3) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
      window = {stride = [1, 2]} {feature_group_count = 1 : i64, batch_group_count = 2 : i64}
      : (tensor<4x1x2x4xi32>, tensor<4x1x2x2xi32>) -> tensor<2x4x1x2xi32>

  // Dimensions in any order.
  // CHECK-NEXT{LITERAL}: result 5: tensor<3x2x2x2xi32> = [[[[45, -25], [-2, 45]], [[-24, 38], [-8, -24]]], [[[15, -21], [-40, 15]], [[33, -27], [2, 33]]], [[[42, -46], [-52, 42]], [[0, 5], [8, 0]]]]
  %lhs_4 = stablehlo.constant dense<[[[[-6, 1], [-5, 2]], [[-4, 3], [-3, 4]], [[-2, 5], [-1, 6]]], [[[0, -6], [1, -5]], [[2, -4], [3, -3]], [[4, -2], [5, -1]]], [[[6, 0], [-6, 1]], [[-5, 2], [-4, 3]], [[-3, 4], [-2, 5]]], [[[-1, 6], [0, -6]], [[1, -5], [2, -4]], [[3, -3], [4, -2]]]]> : tensor<4x3x2x2xi32>
  %rhs_4 = stablehlo.constant dense<[[[[-4, 1, -3], [2, -2, 3]], [[-1, 4, 0], [-4, 1, -3]]], [[[2, -2, 3], [-1, 4, 0]], [[-4, 1, -3], [2, -2, 3]]]]> : tensor<2x2x2x3xi32>
  %result_4 = stablehlo.convolution(%lhs_4, %rhs_4) dim_numbers = [0, 1, f, b]x[1, i, o, 0]->[1, f, b, 0],
      window = {pad = [[0, 0], [1, 0]]}
      {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<4x3x2x2xi32>, tensor<2x2x2x3xi32>) -> tensor<3x2x2x2xi32>

  // One and three spatial dimensions, and none.
  // CHECK-NEXT{LITERAL}: result 6: tensor<1x1x4xi16> = [[[9, 9, -5, -12]]]
  %lhs_5 = stablehlo.constant dense<[[[-3, 0, 3, -1, 2, -2, 1, -3, 0, 3]]]> : tensor<1x1x10xi16>
  %rhs_5 = stablehlo.constant dense<[[[1, 2, -3]]]> : tensor<1x1x3xi16>
  %line_5 = stablehlo.convolution(%lhs_5, %rhs_5) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
      window = {stride = [3], pad = [[2, 2]]}
      {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x1x10xi16>, tensor<1x1x3xi16>) -> tensor<1x1x4xi16>

  // CHECK-NEXT{LITERAL}: result 7: tensor<1x1x1x2x3xi32> = [[[[[25, -12, 14], [-6, 11, -8]]]]]
  %lhs_6 = stablehlo.constant dense<[[[[[-4, 1, -3, 2], [-2, 3, -1, 4], [0, -4, 1, -3]], [[2, -2, 3, -1], [4, 0, -4, 1], [-3, 2, -2, 3]]]]]> : tensor<1x1x2x3x4xi32>
  %rhs_6 = stablehlo.constant dense<[[[[[-2, 1], [-1, 2]], [[0, -2], [1, -1]]]]]> : tensor<1x1x2x2x2xi32>
  %volume_6 = stablehlo.convolution(%lhs_6, %rhs_6) dim_numbers = [b, f, 0, 1, 2]x[o, i, 0, 1, 2]->[b, f, 0, 1, 2],
      window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x1x2x3x4xi32>, tensor<1x1x2x2x2xi32>) -> tensor<1x1x1x2x3xi32>

  // CHECK-NEXT{LITERAL}: result 8: tensor<1x3xf32> = [[15.0, 18.0, 21.0]]
  %lhs_7 = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %rhs_7 = stablehlo.constant dense<[[3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]> : tensor<2x3xf32>
  %matrix_7 = stablehlo.convolution(%lhs_7, %rhs_7) dim_numbers = [b, f]x[i, o]->[b, f],
      window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x2xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>

  // bf16 sums are kept in f32 and rounded once; integers may widen.
  // CHECK-NEXT{LITERAL}: result 9: tensor<1x1x1xbf16> = [[[258]]]
  %lhs_8 = stablehlo.constant dense<[[[256.0, 1.0, 1.0]]]> : tensor<1x1x3xbf16>
  %rhs_8 = stablehlo.constant dense<1.0> : tensor<1x1x3xbf16>
  %result_8 = stablehlo.convolution(%lhs_8, %rhs_8) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
      window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x1x3xbf16>, tensor<1x1x3xbf16>) -> tensor<1x1x1xbf16>

  // CHECK-NEXT{LITERAL}: result 10: tensor<1x1x1xi32> = [[[32513]]]
  %lhs_9 = stablehlo.constant dense<[[[127, -128]]]> : tensor<1x1x2xi8>
  %rhs_9 = stablehlo.constant dense<[[[127, -128]]]> : tensor<1x1x2xi8>
  %result_9 = stablehlo.convolution(%lhs_9, %rhs_9) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
      window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x1x2xi8>, tensor<1x1x2xi8>) -> tensor<1x1x1xi32>

  // A window that is larger than the image leaves nothing.
  // CHECK-NEXT{LITERAL}: result 11: tensor<1x1x0xf32> = [[[]]]
  %lhs_10 = stablehlo.constant dense<1.0> : tensor<1x1x2xf32>
  %rhs_10 = stablehlo.constant dense<1.0> : tensor<1x1x3xf32>
  %none_10 = stablehlo.convolution(%lhs_10, %rhs_10) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
      window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x1x2xf32>, tensor<1x1x3xf32>) -> tensor<1x1x0xf32>

  // CHECK-NEXT{LITERAL}: result 12: tensor<1x1x1xcomplex<f32>> = [[[(5.0, 7.0)]]]
  %lhs_11 = stablehlo.constant dense<[[[(1.0, 2.0), (0.0, 1.0)]]]> : tensor<1x1x2xcomplex<f32>>
  %rhs_11 = stablehlo.constant dense<[[[(3.0, -1.0), (2.0, 0.0)]]]> : tensor<1x1x2xcomplex<f32>>
  %result_11 = stablehlo.convolution(%lhs_11, %rhs_11) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
      window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x1x2xcomplex<f32>>, tensor<1x1x2xcomplex<f32>>) -> tensor<1x1x1xcomplex<f32>>

  return %result, %padded_1, %dilated_1, %result_2, %result_3, %result_4, %line_5, %volume_6,
      %matrix_7, %result_8, %result_9, %none_10, %result_11
      : tensor<1x2x2x1xi64>, tensor<1x2x3x2xi32>, tensor<1x1x1x2xi32>, tensor<1x2x2x2xi32>,
        tensor<2x4x1x2xi32>, tensor<3x2x2x2xi32>, tensor<1x1x4xi16>, tensor<1x1x1x2x3xi32>,
        tensor<1x3xf32>, tensor<1x1x1xbf16>, tensor<1x1x1xi32>, tensor<1x1x0xf32>,
        tensor<1x1x1xcomplex<f32>>
}
