# torch's index_add and index_copy by an empty index: source is held to self's shape all the same (PT-13), in a run too.
. "$(dirname "$0")/common.sh"

program() { # program OP MORE MORE_TYPES
    cat >"$dir/program.mlir" <<END
func.func @f(%x: !torch.vtensor<[?,?],f32>, %i: !torch.vtensor<[?],si64>, %s: !torch.vtensor<[?,?],f32>) -> !torch.vtensor<[?,?],f32> {
  %one = torch.constant.int 1
  %r = torch.aten.$1 %x, %one, %i, %s$2 : !torch.vtensor<[?,?],f32>, !torch.int, !torch.vtensor<[?],si64>, !torch.vtensor<[?,?],f32>$3 -> !torch.vtensor<[?,?],f32>
  return %r : !torch.vtensor<[?,?],f32>
}
END
}

source() { # source STATUS INPUT
    expect "$1" run "$dir/program.mlir" --input 2x3xf32=1 --input 0xsi64=0 --input "$2"
}

for op in index_add index_copy; do
    if [ $op = index_add ]; then program $op ', %one' ', !torch.int'; else program $op; fi
    source 0 2x0xf32=0
    says out 'dense<1.000000e+00> : tensor<2x3xf32>'
    source 3 2x2xf32=0
    says err "${op}_(): Number of indices (0) should be equal to source.size(dim)"
    source 3 3x0xf32=0
    says err "${op}_(): source has shape [3, 0], it must be [2, 0]"
done
finish
