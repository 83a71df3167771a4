// convert: from one element type to another.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<3xcomplex<f64>>, tensor<2xi32>, tensor<2xui32>, tensor<2xi4>,
    tensor<2xi32>, tensor<2xi8>, tensor<2xi32>, tensor<2xf32>, tensor<4xi1>, tensor<3xi1>,
    tensor<6xi8>, tensor<6xui8>, tensor<6xi64>, tensor<3xi32>, tensor<3xf64>, tensor<2xf64>,
    tensor<2xbf16>, tensor<4xui16>, tensor<4xf8E4M3FN>, tensor<4xf8E5M2FNUZ>,
    tensor<5xf4E2M1FN>, tensor<5xf6E3M2FN>, tensor<5xf8E4M3B11FNUZ>, tensor<3xf8E8M0FNU>,
    tensor<3xf32>, tensor<3xi4>, tensor<2xf32>, tensor<2xcomplex<f32>>) {
  // The specification's example.
  // CHECK: result 0: tensor<3xcomplex<f64>> = [(-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)]
  %operand = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<3xi64>) -> tensor<3xcomplex<f64>>

  // Integers to wider ones: by their sign; to narrower ones: the low bits.
  // CHECK-NEXT: result 1: tensor<2xi32> = [-1, 100]
  // CHECK-NEXT: result 2: tensor<2xui32> = [4294967295, 100]
  // CHECK-NEXT: result 3: tensor<2xi4> = [-1, 4]
  %operand_1 = stablehlo.constant dense<[-1, 100]> : tensor<2xi8>
  %wide_1 = stablehlo.convert %operand_1 : (tensor<2xi8>) -> tensor<2xi32>
  %unsigned_1 = stablehlo.convert %operand_1 : (tensor<2xi8>) -> tensor<2xui32>
  %narrow_1 = stablehlo.convert %operand_1 : (tensor<2xi8>) -> tensor<2xi4>

  // CHECK-NEXT: result 4: tensor<2xi32> = [255, 128]
  // CHECK-NEXT: result 5: tensor<2xi8> = [-1, -128]
  %operand_2 = stablehlo.constant dense<[255, 128]> : tensor<2xui8>
  %wide_2 = stablehlo.convert %operand_2 : (tensor<2xui8>) -> tensor<2xi32>
  %signed_2 = stablehlo.convert %operand_2 : (tensor<2xui8>) -> tensor<2xi8>

  // From booleans: 0 and 1. To booleans: zeros are false, NaN is not.
  // CHECK-NEXT: result 6: tensor<2xi32> = [0, 1]
  // CHECK-NEXT: result 7: tensor<2xf32> = [0.0, 1.0]
  %operand_3 = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %integer_3 = stablehlo.convert %operand_3 : (tensor<2xi1>) -> tensor<2xi32>
  %float_3 = stablehlo.convert %operand_3 : (tensor<2xi1>) -> tensor<2xf32>

  // CHECK-NEXT: result 8: tensor<4xi1> = [false, false, true, true]
  %operand_4 = stablehlo.constant dense<[0.0, -0.0, 0.25, 0x7FC00000]> : tensor<4xf32>
  %result_4 = stablehlo.convert %operand_4 : (tensor<4xf32>) -> tensor<4xi1>

  // CHECK-NEXT: result 9: tensor<3xi1> = [false, true, true]
  %operand_5 = stablehlo.constant dense<[0, 2, -128]> : tensor<3xi8>
  %result_5 = stablehlo.convert %operand_5 : (tensor<3xi8>) -> tensor<3xi1>

  // From floats to integers: the fraction is cut off. Beyond the range, which is left open, the
  // nearest number, and 0 for NaN, as in XLA.
  // CHECK-NEXT: result 10: tensor<6xi8> = [1, -1, 127, -128, 127, 0]
  // CHECK-NEXT: result 11: tensor<6xui8> = [1, 0, 255, 0, 255, 0]
  // CHECK-NEXT: result 12: tensor<6xi64> = [1, -1, 300, -300, 9223372036854775807, 0]
  %operand_6 = stablehlo.constant dense<[1.9, -1.9, 300.0, -300.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %signed_6 = stablehlo.convert %operand_6 : (tensor<6xf32>) -> tensor<6xi8>
  %unsigned_6 = stablehlo.convert %operand_6 : (tensor<6xf32>) -> tensor<6xui8>
  %wide_6 = stablehlo.convert %operand_6 : (tensor<6xf32>) -> tensor<6xi64>

  // Integers to floats and floats to narrower ones: to nearest, ties to even.
  // CHECK-NEXT: result 13: tensor<3xi32> = [16777216, 16777220, -16777216]
  // CHECK-NEXT: result 14: tensor<3xf64> = [16777217.0, 16777219.0, -16777217.0]
  %operand_7 = stablehlo.constant dense<[16777217, 16777219, -16777217]> : tensor<3xi32>
  %single_7 = stablehlo.convert %operand_7 : (tensor<3xi32>) -> tensor<3xf32>
  %double_7 = stablehlo.convert %operand_7 : (tensor<3xi32>) -> tensor<3xf64>
  %back_7 = stablehlo.convert %single_7 : (tensor<3xf32>) -> tensor<3xi32>

  // CHECK-NEXT: result 15: tensor<2xf64> = [1.8446744073709552e+19, 9.223372036854776e+18]
  %operand_8 = stablehlo.constant dense<[18446744073709551615, 9223372036854775809]> : tensor<2xui64>
  %result_8 = stablehlo.convert %operand_8 : (tensor<2xui64>) -> tensor<2xf64>

  // Rounded once: through f32, 1 + 2^-8 + 2^-30 would be a tie, and go down to 1.
  // CHECK-NEXT: result 16: tensor<2xbf16> = [1.00781, 1]
  %operand_9 = stablehlo.constant dense<[1.003906250931322574615478515625, 1.00390625]> : tensor<2xf64>
  %result_9 = stablehlo.convert %operand_9 : (tensor<2xf64>) -> tensor<2xbf16>

  // Subnormal results, overflow to infinity, and to NaN in types without infinity.
  // CHECK-NEXT: result 17: tensor<4xui16> = [1, 31743, 31744, 32256]
  // CHECK-NEXT: result 18: tensor<4xf8E4M3FN> = [0, nan, nan, nan]
  // CHECK-NEXT: result 19: tensor<4xf8E5M2FNUZ> = [0, nan, nan, nan]
  %operand_10 = stablehlo.constant dense<[5.9604644775390625e-8, 65519.0, 65520.0, 0x7FC00000]> : tensor<4xf32>
  %half_10 = stablehlo.convert %operand_10 : (tensor<4xf32>) -> tensor<4xf16>
  %bits_10 = stablehlo.bitcast_convert %half_10 : (tensor<4xf16>) -> tensor<4xui16>
  %fn_10 = stablehlo.convert %operand_10 : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  %fnuz_10 = stablehlo.convert %operand_10 : (tensor<4xf32>) -> tensor<4xf8E5M2FNUZ>

  // Types of 4 to 8 bits; values from ml_dtypes.
  // CHECK-NEXT: result 20: tensor<5xf4E2M1FN> = [0.5, -2, 4, 6, 0]
  // CHECK-NEXT: result 21: tensor<5xf6E3M2FN> = [0.3125, -1.75, 5, 7, 0.0625]
  // CHECK-NEXT: result 22: tensor<5xf8E4M3B11FNUZ> = [0.3125, -1.75, 5, 7, 0.0625]
  %operand_11 = stablehlo.constant dense<[0.3, -1.75, 5.0, 7.0, 0.0625]> : tensor<5xf32>
  %e2m1_11 = stablehlo.convert %operand_11 : (tensor<5xf32>) -> tensor<5xf4E2M1FN>
  %e3m2_11 = stablehlo.convert %operand_11 : (tensor<5xf32>) -> tensor<5xf6E3M2FN>
  %e4m3_11 = stablehlo.convert %operand_11 : (tensor<5xf32>) -> tensor<5xf8E4M3B11FNUZ>

  // CHECK-NEXT: result 23: tensor<3xf8E8M0FNU> = [0.25, 4, 0.0625]
  %operand_12 = stablehlo.constant dense<[0.3, 5.0, 0.0625]> : tensor<3xf32>
  %e8m0_12 = stablehlo.convert %operand_12 : (tensor<3xf32>) -> tensor<3xf8E8M0FNU>

  // CHECK-NEXT: result 24: tensor<3xf32> = [0.5, -6.0, 1.5]
  // CHECK-NEXT: result 25: tensor<3xi4> = [0, -6, 1]
  %operand_13 = stablehlo.constant dense<[0.5, -6.0, 1.5]> : tensor<3xf4E2M1FN>
  %wide_13 = stablehlo.convert %operand_13 : (tensor<3xf4E2M1FN>) -> tensor<3xf32>
  %integer_13 = stablehlo.convert %operand_13 : (tensor<3xf4E2M1FN>) -> tensor<3xi4>

  // Complex to real drops the imaginary part; complex to complex converts both parts.
  // CHECK-NEXT: result 26: tensor<2xf32> = [1.5, -2.5]
  // CHECK-NEXT: result 27: tensor<2xcomplex<f32>> = [(1.5, 9.0), (-2.5, 0.1)]
  %operand_14 = stablehlo.constant dense<[(1.5, 9.0), (-2.5, 0.1)]> : tensor<2xcomplex<f64>>
  %real_14 = stablehlo.convert %operand_14 : (tensor<2xcomplex<f64>>) -> tensor<2xf32>
  %single_14 = stablehlo.convert %operand_14 : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f32>>

  return %result, %wide_1, %unsigned_1, %narrow_1, %wide_2, %signed_2, %integer_3, %float_3,
      %result_4, %result_5, %signed_6, %unsigned_6, %wide_6, %back_7, %double_7, %result_8,
      %result_9, %bits_10, %fn_10, %fnuz_10, %e2m1_11, %e3m2_11, %e4m3_11, %e8m0_12, %wide_13,
      %integer_13, %real_14, %single_14
      : tensor<3xcomplex<f64>>, tensor<2xi32>, tensor<2xui32>, tensor<2xi4>, tensor<2xi32>,
        tensor<2xi8>, tensor<2xi32>, tensor<2xf32>, tensor<4xi1>, tensor<3xi1>, tensor<6xi8>,
        tensor<6xui8>, tensor<6xi64>, tensor<3xi32>, tensor<3xf64>, tensor<2xf64>,
        tensor<2xbf16>, tensor<4xui16>, tensor<4xf8E4M3FN>, tensor<4xf8E5M2FNUZ>,
        tensor<5xf4E2M1FN>, tensor<5xf6E3M2FN>, tensor<5xf8E4M3B11FNUZ>, tensor<3xf8E8M0FNU>,
        tensor<3xf32>, tensor<3xi4>, tensor<2xf32>, tensor<2xcomplex<f32>>
}
