module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x128x16x64xf32>) -> (tensor<8x16x128x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [0, 2, 1, 3] : (tensor<8x128x16x64xf32>) -> tensor<8x16x128x64xf32>
    return %0 : tensor<8x16x128x64xf32>
  }
}
