func.func @unmet() {
  // expected-error @+1 {{not what comes}}
  "test.op"() {test.error = "what comes"} : () -> ()
  // expected-error @+1 {{a remark}}
  "test.op"() {test.remark = "a remark"} : () -> ()
  // expected-error @+1 2 {{a count}}
  // expected-error-re @+1 {{open {{[}} bracket}}
  // expected-error-re @+1 {{no {{end}}
  // expected-warning @unknown {{nowhere}}
  // expected-note @below {{nothing follows}}
  return
}
// -----
// expected-remark {{here}}
