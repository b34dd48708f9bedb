// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func private @callee(f32) -> f32
func.func @constant(%x: f32) {
  %0 = func.constant @callee : (f32) -> f32
  %1 = func.call_indirect %0(%x) : (f32) -> f32
  return
}
