module @jit_quantized_scores attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x16xi8>, %arg1: tensor<16x10xi8>, %arg2: tensor<10xf32>) -> (tensor<4x3xbf16> {jax.result_info = "result[0]"}, tensor<4x3xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xi8>, tensor<16x10xi8>) -> tensor<4x10xi32>
    %1 = stablehlo.convert %0 : (tensor<4x10xi32>) -> tensor<4x10xf32>
    %2 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<4x10xf32>
    %4 = stablehlo.multiply %1, %3 : tensor<4x10xf32>
    %values, %indices = chlo.top_k(%4, k = 3) : tensor<4x10xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %5 = stablehlo.convert %values : (tensor<4x3xf32>) -> tensor<4x3xbf16>
    return %5, %indices : tensor<4x3xbf16>, tensor<4x3xi32>
  }
}
