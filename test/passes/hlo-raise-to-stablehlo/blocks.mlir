// Blocks become branches and loops of StableHLO, scalars tensors of rank 0.

// RUN: hlo-opt %s --hlo-raise-to-stablehlo --hlo-verify | FileCheck %s
// RUN: hlo-run %s --input=i32=3 --input=3xf32=1,2,3 | FileCheck --check-prefix=LOOP %s
// RUN: hlo-run %s --input=i32=-1 --input=3xf32=1,2,3 | FileCheck --check-prefix=NEGATE %s
// LOOP: [5.718{{.*}}, 13.389{{.*}}, 29.085{{.*}}]
// NEGATE: [-1.0, -2.0, -3.0]

// CHECK-LABEL: func.func @main
// CHECK-NOT: cf.
// CHECK-NOT: scf.
// CHECK-NOT: tensor.extract
// CHECK: "stablehlo.if"
// CHECK: stablehlo.while
func.func @main(%a: tensor<i32>, %x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %c = stablehlo.compare GT, %a, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %b = tensor.extract %c[] : tensor<i1>
  cf.cond_br %b, ^pos, ^neg(%a : tensor<i32>)
^pos:
  %0 = stablehlo.exponential %x : tensor<3xf32>
  cf.br ^loop(%a, %0 : tensor<i32>, tensor<3xf32>)
^loop(%i: tensor<i32>, %v: tensor<3xf32>):
  %one = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.subtract %i, %one : tensor<i32>
  %w = stablehlo.add %v, %x : tensor<3xf32>
  %d = stablehlo.compare GT, %j, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e = tensor.extract %d[] : tensor<i1>
  cf.cond_br %e, ^loop(%j, %w : tensor<i32>, tensor<3xf32>), ^done(%w : tensor<3xf32>)
^neg(%n: tensor<i32>):
  %1 = stablehlo.negate %x : tensor<3xf32>
  cf.br ^done(%1 : tensor<3xf32>)
^done(%r: tensor<3xf32>):
  return %r : tensor<3xf32>
}
