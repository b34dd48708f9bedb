# tensor and TCP leave an index out of range undefined (ML-8, TCP-10): a run says which one it is, and never reads it.
. "$(dirname "$0")/common.sh"

outside() { # outside TEXT: the program on standard input
    cat >"$dir/program.mlir"
    expect 4 run "$dir/program.mlir"
    says err "$1"
    silent out
}

outside 'program.mlir:4:8: error: ' <<'END'
func.func @main() -> tensor<2x1xi32> {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<[[1], [2]]> : tensor<2x1xi64>
  %x = tcp.gather %a, %i {dim = 1 : index} : tensor<2x2xi32>, tensor<2x1xi64> -> tensor<2x1xi32>
  return %x : tensor<2x1xi32>
}
END
says err 'tcp.gather'
says err '2'

outside '-1' <<'END'
func.func @main() -> tensor<1x2xi32> {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<[[-1]]> : tensor<1x1xi64>
  %x = tcp.gather_nd %a, %i : tensor<2x2xi32>, tensor<1x1xi64> -> tensor<1x2xi32>
  return %x : tensor<1x2xi32>
}
END

outside '7' <<'END'
func.func @main() -> tensor<2xi32> {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %i = arith.constant dense<[7, 0]> : tensor<2xi64>
  %x = tcp.gather_slice %a, %i {dim = 0 : index} : tensor<2xi32>, tensor<2xi64> -> tensor<2xi32>
  return %x : tensor<2xi32>
}
END

outside '2' <<'END'
func.func @main() -> tensor<1x2xi32> {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<[[2]]> : tensor<1x1xindex>
  %x = tensor.gather %a[%i] gather_dims([0]) : (tensor<2x2xi32>, tensor<1x1xindex>) -> tensor<1x2xi32>
  return %x : tensor<1x2xi32>
}
END

outside '-1' <<'END'
func.func @main() -> tensor<2x2xi32> {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %s = arith.constant dense<[[5, 6]]> : tensor<1x2xi32>
  %i = arith.constant dense<[[-1]]> : tensor<1x1xindex>
  %x = tensor.scatter %s into %a[%i] scatter_dims([0]) unique : (tensor<1x2xi32>, tensor<2x2xi32>, tensor<1x1xindex>) -> tensor<2x2xi32>
  return %x : tensor<2x2xi32>
}
END

# ML-10: nothing to take from, and something asked for.
outside 'dimension 0 has no elements' <<'END'
func.func @main() -> tensor<1x1xi32> {
  %a = arith.constant dense<> : tensor<0x1xi32>
  %i = arith.constant dense<[[0]]> : tensor<1x1xindex>
  %x = tensor.gather %a[%i] gather_dims([0]) : (tensor<0x1xi32>, tensor<1x1xindex>) -> tensor<1x1xi32>
  return %x : tensor<1x1xi32>
}
END

outside 'leave dimension 0' <<'END'
func.func @main() -> tensor<?xi32> {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %c2 = arith.constant 2 : index
  %x = tensor.extract_slice %a[%c2] [%c2] [1] : tensor<3xi32> to tensor<?xi32>
  return %x : tensor<?xi32>
}
END

outside 'index 3 is out of range [0, 3)' <<'END'
func.func @main() -> tensor<i32> {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %c3 = arith.constant 3 : index
  %e = tensor.extract %a[%c3] : tensor<3xi32>
  %x = tensor.from_elements %e : tensor<i32>
  return %x : tensor<i32>
}
END
finish
