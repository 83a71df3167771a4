// constant: tensors of every element type, dense and splat.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xf32>, tensor<2xi1>, tensor<2xi1>, tensor<2xi2>, tensor<2xui2>,
    tensor<2xi4>, tensor<2xui4>, tensor<2xi8>, tensor<2xui8>, tensor<2xi16>, tensor<2xui16>,
    tensor<2xi32>, tensor<2xui32>, tensor<2xi64>, tensor<2xui64>, tensor<2xi4>, tensor<2xui4>,
    tensor<2xui64>, tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<2xf64>, tensor<2xcomplex<f32>>,
    tensor<2xf4E2M1FN>, tensor<2xf6E2M3FN>, tensor<2xf6E3M2FN>, tensor<2xf8E3M4>,
    tensor<2xf8E4M3>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3FN>, tensor<2xf8E4M3FNUZ>,
    tensor<2xf8E5M2>, tensor<2xf8E5M2FNUZ>, tensor<2xf8E8M0FNU>, tensor<2xbf16>, tensor<2xf16>,
    tensor<complex<f64>>, tensor<2x0x3xi8>, tensor<4xi8>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xf32> = [[0.0, 1.0], [2.0, 3.0]]
  %output = "stablehlo.constant"() { value = dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32> }
      : () -> tensor<2x2xf32>

  // CHECK-NEXT: result 1: tensor<2xi1> = [true, false]
  // CHECK-NEXT: result 2: tensor<2xi1> = [true, true]
  %bool_1 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %splat_1 = stablehlo.constant dense<true> : tensor<2xi1>

  // CHECK-NEXT: result 3: tensor<2xi2> = [-2, 1]
  // CHECK-NEXT: result 4: tensor<2xui2> = [3, 1]
  // CHECK-NEXT: result 5: tensor<2xi4> = [-8, 7]
  // CHECK-NEXT: result 6: tensor<2xui4> = [15, 7]
  // CHECK-NEXT: result 7: tensor<2xi8> = [-128, 127]
  // CHECK-NEXT: result 8: tensor<2xui8> = [255, 128]
  // CHECK-NEXT: result 9: tensor<2xi16> = [-32768, 32767]
  // CHECK-NEXT: result 10: tensor<2xui16> = [65535, 0]
  // CHECK-NEXT: result 11: tensor<2xi32> = [-2147483648, 7]
  // CHECK-NEXT: result 12: tensor<2xui32> = [4294967295, 7]
  // CHECK-NEXT: result 13: tensor<2xi64> = [-9223372036854775808, 7]
  // CHECK-NEXT: result 14: tensor<2xui64> = [18446744073709551615, 7]
  %i2_2 = stablehlo.constant dense<[-2, 1]> : tensor<2xi2>
  %ui2_2 = stablehlo.constant dense<[3, 1]> : tensor<2xui2>
  %i4_2 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %ui4_2 = stablehlo.constant dense<[15, 7]> : tensor<2xui4>
  %i8_2 = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %ui8_2 = stablehlo.constant dense<[255, 128]> : tensor<2xui8>
  %i16_2 = stablehlo.constant dense<[-32768, 32767]> : tensor<2xi16>
  %ui16_2 = stablehlo.constant dense<[65535, 0]> : tensor<2xui16>
  %i32_2 = stablehlo.constant dense<[-2147483648, 7]> : tensor<2xi32>
  %ui32_2 = stablehlo.constant dense<[4294967295, 7]> : tensor<2xui32>
  %i64_2 = stablehlo.constant dense<[-9223372036854775808, 7]> : tensor<2xi64>
  %ui64_2 = stablehlo.constant dense<[18446744073709551615, 7]> : tensor<2xui64>

  // Splats.
  // CHECK-NEXT: result 15: tensor<2xi4> = [-1, -1]
  // CHECK-NEXT: result 16: tensor<2xui4> = [15, 15]
  // CHECK-NEXT: result 17: tensor<2xui64> = [18446744073709551615, 18446744073709551615]
  // CHECK-NEXT: result 18: tensor<2xbf16> = [-0, -0]
  // CHECK-NEXT: result 19: tensor<2xf8E4M3FN> = [nan, nan]
  // CHECK-NEXT: result 20: tensor<2xf64> = [0.1, 0.1]
  // CHECK-NEXT: result 21: tensor<2xcomplex<f32>> = [(1.0, -0.0), (1.0, -0.0)]
  %i4s_3 = stablehlo.constant dense<-1> : tensor<2xi4>
  %ui4s_3 = stablehlo.constant dense<15> : tensor<2xui4>
  %ui64s_3 = stablehlo.constant dense<18446744073709551615> : tensor<2xui64>
  %bf16s_3 = stablehlo.constant dense<-0.0> : tensor<2xbf16>
  %f8s_3 = stablehlo.constant dense<0x7F> : tensor<2xf8E4M3FN>
  %f64s_3 = stablehlo.constant dense<0.1> : tensor<2xf64>
  %cs_3 = stablehlo.constant dense<(1.0, -0.0)> : tensor<2xcomplex<f32>>

  // Narrow floats, from hexadecimal bits and from decimal numbers.
  // CHECK-NEXT: result 22: tensor<2xf4E2M1FN> = [0.5, -6]
  // CHECK-NEXT: result 23: tensor<2xf6E2M3FN> = [0.125, -7.5]
  // CHECK-NEXT: result 24: tensor<2xf6E3M2FN> = [0.0625, 28]
  // CHECK-NEXT: result 25: tensor<2xf8E3M4> = [0.25, 15.5]
  // CHECK-NEXT: result 26: tensor<2xf8E4M3> = [-240, 0.5]
  // CHECK-NEXT: result 27: tensor<2xf8E4M3B11FNUZ> = [30, nan]
  // CHECK-NEXT: result 28: tensor<2xf8E4M3FN> = [448, -0]
  // CHECK-NEXT: result 29: tensor<2xf8E4M3FNUZ> = [240, nan]
  // CHECK-NEXT: result 30: tensor<2xf8E5M2> = [57344, inf]
  // CHECK-NEXT: result 31: tensor<2xf8E5M2FNUZ> = [57344, nan]
  // CHECK-NEXT: result 32: tensor<2xf8E8M0FNU> = [2, nan]
  // CHECK-NEXT: result 33: tensor<2xbf16> = [3.14062, -inf]
  // CHECK-NEXT: result 34: tensor<2xf16> = [1.001, -0.0]
  %f4_4 = stablehlo.constant dense<[0.5, -6.0]> : tensor<2xf4E2M1FN>
  %f6a_4 = stablehlo.constant dense<[0.125, -7.5]> : tensor<2xf6E2M3FN>
  %f6b_4 = stablehlo.constant dense<[0.0625, 28.0]> : tensor<2xf6E3M2FN>
  %f8a_4 = stablehlo.constant dense<[0.25, 15.5]> : tensor<2xf8E3M4>
  %f8b_4 = stablehlo.constant dense<[-240.0, 0.5]> : tensor<2xf8E4M3>
  %f8c_4 = stablehlo.constant dense<[30.0, 0x80]> : tensor<2xf8E4M3B11FNUZ>
  %f8d_4 = stablehlo.constant dense<[448.0, -0.0]> : tensor<2xf8E4M3FN>
  %f8e_4 = stablehlo.constant dense<[240.0, 0x80]> : tensor<2xf8E4M3FNUZ>
  %f8f_4 = stablehlo.constant dense<[57344.0, 0x7C]> : tensor<2xf8E5M2>
  %f8g_4 = stablehlo.constant dense<[57344.0, 0x80]> : tensor<2xf8E5M2FNUZ>
  %f8h_4 = stablehlo.constant dense<[2.0, 0xFF]> : tensor<2xf8E8M0FNU>
  %bf16_4 = stablehlo.constant dense<[0x4049, 0xFF80]> : tensor<2xbf16>
  %f16_4 = stablehlo.constant dense<[0x3C01, 0x8000]> : tensor<2xf16>

  // Rank 0, no elements, and bytes written as one string.
  // CHECK-NEXT: result 35: tensor<complex<f64>> = (0.0, -1.5)
  // CHECK-NEXT{LITERAL}: result 36: tensor<2x0x3xi8> = [[], []]
  // CHECK-NEXT: result 37: tensor<4xi8> = [1, 2, 3, -1]
  %scalar_5 = stablehlo.constant dense<(0.0, -1.5)> : tensor<complex<f64>>
  %none_5 = stablehlo.constant dense<> : tensor<2x0x3xi8>
  %bytes_5 = stablehlo.constant dense<"0x010203FF"> : tensor<4xi8>

  return %output, %bool_1, %splat_1, %i2_2, %ui2_2, %i4_2, %ui4_2, %i8_2, %ui8_2, %i16_2,
      %ui16_2, %i32_2, %ui32_2, %i64_2, %ui64_2, %i4s_3, %ui4s_3, %ui64s_3, %bf16s_3, %f8s_3,
      %f64s_3, %cs_3, %f4_4, %f6a_4, %f6b_4, %f8a_4, %f8b_4, %f8c_4, %f8d_4, %f8e_4, %f8f_4,
      %f8g_4, %f8h_4, %bf16_4, %f16_4, %scalar_5, %none_5, %bytes_5
      : tensor<2x2xf32>, tensor<2xi1>, tensor<2xi1>, tensor<2xi2>, tensor<2xui2>, tensor<2xi4>,
        tensor<2xui4>, tensor<2xi8>, tensor<2xui8>, tensor<2xi16>, tensor<2xui16>,
        tensor<2xi32>, tensor<2xui32>, tensor<2xi64>, tensor<2xui64>, tensor<2xi4>,
        tensor<2xui4>, tensor<2xui64>, tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<2xf64>,
        tensor<2xcomplex<f32>>, tensor<2xf4E2M1FN>, tensor<2xf6E2M3FN>, tensor<2xf6E3M2FN>,
        tensor<2xf8E3M4>, tensor<2xf8E4M3>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3FN>,
        tensor<2xf8E4M3FNUZ>, tensor<2xf8E5M2>, tensor<2xf8E5M2FNUZ>, tensor<2xf8E8M0FNU>,
        tensor<2xbf16>, tensor<2xf16>, tensor<complex<f64>>, tensor<2x0x3xi8>, tensor<4xi8>
}
