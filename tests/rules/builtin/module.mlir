// builtin.module: its attributes have a dialect's prefix, each of them but its name and visibility.

module attributes {foo.a = 1 : i64, foo.b} {
}

// -----

// expected-error@+1 {{can only contain attributes with dialect-prefixed names, found: 'second'}}
module attributes {foo.a = 1 : i64, second = 2 : i64} {
}

// -----

// expected-error@+1 {{can only contain attributes with dialect-prefixed names, found: 'zulu'}}
module attributes {foo.a = 1 : i64, foo.b = 2 : i64, zulu} {
}

// -----

// expected-error@+1 {{region should have no arguments}}
"builtin.module"() ({
^bb0(%a: i1):
}) : () -> ()

// -----

module @m attributes {sym_visibility = "private"} {
}
