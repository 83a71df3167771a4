// The loop over the output's last dimension goes innermost.

// RUN: hlo-opt --hlo-schedule-loops -split-input-file %s | FileCheck %s

// A matrix product becomes generic: rows, sum, columns, so that both the right operand and the
// output are walked along their rows.
// CHECK-DAG: #[[$LHS:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$RHS:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func.func @matmul
// CHECK-NOT:   linalg.matmul
// CHECK:       linalg.generic {indexing_maps = [#[[$LHS]], #[[$RHS]], #[[$OUT]]], iterator_types = ["parallel", "reduction", "parallel"]}
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
                     outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// A sum over rows walks along them; indices are renumbered with the loops.
// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @columns
// CHECK:       linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["reduction", "parallel"]}
// CHECK:         linalg.index 1
// CHECK:         linalg.index 0
func.func @columns(%a: tensor<8x4xindex>, %b: tensor<4xindex>) -> tensor<4xindex> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%a : tensor<8x4xindex>) outs(%b : tensor<4xindex>) {
  ^bb0(%x: index, %total: index):
    %column = linalg.index 0 : index
    %row = linalg.index 1 : index
    %1 = arith.addi %column, %row : index
    %2 = arith.addi %1, %x : index
    %3 = arith.addi %2, %total : index
    linalg.yield %3 : index
  } -> tensor<4xindex>
  return %0 : tensor<4xindex>
}

// -----

// A sum to one number, and loops without a sum, stay in order.
// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @kept
// CHECK:       linalg.generic {indexing_maps = [#[[$ID]], #{{.*}}], iterator_types = ["reduction", "reduction"]}
// CHECK:       linalg.generic {indexing_maps = [#[[$TURNED]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
func.func @kept(%a: tensor<8x4xf32>, %b: tensor<f32>, %c: tensor<4x8xf32>) -> (tensor<f32>, tensor<4x8xf32>) {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
    iterator_types = ["reduction", "reduction"]
  } ins(%a : tensor<8x4xf32>) outs(%b : tensor<f32>) {
  ^bb0(%x: f32, %total: f32):
    %2 = arith.addf %x, %total : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%a : tensor<8x4xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return %0, %1 : tensor<f32>, tensor<4x8xf32>
}
