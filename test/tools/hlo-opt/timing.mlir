// One report for Python and upstream passes; rows of one pipeline add up over chunks.

// RUN: hlo-opt %s -split-input-file -o /dev/null --mlir-timing --load-pass-plugin=%S/Inputs/count_ops.py \
// RUN:   --pass-pipeline='builtin.module(canonicalize,func.func(cse,count-ops{limit=9}),cse,func.func(cse))' \
// RUN:   2>&1 | FileCheck --strict-whitespace %s

// CHECK:      ===-------------------------------------------------------------------------===
// CHECK-NEXT: {{ +}}... Execution time report ...
// CHECK-NEXT: ===-------------------------------------------------------------------------===
// CHECK-NEXT:   Total Execution Time: {{[0-9.]+}} seconds
// CHECK:        ----User Time----  ----Wall Time----  ----Name----
// CHECK-NEXT:   {{ *[0-9.]+ \( *[0-9.]+%\) +[0-9.]+ \( *[0-9.]+%\)}}  Parser
// CHECK-NEXT:   {{.*}})  canonicalize
// CHECK-NEXT:   {{.*}})  'func.func' Pipeline
// CHECK-NEXT:   {{.*}})    cse
// CHECK-NEXT:   {{.*}})    count-ops{limit=9}
// CHECK-NEXT:   {{.*}})  cse
// CHECK-NEXT:   {{.*}})  'func.func' Pipeline
// CHECK-NEXT:   {{.*}})    cse
// CHECK-NEXT:   {{.*}})  Output
// CHECK-NEXT:   {{.*}})  Rest
// CHECK-NEXT:   {{.*}}(100.0%){{.*}}(100.0%)  Total

// In a list, a pass has one row.
// RUN: hlo-opt %s -split-input-file -o /dev/null --mlir-timing --mlir-timing-display=list --cse --canonicalize --cse \
// RUN:   2>&1 | FileCheck --check-prefix=LIST %s
// LIST:     Execution time report
// LIST-DAG: )  cse
// LIST-DAG: )  canonicalize
// LIST-DAG: )  Parser
// LIST:     )  Rest
// LIST:     )  Total
// RUN: hlo-opt %s -split-input-file -o /dev/null --mlir-timing --mlir-timing-display=list --cse --canonicalize --cse \
// RUN:   2>&1 | grep -c ')  cse' | FileCheck --check-prefix=ONCE %s
// ONCE: {{^1$}}

// A stage of a named pipeline has a row.
// RUN: hlo-opt %s -split-input-file -o /dev/null --mlir-timing --pipeline=cpu --stop-after=simplify \
// RUN:   2>&1 | FileCheck --check-prefix=STAGE --strict-whitespace %s
// STAGE:      )  'simplify' Stage
// STAGE-NEXT: )    canonicalize

// RUN: hlo-opt %s -split-input-file -o /dev/null --mlir-timing --mlir-output-format=json --pass-pipeline='builtin.module(func.func(cse))' 2>%t.json
// RUN: %python -c "import json, sys; rows = json.load(open(sys.argv[1])); print([r['name'] for r in rows], rows[1]['passes'][0]['name'], sorted(rows[0]['wall']))" %t.json | FileCheck --check-prefix=JSON %s
// JSON: ['Parser', "'func.func' Pipeline", 'Output', 'Rest', 'Total'] cse ['duration', 'percentage']

// The report comes after a failure too.
// RUN: not hlo-opt %s -split-input-file --mlir-timing --cse --test-raise --load-pass-plugin=%S/Inputs/test_passes.py \
// RUN:   2>&1 | FileCheck --check-prefix=FAIL %s
// FAIL: error: pass 'test-raise' raised KeyError
// FAIL: )  test-raise
// FAIL: )  Total

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
// -----
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
