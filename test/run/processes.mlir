// Collectives and ids in a program that is one process.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<ui32>, tensor<ui32>, tensor<2x2xi64>, tensor<2x2xi64>,
    tensor<2x2xi64>, tensor<2x2xi64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK: result 0: tensor<ui32> = 0
  // CHECK-NEXT: result 1: tensor<ui32> = 0
  %replica = stablehlo.replica_id : tensor<ui32>
  %partition = stablehlo.partition_id : tensor<ui32>

  // A group of one has nothing to gather, add up or exchange.
  // CHECK-NEXT{LITERAL}: result 2: tensor<2x2xi64> = [[1, 2], [3, 4]]
  // CHECK-NEXT{LITERAL}: result 3: tensor<2x2xi64> = [[1, 2], [3, 4]]
  // CHECK-NEXT{LITERAL}: result 4: tensor<2x2xi64> = [[1, 2], [3, 4]]
  // CHECK-NEXT{LITERAL}: result 5: tensor<2x2xi64> = [[1, 2], [3, 4]]
  %operand_1 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %gathered_1 = "stablehlo.all_gather"(%operand_1) {
    all_gather_dim = 1 : i64,
    replica_groups = dense<0> : tensor<1x1xi64>
  } : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %reduced_1 = "stablehlo.all_reduce"(%operand_1) ({
  ^bb0(%a_1: tensor<i64>, %b_1: tensor<i64>):
    %sum_1 = stablehlo.add %a_1, %b_1 : tensor<i64>
    stablehlo.return %sum_1 : tensor<i64>
  }) { replica_groups = dense<0> : tensor<1x1xi64> } : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %scattered_1 = "stablehlo.reduce_scatter"(%operand_1) ({
  ^bb0(%a_1: tensor<i64>, %b_1: tensor<i64>):
    %sum_1 = stablehlo.add %a_1, %b_1 : tensor<i64>
    stablehlo.return %sum_1 : tensor<i64>
  }) {
    scatter_dimension = 0 : i64,
    replica_groups = dense<0> : tensor<1x1xi64>
  } : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %exchanged_1 = "stablehlo.all_to_all"(%operand_1) {
    split_dimension = 0 : i64,
    concat_dimension = 1 : i64,
    split_count = 1 : i64,
    replica_groups = dense<0> : tensor<1x1xi64>
  } : (tensor<2x2xi64>) -> tensor<2x2xi64>

  // A process that is no target of a permutation gets zeros; one that sends to itself keeps all.
  // CHECK-NEXT: result 6: tensor<2xf32> = [1.5, 2.5]
  // CHECK-NEXT: result 7: tensor<2xf32> = [0.0, 0.0]
  // CHECK-NEXT: result 8: tensor<2xf32> = [1.5, 2.5]
  %operand_2 = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %kept_2 = "stablehlo.collective_permute"(%operand_2) {
    source_target_pairs = dense<0> : tensor<1x2xi64>
  } : (tensor<2xf32>) -> tensor<2xf32>
  %nothing_2 = "stablehlo.collective_permute"(%operand_2) {
    source_target_pairs = dense<> : tensor<0x2xi64>
  } : (tensor<2xf32>) -> tensor<2xf32>
  %sent_2 = "stablehlo.collective_broadcast"(%operand_2) {
    replica_groups = dense<0> : tensor<1x1xi64>
  } : (tensor<2xf32>) -> tensor<2xf32>

  return %replica, %partition, %gathered_1, %reduced_1, %scattered_1, %exchanged_1, %kept_2,
      %nothing_2, %sent_2
      : tensor<ui32>, tensor<ui32>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>,
        tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
