// Elementwise operations: one linalg.generic each, on scalars one operation.

// RUN: hlo-opt --hlo-legalize-to-linalg -split-input-file %s | FileCheck %s

// CHECK: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @tensors
// CHECK-SAME:    (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>)
// CHECK:       %[[E:.*]] = tensor.empty() : tensor<2x3xf32>
// CHECK:       %[[R:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[E]] : tensor<2x3xf32>)
// CHECK-NEXT:  ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:    %[[S:.*]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK-NEXT:    linalg.yield %[[S]] : f32
// CHECK:       return %[[R]]
func.func @tensors(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Rank 0 is a scalar between its operations; only arguments and results are tensors.
// CHECK-LABEL: func.func @scalars
// CHECK-SAME:    (%[[A:.*]]: tensor<f32>)
// CHECK:       %[[X:.*]] = tensor.extract %[[A]][] : tensor<f32>
// CHECK-NEXT:  %[[E:.*]] = math.exp %[[X]] : f32
// CHECK-NEXT:  %[[M:.*]] = arith.mulf %[[E]], %[[X]] : f32
// CHECK-NEXT:  %[[R:.*]] = tensor.from_elements %[[M]] : tensor<f32>
// CHECK-NEXT:  return %[[R]]
func.func @scalars(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %a : tensor<f32>
  %1 = stablehlo.multiply %0, %a : tensor<f32>
  return %1 : tensor<f32>
}

// -----

// A splat is a scalar that the operation closes over, not a tensor in memory.
// CHECK-LABEL: func.func @splat
// CHECK:       %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK:       linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf32>)
// CHECK:         arith.mulf %{{.*}}, %[[TWO]] : f32
// CHECK-NOT:   linalg.fill
func.func @splat(%a: tensor<4xf32>) -> tensor<4xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %twos = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.multiply %a, %twos : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Operations on splats stay scalar until a tensor is needed.
// CHECK-LABEL: func.func @splats
// CHECK:       %[[X:.*]] = tensor.extract
// CHECK-NEXT:  %[[N:.*]] = arith.negf %[[X]] : f32
// CHECK-NEXT:  tensor.empty
// CHECK-NEXT:  linalg.fill ins(%[[N]] : f32)
// CHECK-NOT:   linalg.generic
func.func @splats(%a: tensor<f32>) -> tensor<4x4xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %1 = stablehlo.negate %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// A scalar predicate or bound applies to every element.
// CHECK-LABEL: func.func @select
// CHECK:       %[[P:.*]] = tensor.extract %{{.*}}[] : tensor<i1>
// CHECK:       linalg.generic
// CHECK-NEXT:  ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:    arith.select %[[P]], %[[X]], %[[Y]] : f32
func.func @select(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Booleans: add is OR, multiply is AND.
// CHECK-LABEL: func.func @booleans
// CHECK:         arith.ori %{{.*}} : i1
// CHECK:         arith.andi %{{.*}} : i1
func.func @booleans(%a: tensor<4xi1>, %b: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.add %a, %b : tensor<4xi1>
  %1 = stablehlo.multiply %a, %b : tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// -----

// Division never traps: a divisor of zero or -1 is replaced, and its result chosen.
// CHECK-LABEL: func.func @divide
// CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG:   %[[ONES:.*]] = arith.constant -1 : i32
// CHECK:       ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32, %{{.*}}: i32):
// CHECK-DAG:     %[[BYZERO:.*]] = arith.cmpi eq, %[[Y]], %[[ZERO]]
// CHECK-DAG:     %[[BYONES:.*]] = arith.cmpi eq, %[[Y]], %[[ONES]]
// CHECK:         %[[EITHER:.*]] = arith.ori %[[BYZERO]], %[[BYONES]]
// CHECK:         %[[SAFE:.*]] = arith.select %[[EITHER]], %[[ONE]], %[[Y]]
// CHECK:         arith.divsi %[[X]], %[[SAFE]]
func.func @divide(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.divide %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// Shift amounts are compared with the width as unsigned numbers.
// CHECK-LABEL: func.func @shift
// CHECK:       %[[LIMIT:.*]] = arith.constant 7 : i8
// CHECK:         %[[BEYOND:.*]] = arith.cmpi ugt, %[[AMOUNT:.*]], %[[LIMIT]]
// CHECK:         %[[SAFE:.*]] = arith.select %[[BEYOND]]
// CHECK:         %[[SHIFTED:.*]] = arith.shli %{{.*}}, %[[SAFE]]
// CHECK:         arith.select %[[BEYOND]], %{{.*}}, %[[SHIFTED]]
func.func @shift(%a: tensor<4xi8>, %b: tensor<4xi8>) -> tensor<4xi8> {
  %0 = stablehlo.shift_left %a, %b : tensor<4xi8>
  return %0 : tensor<4xi8>
}
