# torch's segment_reduce is explained and drawn as the scatter of its entries, by the segment of each. Values by hand.
. "$(dirname "$0")/common.sh"

program() { # program DATA REDUCE BY AXIS INITIAL lengths|offsets RESULT: types, and @main of them
    lengths=%by offsets=%none types="$3, !torch.none, !torch.none"
    [ "$6" = lengths ] || lengths=%none offsets=%by types="!torch.none, !torch.none, $3"
    initial='torch.constant.none' initial_type=!torch.none
    [ "$5" = none ] || { initial="torch.constant.float $5" initial_type=!torch.float; }
    cat <<END
func.func @main(%x: $1, %by: $3) -> $7 {
  %none = torch.constant.none
  %f = torch.constant.bool false
  %axis = torch.constant.int $4
  %initial = $initial
  %reduce = torch.constant.str "$2"
  %0 = torch.aten.segment_reduce %x, %reduce, $lengths, %none, $offsets, %axis, %f, %initial : $1, !torch.str, $types, !torch.int, !torch.bool, $initial_type -> $7
  return %0 : $7
}
END
}

program '!torch.vtensor<[7,2],f32>' max '!torch.vtensor<[3],si64>' 0 none lengths '!torch.vtensor<[3,2],f32>' >"$dir/max.mlir"
x='7x2xf32=[[1,2],[3,9],[5,6],[7,8],[4,4],[0,1],[2,2]]'
expect 0 explain --input="$x" --input='3xi64=[2,0,5]' --at=2,1 "$dir/max.mlir"
says out 'torch.aten.segment_reduce at 7:8 in @main'
says out 'result[2, 1] = 8.0'
says out 'input[2, 1] = -inf, and 5 updates reach it, in this order'
says out 'update 5: updates[6, 1] = 2.0'
expect 0 explain --input="$x" --input='3xi64=[2,0,5]' --at=1,0 "$dir/max.mlir"
says out 'input[1, 0] = -inf, and no update reaches it'
expect 0 draw --input="$x" --input='3xi64=[2,0,5]' "$dir/max.mlir"
says out 'input 3x2xf32, result 3x2xf32, index 7xi64, src 7x2xf32'
expect 4 explain --input="$x" --input='3xi64=[2,0,6]' --at=2,1 "$dir/max.mlir"
says err 'Expected all rows of lengths along axis'

# Entry 0 and entries 3 and on are in no segment; each of the two positions has offsets of its own.
program '!torch.vtensor<[2,4],f64>' sum '!torch.vtensor<[2,3],si64>' 1 10.0 offsets '!torch.vtensor<[2,2],f64>' >"$dir/sum.mlir"
expect 0 explain --input='2x4xf64=[[1,2,4,8],[16,32,64,128]]' --input='2x3xi64=[[1,2,3],[0,0,4]]' --at=0,1 "$dir/sum.mlir"
says out 'result[0, 1] = 14.0'
says out 'input[0, 1] = 10.0, and 1 update reaches it'
expect 0 explain --input='2x4xf64=[[1,2,4,8],[16,32,64,128]]' --input='2x3xi64=[[1,2,3],[0,0,4]]' --at=1,1 "$dir/sum.mlir"
says out 'result[1, 1] = 250.0'
says out 'and 4 updates reach it'
# Entries of no segment are none of the program's indices: lint says of the sum alone that its order shows.
expect 0 lint --input='2x4xf64=[[1,2,4,8],[16,32,64,128]]' --input='2x3xi64=[[1,2,3],[0,0,4]]' "$dir/sum.mlir"
says out 'up to 4 updates may meet at one element of input'
[ "$(grep -c sum.mlir "$dir/out")" = 1 ] || fail 'one remark is expected'
finish
