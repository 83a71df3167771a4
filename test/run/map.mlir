// map: a computation applied to each element.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi64>, tensor<2xi1>, tensor<i4>, tensor<0xui8>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xi64> = [[0, 5], [12, 21]]
  %input0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %input1 = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi64>
  %result = "stablehlo.map"(%input0, %input1) ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<i64>
    stablehlo.return %0 : tensor<i64>
  }) { dimensions = array<i64: 0, 1> } : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>

  // The element type may change, and a value from outside be used.
  // CHECK-NEXT: result 1: tensor<2xi1> = [false, true]
  %input_1 = stablehlo.constant dense<[1.5, -2.5]> : tensor<2xf32>
  %limit_1 = stablehlo.constant dense<0.0> : tensor<f32>
  %result_1 = "stablehlo.map"(%input_1) ({
  ^bb0(%x_1: tensor<f32>):
    %negative_1 = stablehlo.compare LT, %x_1, %limit_1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %negative_1 : tensor<i1>
  }) { dimensions = array<i64: 0> } : (tensor<2xf32>) -> tensor<2xi1>

  // CHECK-NEXT: result 2: tensor<i4> = -2
  // CHECK-NEXT: result 3: tensor<0xui8> = []
  %scalar_2 = stablehlo.constant dense<7> : tensor<i4>
  %none_2 = stablehlo.constant dense<> : tensor<0xui8>
  %one_2 = "stablehlo.map"(%scalar_2) ({
  ^bb0(%x_2: tensor<i4>):
    %y_2 = stablehlo.add %x_2, %x_2 : tensor<i4>
    stablehlo.return %y_2 : tensor<i4>
  }) { dimensions = array<i64> } : (tensor<i4>) -> tensor<i4>
  %empty_2 = "stablehlo.map"(%none_2) ({
  ^bb0(%x_2: tensor<ui8>):
    stablehlo.return %x_2 : tensor<ui8>
  }) { dimensions = array<i64: 0> } : (tensor<0xui8>) -> tensor<0xui8>

  return %result, %result_1, %one_2, %empty_2
      : tensor<2x2xi64>, tensor<2xi1>, tensor<i4>, tensor<0xui8>
}
