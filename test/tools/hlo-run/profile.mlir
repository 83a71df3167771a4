// --profile says where the time of a run goes, and what the machine does at most.

// RUN: hlo-run %s --random-seed=1 --profile --num-threads=1 --output=@%t.npy | FileCheck %s
// RUN: hlo-run --random-seed=1 --profile --output=@%t.npy < %s | FileCheck --check-prefix=STDIN %s

// CHECK:      profile: {{[0-9.]+}} {{us|ms}} in compiled code, 1 thread{{$}}
// CHECK-NEXT: calls time share GB/s GFLOP/s kernel
// CHECK-DAG:  {{^ +}}1 {{ +[0-9.]+}} us {{ *[0-9.]+}}% {{ +[0-9.e+-]+ +[0-9.e+-]+ }} {{.*}}profile.mlir:20:8 dot_general: sum [40 x 30 x 50*] and 1 more
// CHECK-DAG:  {{^ +}}1 {{ +[0-9.]+}} us {{ *[0-9.]+}}% {{ +[0-9.e+-]+ +[0-9.e+-]+ }} {{.*}}profile.mlir:22:8 exponential: elementwise [1200]
// CHECK:      {{^ +[0-9.]+}} us {{ *[0-9.]+}}% {{ +}}not in kernels
// CHECK-NEXT: at most {{ +[0-9.]+ +[0-9.]+ +}}of this machine: from memory, in f32

// STDIN: <stdin>:{{[0-9]+}}:8 dot_general: sum

// With --benchmark, it is about the runs that are timed.
// RUN: hlo-run %s --random-seed=1 --profile --benchmark=0.05 --output=@%t.npy | FileCheck --check-prefix=MEAN %s
// MEAN:      run: median {{.*}} ([[RUNS:[0-9]+]] runs)
// MEAN-NEXT: profile: {{.*}}, the mean of [[RUNS]] runs
func.func @main(%x: tensor<40x50xf32>, %y: tensor<50x30xf32>) -> tensor<40x30xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<40x50xf32>, tensor<50x30xf32>) -> tensor<40x30xf32>
  %1 = stablehlo.exponential %0 : tensor<40x30xf32>
  return %1 : tensor<40x30xf32>
}
