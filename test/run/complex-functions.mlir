// Elementary functions of complex numbers, against values from 60 digits.

// RUN: hlo-run %s --rtol=1e-14 --atol=1e-15 \
// RUN:   --expected='4xcomplex<f64>=(-1.1312043837568135,2.4717266720048188) (0.5876750903439226,0.15005808662216327) (10.852261914197957,-16.901396535150095) (0.09902332031011532,-0.0922497746528114)' \
// RUN:   --expected='4xcomplex<f64>=(0.8047189562170501,1.1071487177940904) (-0.5815754049028404,2.677945044588987) (1.151292546497023,-0.3217505543966422) (0.7589353594543049,-2.782821983319221)' \
// RUN:   --expected='4xcomplex<f64>=(1.272019649514069,0.7861513777574233) (0.17178037486125622,0.7276733451126774) (1.755317301824428,-0.28484878459314106) (0.2607689938713792,-1.4380544037569272)' \
// RUN:   --expected='4xcomplex<f64>=(0.5688644810057831,-0.3515775842541429) (0.30729007631213195,-1.3017016520692888) (0.5550800690066424,0.09007709480450048) (0.12208280878354784,0.6732461485846332)' \
// RUN:   --expected='4xcomplex<f64>=(3.165778513216168,1.9596010414216058) (-0.494485780933195,0.22168816414957482) (0.21775955162215224,1.1634403637032507) (-1.1772521793108763,0.34220450663488017)' \
// RUN:   --expected='4xcomplex<f64>=(2.0327230070196656,-3.0518977991518) (0.9051501505596067,0.12110879604381165) (-1.5276382501165435,0.16584440191897884) (-0.5387783532487324,-0.747730488384954)' \
// RUN:   --expected='4xcomplex<f64>=(0.03381282607989669,1.0147936161466335) (-0.504500702698564,0.3124206925025888) (-0.05916853956605073,-0.7680176472869112) (0.4455013214367418,-1.2534271713346836)' \
// RUN:   --expected='4xcomplex<f64>=(1.16673625724092,-0.24345820118572525) (-0.48548728102413535,0.19805544995134952) (1.0020549882458119,-0.004517137276658425) (-0.9967473999046033,-0.036432889375718314)' \
// RUN:   --expected='4xcomplex<f64>=(-2.1312043837568138,2.4717266720048188) (-0.4123249096560773,0.15005808662216327) (9.852261914197957,-16.901396535150095) (-0.9009766796898847,-0.0922497746528114)' \
// RUN:   --expected='4xcomplex<f64>=(1.0397207708399179,0.7853981633974483) (-0.5815754049028404,0.4636476090008061) (1.416606672028108,-0.24497866312686414) (0.22314355131420976,-2.498091544796509)' \
// RUN:   --expected='4xcomplex<f64>=(1.0214153641721806,0.4034387060815425) (0.3757248355800388,0.05900296431450802) (0.9721864932113107,-0.03966222740197834) (0.09646711442434588,-0.07584070651225049)' \
// RUN:   --expected='4xcomplex<f64>=(1.2196165079717576,0.471711267789389) (0.5167964603945269,0.6415027846178182) (1.4593656008683928,-0.15712012294393962) (0.7723917169183988,-1.0305255430374942)' \
// RUN:   --expected='4xcomplex<f64>=(0.10423305491687068,0.4830959392699094) (4.2793592993057095,-1.5413632888164666) (0.2316360119115535,0.29034258946125024) (-201.7506804656297,-21.417617285543948)' \
// RUN:   --expected='4xcomplex<f64>=(1.1071487177940904,9.597787252068934e-63) (-0.24497866312686414,5.72406495786084e-62) (1.908166797906673,-0.044562057851579705) (-0.789185969723046,0.22008968066202292)' \
// RUN:   --expected='4xcomplex<f64>=(2.0,0.0) (-0.25,0.0) (-2.8,-0.4) (-0.9166666666666666,0.4166666666666667)'

func.func @main() -> (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>,
    tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>,
    tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>,
    tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>,
    tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.exponential %x : tensor<4xcomplex<f64>>

  %x_1 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_1 = stablehlo.log %x_1 : tensor<4xcomplex<f64>>

  %x_2 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_2 = stablehlo.sqrt %x_2 : tensor<4xcomplex<f64>>

  %x_3 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_3 = stablehlo.rsqrt %x_3 : tensor<4xcomplex<f64>>

  %x_4 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_4 = stablehlo.sine %x_4 : tensor<4xcomplex<f64>>

  %x_5 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_5 = stablehlo.cosine %x_5 : tensor<4xcomplex<f64>>

  %x_6 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_6 = stablehlo.tan %x_6 : tensor<4xcomplex<f64>>

  %x_7 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_7 = stablehlo.tanh %x_7 : tensor<4xcomplex<f64>>

  %x_8 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_8 = stablehlo.exponential_minus_one %x_8 : tensor<4xcomplex<f64>>

  %x_9 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_9 = stablehlo.log_plus_one %x_9 : tensor<4xcomplex<f64>>

  %x_10 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_10 = stablehlo.logistic %x_10 : tensor<4xcomplex<f64>>

  %x_11 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %y_11 = stablehlo.cbrt %x_11 : tensor<4xcomplex<f64>>

  %x_12 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %w_12 = stablehlo.constant dense<[(0.5, 1.0), (2.0, -1.0), (-1.0, 0.5), (1.5, 1.5)]> : tensor<4xcomplex<f64>>
  %y_12 = stablehlo.power %x_12, %w_12 : tensor<4xcomplex<f64>>

  %x_13 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %w_13 = stablehlo.constant dense<[(0.5, 1.0), (2.0, -1.0), (-1.0, 0.5), (1.5, 1.5)]> : tensor<4xcomplex<f64>>
  %y_13 = stablehlo.atan2 %x_13, %w_13 : tensor<4xcomplex<f64>>

  %x_14 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (3.0, -1.0), (-2.0, -0.75)]> : tensor<4xcomplex<f64>>
  %w_14 = stablehlo.constant dense<[(0.5, 1.0), (2.0, -1.0), (-1.0, 0.5), (1.5, 1.5)]> : tensor<4xcomplex<f64>>
  %y_14 = stablehlo.divide %x_14, %w_14 : tensor<4xcomplex<f64>>

  return %y, %y_1, %y_2, %y_3, %y_4, %y_5, %y_6, %y_7, %y_8, %y_9, %y_10, %y_11, %y_12, %y_13,
      %y_14
      : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>,
        tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>,
        tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>,
        tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>,
        tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
}
