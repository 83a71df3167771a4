// rng_bit_generator: the published block functions on a key and a counter.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2xui64>, tensor<2x2xui64>, tensor<1xui64>, tensor<1xui64>,
    tensor<2xui64>, tensor<1xui64>, tensor<4xui32>, tensor<3xui64>, tensor<4xui32>,
    tensor<3xui64>, tensor<4xui32>, tensor<2xui64>, tensor<3xui8>, tensor<i32>, tensor<0xui32>,
    tensor<3xui64>) {
  // The specification's example, whose bits are XLA's.
  // CHECK: result 0: tensor<2xui64> = [1, 6]
  // CHECK-NEXT{LITERAL}: result 1: tensor<2x2xui64> = [[9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144]]
  %initial_state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) {
    rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>
  } : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)

  // Known answers of Random123 (kat_vectors): threefry2x32, 20 rounds, with counter and key of
  // zeros, of ones, and of digits of pi.
  // CHECK-NEXT: result 2: tensor<1xui64> = [11077253088097075545]
  // CHECK-NEXT: result 3: tensor<1xui64> = [13474818356711888636]
  // CHECK-NEXT: result 4: tensor<2xui64> = [18446744073709551615, 0]
  // CHECK-NEXT: result 5: tensor<1xui64> = [5205589014174907036]
  %zeros_1 = stablehlo.constant dense<[0, 0]> : tensor<2xui64>
  %s0_1, %r0_1 = stablehlo.rng_bit_generator %zeros_1, algorithm = THREE_FRY : (tensor<2xui64>)
      -> (tensor<2xui64>, tensor<1xui64>)
  %ones_1 = stablehlo.constant dense<[18446744073709551615, 18446744073709551615]> : tensor<2xui64>
  %s1_1, %r1_1 = stablehlo.rng_bit_generator %ones_1, algorithm = THREE_FRY : (tensor<2xui64>)
      -> (tensor<2xui64>, tensor<1xui64>)
  %pi_1 = stablehlo.constant dense<[247824715720788526, 9629550131187509896]> : tensor<2xui64>
  %s2_1, %r2_1 = stablehlo.rng_bit_generator %pi_1, algorithm = THREE_FRY : (tensor<2xui64>)
      -> (tensor<2xui64>, tensor<1xui64>)

  // The same of philox4x32, 10 rounds.
  // CHECK-NEXT: result 6: tensor<4xui32> = [1713891541, 3781805453, 3159862348, 2600524760]
  // CHECK-NEXT: result 7: tensor<3xui64> = [0, 1, 0]
  // CHECK-NEXT: result 8: tensor<4xui32> = [1083123565, 1103641358, 2718681030, 1834242557]
  // CHECK-NEXT: result 9: tensor<3xui64> = [18446744073709551615, 0, 0]
  // CHECK-NEXT: result 10: tensor<4xui32> = [3513581065, 2499661035, 1342301216, 605187745]
  %zeros_2 = stablehlo.constant dense<[0, 0, 0]> : tensor<3xui64>
  %s0_2, %r0_2 = stablehlo.rng_bit_generator %zeros_2, algorithm = PHILOX : (tensor<3xui64>)
      -> (tensor<3xui64>, tensor<4xui32>)
  %ones_2 = stablehlo.constant dense<18446744073709551615> : tensor<3xui64>
  %s1_2, %r1_2 = stablehlo.rng_bit_generator %ones_2, algorithm = PHILOX : (tensor<3xui64>)
      -> (tensor<3xui64>, tensor<4xui32>)
  %pi_2 = stablehlo.constant dense<[2999170649027065890, 9629550131187509896, 247824715720788526]> : tensor<3xui64>
  %s2_2, %r2_2 = stablehlo.rng_bit_generator %pi_2, algorithm = PHILOX : (tensor<3xui64>)
      -> (tensor<3xui64>, tensor<4xui32>)

  // Wide elements are two words, the low one first; narrow ones the low bits of a word.
  // CHECK-NEXT: result 11: tensor<2xui64> = [16242730742183356629, 11169168799798111308]
  // CHECK-NEXT: result 12: tensor<3xui8> = [213, 141, 76]
  // CHECK-NEXT: result 13: tensor<i32> = 1713891541
  // CHECK-NEXT: result 14: tensor<0xui32> = []
  // CHECK-NEXT: result 15: tensor<3xui64> = [0, 0, 0]
  %zeros_3 = stablehlo.constant dense<[0, 0, 0]> : tensor<3xui64>
  %s0_3, %wide_3 = stablehlo.rng_bit_generator %zeros_3, algorithm = PHILOX : (tensor<3xui64>)
      -> (tensor<3xui64>, tensor<2xui64>)
  %s1_3, %bytes_3 = stablehlo.rng_bit_generator %zeros_3, algorithm = PHILOX : (tensor<3xui64>)
      -> (tensor<3xui64>, tensor<3xui8>)
  %s2_3, %signed_3 = stablehlo.rng_bit_generator %zeros_3, algorithm = PHILOX : (tensor<3xui64>)
      -> (tensor<3xui64>, tensor<i32>)
  %s3_3, %none_3 = stablehlo.rng_bit_generator %zeros_3, algorithm = PHILOX : (tensor<3xui64>)
      -> (tensor<3xui64>, tensor<0xui32>)

  return %output_state, %output, %r0_1, %r1_1, %s1_1, %r2_1, %r0_2, %s0_2, %r1_2, %s1_2, %r2_2,
      %wide_3, %bytes_3, %signed_3, %none_3, %s3_3
      : tensor<2xui64>, tensor<2x2xui64>, tensor<1xui64>, tensor<1xui64>, tensor<2xui64>,
        tensor<1xui64>, tensor<4xui32>, tensor<3xui64>, tensor<4xui32>, tensor<3xui64>,
        tensor<4xui32>, tensor<2xui64>, tensor<3xui8>, tensor<i32>, tensor<0xui32>,
        tensor<3xui64>
}
