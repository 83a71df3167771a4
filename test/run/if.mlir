// if: one of two branches.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<i32>, tensor<2xf32>, tensor<i64>, tensor<2xf32>) {
  // The specification's example.
  // CHECK: result 0: tensor<i32> = 10
  %result_true_branch = stablehlo.constant dense<10> : tensor<i32>
  %result_false_branch = stablehlo.constant dense<11> : tensor<i32>
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %result = "stablehlo.if"(%pred) ({
    "stablehlo.return"(%result_true_branch) : (tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%result_false_branch) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>

  // Tensors that a branch computes or passes on, and a branch inside a branch.
  // CHECK-NEXT: result 1: tensor<2xf32> = [2.0, 4.0]
  // CHECK-NEXT: result 2: tensor<i64> = -3
  // CHECK-NEXT: result 3: tensor<2xf32> = [1.0, 2.0]
  %x_1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n_1 = stablehlo.constant dense<3> : tensor<i64>
  %yes_1 = stablehlo.constant dense<true> : tensor<i1>
  %no_1 = stablehlo.constant dense<false> : tensor<i1>
  %both_1:2 = "stablehlo.if"(%no_1) ({
    stablehlo.return %x_1, %n_1 : tensor<2xf32>, tensor<i64>
  }, {
    %inner_1 = "stablehlo.if"(%yes_1) ({
      %twice_1 = stablehlo.add %x_1, %x_1 : tensor<2xf32>
      stablehlo.return %twice_1 : tensor<2xf32>
    }, {
      stablehlo.return %x_1 : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    %m_1 = stablehlo.negate %n_1 : tensor<i64>
    stablehlo.return %inner_1, %m_1 : tensor<2xf32>, tensor<i64>
  }) : (tensor<i1>) -> (tensor<2xf32>, tensor<i64>)
  %passed_1 = "stablehlo.if"(%yes_1) ({
    stablehlo.return %x_1 : tensor<2xf32>
  }, {
    %zeros_1 = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %zeros_1 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>

  return %result, %both_1#0, %both_1#1, %passed_1
      : tensor<i32>, tensor<2xf32>, tensor<i64>, tensor<2xf32>
}
