// expected-error-re@+1 {{use {{[a-z]+(b{2,3})?}} of}}
%x = foo
// -----
// expected-note@below {{x}}
// expected-error@unknown {{y}}
func.func @f() { return }
