// From buffers and loops to the LLVM dialect.

// RUN: hlo-opt --hlo-lower-to-llvm -split-input-file %s | FileCheck %s

// Bare pointers that do not overlap; nothing but llvm is left; foreign attributes are dropped.
// CHECK:     module {
// CHECK:       llvm.func @main(%[[A:.*]]: !llvm.ptr {llvm.noalias}, %[[B:.*]]: !llvm.ptr {llvm.noalias}) attributes {hlo.scratch_bytes = 0 : i64} {
// CHECK-NOT:     {{(arith|memref|scf|linalg|cf|func|math|builtin)\.}}
module attributes {mhlo.num_partitions = 1 : i32} {
  func.func @main(%a: memref<4xf32>, %b: memref<4xf32>) attributes {hlo.scratch_bytes = 0 : i64} {
    linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
    return
  }
}

// -----

// Functions that others call from inside are internal.
// CHECK-LABEL: llvm.func internal @kernel
func.func private @kernel(%a: memref<4xf32>) {
  return
}

// -----

// Transcendental functions call libm, on f16 in f32; expm1 and log1p are not expanded.
// CHECK-DAG:   llvm.func @expm1f(f32) -> f32 attributes {{{.*}}memory_effects = #llvm.memory_effects<{{.*}}none
// CHECK-DAG:   llvm.func @pow(f64, f64) -> f64
// CHECK-DAG:   llvm.func @tanhf(f32) -> f32
// CHECK:       llvm.func internal @libm
// CHECK:         llvm.call @expm1f
// CHECK:         llvm.call @pow
// CHECK:         llvm.fpext {{.*}} : f16 to f32
// CHECK:         llvm.call @tanhf
// CHECK:         llvm.fptrunc {{.*}} : f32 to f16
// CHECK:         llvm.intr.sqrt
// CHECK:         llvm.fdiv
func.func @libm(%a: memref<f32>, %b: memref<f64>, %c: memref<f16>) {
  %0 = memref.load %a[] : memref<f32>
  %1 = math.expm1 %0 : f32
  memref.store %1, %a[] : memref<f32>
  %2 = memref.load %b[] : memref<f64>
  %3 = math.powf %2, %2 : f64
  memref.store %3, %b[] : memref<f64>
  %4 = memref.load %c[] : memref<f16>
  %5 = math.tanh %4 : f16
  memref.store %5, %c[] : memref<f16>
  %6 = math.rsqrt %1 : f32
  memref.store %6, %a[] : memref<f32>
  return
}

// -----

// Dense copies are memcpy, others loops: no library function is called for them.
// CHECK-LABEL: @copies
// CHECK-NOT:     llvm.call
// CHECK:         "llvm.intr.memcpy"
// CHECK-NOT:     llvm.call
// CHECK:         llvm.cond_br
// CHECK-NOT:     llvm.call
func.func @copies(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %e: memref<0xf32>) {
  memref.copy %a, %b : memref<4x4xf32> to memref<4x4xf32>
  memref.copy %e, %e : memref<0xf32> to memref<0xf32>
  %s = memref.subview %a[0, 0] [4, 2] [1, 1] : memref<4x4xf32> to memref<4x2xf32, strided<[4, 1]>>
  %t = memref.subview %b[0, 2] [4, 2] [1, 1] : memref<4x4xf32> to memref<4x2xf32, strided<[4, 1], offset: 2>>
  memref.copy %s, %t : memref<4x2xf32, strided<[4, 1]>> to memref<4x2xf32, strided<[4, 1], offset: 2>>
  return
}

// -----

// Rounding to bf16 is integer arithmetic: LLVM would call __truncsfbf2.
// CHECK-LABEL: @bf16
// CHECK-NOT:     llvm.fptrunc
// CHECK:         llvm.fadd {{.*}} : f32
// CHECK-NOT:     llvm.fptrunc
// CHECK:         llvm.return
func.func @bf16(%a: memref<bf16>) {
  %0 = memref.load %a[] : memref<bf16>
  %1 = arith.addf %0, %0 : bf16
  memref.store %1, %a[] : memref<bf16>
  return
}
