// func.call: functions called, more than once and one from another.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2xi32>, tensor<2xi32>, tensor<i64>, tensor<i32>) {
  // CHECK: result 0: tensor<2xi32> = [2, 4]
  // CHECK-NEXT: result 1: tensor<2xi32> = [8, 16]
  // CHECK-NEXT: result 2: tensor<i64> = 5
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %once = func.call @double(%x) : (tensor<2xi32>) -> tensor<2xi32>
  %more:2 = func.call @twice(%once) : (tensor<2xi32>) -> (tensor<2xi32>, tensor<i64>)

  // Inside a region, with values of the loop.
  // CHECK-NEXT: result 3: tensor<i32> = 6
  %input_1 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %init_1 = stablehlo.constant dense<0> : tensor<i32>
  %sum_1 = stablehlo.reduce(%input_1 init: %init_1) across dimensions = [0]
      : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a_1: tensor<i32>, %b_1: tensor<i32>) {
      %r_1 = func.call @plus(%a_1, %b_1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %r_1 : tensor<i32>
    }
  func.call @nothing() : () -> ()

  return %once, %more#0, %more#1, %sum_1 : tensor<2xi32>, tensor<2xi32>, tensor<i64>, tensor<i32>
}

func.func private @double(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = stablehlo.add %x, %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

func.func private @twice(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<i64>) {
  %y = call @double(%x) : (tensor<2xi32>) -> tensor<2xi32>
  %z = call @double(%y) : (tensor<2xi32>) -> tensor<2xi32>
  %n = stablehlo.constant dense<5> : tensor<i64>
  return %z, %n : tensor<2xi32>, tensor<i64>
}

func.func private @plus(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %sum = stablehlo.add %a, %b : tensor<i32>
  return %sum : tensor<i32>
}

func.func private @nothing() {
  return
}
