// Custom calls in the LLVM dialect: a stub with the constant part of the call frame.

// RUN: hlo-opt --pipeline=cpu %s | FileCheck %s

// The entry point gets the run, which has the handlers, and returns when a call has failed.
// CHECK:       llvm.func @main(%[[A:.*]]: !llvm.ptr {llvm.noalias}, %[[R:.*]]: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}, %[[CALLS:.*]]: !llvm.ptr)
// CHECK-SAME:    hlo.custom_calls = [{{.*}}target = "foo"}]
// CHECK-NEXT:    %[[FAILED:.*]] = llvm.call @custom_call_0_stub(%[[CALLS]], %[[A]], %[[R]])
// CHECK-NEXT:    llvm.cond_br %[[FAILED]], ^[[END:.*]], ^
// CHECK:       ^[[END]]:
// CHECK-NEXT:    llvm.return

// CHECK:       llvm.mlir.global internal constant @custom_call_0_stub_frame()
// CHECK:       llvm.func internal @custom_call_0_stub(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i1
// CHECK:         llvm.intr.memcpy
// CHECK:         llvm.call %{{.*}}(%{{.*}}) : !llvm.ptr, (!llvm.ptr) -> !llvm.ptr
// CHECK:         llvm.return %{{.*}} : i1
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {x = 1 : i32}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
