// Each call of a kernel is put between two looks at the clock; scratch memory grows by the counters.

// RUN: hlo-opt --hlo-instrument-kernels %s | FileCheck %s
// RUN: hlo-opt --pass-pipeline='builtin.module(hlo-instrument-kernels,hlo-lower-to-llvm)' %s | FileCheck --check-prefix=LLVM %s

// Four rows of 16 bytes: the clock's, the entry point's, those of two kernels.
// CHECK-LABEL: func.func @main
// CHECK-SAME:    %[[S:arg[0-9]+]]: memref<128xi8>) attributes {hlo.scratch_bytes = 128 : i64}
// CHECK:         %[[C:.*]] = memref.view %[[S]]{{\[}}%c64]{{\[\]}} : memref<128xi8> to memref<4x2xi64>
// CHECK-NEXT:    %[[START:.*]] = call @profile_now(%[[C]])
// CHECK:         scf.for
// CHECK-NEXT:      %[[T:.*]] = func.call @profile_now(%[[C]])
// CHECK-NEXT:      func.call @second(
// CHECK-NEXT:      %[[ROW:.*]] = arith.constant 3 : index
// CHECK-NEXT:      func.call @profile_count(%[[C]], %[[ROW]], %[[T]])
// CHECK:         %[[ENTRY:.*]] = arith.constant 1 : index
// CHECK-NEXT:    call @profile_count(%[[C]], %[[ENTRY]], %[[START]])
// CHECK-NEXT:    return

// Kernels themselves stay as they are.
// CHECK-LABEL: func.func private @first(%{{.*}}: memref<4xf32>)
// CHECK-NOT:     profile_now
// CHECK-LABEL: func.func private @second(

// LLVM: llvm.func @clock_gettime(i32, !llvm.ptr) -> i32

func.func @main(%out: memref<4xf32>, %scratch: memref<10xi8>) attributes {hlo.scratch_bytes = 10 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    func.call @second(%out) : (memref<4xf32>) -> ()
  }
  func.return
}

func.func private @first(%out: memref<4xf32>) attributes {hlo.kernel} {
  return
}

func.func private @second(%out: memref<4xf32>) attributes {hlo.kernel} {
  return
}
