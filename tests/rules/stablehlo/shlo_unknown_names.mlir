// Types and attributes of StableHLO's and CHLO's are those there are.

// expected-error@+1 {{unknown stablehlo type: foobar}}
func.func @f(%a: !stablehlo.foobar) {
  return
}

// -----

// expected-error@+1 {{unknown StableHLO attribute}}
func.func @f() attributes {a = #stablehlo.foobar<1>} {
  return
}

// -----

// expected-error@+1 {{unknown StableHLO attribute}}
func.func @f() attributes {a = #stablehlo<foobar X>} {
  return
}

// -----

// expected-error@+1 {{unknown chlo attribute}}
func.func @f() attributes {a = #chlo.foobar<1>} {
  return
}

// -----

func.func @f(%a: !stablehlo.token, %b: !stablehlo.future<tensor<2xf32>>, %c: !unknown.type<4>) attributes {a = #unknown.attr<1>} {
  return
}
