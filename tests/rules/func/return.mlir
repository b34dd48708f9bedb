// func.return: as many operands as the function has results, each of its type.

func.func @good(%a: tensor<2xi32>, %b: tensor<3xf32>) -> (tensor<2xi32>, tensor<3xf32>) {
  return %a, %b : tensor<2xi32>, tensor<3xf32>
}

// -----

func.func @second(%a: tensor<2xi32>, %b: tensor<4xf32>) -> (tensor<2xi32>, tensor<3xf32>) {
  // expected-error@+1 {{type of return operand 1 ('tensor<4xf32>') doesn't match function result type ('tensor<3xf32>') in function @second}}
  return %a, %b : tensor<2xi32>, tensor<4xf32>
}

// -----

func.func @third(%a: tensor<2xi32>, %b: tensor<4xf32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<3xf32>) {
  // expected-error@+1 {{type of return operand 2 ('tensor<4xf32>') doesn't match function result type ('tensor<3xf32>') in function @third}}
  return %a, %a, %b : tensor<2xi32>, tensor<2xi32>, tensor<4xf32>
}

// -----

func.func @fewer(%a: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  // expected-error@+1 {{has 1 operands, but enclosing function (@fewer) returns 2}}
  return %a : tensor<2xi32>
}
