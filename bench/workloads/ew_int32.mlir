module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1048576xi32>, %arg1: tensor<1048576xi32>) -> (tensor<1048576xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<1048576xi32>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1048576xi32>
    %2 = stablehlo.shift_right_arithmetic %arg0, %1 : tensor<1048576xi32>
    %3 = stablehlo.add %0, %2 : tensor<1048576xi32>
    %4 = stablehlo.xor %3, %arg1 : tensor<1048576xi32>
    return %4 : tensor<1048576xi32>
  }
}
