// reduce: elements combined along dimensions, from initial values.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<1xi64>, tensor<2x4xi32>, tensor<3xi32>, tensor<i32>,
    tensor<2x3x4xi32>, tensor<2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<0xf32>, tensor<f32>,
    tensor<2xi1>, tensor<i1>, tensor<ui8>, tensor<ui8>, tensor<i4>, tensor<complex<f32>>,
    tensor<i32>) {
  // The specification's example.
  // CHECK: result 0: tensor<1xi64> = [15]
  %input = stablehlo.constant dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.reduce"(%input, %init_value) ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
    %sum = "stablehlo.add"(%arg0, %arg1) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "stablehlo.return"(%sum) : (tensor<i64>) -> ()
  }) { dimensions = array<i64: 1> } : (tensor<1x6xi64>, tensor<i64>) -> tensor<1xi64>

  // Any dimensions; the initial value counts once for each result. Values from numpy.
  // CHECK-NEXT{LITERAL}: result 1: tensor<2x4xi32> = [[88, 109, 91, 112], [106, 88, 109, 91]]
  // CHECK-NEXT: result 2: tensor<3xi32> = [-6, -4, -2]
  // CHECK-NEXT: result 3: tensor<i32> = 94
  // CHECK-NEXT{LITERAL}: result 4: tensor<2x3x4xi32> = [[[100, 100, 100, 100], [100, 100, 100, 100], [100, 100, 100, 100]], [[100, 100, 100, 100], [100, 100, 100, 100], [100, 100, 100, 100]]]
  %input_1 = stablehlo.constant dense<[[[-6, 1, -5, 2], [-4, 3, -3, 4], [-2, 5, -1, 6]], [[0, -6, 1, -5], [2, -4, 3, -3], [4, -2, 5, -1]]]> : tensor<2x3x4xi32>
  %init_1 = stablehlo.constant dense<100> : tensor<i32>
  %middle_1 = stablehlo.reduce(%input_1 init: %init_1) applies stablehlo.add across dimensions = [1]
      : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  %outer_1 = stablehlo.reduce(%input_1 init: %init_1) applies stablehlo.minimum across dimensions = [0, 2]
      : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3xi32>
  %all_1 = stablehlo.reduce(%input_1 init: %init_1) applies stablehlo.add across dimensions = [2, 1, 0]
      : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<i32>
  %nothing_1 = stablehlo.reduce(%input_1 init: %init_1) applies stablehlo.maximum across dimensions = []
      : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x3x4xi32>

  // Several operands: the largest value and the first place of it.
  // CHECK-NEXT: result 5: tensor<2xf32> = [7.0, 1.0]
  // CHECK-NEXT: result 6: tensor<2xi32> = [1, 1]
  %values_2 = stablehlo.constant dense<[[3.0, 7.0, 7.0], [0x7FC00000, 1.0, -2.0]]> : tensor<2x3xf32>
  %places_2 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %lowest_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none_2 = stablehlo.constant dense<-1> : tensor<i32>
  %best_2:2 = stablehlo.reduce(%values_2 init: %lowest_2), (%places_2 init: %none_2) across dimensions = [1]
      : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>)
      -> (tensor<2xf32>, tensor<2xi32>)
    reducer(%a_2: tensor<f32>, %b_2: tensor<f32>) (%i_2: tensor<i32>, %j_2: tensor<i32>) {
      %later_2 = stablehlo.compare LT, %a_2, %b_2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %value_2 = stablehlo.select %later_2, %b_2, %a_2 : tensor<i1>, tensor<f32>
      %place_2 = stablehlo.select %later_2, %j_2, %i_2 : tensor<i1>, tensor<i32>
      stablehlo.return %value_2, %place_2 : tensor<f32>, tensor<i32>
    }

  // Nothing to reduce gives the initial value; no result elements give none; rank 0.
  // CHECK-NEXT: result 7: tensor<2xf32> = [0.5, 0.5]
  // CHECK-NEXT: result 8: tensor<0xf32> = []
  // CHECK-NEXT: result 9: tensor<f32> = 2.5
  %input_3 = stablehlo.constant dense<> : tensor<0x2xf32>
  %init_3 = stablehlo.constant dense<0.5> : tensor<f32>
  %initial_3 = stablehlo.reduce(%input_3 init: %init_3) applies stablehlo.add across dimensions = [0]
      : (tensor<0x2xf32>, tensor<f32>) -> tensor<2xf32>
  %none_3 = stablehlo.reduce(%input_3 init: %init_3) applies stablehlo.add across dimensions = [1]
      : (tensor<0x2xf32>, tensor<f32>) -> tensor<0xf32>
  %scalar_3 = stablehlo.constant dense<2.0> : tensor<f32>
  %both_3 = stablehlo.reduce(%scalar_3 init: %init_3) applies stablehlo.add across dimensions = []
      : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // Booleans, unsigned and 4-bit numbers, complex numbers.
  // CHECK-NEXT: result 10: tensor<2xi1> = [false, true]
  // CHECK-NEXT: result 11: tensor<i1> = true
  // CHECK-NEXT: result 12: tensor<ui8> = 200
  // CHECK-NEXT: result 13: tensor<ui8> = 47
  // CHECK-NEXT: result 14: tensor<i4> = 7
  // CHECK-NEXT: result 15: tensor<complex<f32>> = (3.0, 1.0)
  %bools_4 = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %true_4 = stablehlo.constant dense<true> : tensor<i1>
  %false_4 = stablehlo.constant dense<false> : tensor<i1>
  %every_4 = stablehlo.reduce(%bools_4 init: %true_4) applies stablehlo.and across dimensions = [1]
      : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  %odd_4 = stablehlo.reduce(%bools_4 init: %false_4) applies stablehlo.xor across dimensions = [0, 1]
      : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
  %bytes_4 = stablehlo.constant dense<[200, 100, 3]> : tensor<3xui8>
  %zero_4 = stablehlo.constant dense<0> : tensor<ui8>
  %most_4 = stablehlo.reduce(%bytes_4 init: %zero_4) applies stablehlo.maximum across dimensions = [0]
      : (tensor<3xui8>, tensor<ui8>) -> tensor<ui8>
  %sum_4 = stablehlo.reduce(%bytes_4 init: %zero_4) applies stablehlo.add across dimensions = [0]
      : (tensor<3xui8>, tensor<ui8>) -> tensor<ui8>
  %nibbles_4 = stablehlo.constant dense<[7, 7, -8]> : tensor<3xi4>
  %one_4 = stablehlo.constant dense<1> : tensor<i4>
  %wrapped_4 = stablehlo.reduce(%nibbles_4 init: %one_4) applies stablehlo.add across dimensions = [0]
      : (tensor<3xi4>, tensor<i4>) -> tensor<i4>
  %numbers_4 = stablehlo.constant dense<[(1.0, 1.0), (2.0, -1.0)]> : tensor<2xcomplex<f32>>
  %unit_4 = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %product_4 = stablehlo.reduce(%numbers_4 init: %unit_4) applies stablehlo.multiply across dimensions = [0]
      : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>

  // A body may use values from outside, and more than one operation.
  // CHECK-NEXT: result 16: tensor<i32> = 10
  %input_5 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %init_5 = stablehlo.constant dense<0> : tensor<i32>
  %offset_5 = stablehlo.constant dense<10> : tensor<i32>
  %result_5 = stablehlo.reduce(%input_5 init: %init_5) across dimensions = [0]
      : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a_5: tensor<i32>, %b_5: tensor<i32>) {
      %sum_5 = stablehlo.add %a_5, %b_5 : tensor<i32>
      %high_5 = stablehlo.minimum %sum_5, %offset_5 : tensor<i32>
      stablehlo.return %high_5 : tensor<i32>
    }

  return %result, %middle_1, %outer_1, %all_1, %nothing_1, %best_2#0, %best_2#1, %initial_3,
      %none_3, %both_3, %every_4, %odd_4, %most_4, %sum_4, %wrapped_4, %product_4, %result_5
      : tensor<1xi64>, tensor<2x4xi32>, tensor<3xi32>, tensor<i32>, tensor<2x3x4xi32>, tensor<2xf32>,
        tensor<2xi32>, tensor<2xf32>, tensor<0xf32>, tensor<f32>, tensor<2xi1>, tensor<i1>,
        tensor<ui8>, tensor<ui8>, tensor<i4>, tensor<complex<f32>>, tensor<i32>
}
