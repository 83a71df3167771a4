// select: elements of one tensor or another.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi32>, tensor<2xbf16>, tensor<2xcomplex<f32>>, tensor<2xi4>,
    tensor<i1>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xi32> = [[5, 2], [3, 8]]
  %pred = stablehlo.constant dense<[[false, true], [true, false]]> : tensor<2x2xi1>
  %on_true = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %on_false = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = "stablehlo.select"(%pred, %on_true, %on_false)
      : (tensor<2x2xi1>, tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>

  // A scalar predicate counts for all elements.
  // CHECK-NEXT: result 1: tensor<2xbf16> = [-0, nan]
  %pred_1 = stablehlo.constant dense<false> : tensor<i1>
  %on_true_1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xbf16>
  %on_false_1 = stablehlo.constant dense<[-0.0, 0x7FC0]> : tensor<2xbf16>
  %result_1 = stablehlo.select %pred_1, %on_true_1, %on_false_1 : tensor<i1>, tensor<2xbf16>

  // CHECK-NEXT: result 2: tensor<2xcomplex<f32>> = [(1.0, 2.0), (7.0, 8.0)]
  %pred_2 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %on_true_2 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %on_false_2 = stablehlo.constant dense<[(5.0, 6.0), (7.0, 8.0)]> : tensor<2xcomplex<f32>>
  %result_2 = stablehlo.select %pred_2, %on_true_2, %on_false_2 : tensor<2xi1>, tensor<2xcomplex<f32>>

  // CHECK-NEXT: result 3: tensor<2xi4> = [-8, -1]
  %pred_3 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %on_true_3 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %on_false_3 = stablehlo.constant dense<[1, -1]> : tensor<2xi4>
  %result_3 = stablehlo.select %pred_3, %on_true_3, %on_false_3 : tensor<2xi1>, tensor<2xi4>

  // CHECK-NEXT: result 4: tensor<i1> = true
  %pred_4 = stablehlo.constant dense<true> : tensor<i1>
  %on_true_4 = stablehlo.constant dense<true> : tensor<i1>
  %on_false_4 = stablehlo.constant dense<false> : tensor<i1>
  %result_4 = stablehlo.select %pred_4, %on_true_4, %on_false_4 : tensor<i1>, tensor<i1>

  return %result, %result_1, %result_2, %result_3, %result_4
      : tensor<2x2xi32>, tensor<2xbf16>, tensor<2xcomplex<f32>>, tensor<2xi4>, tensor<i1>
}
