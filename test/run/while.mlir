// while: a body run as long as a condition holds.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<i64>, tensor<i64>, tensor<2xi32>, tensor<2xi32>, tensor<i8>,
    tensor<i8>, tensor<2xi32>, tensor<2xf32>, tensor<2x3xi32>, tensor<i4>, tensor<complex<f32>>,
    tensor<2xi16>, tensor<2xi16>) {
  // The specification's example. Nine rounds run; the sum of 10 in its comment is one too many.
  // CHECK: result 0: tensor<i64> = 10
  // CHECK-NEXT: result 1: tensor<i64> = 9
  %init_i = stablehlo.constant dense<1> : tensor<i64>
  %init_sum = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %ten = stablehlo.constant dense<10> : tensor<i64>
  %results:2 = "stablehlo.while"(%init_i, %init_sum) ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
    %cond = "stablehlo.compare"(%arg0, %ten) {
      comparison_direction = #stablehlo<comparison_direction LT>
    } : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %cond : tensor<i1>
  }, {
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
    %new_sum = stablehlo.add %arg1, %one : tensor<i64>
    %new_i = stablehlo.add %arg0, %one : tensor<i64>
    stablehlo.return %new_i, %new_sum : tensor<i64>, tensor<i64>
  }) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)

  // Carried values that change places, tensors and scalars: after three rounds, swapped.
  // CHECK-NEXT: result 2: tensor<2xi32> = [30, 40]
  // CHECK-NEXT: result 3: tensor<2xi32> = [1, 2]
  // CHECK-NEXT: result 4: tensor<i8> = 6
  // CHECK-NEXT: result 5: tensor<i8> = 5
  // CHECK-NEXT: result 6: tensor<2xi32> = [1, 2]
  %zero_1 = stablehlo.constant dense<0> : tensor<i32>
  %x_1 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y_1 = stablehlo.constant dense<[30, 40]> : tensor<2xi32>
  %s_1 = stablehlo.constant dense<5> : tensor<i8>
  %t_1 = stablehlo.constant dense<6> : tensor<i8>
  %swap_1:5 = stablehlo.while(%i_1 = %zero_1, %a_1 = %x_1, %b_1 = %y_1, %p_1 = %s_1, %q_1 = %t_1) : tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i8>, tensor<i8>
  cond {
    %three_1 = stablehlo.constant dense<3> : tensor<i32>
    %more_1 = stablehlo.compare LT, %i_1, %three_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more_1 : tensor<i1>
  } do {
    %step_1 = stablehlo.constant dense<1> : tensor<i32>
    %next_1 = stablehlo.add %i_1, %step_1 : tensor<i32>
    stablehlo.return %next_1, %b_1, %a_1, %q_1, %p_1 : tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i8>, tensor<i8>
  }

  // No round at all; the condition may read a tensor.
  // CHECK-NEXT: result 7: tensor<2xf32> = [1.5, 2.5]
  %flags_2 = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %value_2 = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %kept_2:2 = stablehlo.while(%f_2 = %flags_2, %v_2 = %value_2) : tensor<2xi1>, tensor<2xf32>
  cond {
    %head_2 = stablehlo.slice %f_2 [0:1] : (tensor<2xi1>) -> tensor<1xi1>
    %flag_2 = stablehlo.reshape %head_2 : (tensor<1xi1>) -> tensor<i1>
    stablehlo.return %flag_2 : tensor<i1>
  } do {
    %twice_2 = stablehlo.add %v_2, %v_2 : tensor<2xf32>
    stablehlo.return %f_2, %twice_2 : tensor<2xi1>, tensor<2xf32>
  }

  // Nested loops, an update in place, and a value from outside: i * j + 100.
  // CHECK-NEXT{LITERAL}: result 8: tensor<2x3xi32> = [[100, 100, 100], [100, 101, 102]]
  %start_3 = stablehlo.constant dense<0> : tensor<i32>
  %table_3 = stablehlo.constant dense<0> : tensor<2x3xi32>
  %base_3 = stablehlo.constant dense<100> : tensor<i32>
  %filled_3:2 = stablehlo.while(%i_3 = %start_3, %out_3 = %table_3) : tensor<i32>, tensor<2x3xi32>
  cond {
    %two_3 = stablehlo.constant dense<2> : tensor<i32>
    %more_3 = stablehlo.compare LT, %i_3, %two_3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more_3 : tensor<i1>
  } do {
    %step_3 = stablehlo.constant dense<1> : tensor<i32>
    %row_3:2 = stablehlo.while(%j_3 = %start_3, %inner_3 = %out_3) : tensor<i32>, tensor<2x3xi32>
    cond {
      %three_3 = stablehlo.constant dense<3> : tensor<i32>
      %again_3 = stablehlo.compare LT, %j_3, %three_3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %again_3 : tensor<i1>
    } do {
      %product_3 = stablehlo.multiply %i_3, %j_3 : tensor<i32>
      %entry_3 = stablehlo.add %product_3, %base_3 : tensor<i32>
      %cell_3 = stablehlo.reshape %entry_3 : (tensor<i32>) -> tensor<1x1xi32>
      %written_3 = stablehlo.dynamic_update_slice %inner_3, %cell_3, %i_3, %j_3
          : (tensor<2x3xi32>, tensor<1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<2x3xi32>
      %next_j_3 = stablehlo.add %j_3, %step_3 : tensor<i32>
      stablehlo.return %next_j_3, %written_3 : tensor<i32>, tensor<2x3xi32>
    }
    %next_i_3 = stablehlo.add %i_3, %step_3 : tensor<i32>
    stablehlo.return %next_i_3, %row_3#1 : tensor<i32>, tensor<2x3xi32>
  }

  // The same value carried twice changes once; narrow types and complex numbers are carried.
  // CHECK-NEXT: result 9: tensor<i4> = -8
  // CHECK-NEXT: result 10: tensor<complex<f32>> = (-1.0, 0.0)
  // CHECK-NEXT: result 11: tensor<2xi16> = [2, 4]
  // CHECK-NEXT: result 12: tensor<2xi16> = [1, 2]
  %go_4 = stablehlo.constant dense<true> : tensor<i1>
  %n_4 = stablehlo.constant dense<7> : tensor<i4>
  %z_4 = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f32>>
  %k_4 = stablehlo.constant dense<[1, 2]> : tensor<2xi16>
  %done_4:5 = stablehlo.while(%g_4 = %go_4, %m_4 = %n_4, %w_4 = %z_4, %k1_4 = %k_4, %k2_4 = %k_4) : tensor<i1>, tensor<i4>, tensor<complex<f32>>, tensor<2xi16>, tensor<2xi16>
  cond {
    stablehlo.return %g_4 : tensor<i1>
  } do {
    %stop_4 = stablehlo.constant dense<false> : tensor<i1>
    %unit_4 = stablehlo.constant dense<1> : tensor<i4>
    %wrapped_4 = stablehlo.add %m_4, %unit_4 : tensor<i4>
    %square_4 = stablehlo.multiply %w_4, %w_4 : tensor<complex<f32>>
    %double_4 = stablehlo.add %k1_4, %k2_4 : tensor<2xi16>
    stablehlo.return %stop_4, %wrapped_4, %square_4, %double_4, %k2_4 : tensor<i1>, tensor<i4>, tensor<complex<f32>>, tensor<2xi16>, tensor<2xi16>
  }

  return %results#0, %results#1, %swap_1#1, %swap_1#2, %swap_1#3, %swap_1#4, %x_1, %kept_2#1,
      %filled_3#1, %done_4#1, %done_4#2, %done_4#3, %done_4#4
      : tensor<i64>, tensor<i64>, tensor<2xi32>, tensor<2xi32>, tensor<i8>, tensor<i8>, tensor<2xi32>,
        tensor<2xf32>, tensor<2x3xi32>, tensor<i4>, tensor<complex<f32>>, tensor<2xi16>,
        tensor<2xi16>
}
