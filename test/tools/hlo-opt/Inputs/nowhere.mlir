// expected-remark @unknown {{nowhere}}
// expected-warning @unknown {{somewhere else}}
func.func private @f()
