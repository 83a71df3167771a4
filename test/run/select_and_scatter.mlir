// select_and_scatter: each source element goes where its window has the selected element.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<4x2xi64>, tensor<5xi32>, tensor<4xi32>, tensor<4xi32>,
    tensor<3xf32>, tensor<i32>, tensor<i32>, tensor<2xbf16>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<4x2xi64> = [[0, 0], [0, 0], [5, 14], [7, 0]]
  %operand = stablehlo.constant dense<[[1, 5], [2, 5], [3, 6], [4, 4]]> : tensor<4x2xi64>
  %source = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
    %keep = "stablehlo.compare"(%arg0, %arg1) {
      comparison_direction = #stablehlo<comparison_direction GE>
    } : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.return"(%keep) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
    %sum = "stablehlo.add"(%arg0, %arg1) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "stablehlo.return"(%sum) : (tensor<i64>) -> ()
  }) {
    window_dimensions = array<i64: 3, 1>,
    window_strides = array<i64: 2, 1>,
    padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<4x2xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<4x2xi64>

  // Windows that overlap add up where they meet; what nothing reaches is the initial value.
  // CHECK-NEXT: result 1: tensor<5xi32> = [5, 16, 5, 5, 105]
  %operand_1 = stablehlo.constant dense<[1, 9, 2, 3, 8]> : tensor<5xi32>
  %source_1 = stablehlo.constant dense<[1, 10, 100]> : tensor<3xi32>
  %init_1 = stablehlo.constant dense<5> : tensor<i32>
  %result_1 = "stablehlo.select_and_scatter"(%operand_1, %source_1, %init_1) ({
  ^bb0(%a_1: tensor<i32>, %b_1: tensor<i32>):
    %keep_1 = stablehlo.compare GE, %a_1, %b_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %keep_1 : tensor<i1>
  }, {
  ^bb0(%a_1: tensor<i32>, %b_1: tensor<i32>):
    %sum_1 = stablehlo.add %a_1, %b_1 : tensor<i32>
    stablehlo.return %sum_1 : tensor<i32>
  }) { window_dimensions = array<i64: 3> } : (tensor<5xi32>, tensor<3xi32>, tensor<i32>)
      -> tensor<5xi32>

  // Equal elements: GE keeps the first, GT the last.
  // CHECK-NEXT: result 2: tensor<4xi32> = [1, 0, 10, 0]
  // CHECK-NEXT: result 3: tensor<4xi32> = [0, 1, 0, 10]
  %operand_2 = stablehlo.constant dense<[4, 4, 4, 4]> : tensor<4xi32>
  %source_2 = stablehlo.constant dense<[1, 10]> : tensor<2xi32>
  %init_2 = stablehlo.constant dense<0> : tensor<i32>
  %first_2 = "stablehlo.select_and_scatter"(%operand_2, %source_2, %init_2) ({
  ^bb0(%a_2: tensor<i32>, %b_2: tensor<i32>):
    %keep_2 = stablehlo.compare GE, %a_2, %b_2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %keep_2 : tensor<i1>
  }, {
  ^bb0(%a_2: tensor<i32>, %b_2: tensor<i32>):
    %sum_2 = stablehlo.add %a_2, %b_2 : tensor<i32>
    stablehlo.return %sum_2 : tensor<i32>
  }) {
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2>
  } : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %last_2 = "stablehlo.select_and_scatter"(%operand_2, %source_2, %init_2) ({
  ^bb0(%a_2: tensor<i32>, %b_2: tensor<i32>):
    %keep_2 = stablehlo.compare GT, %a_2, %b_2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %keep_2 : tensor<i1>
  }, {
  ^bb0(%a_2: tensor<i32>, %b_2: tensor<i32>):
    %sum_2 = stablehlo.add %a_2, %b_2 : tensor<i32>
    stablehlo.return %sum_2 : tensor<i32>
  }) {
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2>
  } : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>

  // Padding is never selected, though 0 would win over these elements.
  // CHECK-NEXT: result 4: tensor<3xf32> = [0.0, 3.0, 0.0]
  %operand_3 = stablehlo.constant dense<[-3.0, -2.0, -5.0]> : tensor<3xf32>
  %source_3 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %init_3 = stablehlo.constant dense<0.0> : tensor<f32>
  %result_3 = "stablehlo.select_and_scatter"(%operand_3, %source_3, %init_3) ({
  ^bb0(%a_3: tensor<f32>, %b_3: tensor<f32>):
    %keep_3 = stablehlo.compare GE, %a_3, %b_3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %keep_3 : tensor<i1>
  }, {
  ^bb0(%a_3: tensor<f32>, %b_3: tensor<f32>):
    %sum_3 = stablehlo.add %a_3, %b_3 : tensor<f32>
    stablehlo.return %sum_3 : tensor<f32>
  }) {
    window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>
  } : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>

  // Rank 0: one window of one element, between other operations on scalars.
  // CHECK-NEXT: result 5: tensor<i32> = 7
  // CHECK-NEXT: result 6: tensor<i32> = -7
  %operand_4 = stablehlo.constant dense<5> : tensor<i32>
  %source_4 = stablehlo.constant dense<7> : tensor<i32>
  %init_4 = stablehlo.constant dense<0> : tensor<i32>
  %sum_4 = "stablehlo.select_and_scatter"(%operand_4, %source_4, %init_4) ({
  ^bb0(%a_4: tensor<i32>, %b_4: tensor<i32>):
    %keep_4 = stablehlo.compare GE, %a_4, %b_4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %keep_4 : tensor<i1>
  }, {
  ^bb0(%a_4: tensor<i32>, %b_4: tensor<i32>):
    %sum_4 = stablehlo.add %a_4, %b_4 : tensor<i32>
    stablehlo.return %sum_4 : tensor<i32>
  }) {
    window_dimensions = array<i64>, window_strides = array<i64>
  } : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %less_4 = stablehlo.negate %sum_4 : tensor<i32>

  // CHECK-NEXT: result 7: tensor<2xbf16> = [-1, -1]
  %operand_5 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xbf16>
  %source_5 = stablehlo.constant dense<> : tensor<0xbf16>
  %init_5 = stablehlo.constant dense<-1.0> : tensor<bf16>
  %result_5 = "stablehlo.select_and_scatter"(%operand_5, %source_5, %init_5) ({
  ^bb0(%a_5: tensor<bf16>, %b_5: tensor<bf16>):
    %keep_5 = stablehlo.compare GE, %a_5, %b_5 : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %keep_5 : tensor<i1>
  }, {
  ^bb0(%a_5: tensor<bf16>, %b_5: tensor<bf16>):
    %sum_5 = stablehlo.add %a_5, %b_5 : tensor<bf16>
    stablehlo.return %sum_5 : tensor<bf16>
  }) { window_dimensions = array<i64: 3> } : (tensor<2xbf16>, tensor<0xbf16>, tensor<bf16>)
      -> tensor<2xbf16>

  return %result, %result_1, %first_2, %last_2, %result_3, %sum_4, %less_4, %result_5
      : tensor<4x2xi64>, tensor<5xi32>, tensor<4xi32>, tensor<4xi32>, tensor<3xf32>, tensor<i32>,
        tensor<i32>, tensor<2xbf16>
}
