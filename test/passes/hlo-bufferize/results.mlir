// Results go straight into buffers of the caller's; inputs are only read.

// RUN: hlo-opt --hlo-bufferize -split-input-file %s | FileCheck %s

// The last producer writes into the result, through all that is done in place.
// CHECK-LABEL: func.func @producer
// CHECK-SAME:    (%[[A:.*]]: memref<4x4xf32>, %[[R:.*]]: memref<4x4xf32>) attributes {hlo.arguments = 1 : i64}
// CHECK-NOT:   memref.alloc
// CHECK:       linalg.fill {{.*}} outs(%[[R]] :
// CHECK-NEXT:  linalg.matmul ins(%[[A]], %[[A]] : {{.*}}) outs(%[[R]] :
// CHECK-NEXT:  memref.store %{{.*}}, %[[R]]
// CHECK-NEXT:  return
func.func @producer(%a: tensor<4x4xf32> {jax.name = "x"}) -> (tensor<4x4xf32> {jax.result_info = "r"}) {
  %f = arith.constant 0.0 : f32
  %i = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %z = linalg.fill ins(%f : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = tensor.insert %f into %m[%i, %i] : tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// One value returned twice is computed once, an argument and a constant are copied.
// CHECK:       memref.global "private" constant @[[K:.*]] : memref<2xi32> = dense<[5, 6]>
// CHECK-LABEL: func.func @copies
// CHECK-SAME:    (%[[A:.*]]: memref<4xf32>, %[[R0:.*]]: memref<4xf32>, %[[R1:.*]]: memref<4xf32>, %[[R2:.*]]: memref<4xf32>, %[[R3:.*]]: memref<2xi32>)
// CHECK-NOT:   memref.alloc
// CHECK-DAG:   linalg.add ins(%[[A]], %[[A]] : {{.*}}) outs(%[[R0]] :
// CHECK-DAG:   linalg.copy ins(%[[R0]] : {{.*}}) outs(%[[R1]] :
// CHECK-DAG:   linalg.copy ins(%[[A]] : {{.*}}) outs(%[[R2]] :
// CHECK-DAG:   %[[G:.*]] = memref.get_global @[[K]]
// CHECK-DAG:   linalg.copy ins(%[[G]] : {{.*}}) outs(%[[R3]] :
func.func @copies(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xi32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %k = arith.constant dense<[5, 6]> : tensor<2xi32>
  return %0, %0, %a, %k : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xi32>
}

// -----

// A result must not be overwritten by what another one is made of it: upstream's
// elimination of empty tensors would put both in the same buffer.
// CHECK-LABEL: func.func @both
// CHECK-SAME:    (%[[A:.*]]: memref<4xf32>, %[[R0:.*]]: memref<4xf32>, %[[R1:.*]]: memref<4xf32>)
// CHECK:       linalg.add ins(%[[A]], %[[A]] : {{.*}}) outs(%[[B:.*]] :
// CHECK:       memref.store %{{.*}}, %[[C:.*]][%{{.*}}]
// CHECK-NOT:   memref.store {{.*}}, %[[B]]
// CHECK:       return
func.func @both(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %f = arith.constant 0.0 : f32
  %i = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<4xf32>
  return %1, %0 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Scalars are loaded and stored; what has no elements is neither.
// CHECK-LABEL: func.func @small
// CHECK-SAME:    (%[[S:.*]]: memref<f32>, %{{.*}}: memref<0xf32>, %[[R:.*]]: memref<f32>, %{{.*}}: memref<0xf32>)
// CHECK-NEXT:  %[[V:.*]] = memref.load %[[S]][]
// CHECK-NEXT:  memref.store %[[V]], %[[R]][]
// CHECK-NEXT:  return
func.func @small(%s: f32, %e: tensor<3x0xf32>) -> (f32, tensor<3x0xf32>) {
  return %s, %e : f32, tensor<3x0xf32>
}

// -----

// Reshapes between the last producer and the result cost nothing.
// CHECK-LABEL: func.func @reshaped
// CHECK-SAME:    (%[[A:.*]]: memref<4xf32>, %[[R:.*]]: memref<2x2x1xf32>)
// CHECK-NOT:   memref.alloc
// CHECK:       %[[V:.*]] = memref.collapse_shape %[[R]] {{\[}}[0, 1, 2]] : {{.*}} into memref<4xf32>
// CHECK-NEXT:  linalg.add ins(%[[A]], %[[A]] : {{.*}}) outs(%[[V]] :
// CHECK-NEXT:  return
func.func @reshaped(%a: tensor<4xf32>) -> tensor<2x2x1xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %2 = tensor.expand_shape %1 [[0], [1, 2]] output_shape [2, 2, 1] : tensor<2x2xf32> into tensor<2x2x1xf32>
  return %2 : tensor<2x2x1xf32>
}

// -----

// What is inserted into is copied once, to where the result goes.
// CHECK-LABEL: func.func @inserted
// CHECK-SAME:    (%[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<2xf32>, %[[R:.*]]: memref<8xf32>)
// CHECK-NOT:   memref.alloc
// CHECK:       linalg.copy ins(%[[A]] : {{.*}}) outs(%[[R]] :
// CHECK-NEXT:  %[[V:.*]] = memref.subview %[[R]][3] [2] [1]
// CHECK-NEXT:  memref.copy %[[B]], %[[V]]
// CHECK-NEXT:  return
func.func @inserted(%a: tensor<8xf32>, %b: tensor<2xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %b into %a[3] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}
