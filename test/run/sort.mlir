// sort: the elements of each line in the order of a comparator.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<7xi8>, tensor<7xi32>,
    tensor<37xi32>, tensor<2x3x2xui8>, tensor<7xf32>, tensor<3xbf16>, tensor<3xbf16>,
    tensor<3xi32>, tensor<2x1xi4>, tensor<2x0xf64>, tensor<4xi1>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x3xi64> = [[3, 2, 3], [1, 2, 1]]
  // CHECK-NEXT{LITERAL}: result 1: tensor<2x3xi64> = [[1, 2, 1], [3, 2, 3]]
  %input0 = stablehlo.constant dense<[[1, 2, 3], [3, 2, 1]]> : tensor<2x3xi64>
  %input1 = stablehlo.constant dense<[[3, 2, 1], [1, 2, 3]]> : tensor<2x3xi64>
  %results:2 = "stablehlo.sort"(%input0, %input1) ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<i64>):
    %predicate = "stablehlo.compare"(%arg0, %arg1) {
      comparison_direction = #stablehlo<comparison_direction GT>
    } : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.return"(%predicate) : (tensor<i1>) -> ()
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<2x3xi64>, tensor<2x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>)

  // Stable: equal keys stay in their order. A negative dimension counts from the end.
  // CHECK-NEXT: result 2: tensor<7xi8> = [1, 1, 1, 2, 2, 3, 3]
  // CHECK-NEXT: result 3: tensor<7xi32> = [1, 3, 6, 2, 5, 0, 4]
  %keys_1 = stablehlo.constant dense<[3, 1, 2, 1, 3, 2, 1]> : tensor<7xi8>
  %places_1 = stablehlo.iota dim = 0 : tensor<7xi32>
  %sorted_1:2 = "stablehlo.sort"(%keys_1, %places_1) ({
  ^bb0(%a0_1: tensor<i8>, %b0_1: tensor<i8>, %a1_1: tensor<i32>, %b1_1: tensor<i32>):
    %before_1 = stablehlo.compare LT, %a0_1, %b0_1 : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %before_1 : tensor<i1>
  }) { dimension = -1 : i64, is_stable = true } : (tensor<7xi8>, tensor<7xi32>)
      -> (tensor<7xi8>, tensor<7xi32>)

  // A length that is no power of two, downwards; values from numpy.
  // CHECK-NEXT: result 4: tensor<37xi32> = [47, 43, 41, 36, 35, 35, 34, 31, 31, 26, 22, 22, 17, 14, 13, 13, 10, 5, 5, 4, 4, 1, 0, -11, -20, -23, -24, -33, -33, -42, -42, -43, -46, -47, -48, -49, -50]
  %line_2 = stablehlo.constant dense<[35, 13, 1, -24, -20, -46, -43, -49, -33, 31, 14, 41, 0, 10, 47, 22, 13, 4, 5, 43, -23, 31, 17, -50, -11, 35, 5, -47, 26, 22, 34, -33, -42, 36, -48, 4, -42]> : tensor<37xi32>
  %down_2 = "stablehlo.sort"(%line_2) ({
  ^bb0(%a0_2: tensor<i32>, %b0_2: tensor<i32>):
    %before_2 = stablehlo.compare GT, %a0_2, %b0_2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %before_2 : tensor<i1>
  }) { dimension = 0 : i64 } : (tensor<37xi32>) -> tensor<37xi32>

  // Each line of a middle dimension.
  // CHECK-NEXT{LITERAL}: result 5: tensor<2x3x2xui8> = [[[3, 0], [4, 1], [5, 2]], [[0, 7], [1, 8], [2, 9]]]
  %block_3 = stablehlo.constant dense<[[[5, 0], [3, 1], [4, 2]], [[1, 9], [2, 8], [0, 7]]]> : tensor<2x3x2xui8>
  %lines_3 = "stablehlo.sort"(%block_3) ({
  ^bb0(%a0_3: tensor<ui8>, %b0_3: tensor<ui8>):
    %before_3 = stablehlo.compare LT, %a0_3, %b0_3 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %before_3 : tensor<i1>
  }) { dimension = 1 : i64 } : (tensor<2x3x2xui8>) -> tensor<2x3x2xui8>

  // Floats in total order: NaN goes to the end, -0 before +0.
  // CHECK-NEXT: result 6: tensor<7xf32> = [-inf, -1.0, -0.0, 0.0, 1.0, inf, nan]
  %floats_4 = stablehlo.constant dense<[0x7FC00000, 0.0, -0.0, 0xFF800000, 1.0, -1.0, 0x7F800000]> : tensor<7xf32>
  %total_4 = "stablehlo.sort"(%floats_4) ({
  ^bb0(%a0_4: tensor<f32>, %b0_4: tensor<f32>):
    %before_4 = stablehlo.compare LT, %a0_4, %b0_4, TOTALORDER : (tensor<f32>, tensor<f32>)
        -> tensor<i1>
    stablehlo.return %before_4 : tensor<i1>
  }) { dimension = 0 : i64 } : (tensor<7xf32>) -> tensor<7xf32>

  // A comparator that is never true leaves all in place; it may look at any operand.
  // CHECK-NEXT: result 7: tensor<3xbf16> = [2, 1, 3]
  // CHECK-NEXT: result 8: tensor<3xbf16> = [3, 1, 2]
  // CHECK-NEXT: result 9: tensor<3xi32> = [1, 2, 3]
  %keys_5 = stablehlo.constant dense<[2.0, 1.0, 3.0]> : tensor<3xbf16>
  %other_5 = stablehlo.constant dense<[3, 2, 1]> : tensor<3xi32>
  %never_5:2 = "stablehlo.sort"(%keys_5, %other_5) ({
  ^bb0(%a_5: tensor<bf16>, %b_5: tensor<bf16>, %i_5: tensor<i32>, %j_5: tensor<i32>):
    %false_5 = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %false_5 : tensor<i1>
  }) { dimension = 0 : i64 } : (tensor<3xbf16>, tensor<3xi32>) -> (tensor<3xbf16>, tensor<3xi32>)
  %second_5:2 = "stablehlo.sort"(%keys_5, %other_5) ({
  ^bb0(%a_5: tensor<bf16>, %b_5: tensor<bf16>, %i_5: tensor<i32>, %j_5: tensor<i32>):
    %before_5 = stablehlo.compare LT, %i_5, %j_5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %before_5 : tensor<i1>
  }) { dimension = 0 : i64 } : (tensor<3xbf16>, tensor<3xi32>) -> (tensor<3xbf16>, tensor<3xi32>)

  // Lines of one element and of none; booleans.
  // CHECK-NEXT{LITERAL}: result 10: tensor<2x1xi4> = [[2], [1]]
  // CHECK-NEXT{LITERAL}: result 11: tensor<2x0xf64> = [[], []]
  // CHECK-NEXT: result 12: tensor<4xi1> = [false, false, true, true]
  %one_6 = stablehlo.constant dense<[[2], [1]]> : tensor<2x1xi4>
  %same_6 = "stablehlo.sort"(%one_6) ({
  ^bb0(%a0_6: tensor<i4>, %b0_6: tensor<i4>):
    %before_6 = stablehlo.compare LT, %a0_6, %b0_6 : (tensor<i4>, tensor<i4>) -> tensor<i1>
    stablehlo.return %before_6 : tensor<i1>
  }) { dimension = 1 : i64 } : (tensor<2x1xi4>) -> tensor<2x1xi4>
  %none_6 = stablehlo.constant dense<> : tensor<2x0xf64>
  %empty_6 = "stablehlo.sort"(%none_6) ({
  ^bb0(%a0_6: tensor<f64>, %b0_6: tensor<f64>):
    %before_6 = stablehlo.compare LT, %a0_6, %b0_6 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %before_6 : tensor<i1>
  }) { dimension = 1 : i64 } : (tensor<2x0xf64>) -> tensor<2x0xf64>
  %bools_6 = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %order_6 = "stablehlo.sort"(%bools_6) ({
  ^bb0(%a0_6: tensor<i1>, %b0_6: tensor<i1>):
    %before_6 = stablehlo.compare LT, %a0_6, %b0_6 : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %before_6 : tensor<i1>
  }) { dimension = 0 : i64 } : (tensor<4xi1>) -> tensor<4xi1>

  return %results#0, %results#1, %sorted_1#0, %sorted_1#1, %down_2, %lines_3, %total_4,
      %never_5#0, %second_5#0, %second_5#1, %same_6, %empty_6, %order_6
      : tensor<2x3xi64>, tensor<2x3xi64>, tensor<7xi8>, tensor<7xi32>, tensor<37xi32>,
        tensor<2x3x2xui8>, tensor<7xf32>, tensor<3xbf16>, tensor<3xbf16>, tensor<3xi32>,
        tensor<2x1xi4>, tensor<2x0xf64>, tensor<4xi1>
}
