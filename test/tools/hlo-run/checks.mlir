// Results that are expected: the outcome, the exit status, the tolerances.

// RUN: %python %S/Inputs/arrays.py %t
// RUN: hlo-run %s --input=@%t/named.npz --expected=@%t/named.npz | FileCheck --check-prefix=PASS %s
// PASS:     result 0: tensor<2x3xf32>: as expected
// PASS-NOT: {{.}}

// RUN: not hlo-run %s --input=@%t/named.npz --expected=@%t/wrong.npz | FileCheck --check-prefix=FAIL %s
// FAIL:      result 0: tensor<2x3xf32>: 2 of 6 elements are not as expected
// FAIL-NEXT:   got 33.0, expected 34.0 at [0, 2]
// FAIL-NEXT:   got 36.0, expected 37.0 at [1, 2]
// FAIL-NEXT:   worst: absolute error 1 at [0, 2], relative error 0.0294 at [0, 2], error in ulp 2.62e+05 at [0, 2]
// FAIL-NOT:  {{.}}

// RUN: hlo-run %s --input=@%t/named.npz --expected=@%t/wrong.npz --rtol=0.03 | FileCheck --check-prefix=TOLERATED %s
// RUN: hlo-run %s --input=@%t/named.npz --expected=@%t/wrong.npz --atol=1 | FileCheck --check-prefix=TOLERATED %s
// RUN: hlo-run %s --input=@%t/named.npz --expected=@%t/wrong.npz --max-ulp=300000 | FileCheck --check-prefix=TOLERATED %s
// TOLERATED:      result 0: tensor<2x3xf32>: as expected
// TOLERATED-NEXT:   worst: absolute error 1

// With --max-ulp alone, the other tolerances are off.
// RUN: hlo-run %s --input=@%t/named.npz --expected=2x3xf32=11.0001,22,33,14,25,36
// RUN: not hlo-run %s --input=@%t/named.npz --expected=2x3xf32=11.0001,22,33,14,25,36 --max-ulp=3
// RUN: hlo-run %s --input=@%t/named.npz --expected=2x3xf32=11.0001,22,33,14,25,36 --max-ulp=3 --rtol=1e-4

// Results are printed beside the checks only if that is asked for.
// RUN: hlo-run %s --input=@%t/named.npz --expected=@%t/named.npz --output=- | FileCheck --check-prefix=BOTH %s
// BOTH:      result 0: tensor<2x3xf32> = {{\[\[}}11.0
// BOTH-NEXT: result 0: tensor<2x3xf32>: as expected

// The reference interpreter is an oracle, too.
// RUN: hlo-run %s --random-seed=1 --compare=interpreter | FileCheck --check-prefix=REFERENCE %s
// REFERENCE: result 0: tensor<2x3xf32>: as the reference interpreter's
// RUN: hlo-run %s --input=@%t/named.npz --expected=@%t/named.npz --compare=interpreter | FileCheck --check-prefix=TWO %s
// TWO:      result 0: tensor<2x3xf32>: as expected
// TWO-NEXT: result 0: tensor<2x3xf32>: as the reference interpreter's

// A bf16 result may be expected in f32.
// RUN: hlo-run %s --function=narrow --input=2xf32=1,3 --expected=2xf32=1,3
// RUN: hlo-run %s --function=narrow --input=2xf32=1,3 --expected=2xbf16=1,3
// RUN: not hlo-run %s --function=narrow --input=2xf32=1,3 --expected=2xf32=1,3.1
// RUN: %python -c "import numpy, ml_dtypes; numpy.save(r'%t/bf16.npy', numpy.array([1, 3], ml_dtypes.bfloat16))"
// RUN: hlo-run %s --function=narrow --input=2xf32=1,3 --expected=@%t/bf16.npy

// What cannot be compared is found before anything is compiled.
// RUN: not hlo-run %s --random-seed=1 --expected=3xf32=0 2>&1 | FileCheck --check-prefix=SHAPE %s
// SHAPE: error: result 0 is tensor<2x3xf32>, but the expected array has shape (3,)
// RUN: not hlo-run %s --random-seed=1 --expected=2x3xi32=0 2>&1 | FileCheck --check-prefix=KIND %s
// KIND: error: result 0 is tensor<2x3xf32>, but the expected array has dtype int32
// RUN: not hlo-run %s --random-seed=1 --expected=2x3xf32=0 --expected=f32=0 2>&1 | FileCheck --check-prefix=COUNT %s
// COUNT: error: 'main' has 1 result, got 2 to expect
// RUN: not hlo-run %s --random-seed=1 --expected=@%t/ordered.npz 2>&1 | FileCheck --check-prefix=COUNT %s

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %a, %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

func.func @narrow(%a: tensor<2xf32>) -> tensor<2xbf16> {
  %0 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
