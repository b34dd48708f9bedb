// composite C1: the name has a namespace.

func.func private @g()
func.func @good() {
  stablehlo.composite "my_namespace.my_op" {decomposition = @g} : () -> ()
  stablehlo.composite "a.b.c_1$2" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+2 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, composite}}
  stablehlo.composite "op" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+2 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, composite}}
  stablehlo.composite "" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+2 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, composite}}
  stablehlo.composite ".op" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+2 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, composite}}
  stablehlo.composite "my." {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+2 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, composite}}
  stablehlo.composite "1my.op" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+2 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, composite}}
  stablehlo.composite "my..op" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+2 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, composite}}
  stablehlo.composite "m$.op" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+2 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, composite}}
  stablehlo.composite "my.o-p" {decomposition = @g} : () -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+2 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, composite}}
  stablehlo.composite "my.op." {decomposition = @g} : () -> ()
  return
}
