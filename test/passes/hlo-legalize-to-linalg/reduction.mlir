// Reductions: loops over what is reduced, with the body in place.

// RUN: hlo-opt --hlo-legalize-to-linalg -split-input-file %s | FileCheck %s

// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @reduce
// CHECK:       %[[INIT:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4xf32>)
// CHECK:       linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["parallel", "reduction"]} ins(%{{.*}}) outs(%[[INIT]] : tensor<4xf32>)
// CHECK-NEXT:  ^bb0(%[[X:.*]]: f32, %[[TOTAL:.*]]: f32):
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[TOTAL]], %[[X]]
// CHECK-NEXT:    linalg.yield %[[SUM]]
func.func @reduce(%a: tensor<4x8xf32>, %init: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.add across dimensions = [1]
      : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// To a scalar.
// CHECK-LABEL: func.func @all
// CHECK:       %[[R:.*]] = linalg.generic {{.*}} iterator_types = ["reduction"]
// CHECK:       tensor.extract %[[R]][] : tensor<i32>
func.func @all(%a: tensor<8xi32>, %init: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.maximum across dimensions = [0]
      : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Windows: strides and dilations are in the map; an operand that is not read bounds the window.
// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1 * 3)>
// CHECK-DAG: #[[$WINDOW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @reduce_window
// CHECK:       linalg.generic {indexing_maps = [#[[$IN]], #[[$WINDOW]], #{{.*}}], iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %{{.*}} : tensor<11xf32>, tensor<2xi1>)
// CHECK:         arith.maximumf
func.func @reduce_window(%a: tensor<8xf32>, %init: tensor<f32>) -> tensor<4xf32> {
  %0 = "stablehlo.reduce_window"(%a, %init) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2>,
    window_dilations = array<i64: 3>,
    padding = dense<[[1, 2]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Updates are applied one by one, and only inside.
// CHECK-LABEL: func.func @scatter
// CHECK:       scf.for
// CHECK:         %[[INSIDE:.*]] = arith.andi
// CHECK:         scf.if %[[INSIDE]]
// CHECK:           tensor.insert
func.func @scatter(%a: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
