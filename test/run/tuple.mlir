// tuple and get_tuple_element: values put together and taken apart.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2xf32>, tensor<i32>) {
  // The specification's examples, one inside the other.
  // CHECK: result 0: tensor<2xf32> = [1.0, 2.0]
  // CHECK-NEXT: result 1: tensor<i32> = 3
  %val0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %val1 = stablehlo.constant dense<3> : tensor<i32>
  %inner = stablehlo.tuple %val1 : tuple<tensor<i32>>
  %pair = "stablehlo.tuple"(%val0, %inner)
      : (tensor<2xf32>, tuple<tensor<i32>>) -> tuple<tensor<2xf32>, tuple<tensor<i32>>>
  %first = "stablehlo.get_tuple_element"(%pair) { index = 0 : i32 }
      : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tensor<2xf32>
  %rest = stablehlo.get_tuple_element %pair[1]
      : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
  %second = stablehlo.get_tuple_element %rest[0] : (tuple<tensor<i32>>) -> tensor<i32>

  return %first, %second : tensor<2xf32>, tensor<i32>
}
