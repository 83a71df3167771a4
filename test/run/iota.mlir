// iota: each element is its index in one dimension.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<4x5xi32>, tensor<4x5xi32>, tensor<3xf32>, tensor<3xbf16>,
    tensor<1x3xui8>, tensor<2xcomplex<f64>>, tensor<2x0xi32>, tensor<6xi2>, tensor<18xui4>,
    tensor<20xf8E4M3FN>) {
  // The specification's examples.
  // CHECK{LITERAL}: result 0: tensor<4x5xi32> = [[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2], [3, 3, 3, 3, 3]]
  %output = "stablehlo.iota"() { iota_dimension = 0 : i64 } : () -> tensor<4x5xi32>

  // CHECK-NEXT{LITERAL}: result 1: tensor<4x5xi32> = [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]
  %output_1 = "stablehlo.iota"() { iota_dimension = 1 : i64 } : () -> tensor<4x5xi32>

  // CHECK-NEXT: result 2: tensor<3xf32> = [0.0, 1.0, 2.0]
  // CHECK-NEXT: result 3: tensor<3xbf16> = [0, 1, 2]
  // CHECK-NEXT{LITERAL}: result 4: tensor<1x3xui8> = [[0, 1, 2]]
  // CHECK-NEXT: result 5: tensor<2xcomplex<f64>> = [(0.0, 0.0), (1.0, 0.0)]
  // CHECK-NEXT{LITERAL}: result 6: tensor<2x0xi32> = [[], []]
  %f32_2 = stablehlo.iota dim = 0 : tensor<3xf32>
  %bf16_2 = stablehlo.iota dim = 0 : tensor<3xbf16>
  %ui8_2 = stablehlo.iota dim = 1 : tensor<1x3xui8>
  %complex_2 = stablehlo.iota dim = 0 : tensor<2xcomplex<f64>>
  %none_2 = stablehlo.iota dim = 1 : tensor<2x0xi32>

  // A type that is too narrow for the index wraps; a float rounds to even.
  // CHECK-NEXT: result 7: tensor<6xi2> = [0, 1, -2, -1, 0, 1]
  // CHECK-NEXT: result 8: tensor<18xui4> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1]
  // CHECK-NEXT: result 9: tensor<20xf8E4M3FN> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 18, 20]
  %i2_3 = stablehlo.iota dim = 0 : tensor<6xi2>
  %ui4_3 = stablehlo.iota dim = 0 : tensor<18xui4>
  %e4m3_3 = stablehlo.iota dim = 0 : tensor<20xf8E4M3FN>

  return %output, %output_1, %f32_2, %bf16_2, %ui8_2, %complex_2, %none_2, %i2_3, %ui4_3,
      %e4m3_3
      : tensor<4x5xi32>, tensor<4x5xi32>, tensor<3xf32>, tensor<3xbf16>, tensor<1x3xui8>,
        tensor<2xcomplex<f64>>, tensor<2x0xi32>, tensor<6xi2>, tensor<18xui4>,
        tensor<20xf8E4M3FN>
}
