// What loops and branches carry stays in place.

// RUN: hlo-opt --hlo-bufferize -split-input-file %s | FileCheck %s

// The loop works in the caller's buffer: one copy of the input, none per iteration.
// CHECK-LABEL: func.func @update
// CHECK-SAME:    (%[[A:.*]]: memref<8xf32>, %[[R:.*]]: memref<8xf32>)
// CHECK-NOT:   memref.alloc
// CHECK:       linalg.copy ins(%[[A]] : {{.*}}) outs(%[[R]] :
// CHECK-NEXT:  scf.for %[[I:.*]] =
// CHECK-NEXT:    memref.store %{{.*}}, %[[R]][%[[I]]]
// CHECK-NEXT:  }
// CHECK-NEXT:  return
func.func @update(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %a) -> (tensor<8xf32>) {
    %y = tensor.insert %f into %x[%i] : tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// An update that not every iteration makes, as a scatter's.
// CHECK-LABEL: func.func @scatter
// CHECK-SAME:    (%[[A:.*]]: memref<8xf32>, %[[P:.*]]: memref<8xi1>, %[[R:.*]]: memref<8xf32>)
// CHECK-NOT:   memref.alloc
// CHECK:       scf.for
// CHECK:         scf.if
// CHECK-NEXT:      memref.store %{{.*}}, %[[R]]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  return
func.func @scatter(%a: tensor<8xf32>, %p: tensor<8xi1>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %a) -> (tensor<8xf32>) {
    %c = tensor.extract %p[%i] : tensor<8xi1>
    %y = scf.if %c -> (tensor<8xf32>) {
      %z = tensor.insert %f into %x[%i] : tensor<8xf32>
      scf.yield %z : tensor<8xf32>
    } else {
      scf.yield %x : tensor<8xf32>
    }
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// Two tensors that change places: both are read before either is written.
// CHECK-LABEL: func.func @swap
// CHECK-SAME:    (%[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[R0:.*]]: memref<4xf32>, %[[R1:.*]]: memref<4xf32>)
// CHECK:       scf.for
// CHECK:         %[[T0:.*]] = memref.alloc()
// CHECK-NEXT:    memref.copy %[[R1]], %[[T0]]
// CHECK-NEXT:    %[[T1:.*]] = memref.alloc()
// CHECK-NEXT:    memref.copy %[[R0]], %[[T1]]
// CHECK-NEXT:    linalg.copy ins(%[[T0]] : {{.*}}) outs(%[[R0]] :
// CHECK-NEXT:    linalg.copy ins(%[[T1]] : {{.*}}) outs(%[[R1]] :
func.func @swap(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A while loop that canonicalization has changed: the condition forwards the tensor and
// computes a scalar for the body, in another order than the loop carries them.
// CHECK-LABEL: func.func @while
// CHECK-SAME:    (%[[A:.*]]: memref<4xf32>, %[[N:.*]]: memref<index>, %[[R:.*]]: memref<4xf32>)
// CHECK-NOT:   memref.alloc
// CHECK:       scf.while
// CHECK:         memref.store %{{.*}}, %[[R]]
// CHECK-NOT:   memref.alloc
func.func @while(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %r:2 = scf.while (%i = %c0, %x = %a) : (index, tensor<4xf32>) -> (tensor<4xf32>, index) {
    %j = arith.addi %i, %c1 : index
    %c = arith.cmpi slt, %j, %n : index
    scf.condition(%c) %x, %j : tensor<4xf32>, index
  } do {
  ^bb0(%y: tensor<4xf32>, %j: index):
    %z = tensor.insert %f into %y[%j] : tensor<4xf32>
    scf.yield %j, %z : index, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// -----

// Both branches write the result, without a buffer in between.
// CHECK-LABEL: func.func @branches
// CHECK-SAME:    (%[[A:.*]]: memref<4xf32>, %[[C:.*]]: memref<i1>, %[[R:.*]]: memref<4xf32>)
// CHECK-NOT:   memref.alloc
// CHECK:       scf.if
// CHECK-NEXT:    linalg.add {{.*}} outs(%[[R]] :
// CHECK-NEXT:  } else {
// CHECK-NEXT:    linalg.copy ins(%[[A]] : {{.*}}) outs(%[[R]] :
// CHECK-NEXT:  }
// CHECK-NEXT:  return
func.func @branches(%a: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %r = scf.if %c -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A choice between tensors is a copy of one of them: its result would be in either's buffer,
// and bufferization would then copy what the loop carries, too, to a new buffer each time.
// CHECK-LABEL: func.func @select
// CHECK:       scf.for {{.*}} step %{{[a-z0-9_]+}} {
// CHECK:         scf.if
// CHECK-NOT:     arith.select
// CHECK-NOT:     scf.yield %
func.func @select(%a: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<4xf32>
  %k = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %a, %y = %k) -> (tensor<4xf32>, tensor<4xf32>) {
    %z = arith.select %c, %k, %y : tensor<4xf32>
    scf.yield %z, %y : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}
