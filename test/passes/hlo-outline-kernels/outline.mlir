// Loop nests on whole, distinct buffers become functions.

// RUN: hlo-opt --hlo-outline-kernels -split-input-file %s | FileCheck %s

// Equal nests share one function; another element count makes another one.
// CHECK-LABEL: func.func @main
// CHECK-SAME:    (%[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<8xf32>)
// CHECK:       call @kernel_0(%[[A]]) : (memref<4xf32>) -> ()
// CHECK-NEXT:  call @kernel_0(%[[B]]) : (memref<4xf32>) -> ()
// CHECK-NEXT:  call @kernel_1(%[[C]]) : (memref<8xf32>) -> ()
// CHECK-NEXT:  return
// CHECK:       func.func private @kernel_0(%[[M:.*]]: memref<4xf32>) attributes {hlo.kernel, llvm.no_inline}
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:    linalg.fill ins(%[[ONE]] : f32) outs(%[[M]] : memref<4xf32>)
// CHECK-NEXT:    return
// CHECK:       func.func private @kernel_1
// CHECK-NOT:   @kernel_2
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%a : memref<4xf32>)
  linalg.fill ins(%one : f32) outs(%b : memref<4xf32>)
  linalg.fill ins(%one : f32) outs(%c : memref<8xf32>)
  return
}

// -----

// Scalars are passed. Loops are found inside while loops and branches.
// CHECK-LABEL: func.func @nested
// CHECK-SAME:    %[[P:.*]]: i1, %[[S:.*]]: f32, %[[A:.*]]: memref<4xf32>
// CHECK:       scf.if %[[P]] {
// CHECK-NEXT:    call @kernel_0({{.*}}%[[S]]{{.*}}) : ({{.*}}) -> ()
// CHECK-NEXT:  }
// CHECK:       func.func private @kernel_0(
// CHECK:         scf.for
// CHECK:           memref.store
func.func @nested(%p: i1, %s: f32, %a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.if %p {
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %s, %a[%i] : memref<4xf32>
    }
  }
  return
}

// -----

// The whole buffer is passed, once, and the views of it are made anew inside.
// CHECK-LABEL: func.func @views
// CHECK-SAME:    (%[[A:.*]]: memref<2x4xf32>, %[[X:.*]]: f32)
// CHECK:       call @kernel_0(%[[A]]) : (memref<2x4xf32>) -> ()
// CHECK:       call @kernel_1(%[[X]], %[[A]]) : (f32, memref<2x4xf32>) -> ()
// CHECK:       func.func private @kernel_0(%[[M:.*]]: memref<2x4xf32>)
// CHECK-DAG:     %[[FLAT:.*]] = memref.collapse_shape %[[M]]
// CHECK-DAG:     %[[OTHER:.*]] = memref.reinterpret_cast %[[M]]
// CHECK:         linalg.copy ins(%[[FLAT]] : memref<8xf32>) outs(%[[OTHER]] : memref<8xf32>)
// CHECK:       func.func private @kernel_1
// CHECK:         memref.subview
func.func @views(%a: memref<2x4xf32>, %x: f32) {
  %flat = memref.collapse_shape %a [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  %other = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [1] : memref<2x4xf32> to memref<8xf32>
  linalg.copy ins(%flat : memref<8xf32>) outs(%other : memref<8xf32>)
  %column = memref.subview %a[0, 1] [2, 1] [1, 1] : memref<2x4xf32> to memref<2xf32, strided<[4], offset: 1>>
  linalg.fill ins(%x : f32) outs(%column : memref<2xf32, strided<[4], offset: 1>>)
  return
}

// -----

// Kernels assume that their buffers do not overlap; one that came out of a branch may be any.
// CHECK-LABEL: func.func @branch
// CHECK:       linalg.copy
// CHECK-NOT:   call
func.func @branch(%p: i1, %a: memref<8xf32>, %b: memref<8xf32>) {
  %m = scf.if %p -> memref<8xf32> {
    scf.yield %a : memref<8xf32>
  } else {
    scf.yield %b : memref<8xf32>
  }
  linalg.copy ins(%m : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}

// -----

// A loop that yields a value stays.
// CHECK-LABEL: func.func @whole
// CHECK:       scf.for
func.func @whole(%a: memref<2x4xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %flat = memref.collapse_shape %a [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  linalg.fill ins(%x : f32) outs(%flat : memref<8xf32>)
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f32) {
    %y = memref.load %flat[%i] : memref<8xf32>
    %t = arith.addf %s, %y : f32
    scf.yield %t : f32
  }
  return %sum : f32
}
