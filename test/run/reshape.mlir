// reshape: other dimensions for the same elements in the same order.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<3x2xi32>, tensor<8xi8>, tensor<2x2x2xi8>, tensor<1x2x1x4x1xi8>,
    tensor<4x2xi8>, tensor<f64>, tensor<1x1x1xf64>, tensor<2x0xf32>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<3x2xi32> = [[1, 2], [3, 4], [5, 6]]
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %result = "stablehlo.reshape"(%operand) : (tensor<2x3xi32>) -> tensor<3x2xi32>

  // Dimensions merged, split, and of extent 1 put in and taken out.
  // CHECK-NEXT: result 1: tensor<8xi8> = [1, 2, 3, 4, 5, 6, 7, 8]
  // CHECK-NEXT{LITERAL}: result 2: tensor<2x2x2xi8> = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
  // CHECK-NEXT{LITERAL}: result 3: tensor<1x2x1x4x1xi8> = [[[[[1], [2], [3], [4]]], [[[5], [6], [7], [8]]]]]
  // CHECK-NEXT{LITERAL}: result 4: tensor<4x2xi8> = [[1, 2], [3, 4], [5, 6], [7, 8]]
  %operand_1 = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi8>
  %flat_1 = stablehlo.reshape %operand_1 : (tensor<2x4xi8>) -> tensor<8xi8>
  %split_1 = stablehlo.reshape %operand_1 : (tensor<2x4xi8>) -> tensor<2x2x2xi8>
  %ones_1 = stablehlo.reshape %operand_1 : (tensor<2x4xi8>) -> tensor<1x2x1x4x1xi8>
  %back_1 = stablehlo.reshape %ones_1 : (tensor<1x2x1x4x1xi8>) -> tensor<4x2xi8>

  // From and to rank 0, and without elements.
  // CHECK-NEXT: result 5: tensor<f64> = 2.5
  // CHECK-NEXT{LITERAL}: result 6: tensor<1x1x1xf64> = [[[2.5]]]
  // CHECK-NEXT{LITERAL}: result 7: tensor<2x0xf32> = [[], []]
  %operand_2 = stablehlo.constant dense<[[2.5]]> : tensor<1x1xf64>
  %scalar_2 = stablehlo.reshape %operand_2 : (tensor<1x1xf64>) -> tensor<f64>
  %again_2 = stablehlo.reshape %scalar_2 : (tensor<f64>) -> tensor<1x1x1xf64>
  %none_2 = stablehlo.constant dense<> : tensor<0x3xf32>
  %other_2 = stablehlo.reshape %none_2 : (tensor<0x3xf32>) -> tensor<2x0xf32>

  return %result, %flat_1, %split_1, %ones_1, %back_1, %scalar_2, %again_2, %other_2
      : tensor<3x2xi32>, tensor<8xi8>, tensor<2x2x2xi8>, tensor<1x2x1x4x1xi8>, tensor<4x2xi8>,
        tensor<f64>, tensor<1x1x1xf64>, tensor<2x0xf32>
}
