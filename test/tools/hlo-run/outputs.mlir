// Where results go, and how they are printed.

// RUN: hlo-run %s --output=@%t.npz && %python %S/Inputs/show.py %t.npz | FileCheck --check-prefix=NPZ %s
// NPZ:      out0 float32 [0.0, 1.0, 2.0, 3.0]
// NPZ-NEXT: out1 int8 [-8, 7]
// NPZ-NEXT: out2 int64 5

// RUN: hlo-run %s --function=one --output=@%t.npy --output=- | FileCheck --check-prefix=ONE %s
// RUN: %python %S/Inputs/show.py %t.npy | FileCheck --check-prefix=NPY %s
// ONE: result 0: tensor<20xi32> = [0, 1, 2, {{.*}}, 18, 19]
// NPY: int32 [0, 1, 2, {{.*}}, 18, 19]

// RUN: hlo-run %s --function=one --print-limit=10 | FileCheck --check-prefix=SHORT %s
// SHORT: result 0: tensor<20xi32> = [0, 1, 2, ..., 17, 18, 19]

// RUN: hlo-run %s --function=nothing | diff /dev/null -

// What was written is read back.
// RUN: hlo-run %s --expected=@%t.npz | FileCheck --check-prefix=BACK %s
// BACK-COUNT-3: as expected

// RUN: not hlo-run %s --output=@%t.3.npy 2>&1 | FileCheck --check-prefix=THREE %s
// THREE: error: '{{.*}}.3.npy' takes one result, and there are 3: name an .npz file
// RUN: not ls %t.3.npy
// RUN: not hlo-run %s --output=@%t.no/such/folder/x.npz 2>&1 | FileCheck --check-prefix=FOLDER %s
// FOLDER: error: cannot write '{{.*}}x.npz': No such file or directory

func.func @main() -> (tensor<4xbf16>, tensor<2xi4>, tensor<i64>) {
  %0 = stablehlo.iota dim = 0 : tensor<4xbf16>
  %1 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %2 = stablehlo.constant dense<5> : tensor<i64>
  return %0, %1, %2 : tensor<4xbf16>, tensor<2xi4>, tensor<i64>
}

func.func @one() -> tensor<20xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<20xi32>
  return %0 : tensor<20xi32>
}

func.func @nothing() {
  return
}
