// Asynchronous operations run at once; a reduction over one process gives its operands.

// RUN: hlo-run %s --input=4xf32=1,2,3,4 --input=3xi32=7,8,9 | FileCheck %s
// CHECK: result 0: tensor<2xf32> = [2.0, 3.0]
// CHECK: result 1: tensor<3xi32> = [7, 8, 9]
// CHECK: result 2: tensor<3xi32> = [7, 8, 9]
// CHECK: result 3: tensor<3xi32> = [0, 0, 0]

func.func @main(%x: tensor<4xf32>, %n: tensor<3xi32>) -> (tensor<2xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %future = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %s = "stablehlo.slice"(%a) {start_indices = array<i64: 1>, limit_indices = array<i64: 3>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  %gather = "stablehlo.async_start"(%n) ({
  ^bb0(%a: tensor<3xi32>):
    %s = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xi32>) -> tensor<3xi32>
    stablehlo.return %s : tensor<3xi32>
  }) : (tensor<3xi32>) -> !stablehlo.future<tensor<3xi32>>
  %reduced = "stablehlo.collective_reduce"(%n) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xi32>) -> tensor<3xi32>
  %elsewhere = "stablehlo.collective_reduce"(%n) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<3xi32>) -> tensor<3xi32>
  %done = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  %gathered = "stablehlo.async_done"(%gather) : (!stablehlo.future<tensor<3xi32>>) -> tensor<3xi32>
  return %done, %gathered, %reduced, %elsewhere : tensor<2xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}
