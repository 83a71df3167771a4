// reduce_window: elements combined over windows, from initial values.
// Values beside the first are from a direct numpy implementation of the definition.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi64>, tensor<3x4xi32>, tensor<2x2xi32>, tensor<2xi32>,
    tensor<3xf32>, tensor<3xui8>, tensor<0xf64>, tensor<f64>) {
  // The specification's example: padding and both dilations.
  // CHECK{LITERAL}: result 0: tensor<2x2xi64> = [[0, 0], [3, 4]]
  %input = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.reduce_window"(%input, %init_value) ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
    %sum = "stablehlo.add"(%arg0, %arg1) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "stablehlo.return"(%sum) : (tensor<i64>) -> ()
  }) {
    window_dimensions = array<i64: 2, 1>,
    window_strides = array<i64: 4, 1>,
    base_dilations = array<i64: 2, 1>,
    window_dilations = array<i64: 3, 1>,
    padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>

  // Overlapping windows; padding counts as the initial value, and is counted.
  // CHECK-NEXT{LITERAL}: result 1: tensor<3x4xi32> = [[3, 4, 3, 4], [3, -2, -3, 0], [4, -1, 0, 5]]
  %input_1 = stablehlo.constant dense<[[-3, 2, 0, -2], [3, 1, -1, -3], [2, 0, -2, 3]]> : tensor<3x4xi32>
  %init_1 = stablehlo.constant dense<1> : tensor<i32>
  %sums_1 = "stablehlo.reduce_window"(%input_1, %init_1) ({
  ^bb0(%a_1: tensor<i32>, %b_1: tensor<i32>):
    %sum_1 = stablehlo.add %a_1, %b_1 : tensor<i32>
    stablehlo.return %sum_1 : tensor<i32>
  }) {
    window_dimensions = array<i64: 2, 3>,
    padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>
  } : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>

  // Negative padding.
  // CHECK-NEXT{LITERAL}: result 2: tensor<2x2xi32> = [[3, 1], [2, 0]]
  %input_2 = stablehlo.constant dense<[[-3, 2, 0, -2], [3, 1, -1, -3], [2, 0, -2, 3]]> : tensor<3x4xi32>
  %init_2 = stablehlo.constant dense<-100> : tensor<i32>
  %largest_2 = "stablehlo.reduce_window"(%input_2, %init_2) ({
  ^bb0(%a_2: tensor<i32>, %b_2: tensor<i32>):
    %max_2 = stablehlo.maximum %a_2, %b_2 : tensor<i32>
    stablehlo.return %max_2 : tensor<i32>
  }) {
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 1, 2>,
    padding = dense<[[-1, 1], [1, -1]]> : tensor<2x2xi64>
  } : (tensor<3x4xi32>, tensor<i32>) -> tensor<2x2xi32>

  // The order of the operands: the body gets the running value first.
  // CHECK-NEXT: result 3: tensor<2xi32> = [11, 18]
  %input_3 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %init_3 = stablehlo.constant dense<0> : tensor<i32>
  %last_3 = "stablehlo.reduce_window"(%input_3, %init_3) ({
  ^bb0(%a_3: tensor<i32>, %b_3: tensor<i32>):
    %two_3 = stablehlo.add %a_3, %a_3 : tensor<i32>
    %next_3 = stablehlo.add %two_3, %b_3 : tensor<i32>
    stablehlo.return %next_3 : tensor<i32>
  }) { window_dimensions = array<i64: 3> } : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>

  // Several operands, and floats: NaN spreads over its windows.
  // CHECK-NEXT: result 4: tensor<3xf32> = [nan, nan, 4.0]
  // CHECK-NEXT: result 5: tensor<3xui8> = [253, 255, 1]
  %values_4 = stablehlo.constant dense<[1.0, 0x7FC00000, 3.0, 4.0]> : tensor<4xf32>
  %counts_4 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui8>
  %zero_4 = stablehlo.constant dense<0.0> : tensor<f32>
  %start_4 = stablehlo.constant dense<250> : tensor<ui8>
  %both_4:2 = "stablehlo.reduce_window"(%values_4, %counts_4, %zero_4, %start_4) ({
  ^bb0(%a_4: tensor<f32>, %n_4: tensor<ui8>, %b_4: tensor<f32>, %m_4: tensor<ui8>):
    %max_4 = stablehlo.maximum %a_4, %b_4 : tensor<f32>
    %sum_4 = stablehlo.add %n_4, %m_4 : tensor<ui8>
    stablehlo.return %max_4, %sum_4 : tensor<f32>, tensor<ui8>
  }) { window_dimensions = array<i64: 2> }
      : (tensor<4xf32>, tensor<4xui8>, tensor<f32>, tensor<ui8>) -> (tensor<3xf32>, tensor<3xui8>)

  // A window that is larger than its input; rank 0 is one element.
  // CHECK-NEXT: result 6: tensor<0xf64> = []
  // CHECK-NEXT: result 7: tensor<f64> = 1.0
  %input_5 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %init_5 = stablehlo.constant dense<0.5> : tensor<f64>
  %none_5 = "stablehlo.reduce_window"(%input_5, %init_5) ({
  ^bb0(%a_5: tensor<f64>, %b_5: tensor<f64>):
    %sum_5 = stablehlo.add %a_5, %b_5 : tensor<f64>
    stablehlo.return %sum_5 : tensor<f64>
  }) { window_dimensions = array<i64: 3> } : (tensor<2xf64>, tensor<f64>) -> tensor<0xf64>
  %one_5 = "stablehlo.reduce_window"(%init_5, %init_5) ({
  ^bb0(%a_5: tensor<f64>, %b_5: tensor<f64>):
    %sum_5 = stablehlo.add %a_5, %b_5 : tensor<f64>
    stablehlo.return %sum_5 : tensor<f64>
  }) { window_dimensions = array<i64> } : (tensor<f64>, tensor<f64>) -> tensor<f64>

  return %result, %sums_1, %largest_2, %last_3, %both_4#0, %both_4#1, %none_5, %one_5
      : tensor<2x2xi64>, tensor<3x4xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<3xf32>, tensor<3xui8>,
        tensor<0xf64>, tensor<f64>
}
