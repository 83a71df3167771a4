// Every way to give an argument its value.

// RUN: hlo-run %s --input=2x3xf32=1,2,3,4,5,6 --input='3xf32=[10 20 30]' | FileCheck %s
// RUN: hlo-run %s --input 2x3xf32=1,2,3,4,5,6 --input 3xf32=10,20,30 | FileCheck %s
// RUN: hlo-run --input='tensor<2x3xf32>=[[1,2,3],[4,5,6]]' --input=3xf32=10,20,30 < %s | FileCheck %s
// RUN: %python %S/Inputs/arrays.py %t
// RUN: hlo-run %s --input=@%t/a.npy --input=@%t/b.npy | FileCheck %s
// RUN: hlo-run %s --input=@%t/named.npz | FileCheck %s
// RUN: hlo-run %s --input=@%t/ordered.npz | FileCheck %s
// RUN: hlo-run %s --input=2x3xf32=@%t/a.bin --input=@%t/b.npy | FileCheck %s
// RUN: hlo-run %s --input=@%t/a.npy --input=@%t/b.npy --function=main | FileCheck %s
// CHECK:     result 0: tensor<2x3xf32> = {{\[\[}}11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]
// CHECK-NOT: {{.}}

// One value for all elements.
// RUN: hlo-run %s --input=2x3xf32=1.5 --input=3xf32=-1 | FileCheck --check-prefix=SPLAT %s
// SPLAT: result 0: tensor<2x3xf32> = {{\[\[}}0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]

// Values that are made up are the same for the same seed.
// RUN: hlo-run %s --random-seed=7 > %t.1 && hlo-run %s --random-seed=7 | diff - %t.1
// RUN: hlo-run %s --random-seed=8 > %t.2 && not diff %t.1 %t.2
// RUN: hlo-run %s --input=2x3xf32=0 --random-seed=7 | FileCheck --check-prefix=REST %s
// REST: result 0: tensor<2x3xf32> = {{\[\[}}[[A:.*]]], [[[A]]]]

// Other functions, other forms of the program.
// RUN: hlo-run %s --function=flags --input=3xi1=true,false,1 | FileCheck --check-prefix=FLAGS %s
// RUN: hlo-translate %s --emit-bytecode -o %t.bc && hlo-run %t.bc --function=flags --input=3xi1=1,0,1 | FileCheck --check-prefix=FLAGS %s
// RUN: hlo-translate %s --serialize --target=1.0.0 | hlo-run - --function=flags --input=3xi1=1,0,1 | FileCheck --check-prefix=FLAGS %s
// FLAGS:      result 0: tensor<3xi1> = [false, true, false]
// FLAGS-NEXT: result 1: tensor<ui8> = 255
// FLAGS-NEXT: result 2: tensor<2xcomplex<f32>> = [(1.0, -2.0), (0.5, 0.0)]

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %a, %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

func.func @flags(%a: tensor<3xi1>) -> (tensor<3xi1>, tensor<ui8>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.not %a : tensor<3xi1>
  %1 = stablehlo.constant dense<255> : tensor<ui8>
  %2 = stablehlo.constant dense<[(1.0, -2.0), (0.5, 0.0)]> : tensor<2xcomplex<f32>>
  return %0, %1, %2 : tensor<3xi1>, tensor<ui8>, tensor<2xcomplex<f32>>
}
