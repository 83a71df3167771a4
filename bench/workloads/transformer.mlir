module @jit_block attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x128x256xf32>, %arg1: tensor<256x768xf32>, %arg2: tensor<256x256xf32>, %arg3: tensor<256x1024xf32>, %arg4: tensor<1024x256xf32>, %arg5: tensor<256xf32>, %arg6: tensor<256xf32>) -> (tensor<2x128x256xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_0 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x128x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x128x256xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<2x128x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_2 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<2x128x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %12 = stablehlo.add %10, %11 : tensor<2x128x1xf32>
    %13 = stablehlo.rsqrt %12 : tensor<2x128x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %15 = stablehlo.multiply %5, %14 : tensor<2x128x256xf32>
    %16 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %18 = stablehlo.multiply %15, %17 : tensor<2x128x256xf32>
    %19 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %21 = stablehlo.add %18, %20 : tensor<2x128x256xf32>
    %22 = stablehlo.dot_general %21, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x768xf32>) -> tensor<2x128x768xf32>
    %23 = stablehlo.slice %22 [0:2, 0:128, 0:256] : (tensor<2x128x768xf32>) -> tensor<2x128x256xf32>
    %24 = stablehlo.slice %22 [0:2, 0:128, 256:512] : (tensor<2x128x768xf32>) -> tensor<2x128x256xf32>
    %25 = stablehlo.slice %22 [0:2, 0:128, 512:768] : (tensor<2x128x768xf32>) -> tensor<2x128x256xf32>
    %26 = stablehlo.reshape %23 : (tensor<2x128x256xf32>) -> tensor<2x128x8x32xf32>
    %27 = stablehlo.transpose %26, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %28 = stablehlo.reshape %24 : (tensor<2x128x256xf32>) -> tensor<2x128x8x32xf32>
    %29 = stablehlo.transpose %28, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %30 = stablehlo.reshape %25 : (tensor<2x128x256xf32>) -> tensor<2x128x8x32xf32>
    %31 = stablehlo.transpose %30, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %32 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<128x128xi1>
    %33 = call @tril(%32) : (tensor<128x128xi1>) -> tensor<128x128xi1>
    %34 = stablehlo.dot_general %27, %29, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x32xf32>, tensor<2x8x128x32xf32>) -> tensor<2x8x128x128xf32>
    %cst_4 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x8x128x128xf32>
    %36 = stablehlo.multiply %34, %35 : tensor<2x8x128x128xf32>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %37 = call @_where(%33, %36, %cst_5) : (tensor<128x128xi1>, tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128x128xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<2x8x128xf32>) -> tensor<2x8x128x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<2x8x128x1xf32>) -> tensor<2x8x128x128xf32>
    %41 = stablehlo.subtract %37, %40 : tensor<2x8x128x128xf32>
    %42 = stablehlo.exponential %41 : tensor<2x8x128x128xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<2x8x128xf32>) -> tensor<2x8x128x1xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<2x8x128x1xf32>) -> tensor<2x8x128x128xf32>
    %46 = stablehlo.divide %42, %45 : tensor<2x8x128x128xf32>
    %47 = stablehlo.dot_general %46, %31, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x128xf32>, tensor<2x8x128x32xf32>) -> tensor<2x8x128x32xf32>
    %48 = stablehlo.transpose %47, dims = [0, 2, 1, 3] : (tensor<2x8x128x32xf32>) -> tensor<2x128x8x32xf32>
    %49 = stablehlo.reshape %48 : (tensor<2x128x8x32xf32>) -> tensor<2x128x256xf32>
    %50 = stablehlo.dot_general %49, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x256xf32>) -> tensor<2x128x256xf32>
    %51 = stablehlo.add %arg0, %50 : tensor<2x128x256xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_9 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %55 = stablehlo.divide %53, %54 : tensor<2x128x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %57 = stablehlo.subtract %51, %56 : tensor<2x128x256xf32>
    %58 = stablehlo.multiply %57, %57 : tensor<2x128x256xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_11 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %62 = stablehlo.divide %60, %61 : tensor<2x128x1xf32>
    %cst_12 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %64 = stablehlo.add %62, %63 : tensor<2x128x1xf32>
    %65 = stablehlo.rsqrt %64 : tensor<2x128x1xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %67 = stablehlo.multiply %57, %66 : tensor<2x128x256xf32>
    %68 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %70 = stablehlo.multiply %67, %69 : tensor<2x128x256xf32>
    %71 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %73 = stablehlo.add %70, %72 : tensor<2x128x256xf32>
    %74 = stablehlo.dot_general %73, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x1024xf32>) -> tensor<2x128x1024xf32>
    %75 = stablehlo.multiply %74, %74 : tensor<2x128x1024xf32>
    %76 = stablehlo.multiply %75, %74 : tensor<2x128x1024xf32>
    %cst_13 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %78 = stablehlo.multiply %77, %76 : tensor<2x128x1024xf32>
    %79 = stablehlo.add %74, %78 : tensor<2x128x1024xf32>
    %cst_14 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %81 = stablehlo.multiply %80, %79 : tensor<2x128x1024xf32>
    %82 = stablehlo.tanh %81 : tensor<2x128x1024xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %84 = stablehlo.add %83, %82 : tensor<2x128x1024xf32>
    %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %86 = stablehlo.multiply %85, %84 : tensor<2x128x1024xf32>
    %87 = stablehlo.multiply %74, %86 : tensor<2x128x1024xf32>
    %88 = stablehlo.dot_general %87, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x1024xf32>, tensor<1024x256xf32>) -> tensor<2x128x256xf32>
    %89 = stablehlo.add %51, %88 : tensor<2x128x256xf32>
    return %89 : tensor<2x128x256xf32>
  }
  func.func private @tril(%arg0: tensor<128x128xi1>) -> tensor<128x128xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<128x128xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<128x128xi32>
    %2 = stablehlo.add %0, %1 : tensor<128x128xi32>
    %3 = stablehlo.iota dim = 1 : tensor<128x128xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<128x128xi32>, tensor<128x128xi32>) -> tensor<128x128xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<128x128xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<128x128xi1>, tensor<128x128xi1>
    return %6 : tensor<128x128xi1>
  }
  func.func private @_where(%arg0: tensor<128x128xi1>, %arg1: tensor<2x8x128x128xf32>, %arg2: tensor<f32>) -> tensor<2x8x128x128xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<128x128xi1>) -> tensor<2x8x128x128xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x8x128x128xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x8x128x128xi1>, tensor<2x8x128x128xf32>
    return %3 : tensor<2x8x128x128xf32>
  }
}
