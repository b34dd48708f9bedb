// interpreter.print and interpreter.probe pass values on; check.expect_serialized_eq finds what was probed.

func.func @main() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  interpreter.print %0 : tensor<2x2xi32>
  %1 = interpreter.probe %0, probe_id = "one" : tensor<2x2xi32>
  %2 = stablehlo.add %1, %1 : tensor<2x2xi32>
  %3 = interpreter.probe %2, probe_id = "one" : tensor<2x2xi32>
  %4 = "interpreter.probe"(%3) <{probe_id = "a/b"}> : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_serialized_eq %0, probe_id = "one" : tensor<2x2xi32>
  check.expect_serialized_eq %0, probe_id = "one", iter = 0 : tensor<2x2xi32>
  check.expect_serialized_eq %2, probe_id = "one", iter = 1 : tensor<2x2xi32>
  check.expect_serialized_eq %4, probe_id = "a/b" : tensor<2x2xi32>
  return
}

// -----

// What a process has probed can be looked for in it, and by the program that started it, in the order of the processes.
module @grid {
  func.func @process(%x: tensor<ui32>) -> tensor<ui32> {
    %r = stablehlo.replica_id : tensor<ui32>
    %s = interpreter.probe %r, probe_id = "id" : tensor<ui32>
    check.expect_serialized_eq %r, probe_id = "id" : tensor<ui32>
    check.expect_serialized_eq %x, probe_id = "before" : tensor<ui32>
    return %s : tensor<ui32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<7> : tensor<ui32>
    %y = interpreter.probe %x, probe_id = "before" : tensor<ui32>
    %r:2 = "interpreter.run_parallel"(%y, %x) {programs = [[@process], [@process]]} : (tensor<ui32>, tensor<ui32>) -> (tensor<ui32>, tensor<ui32>)
    check.expect_serialized_eq %r#0, probe_id = "id", iter = 0 : tensor<ui32>
    check.expect_serialized_eq %r#1, probe_id = "id", iter = 1 : tensor<ui32>
    return
  }
}

// -----

// Tuples, tokens and nothing at all come out of processes too.
module @values {
  func.func @pair(%x: tensor<2xf32>) -> (tuple<tensor<2xf32>, tensor<f32>>, !stablehlo.token) {
    %c = stablehlo.constant dense<3.0> : tensor<f32>
    %t = stablehlo.create_token : !stablehlo.token
    %r = stablehlo.tuple %x, %c : tuple<tensor<2xf32>, tensor<f32>>
    return %r, %t : tuple<tensor<2xf32>, tensor<f32>>, !stablehlo.token
  }
  func.func @first(%p: tuple<tensor<2xf32>, tensor<f32>>) -> tensor<2xf32> {
    %r = stablehlo.get_tuple_element %p[0] : (tuple<tensor<2xf32>, tensor<f32>>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @nothing() {
    %c = stablehlo.constant dense<0> : tensor<i32>
    return
  }
  func.func @main() {
    %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %r:2 = "interpreter.run_parallel"(%x) {programs = [[@pair], [@nothing]]} : (tensor<2xf32>) -> (tuple<tensor<2xf32>, tensor<f32>>, !stablehlo.token)
    %s = "interpreter.run_parallel"(%r#0) {programs = [[@first]]} : (tuple<tensor<2xf32>, tensor<f32>>) -> tensor<2xf32>
    check.expect_eq %s, %x : tensor<2xf32>
    "interpreter.run_parallel"() {programs = [[@nothing, @nothing]]} : () -> ()
    return
  }
}
