// A result is put in the buffer of an argument that is donated to it; what is still read is copied.

// RUN: hlo-opt --hlo-bufferize %s | FileCheck %s

// A slice is inserted where it belongs, and nothing else moves.
// CHECK-LABEL: func.func @update(
// CHECK-SAME:    %[[A:[^:]*]]: memref<8xf32>, %[[U:.*]]: memref<2xf32>, %{{.*}}: memref<8xf32>)
// CHECK-NEXT:    %[[S:.*]] = memref.subview %[[A]][3] [2] [1]
// CHECK-NEXT:    memref.copy %[[U]], %[[S]]
// CHECK-NEXT:    return
func.func @update(%a: tensor<8xf32>, %u: tensor<2xf32>) -> tensor<8xf32> attributes {hlo.donated = array<i64: 0>} {
  %0 = tensor.insert_slice %u into %a[3] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// An element is read for the last time where it is written.
// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[A:[^:]*]]: memref<8xf32>, %[[B:[^:]*]]: memref<8xf32>, %{{.*}}: memref<8xf32>)
// CHECK-NOT:     alloc
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[B]] :
// CHECK-NOT:     copy
func.func @elementwise(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> attributes {hlo.donated = array<i64: 1>} {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A loop works in the buffer of the argument that it starts from.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[A:[^:]*]]: memref<8xf32>, %{{.*}}: memref<8xf32>)
// CHECK-NOT:     alloc
// CHECK-NOT:     copy
// CHECK:         scf.for
// CHECK-NEXT:      memref.store %{{.*}}, %[[A]]
// CHECK-NOT:     copy
func.func @loop(%a: tensor<8xf32>) -> tensor<8xf32> attributes {hlo.donated = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %v = arith.constant 2.0 : f32
  %0 = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
    %1 = tensor.insert %v into %t[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// Both leave before either is written.
// CHECK-LABEL: func.func @swap(
// CHECK-SAME:    %[[A:[^:]*]]: memref<8xf32>, %[[B:[^:]*]]: memref<8xf32>,
// CHECK:         memref.copy %[[B]], %[[OLD_B:.*]] : memref<8xf32> to
// CHECK:         memref.copy %[[A]], %[[OLD_A:.*]] : memref<8xf32> to
// CHECK:         linalg.copy ins(%[[OLD_B]] : memref<8xf32>) outs(%[[A]] : memref<8xf32>)
// CHECK-NEXT:    linalg.copy ins(%[[OLD_A]] : memref<8xf32>) outs(%[[B]] : memref<8xf32>)
func.func @swap(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) attributes {hlo.donated = array<i64: 0, 1>} {
  return %b, %a : tensor<8xf32>, tensor<8xf32>
}
