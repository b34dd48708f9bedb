// interpreter.run_parallel: what it runs is there and fits.

func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
func.func @good(%x: tensor<2xf32>) {
  %0:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f, @f]]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'interpreter.run_parallel' op requires attribute 'programs'}}
  "interpreter.run_parallel"() : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{attribute 'programs' failed to satisfy constraint: Array of FlatSymbolRefArrayAttr}}
  "interpreter.run_parallel"() {programs = [@f]} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{`programs` attribute cannot be empty}}
  "interpreter.run_parallel"() {programs = []} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{Sizes of second dimension of `programs` should all match 2 but got 1}}
  "interpreter.run_parallel"() {programs = [[@f, @f], [@f]]} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{Function "g" not found}}
  "interpreter.run_parallel"() {programs = [[@g]]} : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{Number of inputs (0) should match the sum of the number of inputs of all programs (1)}}
  "interpreter.run_parallel"() {programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @f() -> tensor<2xf32> {
  // expected-error@+1 {{Number of results (0) should match the sum of the number of results of all programs (1)}}
  "interpreter.run_parallel"() {programs = [[@f]]} : () -> ()
  %0 = stablehlo.constant dense<0.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
func.func @g(%x: tensor<3xf32>) {
  // expected-error@+1 {{input #0 is of type 'tensor<3xf32>', @f takes 'tensor<2xf32>'}}
  %0 = "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
func.func @g(%x: tensor<2xf32>) {
  // expected-error@+1 {{result #0 is of type 'tensor<2xi32>', @f gives 'tensor<2xf32>'}}
  %0 = "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{infeed attribute is optional or should not be empty}}
  "interpreter.run_parallel"() {infeed = [], programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{Function "g" not found}}
  "interpreter.run_parallel"() {infeed = [@g], programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
func.func @f() {
  // expected-error@+1 {{infeed function @g takes 1 inputs, it must take none}}
  "interpreter.run_parallel"() {infeed = [@g], programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @g() { return }
func.func @f() {
  // expected-error@+1 {{Function "g" should return 1 tensor but returns 0}}
  "interpreter.run_parallel"() {infeed = [@g], programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @g() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}
func.func @f() {
  // expected-error@+1 {{Function "g" should return a tensor type, but instead returns '!stablehlo.token'}}
  "interpreter.run_parallel"() {infeed = [@g], programs = [[@f]]} : () -> ()
  return
}

// -----

// What programs are there is told before what infeed is.

func.func @f() {
  // expected-error@+1 {{`programs` attribute cannot be empty}}
  "interpreter.run_parallel"() {infeed = [], programs = [[]]} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{attribute 'infeed' failed to satisfy constraint: flat symbol ref array attribute}}
  "interpreter.run_parallel"() {infeed = ["f"], programs = [[@f]]} : () -> ()
  return
}
