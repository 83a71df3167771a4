module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x128x256xf32>, %arg1: tensor<256x768xf32>, %arg2: tensor<256x256xf32>, %arg3: tensor<256x1024xf32>, %arg4: tensor<1024x256xf32>, %arg5: tensor<256xf32>, %arg6: tensor<256xf32>) -> (tensor<2x128x256xf32> {jax.result_info = "result[0]"}, tensor<256x768xf32> {jax.result_info = "result[1]"}, tensor<256x256xf32> {jax.result_info = "result[2]"}, tensor<256x1024xf32> {jax.result_info = "result[3]"}, tensor<1024x256xf32> {jax.result_info = "result[4]"}, tensor<256xf32> {jax.result_info = "result[5]"}, tensor<256xf32> {jax.result_info = "result[6]"}) {
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
    %14 = stablehlo.divide %13, %12 : tensor<2x128x1xf32>
    %cst_4 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %16 = stablehlo.multiply %15, %14 : tensor<2x128x1xf32>
    %17 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %18 = stablehlo.multiply %5, %17 : tensor<2x128x256xf32>
    %19 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %21 = stablehlo.multiply %18, %20 : tensor<2x128x256xf32>
    %22 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %24 = stablehlo.add %21, %23 : tensor<2x128x256xf32>
    %25 = stablehlo.dot_general %24, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x768xf32>) -> tensor<2x128x768xf32>
    %26 = stablehlo.slice %25 [0:2, 0:128, 0:256] : (tensor<2x128x768xf32>) -> tensor<2x128x256xf32>
    %27 = stablehlo.slice %25 [0:2, 0:128, 256:512] : (tensor<2x128x768xf32>) -> tensor<2x128x256xf32>
    %28 = stablehlo.slice %25 [0:2, 0:128, 512:768] : (tensor<2x128x768xf32>) -> tensor<2x128x256xf32>
    %29 = stablehlo.reshape %26 : (tensor<2x128x256xf32>) -> tensor<2x128x8x32xf32>
    %30 = stablehlo.transpose %29, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %31 = stablehlo.reshape %27 : (tensor<2x128x256xf32>) -> tensor<2x128x8x32xf32>
    %32 = stablehlo.transpose %31, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %33 = stablehlo.reshape %28 : (tensor<2x128x256xf32>) -> tensor<2x128x8x32xf32>
    %34 = stablehlo.transpose %33, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %35 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<128x128xi1>
    %36 = call @tril(%35) : (tensor<128x128xi1>) -> tensor<128x128xi1>
    %37 = stablehlo.dot_general %30, %32, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x32xf32>, tensor<2x8x128x32xf32>) -> tensor<2x8x128x128xf32>
    %cst_5 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x128x128xf32>
    %39 = stablehlo.multiply %37, %38 : tensor<2x8x128x128xf32>
    %cst_6 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %40:2 = call @_where(%36, %39, %cst_6) : (tensor<128x128xi1>, tensor<2x8x128x128xf32>, tensor<f32>) -> (tensor<2x8x128x128xf32>, tensor<2x8x128x128xi1>)
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %41 = stablehlo.reduce(%40#0 init: %cst_7) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %42 = stablehlo.reshape %41 : (tensor<2x8x128xf32>) -> tensor<2x8x128x1xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<2x8x128x1xf32>) -> tensor<2x8x128x128xf32>
    %44 = stablehlo.compare EQ, %40#0, %43, FLOAT : (tensor<2x8x128x128xf32>, tensor<2x8x128x128xf32>) -> tensor<2x8x128x128xi1>
    %45 = stablehlo.convert %44 : (tensor<2x8x128x128xi1>) -> tensor<2x8x128x128xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %47 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<2x8x128xf32>) -> tensor<2x8x128x1xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<2x8x128x1xf32>) -> tensor<2x8x128x128xf32>
    %49 = stablehlo.subtract %40#0, %48 : tensor<2x8x128x128xf32>
    %50 = stablehlo.exponential %49 : tensor<2x8x128x128xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_9) applies stablehlo.add across dimensions = [3] : (tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<2x8x128xf32>) -> tensor<2x8x128x1xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<2x8x128x1xf32>) -> tensor<2x8x128x128xf32>
    %54 = stablehlo.divide %50, %53 : tensor<2x8x128x128xf32>
    %55 = stablehlo.multiply %52, %52 : tensor<2x8x128x1xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8x128x1xf32>
    %57 = stablehlo.divide %56, %55 : tensor<2x8x128x1xf32>
    %58 = stablehlo.dot_general %54, %34, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x128xf32>, tensor<2x8x128x32xf32>) -> tensor<2x8x128x32xf32>
    %59 = stablehlo.transpose %58, dims = [0, 2, 1, 3] : (tensor<2x8x128x32xf32>) -> tensor<2x128x8x32xf32>
    %60 = stablehlo.reshape %59 : (tensor<2x128x8x32xf32>) -> tensor<2x128x256xf32>
    %61 = stablehlo.dot_general %60, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x256xf32>) -> tensor<2x128x256xf32>
    %62 = stablehlo.add %arg0, %61 : tensor<2x128x256xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_12 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %66 = stablehlo.divide %64, %65 : tensor<2x128x1xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %68 = stablehlo.subtract %62, %67 : tensor<2x128x256xf32>
    %69 = stablehlo.multiply %68, %68 : tensor<2x128x256xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_14 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %73 = stablehlo.divide %71, %72 : tensor<2x128x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %75 = stablehlo.add %73, %74 : tensor<2x128x1xf32>
    %76 = stablehlo.rsqrt %75 : tensor<2x128x1xf32>
    %77 = stablehlo.divide %76, %75 : tensor<2x128x1xf32>
    %cst_16 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<2x128x1xf32>
    %80 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %81 = stablehlo.multiply %68, %80 : tensor<2x128x256xf32>
    %82 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %84 = stablehlo.multiply %81, %83 : tensor<2x128x256xf32>
    %85 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %87 = stablehlo.add %84, %86 : tensor<2x128x256xf32>
    %88 = stablehlo.dot_general %87, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x1024xf32>) -> tensor<2x128x1024xf32>
    %89 = stablehlo.multiply %88, %88 : tensor<2x128x1024xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<2x128x1024xf32>
    %91 = stablehlo.multiply %88, %88 : tensor<2x128x1024xf32>
    %cst_17 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %93 = stablehlo.multiply %92, %91 : tensor<2x128x1024xf32>
    %cst_18 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %95 = stablehlo.multiply %94, %90 : tensor<2x128x1024xf32>
    %96 = stablehlo.add %88, %95 : tensor<2x128x1024xf32>
    %cst_19 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %98 = stablehlo.multiply %97, %96 : tensor<2x128x1024xf32>
    %99 = stablehlo.tanh %98 : tensor<2x128x1024xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %101 = stablehlo.subtract %100, %99 : tensor<2x128x1024xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %103 = stablehlo.add %102, %99 : tensor<2x128x1024xf32>
    %cst_22 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %105 = stablehlo.multiply %104, %103 : tensor<2x128x1024xf32>
    %106 = stablehlo.multiply %88, %105 : tensor<2x128x1024xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x128x256xf32>
    %108 = stablehlo.dot_general %107, %106, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<2x128x1024xf32>) -> tensor<256x1024xf32>
    %109 = stablehlo.transpose %108, dims = [1, 0] : (tensor<256x1024xf32>) -> tensor<1024x256xf32>
    %110 = stablehlo.dot_general %107, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<1024x256xf32>) -> tensor<2x128x1024xf32>
    %111 = stablehlo.multiply %88, %110 : tensor<2x128x1024xf32>
    %112 = stablehlo.multiply %110, %105 : tensor<2x128x1024xf32>
    %cst_24 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %114 = stablehlo.multiply %113, %111 : tensor<2x128x1024xf32>
    %115 = stablehlo.multiply %114, %101 : tensor<2x128x1024xf32>
    %116 = stablehlo.multiply %115, %99 : tensor<2x128x1024xf32>
    %117 = stablehlo.add %115, %116 : tensor<2x128x1024xf32>
    %cst_25 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %119 = stablehlo.multiply %118, %117 : tensor<2x128x1024xf32>
    %120 = stablehlo.add %112, %119 : tensor<2x128x1024xf32>
    %cst_26 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %122 = stablehlo.multiply %121, %119 : tensor<2x128x1024xf32>
    %123 = stablehlo.multiply %122, %93 : tensor<2x128x1024xf32>
    %124 = stablehlo.add %120, %123 : tensor<2x128x1024xf32>
    %125 = stablehlo.dot_general %124, %87, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x128x1024xf32>, tensor<2x128x256xf32>) -> tensor<1024x256xf32>
    %126 = stablehlo.transpose %125, dims = [1, 0] : (tensor<1024x256xf32>) -> tensor<256x1024xf32>
    %127 = stablehlo.dot_general %124, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x128x1024xf32>, tensor<256x1024xf32>) -> tensor<2x128x256xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.reduce(%127 init: %cst_27) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %129 = stablehlo.reshape %128 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %130 = stablehlo.reduce(%129 init: %cst_28) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %131 = stablehlo.multiply %81, %127 : tensor<2x128x256xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.reduce(%131 init: %cst_29) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %133 = stablehlo.reshape %132 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %134 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %135 = stablehlo.multiply %127, %134 : tensor<2x128x256xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.reduce(%133 init: %cst_30) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %137 = stablehlo.multiply %68, %135 : tensor<2x128x256xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.reduce(%137 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %139 = stablehlo.reshape %138 : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %140 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %141 = stablehlo.multiply %135, %140 : tensor<2x128x256xf32>
    %142 = stablehlo.multiply %139, %79 : tensor<2x128x1xf32>
    %cst_32 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %144 = stablehlo.divide %142, %143 : tensor<2x128x1xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.reduce(%144 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<2x128x1xf32>, tensor<f32>) -> tensor<2x128xf32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x256xf32>
    %147 = stablehlo.multiply %68, %146 : tensor<2x128x256xf32>
    %148 = stablehlo.add %141, %147 : tensor<2x128x256xf32>
    %149 = stablehlo.multiply %146, %68 : tensor<2x128x256xf32>
    %150 = stablehlo.add %148, %149 : tensor<2x128x256xf32>
    %151 = stablehlo.negate %150 : tensor<2x128x256xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %152 = stablehlo.reduce(%151 init: %cst_34) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %153 = stablehlo.reshape %152 : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %154 = stablehlo.add %107, %150 : tensor<2x128x256xf32>
    %cst_35 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %156 = stablehlo.divide %153, %155 : tensor<2x128x1xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_36) applies stablehlo.add across dimensions = [2] : (tensor<2x128x1xf32>, tensor<f32>) -> tensor<2x128xf32>
    %158 = stablehlo.broadcast_in_dim %157, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x256xf32>
    %159 = stablehlo.add %154, %158 : tensor<2x128x256xf32>
    %160 = stablehlo.dot_general %159, %60, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<2x128x256xf32>) -> tensor<256x256xf32>
    %161 = stablehlo.transpose %160, dims = [1, 0] : (tensor<256x256xf32>) -> tensor<256x256xf32>
    %162 = stablehlo.dot_general %159, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x256xf32>) -> tensor<2x128x256xf32>
    %163 = stablehlo.reshape %162 : (tensor<2x128x256xf32>) -> tensor<2x128x8x32xf32>
    %164 = stablehlo.transpose %163, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %165 = stablehlo.dot_general %164, %54, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x32xf32>, tensor<2x8x128x128xf32>) -> tensor<2x8x32x128xf32>
    %166 = stablehlo.transpose %165, dims = [0, 1, 3, 2] : (tensor<2x8x32x128xf32>) -> tensor<2x8x128x32xf32>
    %167 = stablehlo.dot_general %164, %34, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x32xf32>, tensor<2x8x128x32xf32>) -> tensor<2x8x128x128xf32>
    %168 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3] : (tensor<2x8x128x1xf32>) -> tensor<2x8x128x128xf32>
    %169 = stablehlo.multiply %167, %168 : tensor<2x8x128x128xf32>
    %170 = stablehlo.multiply %169, %50 : tensor<2x8x128x128xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %171 = stablehlo.reduce(%170 init: %cst_37) applies stablehlo.add across dimensions = [3] : (tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %172 = stablehlo.reshape %171 : (tensor<2x8x128xf32>) -> tensor<2x8x128x1xf32>
    %173 = stablehlo.negate %172 : tensor<2x8x128x1xf32>
    %174 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<2x8x128x1xf32>) -> tensor<2x8x128x128xf32>
    %175 = stablehlo.divide %167, %174 : tensor<2x8x128x128xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.reduce(%173 init: %cst_38) applies stablehlo.add across dimensions = [3] : (tensor<2x8x128x1xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1, 2] : (tensor<2x8x128xf32>) -> tensor<2x8x128x128xf32>
    %178 = stablehlo.add %175, %177 : tensor<2x8x128x128xf32>
    %179 = stablehlo.multiply %178, %50 : tensor<2x8x128x128xf32>
    %180 = stablehlo.negate %179 : tensor<2x8x128x128xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.reduce(%180 init: %cst_39) applies stablehlo.add across dimensions = [3] : (tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %182 = stablehlo.reshape %181 : (tensor<2x8x128xf32>) -> tensor<2x8x128x1xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.reduce(%182 init: %cst_40) applies stablehlo.add across dimensions = [3] : (tensor<2x8x128x1xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %184 = stablehlo.divide %183, %46 : tensor<2x8x128xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0, 1, 2] : (tensor<2x8x128xf32>) -> tensor<2x8x128x128xf32>
    %186 = stablehlo.multiply %185, %45 : tensor<2x8x128x128xf32>
    %187 = stablehlo.add %179, %186 : tensor<2x8x128x128xf32>
    %188 = call @_where_0(%40#1, %187) : (tensor<2x8x128x128xi1>, tensor<2x8x128x128xf32>) -> tensor<2x8x128x128xf32>
    %cst_41 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2x8x128x128xf32>
    %190 = stablehlo.multiply %188, %189 : tensor<2x8x128x128xf32>
    %191 = stablehlo.dot_general %190, %30, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x128xf32>, tensor<2x8x128x32xf32>) -> tensor<2x8x128x32xf32>
    %192 = stablehlo.dot_general %190, %32, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x128xf32>, tensor<2x8x128x32xf32>) -> tensor<2x8x128x32xf32>
    %193 = stablehlo.transpose %166, dims = [0, 2, 1, 3] : (tensor<2x8x128x32xf32>) -> tensor<2x128x8x32xf32>
    %194 = stablehlo.reshape %193 : (tensor<2x128x8x32xf32>) -> tensor<2x128x256xf32>
    %195 = stablehlo.transpose %191, dims = [0, 2, 1, 3] : (tensor<2x8x128x32xf32>) -> tensor<2x128x8x32xf32>
    %196 = stablehlo.reshape %195 : (tensor<2x128x8x32xf32>) -> tensor<2x128x256xf32>
    %197 = stablehlo.transpose %192, dims = [0, 2, 1, 3] : (tensor<2x8x128x32xf32>) -> tensor<2x128x8x32xf32>
    %198 = stablehlo.reshape %197 : (tensor<2x128x8x32xf32>) -> tensor<2x128x256xf32>
    %199 = stablehlo.concatenate %198, %196, %194, dim = 2 : (tensor<2x128x256xf32>, tensor<2x128x256xf32>, tensor<2x128x256xf32>) -> tensor<2x128x768xf32>
    %200 = stablehlo.dot_general %199, %24, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x128x768xf32>, tensor<2x128x256xf32>) -> tensor<768x256xf32>
    %201 = stablehlo.transpose %200, dims = [1, 0] : (tensor<768x256xf32>) -> tensor<256x768xf32>
    %202 = stablehlo.dot_general %199, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x128x768xf32>, tensor<256x768xf32>) -> tensor<2x128x256xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %203 = stablehlo.reduce(%202 init: %cst_42) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %204 = stablehlo.reshape %203 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %205 = stablehlo.reduce(%204 init: %cst_43) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %206 = stablehlo.add %130, %205 : tensor<256xf32>
    %207 = stablehlo.multiply %18, %202 : tensor<2x128x256xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %208 = stablehlo.reduce(%207 init: %cst_44) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<256xf32>
    %209 = stablehlo.reshape %208 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %210 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %211 = stablehlo.multiply %202, %210 : tensor<2x128x256xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %212 = stablehlo.reduce(%209 init: %cst_45) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %213 = stablehlo.add %136, %212 : tensor<256xf32>
    %214 = stablehlo.multiply %5, %211 : tensor<2x128x256xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %215 = stablehlo.reduce(%214 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %216 = stablehlo.reshape %215 : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %217 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %218 = stablehlo.multiply %211, %217 : tensor<2x128x256xf32>
    %219 = stablehlo.multiply %216, %16 : tensor<2x128x1xf32>
    %cst_47 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %221 = stablehlo.divide %219, %220 : tensor<2x128x1xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.reduce(%221 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<2x128x1xf32>, tensor<f32>) -> tensor<2x128xf32>
    %223 = stablehlo.broadcast_in_dim %222, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x256xf32>
    %224 = stablehlo.multiply %5, %223 : tensor<2x128x256xf32>
    %225 = stablehlo.add %218, %224 : tensor<2x128x256xf32>
    %226 = stablehlo.multiply %223, %5 : tensor<2x128x256xf32>
    %227 = stablehlo.add %225, %226 : tensor<2x128x256xf32>
    %228 = stablehlo.negate %227 : tensor<2x128x256xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %229 = stablehlo.reduce(%228 init: %cst_49) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %230 = stablehlo.reshape %229 : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %231 = stablehlo.add %159, %227 : tensor<2x128x256xf32>
    %cst_50 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %233 = stablehlo.divide %230, %232 : tensor<2x128x1xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %234 = stablehlo.reduce(%233 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<2x128x1xf32>, tensor<f32>) -> tensor<2x128xf32>
    %235 = stablehlo.broadcast_in_dim %234, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x256xf32>
    %236 = stablehlo.add %231, %235 : tensor<2x128x256xf32>
    return %236, %201, %161, %126, %109, %213, %206 : tensor<2x128x256xf32>, tensor<256x768xf32>, tensor<256x256xf32>, tensor<256x1024xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256xf32>
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
  func.func private @_where(%arg0: tensor<128x128xi1>, %arg1: tensor<2x8x128x128xf32>, %arg2: tensor<f32>) -> (tensor<2x8x128x128xf32>, tensor<2x8x128x128xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<128x128xi1>) -> tensor<2x8x128x128xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x8x128x128xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x8x128x128xi1>, tensor<2x8x128x128xf32>
    return %3, %1 : tensor<2x8x128x128xf32>, tensor<2x8x128x128xi1>
  }
  func.func private @_where_0(%arg0: tensor<2x8x128x128xi1>, %arg1: tensor<2x8x128x128xf32>) -> tensor<2x8x128x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x128x128xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<2x8x128x128xi1>, tensor<2x8x128x128xf32>
    return %1 : tensor<2x8x128x128xf32>
  }
}
