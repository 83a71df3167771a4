// Custom calls on buffers: operands are read, results written, where they are to be.

// RUN: hlo-opt --pipeline=cpu --stop-after=bufferize -split-input-file %s | FileCheck %s

// A result that is returned is written into the caller's buffer.
// CHECK:       func.func private @custom_call_0(memref<2x3xf32>, memref<2x3xf32>) attributes {hlo.custom_call = {{{.*}}target = "foo"}}
// CHECK:       func.func @returned(%[[A:.*]]: memref<2x3xf32>, %[[R:.*]]: memref<2x3xf32>)
// CHECK-NEXT:    call @custom_call_0(%[[A]], %[[R]])
// CHECK-NEXT:    return
func.func @returned(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Columns first: the operand is transposed into a buffer of its own, the result from one.
// CHECK:       func.func private @custom_call_0(memref<3x2xf32>, memref<3x2xf32>)
// CHECK:       func.func @columns(%[[A:.*]]: memref<2x3xf32>, %[[R:.*]]: memref<2x3xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[X:.*]] : memref<3x2xf32>)
// CHECK:         call @custom_call_0(%[[X]], %[[Y:.*]]) : (memref<3x2xf32>, memref<3x2xf32>) -> ()
// CHECK:         linalg.generic {{.*}} ins(%[[Y]] : {{.*}}) outs(%[[R]] : memref<2x3xf32>)
func.func @columns(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Operand and result in one buffer: an argument is copied there, a temporary is there already.
// CHECK:       func.func @aliases(%[[A:.*]]: memref<4xi32>, %[[R:.*]]: memref<4xi32>)
// CHECK:         memref.copy %[[A]], %[[X:.*]] : memref<4xi32> to memref<4xi32>
// CHECK-NEXT:    call @custom_call_0(%[[X]], %[[X]])
// CHECK:         linalg.generic {{.*}} ins(%[[X]]{{.*}}) outs(%[[Y:.*]] : memref<4xi32>)
// CHECK:         call @custom_call_1(%[[Y]], %[[Y]])
func.func @aliases(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xi32>) -> tensor<4xi32>
  %1 = stablehlo.add %0, %0 : tensor<4xi32>
  %2 = stablehlo.custom_call @foo(%1) {api_version = 4 : i32, backend_config = {}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xi32>) -> tensor<4xi32>
  return %2 : tensor<4xi32>
}

// -----

// Columns first, but there is only one: nothing to be moved.
// CHECK:       func.func @column(%[[A:.*]]: memref<3x1xf32>, %[[R:.*]]: memref<3x1xf32>)
// CHECK-NEXT:    call @custom_call_0(%[[A]], %[[R]])
// CHECK-NEXT:    return
func.func @column(%a: tensor<3x1xf32>) -> tensor<3x1xf32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<3x1xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
