// Control flow: scf, with calls expanded in place.

// RUN: hlo-opt --hlo-legalize-to-linalg -split-input-file %s | FileCheck %s

// Scalars are carried as scalars.
// CHECK-LABEL: func.func @while
// CHECK:       scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>)
// CHECK:         %[[GO:.*]] = arith.cmpi slt
// CHECK-NEXT:    scf.condition(%[[GO]])
// CHECK:       } do {
// CHECK:         linalg.generic
// CHECK:         scf.yield
func.func @while(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %v, %v : tensor<4xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// -----

// Both branches put their tensor into one destination.
// CHECK-LABEL: func.func @if
// CHECK:       %[[BUFFER:.*]] = bufferization.alloc_tensor() : tensor<4xf32>
// CHECK:       scf.if %{{.*}} -> (tensor<4xf32>, f32) {
// CHECK:         bufferization.materialize_in_destination %{{.*}} in %[[BUFFER]]
// CHECK:       } else {
// CHECK:         bufferization.materialize_in_destination %{{.*}} in %[[BUFFER]]
func.func @if(%p: tensor<i1>, %x: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %0:2 = "stablehlo.if"(%p) ({
    stablehlo.return %x, %s : tensor<4xf32>, tensor<f32>
  }, {
    %1 = stablehlo.negate %x : tensor<4xf32>
    %2 = stablehlo.negate %s : tensor<f32>
    stablehlo.return %1, %2 : tensor<4xf32>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<f32>
}

// -----

// An index out of range, negative or not, becomes that of the last branch.
// CHECK-LABEL: func.func @case
// CHECK:       %[[LAST:.*]] = arith.constant 2 : i32
// CHECK:       %[[OUT:.*]] = arith.cmpi ugt, %[[I:.*]], %[[LAST]]
// CHECK-NEXT:  %[[AT:.*]] = arith.select %[[OUT]], %[[LAST]], %[[I]]
// CHECK-NEXT:  %[[INDEX:.*]] = arith.index_cast %[[AT]] : i32 to index
// CHECK-NEXT:  scf.index_switch %[[INDEX]]
// CHECK:       case 0
// CHECK:       case 1
// CHECK:       default
func.func @case(%i: tensor<i32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %s : tensor<f32>
  }, {
    %1 = stablehlo.negate %s : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = stablehlo.exponential %s : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Calls and composites are expanded, and private functions disappear.
// CHECK-LABEL: func.func @calls
// CHECK-NOT:   call
// CHECK:       arith.negf
// CHECK-NEXT:  arith.negf
// CHECK-NOT:   func.func
func.func @calls(%s: tensor<f32>) -> tensor<f32> {
  %0 = func.call @negate(%s) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.composite "my.negate" %0 {decomposition = @negate} : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @negate(%s: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %s : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Every public function is an entry.
// CHECK-LABEL: func.func @one
// CHECK-LABEL: func.func @two
// CHECK:       linalg.generic
func.func @one(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func public @two(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
