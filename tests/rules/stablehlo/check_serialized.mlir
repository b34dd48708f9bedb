// check.expect_serialized_eq: the iteration is an integer.

func.func @good(%a: tensor<2xf32>) {
  "check.expect_serialized_eq"(%a) <{probe_id = "p", iteration = 3 : i64}> : (tensor<2xf32>) -> ()
  "check.expect_serialized_eq"(%a) <{probe_id = "p"}> : (tensor<2xf32>) -> ()
  func.return
}

// -----

func.func @a_text(%a: tensor<2xf32>) {
  // expected-error@+1 {{for op check.expect_serialized_eq: Invalid attribute `iteration` in property conversion: "3"}}
  "check.expect_serialized_eq"(%a) <{probe_id = "p", iteration = "3"}> : (tensor<2xf32>) -> ()
  func.return
}
