// batch_norm_inference, batch_norm_training, batch_norm_grad.

// RUN: hlo-run %s --rtol=1e-12 --atol=1e-12 \
// RUN:   --expected='2x2x2xf64=0.0,0.0,2.0,2.0,2.0,2.0,0.0,0.0' \
// RUN:   --expected='2x2x2xf64=0.0,0.0,2.0,2.0,2.0,2.0,0.0,0.0' \
// RUN:   --expected='2xf64=2.0,3.0' \
// RUN:   --expected='2xf64=1.0,1.0' \
// RUN:   --expected='2x2x2xf64=0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0' \
// RUN:   --expected='2xf64=0.0,0.0' \
// RUN:   --expected='2xf64=0.4,0.4' \
// RUN:   --expected='3x2x2xf64=-2.6818865337839437,1.4684002494125044,-0.09585723193303736,0.7342001247062522,2.298457606051794,0.6383428927732149,0.31917144638660744,1.149228803025897,1.4684002494125044,-0.1917144638660747,0.7342001247062522,-1.3409432668919719' \
// RUN:   --expected='2xf64=0.4166666666666667,-0.4166666666666667' \
// RUN:   --expected='2xf64=0.951388888888889,0.951388888888889' \
// RUN:   --expected='3x2x2xf64=-0.6513368731523613,-0.1807062666367831,-0.49446000431383513,0.11120385639186656,0.49446000431383524,-0.8558725375874014,-0.1916280739609843,0.4140357867447174,-0.1807062666367831,1.3741619396994937,0.11120385639186656,0.04964457874636907' \
// RUN:   --expected='2xf64=1.3488432045388457,1.9540933604216613' \
// RUN:   --expected='2xf64=1.5,1.75'

func.func @main() -> (tensor<2x2x2xf64>, tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>,
    tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2x2xf64>, tensor<2xf64>,
    tensor<2xf64>, tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>) {
  // The specification's examples.
  %operand = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %inferred = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {
    epsilon = 0.0 : f32,
    feature_index = 2 : i64
  } : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
      -> tensor<2x2x2xf64>
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) {
    epsilon = 0.0 : f32,
    feature_index = 2 : i64
  } : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
      -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %grad_output = stablehlo.constant dense<0.1> : tensor<2x2x2xf64>
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) {
    epsilon = 0.0 : f32,
    feature_index = 2 : i64
  } : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2x2xf64>)
      -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)

  // Another feature dimension, and a gradient that is not constant; values from numpy.
  %x_1 = stablehlo.constant dense<[[[-1.5, 1.0], [0.0, -1.0]], [[1.5, 0.5], [-0.5, -1.5]], [[1.0, 0.0], [-1.0, 1.5]]]> : tensor<3x2x2xf64>
  %gamma_1 = stablehlo.constant dense<[2.0, -1.0]> : tensor<2xf64>
  %beta_1 = stablehlo.constant dense<[0.5, 0.25]> : tensor<2xf64>
  %y_1, %m_1, %v_1 = "stablehlo.batch_norm_training"(%x_1, %gamma_1, %beta_1) {
    epsilon = 0.5 : f32,
    feature_index = 1 : i64
  } : (tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
      -> (tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %g_1 = stablehlo.constant dense<[[[-0.5, 0.25], [1.0, 0.0]], [[0.75, -0.25], [0.5, -0.5]], [[0.25, 1.0], [0.0, 0.75]]]> : tensor<3x2x2xf64>
  %gx_1, %gs_1, %go_1 = "stablehlo.batch_norm_grad"(%x_1, %gamma_1, %m_1, %v_1, %g_1) {
    epsilon = 0.5 : f32,
    feature_index = 1 : i64
  } : (tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2x2xf64>)
      -> (tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>)

  return %inferred, %output, %batch_mean, %batch_var, %grad_operand, %grad_scale, %grad_offset,
      %y_1, %m_1, %v_1, %gx_1, %gs_1, %go_1
      : tensor<2x2x2xf64>, tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2x2xf64>,
        tensor<2xf64>, tensor<2xf64>, tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>,
        tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>
}
