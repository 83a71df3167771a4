module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    return %arg0 : tensor<4xf32>
  }
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(canonicalize{max-iterations=10 top-down=true})",
      disable_threading: false,
      verify_each: true
    }
  }
#-}
