module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000xf32>, %arg1: tensor<1000xf32>) -> (tensor<1000xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<1000xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<1000xf32>
    %2 = stablehlo.subtract %1, %arg1 : tensor<1000xf32>
    return %2 : tensor<1000xf32>
  }
}
