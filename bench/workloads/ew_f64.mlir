module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<262144xf64>, %arg1: tensor<262144xf64>) -> (tensor<262144xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.exponential %arg0 : tensor<262144xf64>
    %1 = stablehlo.multiply %0, %arg1 : tensor<262144xf64>
    return %1 : tensor<262144xf64>
  }
}
