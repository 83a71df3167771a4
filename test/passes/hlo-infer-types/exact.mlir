// A value keeps its type if one of its users asks for exactly that.

// RUN: hlo-opt %s --split-input-file --hlo-infer-types --hlo-verify | FileCheck %s

// CHECK-LABEL: func.func @argument
func.func private @callee(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
func.func @argument(%a: tensor<3xf32>) -> tensor<?xf32> {
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  // CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<?xf32>
  %0 = stablehlo.dynamic_reshape %a, %shape : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
  // CHECK: call @callee({{.*}}) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = func.call @callee(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @branch
func.func @branch(%a: tensor<3xf32>) -> tensor<?xf32> {
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %a, %shape : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
  // CHECK: cf.br ^bb1({{.*}} : tensor<?xf32>)
  cf.br ^bb1(%0 : tensor<?xf32>)
^bb1(%x: tensor<?xf32>):
  return %x : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @yield
func.func @yield(%a: tensor<3xf32>, %b: tensor<?xf32>, %p: i1) -> tensor<?xf32> {
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  %r = scf.if %p -> tensor<?xf32> {
    %0 = stablehlo.dynamic_reshape %a, %shape : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
    // CHECK: scf.yield {{.*}} : tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  } else {
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @tuple
func.func @tuple(%a: tensor<3xf32>) -> (tuple<tensor<?xf32>>, tensor<?xf32>) {
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %a, %shape : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
  // CHECK: stablehlo.tuple {{.*}} : tuple<tensor<?xf32>>
  %1 = stablehlo.tuple %0 : tuple<tensor<?xf32>>
  return %1, %0 : tuple<tensor<?xf32>>, tensor<?xf32>
}

// -----

// The results of a function stay if a call's must, or if it is named beside calls.
// CHECK-LABEL: func.func private @inner{{.*}} -> tensor<?xf32>
func.func private @inner(%a: tensor<3xf32>) -> tensor<?xf32> {
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %a, %shape : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func private @outer{{.*}} -> tensor<?xf32>
func.func private @outer(%a: tensor<3xf32>) -> tensor<?xf32> {
  %0 = func.call @inner(%a) : (tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @reference() -> ((tensor<3xf32>) -> tensor<?xf32>) {
  %f = func.constant @outer : (tensor<3xf32>) -> tensor<?xf32>
  return %f : (tensor<3xf32>) -> tensor<?xf32>
}

// -----

// A module in a module has functions of its own.
module {
  module @inside {
    // CHECK-LABEL: func.func private @f{{.*}} -> tensor<3xf32>
    func.func private @f(%a: tensor<3xf32>) -> tensor<?xf32> {
      %0 = stablehlo.exponential %a : (tensor<3xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    func.func @main(%a: tensor<3xf32>) -> tensor<?xf32> {
      // CHECK: stablehlo.composite "a.b" {{.*}} -> tensor<3xf32>
      %0 = stablehlo.composite "a.b" %a {decomposition = @f} : (tensor<3xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
  }
}

// -----

// A padding that is not known leaves the size open.
// CHECK-LABEL: func.func @pad
func.func @pad(%a: tensor<?xf32>, %v: tensor<f32>, %low: tensor<1xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  // CHECK: stablehlo.dynamic_pad {{.*}} -> tensor<?xf32>
  %0 = stablehlo.dynamic_pad %a, %v, %low, %zero, %zero : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
