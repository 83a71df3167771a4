// rng: uniform numbers within their bounds, normal ones around their mean.

// RUN: hlo-run %s | FileCheck %s

// The bits are the implementation's own; their range, and loosely their mean, are the definition's.
func.func @main() -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %shape = stablehlo.constant dense<[100, 100]> : tensor<2xi64>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<10000.0> : tensor<f32>

  // Integers of [-2, 3): all of them within, and each occurs.
  // CHECK: result 0: tensor<i1> = true
  // CHECK-NEXT: result 1: tensor<i1> = true
  %a = stablehlo.constant dense<-2> : tensor<i32>
  %b = stablehlo.constant dense<3> : tensor<i32>
  %last = stablehlo.constant dense<2> : tensor<i32>
  %integers = stablehlo.rng %a, %b, %shape, distribution = UNIFORM
      : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<100x100xi32>
  %lowest = stablehlo.reduce(%integers init: %b) applies stablehlo.minimum across dimensions = [0, 1]
      : (tensor<100x100xi32>, tensor<i32>) -> tensor<i32>
  %highest = stablehlo.reduce(%integers init: %a) applies stablehlo.maximum across dimensions = [0, 1]
      : (tensor<100x100xi32>, tensor<i32>) -> tensor<i32>
  %from = stablehlo.compare EQ, %lowest, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %to = stablehlo.compare EQ, %highest, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>

  // Floats of [-1, 1): the largest magnitude is near 1 and not above.
  // CHECK-NEXT: result 2: tensor<i1> = true
  %low = stablehlo.constant dense<-1.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %almost = stablehlo.constant dense<0.99> : tensor<f32>
  %floats = stablehlo.rng %low, %high, %shape, distribution = UNIFORM
      : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<100x100xf32>
  %magnitudes = stablehlo.abs %floats : tensor<100x100xf32>
  %largest = stablehlo.reduce(%magnitudes init: %zero) applies stablehlo.maximum across dimensions = [0, 1]
      : (tensor<100x100xf32>, tensor<f32>) -> tensor<f32>
  %above = stablehlo.compare GT, %largest, %almost : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %within = stablehlo.compare LE, %largest, %high : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %near = stablehlo.and %above, %within : tensor<i1>

  // Normal numbers of mean 5 and deviation 2: the mean of 10,000 is within 0.2 (10 deviations).
  // CHECK-NEXT: result 3: tensor<i1> = true
  %mu = stablehlo.constant dense<5.0> : tensor<f32>
  %sigma = stablehlo.constant dense<2.0> : tensor<f32>
  %tolerance = stablehlo.constant dense<0.2> : tensor<f32>
  %normal = stablehlo.rng %mu, %sigma, %shape, distribution = NORMAL
      : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<100x100xf32>
  %sum = stablehlo.reduce(%normal init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<100x100xf32>, tensor<f32>) -> tensor<f32>
  %mean = stablehlo.divide %sum, %count : tensor<f32>
  %difference = stablehlo.subtract %mean, %mu : tensor<f32>
  %distance = stablehlo.abs %difference : tensor<f32>
  %centred = stablehlo.compare LT, %distance, %tolerance : (tensor<f32>, tensor<f32>) -> tensor<i1>

  return %from, %to, %near, %centred : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
}
