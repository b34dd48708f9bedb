// reduce_window C1: at least one input.

func.func @no_input() {
  // expected-error@+1 {{requires at least 1 input value}}
  "stablehlo.reduce_window"() ({
  ^bb0:
    "stablehlo.return"() : () -> ()
  }) {window_dimensions = array<i64: 1>} : () -> ()
  func.return
}
