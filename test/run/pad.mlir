// pad: before, after and between the elements; negative edges cut off.
// Values are from a direct numpy implementation of the definition.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<5x9xi32>, tensor<1xi8>, tensor<7xi8>, tensor<6xi8>, tensor<0xi8>,
    tensor<3xi8>, tensor<2x3xf32>, tensor<3x1xi1>, tensor<i4>, tensor<2xcomplex<f32>>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<5x9xi32> = [[0, 1, 0, 0, 2, 0, 0, 3, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 4, 0, 0, 5, 0, 0, 6, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]]
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %padding_value = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>,
    edge_padding_high = array<i64: 2, 1>,
    interior_padding = array<i64: 1, 2>
  } : (tensor<2x3xi32>, tensor<i32>) -> tensor<5x9xi32>

  // Negative edges drop elements, and interior padding too.
  // CHECK-NEXT: result 1: tensor<1xi8> = [2]
  // CHECK-NEXT: result 2: tensor<7xi8> = [-1, 2, -1, -1, 3, -1, -1]
  // CHECK-NEXT: result 3: tensor<6xi8> = [3, -1, 4, -1, -1, -1]
  // CHECK-NEXT: result 4: tensor<0xi8> = []
  // CHECK-NEXT: result 5: tensor<3xi8> = [-1, -1, -1]
  %operand_1 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %value_1 = stablehlo.constant dense<-1> : tensor<i8>
  %cut_1 = stablehlo.pad %operand_1, %value_1, low = [-1], high = [-2], interior = [0]
      : (tensor<4xi8>, tensor<i8>) -> tensor<1xi8>
  %dilated_1 = stablehlo.pad %operand_1, %value_1, low = [-2], high = [-1], interior = [2]
      : (tensor<4xi8>, tensor<i8>) -> tensor<7xi8>
  %mixed_1 = stablehlo.pad %operand_1, %value_1, low = [-4], high = [3], interior = [1]
      : (tensor<4xi8>, tensor<i8>) -> tensor<6xi8>
  %gone_1 = stablehlo.pad %operand_1, %value_1, low = [-9], high = [5], interior = [0]
      : (tensor<4xi8>, tensor<i8>) -> tensor<0xi8>
  %past_1 = stablehlo.pad %operand_1, %value_1, low = [-6], high = [5], interior = [0]
      : (tensor<4xi8>, tensor<i8>) -> tensor<3xi8>

  // What has no elements is not dilated.
  // CHECK-NEXT{LITERAL}: result 6: tensor<2x3xf32> = [[0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]
  %none_2 = stablehlo.constant dense<> : tensor<0x2xf32>
  %value_2 = stablehlo.constant dense<0.5> : tensor<f32>
  %result_2 = stablehlo.pad %none_2, %value_2, low = [1, 0], high = [1, 1], interior = [3, 0]
      : (tensor<0x2xf32>, tensor<f32>) -> tensor<2x3xf32>

  // A dimension of extent 1 with interior padding, of which there is none.
  // CHECK-NEXT{LITERAL}: result 7: tensor<3x1xi1> = [[false], [true], [true]]
  %operand_3 = stablehlo.constant dense<[[false], [false], [true], [true]]> : tensor<4x1xi1>
  %value_3 = stablehlo.constant dense<true> : tensor<i1>
  %rows_3 = stablehlo.pad %operand_3, %value_3, low = [-1, 0], high = [0, 0], interior = [0, 2]
      : (tensor<4x1xi1>, tensor<i1>) -> tensor<3x1xi1>

  // CHECK-NEXT: result 8: tensor<i4> = 3
  %scalar_4 = stablehlo.constant dense<3> : tensor<i4>
  %value_4 = stablehlo.constant dense<0> : tensor<i4>
  %same_4 = stablehlo.pad %scalar_4, %value_4, low = [], high = [], interior = []
      : (tensor<i4>, tensor<i4>) -> tensor<i4>

  // CHECK-NEXT: result 9: tensor<2xcomplex<f32>> = [(0.0, -1.0), (1.0, 2.0)]
  %operand_5 = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>
  %value_5 = stablehlo.constant dense<(0.0, -1.0)> : tensor<complex<f32>>
  %result_5 = stablehlo.pad %operand_5, %value_5, low = [1], high = [0], interior = [0]
      : (tensor<1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>

  return %result, %cut_1, %dilated_1, %mixed_1, %gone_1, %past_1, %result_2, %rows_3, %same_4,
      %result_5
      : tensor<5x9xi32>, tensor<1xi8>, tensor<7xi8>, tensor<6xi8>, tensor<0xi8>, tensor<3xi8>,
        tensor<2x3xf32>, tensor<3x1xi1>, tensor<i4>, tensor<2xcomplex<f32>>
}
