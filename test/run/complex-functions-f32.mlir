// Elementary functions of complex numbers, against values from 60 digits.

// RUN: hlo-run %s --rtol=2e-6 --atol=1e-12 \
// RUN:   --expected='4xcomplex<f32>=(-1.1312044,2.4717267) (0.5876751,0.15005809) (10.852262,-16.901396) (0.09902332,-0.09224977)' \
// RUN:   --expected='4xcomplex<f32>=(0.804719,1.1071488) (-0.5815754,2.6779451) (1.1512926,-0.32175055) (0.75893533,-2.782822)' \
// RUN:   --expected='4xcomplex<f32>=(1.2720196,0.78615135) (0.17178038,0.72767335) (1.7553173,-0.28484878) (0.26076898,-1.4380544)' \
// RUN:   --expected='4xcomplex<f32>=(0.56886446,-0.35157758) (0.30729008,-1.3017017) (0.55508006,0.090077095) (0.12208281,0.67324615)' \
// RUN:   --expected='4xcomplex<f32>=(3.1657784,1.959601) (-0.4944858,0.22168817) (0.21775955,1.1634403) (-1.1772522,0.3422045)' \
// RUN:   --expected='4xcomplex<f32>=(2.032723,-3.0518978) (0.9051502,0.12110879) (-1.5276382,0.1658444) (-0.53877836,-0.7477305)' \
// RUN:   --expected='4xcomplex<f32>=(0.033812825,1.0147936) (-0.5045007,0.3124207) (-0.05916854,-0.76801765) (0.44550133,-1.2534271)' \
// RUN:   --expected='4xcomplex<f32>=(1.1667362,-0.2434582) (-0.48548728,0.19805545) (1.0020549,-0.004517137) (-0.9967474,-0.03643289)' \
// RUN:   --expected='4xcomplex<f32>=(-2.1312044,2.4717267) (-0.4123249,0.15005809) (9.852262,-16.901396) (-0.90097666,-0.09224977)' \
// RUN:   --expected='4xcomplex<f32>=(1.0397208,0.7853982) (-0.5815754,0.4636476) (1.4166067,-0.24497867) (0.22314355,-2.4980915)' \
// RUN:   --expected='4xcomplex<f32>=(1.0214154,0.40343872) (0.37572482,0.059002966) (0.9721865,-0.039662227) (0.096467115,-0.075840704)' \
// RUN:   --expected='4xcomplex<f32>=(1.2196165,0.47171128) (0.51679647,0.6415028) (1.4593656,-0.15712012) (0.77239174,-1.0305256)' \
// RUN:   --expected='4xcomplex<f32>=(0.10423306,0.48309594) (4.2793593,-1.5413632) (0.23163602,0.2903426) (-201.75069,-21.417618)' \
// RUN:   --expected='4xcomplex<f32>=(1.1071488,0.0) (-0.24497867,0.0) (1.9081668,-0.044562057) (-0.78918594,0.22008967)' \
// RUN:   --expected='4xcomplex<f32>=(2.0,0.0) (-0.25,0.0) (-2.8,-0.4) (-0.9166667,0.41666666)'

func.func @main() -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>,
    tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>,
    tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>,
    tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>,
    tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y = stablehlo.exponential %x : tensor<4xcomplex<f32>>

  %x_1 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_1 = stablehlo.log %x_1 : tensor<4xcomplex<f32>>

  %x_2 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_2 = stablehlo.sqrt %x_2 : tensor<4xcomplex<f32>>

  %x_3 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_3 = stablehlo.rsqrt %x_3 : tensor<4xcomplex<f32>>

  %x_4 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_4 = stablehlo.sine %x_4 : tensor<4xcomplex<f32>>

  %x_5 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_5 = stablehlo.cosine %x_5 : tensor<4xcomplex<f32>>

  %x_6 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_6 = stablehlo.tan %x_6 : tensor<4xcomplex<f32>>

  %x_7 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_7 = stablehlo.tanh %x_7 : tensor<4xcomplex<f32>>

  %x_8 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_8 = stablehlo.exponential_minus_one %x_8 : tensor<4xcomplex<f32>>

  %x_9 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_9 = stablehlo.log_plus_one %x_9 : tensor<4xcomplex<f32>>

  %x_10 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_10 = stablehlo.logistic %x_10 : tensor<4xcomplex<f32>>

  %x_11 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %y_11 = stablehlo.cbrt %x_11 : tensor<4xcomplex<f32>>

  %x_12 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %w_12 = stablehlo.constant dense<[(0.5, 1.0), (2.0, -1.0), (-1.0, 0.5), (1.5, 1.5)]> : tensor<4xcomplex<f32>>
  %y_12 = stablehlo.power %x_12, %w_12 : tensor<4xcomplex<f32>>

  %x_13 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %w_13 = stablehlo.constant dense<[(0.5, 1.0), (2.0, -1.0), (-1.0, 0.5), (1.5, 1.5)]> : tensor<4xcomplex<f32>>
  %y_13 = stablehlo.atan2 %x_13, %w_13 : tensor<4xcomplex<f32>>

  %x_14 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f32>>
  %w_14 = stablehlo.constant dense<[(0.5, 1.0), (2.0, -1.0), (-1.0, 0.5), (1.5, 1.5)]> : tensor<4xcomplex<f32>>
  %y_14 = stablehlo.divide %x_14, %w_14 : tensor<4xcomplex<f32>>

  return %y, %y_1, %y_2, %y_3, %y_4, %y_5, %y_6, %y_7, %y_8, %y_9, %y_10, %y_11, %y_12, %y_13,
      %y_14
      : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>,
        tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>,
        tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>,
        tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>,
        tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
}
