// How the result is printed.

// RUN: hlo-opt %s --mlir-print-op-generic | FileCheck --check-prefix=GENERIC %s
// GENERIC: "builtin.module"() ({
// GENERIC:   "func.func"()
// GENERIC:     "stablehlo.constant"()

// RUN: hlo-opt %s --mlir-print-debuginfo | FileCheck --check-prefix=DEBUG %s
// RUN: hlo-opt --mlir-print-debuginfo < %s | FileCheck --check-prefix=STDIN %s
// DEBUG-DAG: loc("{{.*}}printing.mlir":[[LINE:[0-9]+]]:8)
// DEBUG-DAG: loc("named"(
// STDIN:     loc("<stdin>":

// RUN: hlo-opt %s --mlir-pretty-debuginfo | FileCheck --check-prefix=PRETTY %s
// PRETTY: stablehlo.constant {{.*}} {{.*}}printing.mlir:{{[0-9]+}}:8

// RUN: hlo-opt %s --mlir-print-local-scope --mlir-print-debuginfo | FileCheck --check-prefix=LOCAL %s
// LOCAL-NOT: #loc
// LOCAL:     affine_map<(d0) -> (d0)>
// LOCAL-NOT: #loc

// RUN: hlo-opt %s | FileCheck --check-prefix=ALIAS %s
// ALIAS: #map = affine_map<(d0) -> (d0)>

// RUN: hlo-opt %s --mlir-elide-elementsattrs-if-larger=3 | FileCheck --check-prefix=ELIDE %s
// ELIDE: stablehlo.constant dense_resource<__elided__> : tensor<4xf32>
// ELIDE: blob: "0x04000000
// RUN: hlo-opt %s --mlir-elide-elementsattrs-if-larger=4 | FileCheck --check-prefix=KEEP %s
// KEEP: stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]>
// RUN: hlo-opt %s --mlir-elide-resource-strings-if-larger=5 | FileCheck --check-prefix=BLOB %s
// BLOB: stablehlo.constant dense<[1.000000e+00,
// BLOB-NOT: blob:

// RUN: hlo-opt %s --mlir-print-skip-regions | FileCheck --check-prefix=SKIP %s
// SKIP-NOT: stablehlo

// RUN: hlo-opt %s --mlir-use-nameloc-as-prefix | FileCheck --check-prefix=NAME %s
// NAME: %named = stablehlo.add

// Attributes may hold bytes that are not UTF-8.
// RUN: hlo-opt %s | FileCheck --check-prefix=BYTES %s
// BYTES: bytes = "\FF\FE"

// RUN: not hlo-opt %s --mlir-elide-elementsattrs-if-larger=-1 2>&1 | FileCheck --check-prefix=COUNT %s
// COUNT: option '--mlir-elide-elementsattrs-if-larger' expects a non-negative integer, got '-1'

#map = affine_map<(d0) -> (d0)>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {test.map = #map, bytes = "\FF\FE"} {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = arith.constant dense_resource<blob> : tensor<4xf32>
  %0 = stablehlo.add %a, %c : tensor<4xf32> loc("named"("x.py":1:2))
  return %0 : tensor<4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F000000400000404000008040"
    }
  }
#-}
