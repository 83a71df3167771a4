// compare: six directions, on floats also by total order.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>,
    tensor<5xi1>, tensor<5xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<3xi1>,
    tensor<3xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<3xi1>, tensor<3xi1>,
    tensor<3xi1>, tensor<3xi1>) {
  // The specification's example.
  // CHECK: result 0: tensor<2xi1> = [true, false]
  %lhs = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %rhs = stablehlo.constant dense<[1.1, 2.9]> : tensor<2xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>

  // IEEE-754: NaN is unequal to all and unordered; zeros are equal.
  // CHECK-NEXT: result 1: tensor<5xi1> = [false, true, false, false, true]
  // CHECK-NEXT: result 2: tensor<5xi1> = [true, false, true, true, false]
  // CHECK-NEXT: result 3: tensor<5xi1> = [false, true, true, false, true]
  // CHECK-NEXT: result 4: tensor<5xi1> = [false, false, true, false, false]
  // CHECK-NEXT: result 5: tensor<5xi1> = [true, true, false, false, true]
  // CHECK-NEXT: result 6: tensor<5xi1> = [true, false, false, false, false]
  %lhs_1 = stablehlo.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, -0.0]> : tensor<5xf32>
  %rhs_1 = stablehlo.constant dense<[2.0, 2.0, 1.0, 1.0, 0.0]> : tensor<5xf32>
  %eq_1 = stablehlo.compare EQ, %lhs_1, %rhs_1, FLOAT : (tensor<5xf32>, tensor<5xf32>)
      -> tensor<5xi1>
  %ne_1 = stablehlo.compare NE, %lhs_1, %rhs_1, FLOAT : (tensor<5xf32>, tensor<5xf32>)
      -> tensor<5xi1>
  %ge_1 = stablehlo.compare GE, %lhs_1, %rhs_1, FLOAT : (tensor<5xf32>, tensor<5xf32>)
      -> tensor<5xi1>
  %gt_1 = stablehlo.compare GT, %lhs_1, %rhs_1, FLOAT : (tensor<5xf32>, tensor<5xf32>)
      -> tensor<5xi1>
  %le_1 = stablehlo.compare LE, %lhs_1, %rhs_1, FLOAT : (tensor<5xf32>, tensor<5xf32>)
      -> tensor<5xi1>
  %lt_1 = stablehlo.compare LT, %lhs_1, %rhs_1, FLOAT : (tensor<5xf32>, tensor<5xf32>)
      -> tensor<5xi1>

  // IEEE-754's totalOrder: -NaN < -inf < -0 < +0 < inf < NaN.
  // CHECK-NEXT: result 7: tensor<6xi1> = [true, true, true, false, true, false]
  // CHECK-NEXT: result 8: tensor<6xi1> = [false, false, false, true, false, true]
  // CHECK-NEXT: result 9: tensor<6xi1> = [false, false, false, false, false, true]
  %lhs_2 = stablehlo.constant dense<[0xFFC00000, 0xFF800000, -0.0, 0.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %rhs_2 = stablehlo.constant dense<[0xFF800000, -1.0, 0.0, -0.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %lt_2 = stablehlo.compare LT, %lhs_2, %rhs_2, TOTALORDER : (tensor<6xf32>, tensor<6xf32>)
      -> tensor<6xi1>
  %ge_2 = stablehlo.compare GE, %lhs_2, %rhs_2, TOTALORDER : (tensor<6xf32>, tensor<6xf32>)
      -> tensor<6xi1>
  %eq_2 = stablehlo.compare EQ, %lhs_2, %rhs_2, TOTALORDER : (tensor<6xf32>, tensor<6xf32>)
      -> tensor<6xi1>

  // The order of bf16 is found on its own bits.
  // CHECK-NEXT: result 10: tensor<3xi1> = [true, true, true]
  // CHECK-NEXT: result 11: tensor<3xi1> = [false, true, true]
  %lhs_3 = stablehlo.constant dense<[-0.0, 0xFFC0, 1.0]> : tensor<3xbf16>
  %rhs_3 = stablehlo.constant dense<[0.0, 0xFF80, 2.0]> : tensor<3xbf16>
  %lt_3 = stablehlo.compare LT, %lhs_3, %rhs_3, TOTALORDER : (tensor<3xbf16>, tensor<3xbf16>)
      -> tensor<3xi1>
  %ne_3 = stablehlo.compare NE, %lhs_3, %rhs_3, FLOAT : (tensor<3xbf16>, tensor<3xbf16>)
      -> tensor<3xi1>

  // The same bits as signed and as unsigned numbers.
  // CHECK-NEXT: result 12: tensor<2xi1> = [true, false]
  %lhs_4 = stablehlo.constant dense<[-1, 127]> : tensor<2xi8>
  %rhs_4 = stablehlo.constant dense<[1, -128]> : tensor<2xi8>
  %lt_4 = stablehlo.compare LT, %lhs_4, %rhs_4, SIGNED : (tensor<2xi8>, tensor<2xi8>)
      -> tensor<2xi1>

  // CHECK-NEXT: result 13: tensor<2xi1> = [false, true]
  %lhs_5 = stablehlo.constant dense<[255, 127]> : tensor<2xui8>
  %rhs_5 = stablehlo.constant dense<[1, 128]> : tensor<2xui8>
  %lt_5 = stablehlo.compare LT, %lhs_5, %rhs_5, UNSIGNED : (tensor<2xui8>, tensor<2xui8>)
      -> tensor<2xi1>

  // CHECK-NEXT: result 14: tensor<2xi1> = [false, true]
  %lhs_6 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %rhs_6 = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
  %ge_6 = stablehlo.compare GE, %lhs_6, %rhs_6 : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi1>

  // false < true.
  // CHECK-NEXT: result 15: tensor<3xi1> = [true, false, false]
  // CHECK-NEXT: result 16: tensor<3xi1> = [false, true, true]
  %lhs_7 = stablehlo.constant dense<[false, true, true]> : tensor<3xi1>
  %rhs_7 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %lt_7 = stablehlo.compare LT, %lhs_7, %rhs_7, UNSIGNED : (tensor<3xi1>, tensor<3xi1>)
      -> tensor<3xi1>
  %ge_7 = stablehlo.compare GE, %lhs_7, %rhs_7, UNSIGNED : (tensor<3xi1>, tensor<3xi1>)
      -> tensor<3xi1>

  // Complex numbers are equal if both parts are.
  // CHECK-NEXT: result 17: tensor<3xi1> = [true, false, false]
  // CHECK-NEXT: result 18: tensor<3xi1> = [false, true, true]
  %lhs_8 = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (0.0, 0x7FC00000)]> : tensor<3xcomplex<f32>>
  %rhs_8 = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 0x7FC00000)]> : tensor<3xcomplex<f32>>
  %eq_8 = stablehlo.compare EQ, %lhs_8, %rhs_8, FLOAT
      : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  %ne_8 = stablehlo.compare NE, %lhs_8, %rhs_8, FLOAT
      : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>

  return %result, %eq_1, %ne_1, %ge_1, %gt_1, %le_1, %lt_1, %lt_2, %ge_2, %eq_2, %lt_3, %ne_3,
      %lt_4, %lt_5, %ge_6, %lt_7, %ge_7, %eq_8, %ne_8
      : tensor<2xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>,
        tensor<5xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<3xi1>, tensor<3xi1>,
        tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>,
        tensor<3xi1>
}
