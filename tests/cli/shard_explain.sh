# garner shard --explain: a line for each move, the table of ops, the totals; and the same as JSON. All figures are worked out by hand.
. "$(dirname "$0")/common.sh"

# Four devices. Of 64 x 8 elements of 4 bytes three quarters come to each, 1536 bytes: once, in a branch, ten times in a loop, and
# in a loop up to an argument. Of 8 rows of 16 bytes three quarters go and come, 192 bytes, half of which have to. Of 8 elements of
# 4 bytes three quarters come, 24 bytes.
cat >"$dir/moves.mlir" <<'END'
sdy.mesh @m = <["x"=4]>
func.func @main(%a: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %k: tensor<i32>, %p: tensor<i1>,
    %t: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %ids: tensor<8x1xi32>,
    %v: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>})
    -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, tensor<8x4xf32>, tensor<8xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c10 = stablehlo.constant dense<10> : tensor<i32>
  %once = stablehlo.reverse %a, dims = [0] : tensor<64x8xf32>
  %ten:2 = stablehlo.while(%i = %c0, %x = %once) : tensor<i32>, tensor<64x8xf32>
  cond {
    %more = stablehlo.compare LT, %i, %c10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %y = stablehlo.reverse %x, dims = [0] : tensor<64x8xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %n, %y : tensor<i32>, tensor<64x8xf32>
  }
  %some:2 = stablehlo.while(%i = %c0, %x = %ten#1) : tensor<i32>, tensor<64x8xf32>
  cond {
    %more = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %y = stablehlo.reverse %x, dims = [0] : tensor<64x8xf32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %n, %y : tensor<i32>, tensor<64x8xf32>
  }
  %maybe = "stablehlo.if"(%p) ({
    %y = stablehlo.reverse %some#1, dims = [0] : tensor<64x8xf32>
    stablehlo.return %y : tensor<64x8xf32>
  }, {
    stablehlo.return %some#1 : tensor<64x8xf32>
  }) : (tensor<i1>) -> tensor<64x8xf32>
  %rows = "stablehlo.gather"(%t, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<32x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
  %e = "stablehlo.unary_einsum"(%v) <{einsum_config = "i->i"}> : (tensor<8xf32>) -> tensor<8xf32>
  return %maybe, %rows, %e : tensor<64x8xf32>, tensor<8x4xf32>, tensor<8xf32>
}
END
reverse="'stablehlo.reverse': all_gather along {\"x\"}, operand #0 of 'stablehlo.reverse', whole along dimension 0 as elements meet or move along it: at most 1536 bytes come to a device, 1536 at least have to"
cat >"$dir/want" <<END
$dir/moves.mlir:36:8: 'stablehlo.unary_einsum': runs whole on every device: nothing is known along which it could be cut
$dir/moves.mlir:9:11: $reverse
$dir/moves.mlir:15:10: $reverse, 10 times
$dir/moves.mlir:24:10: $reverse, each time; how often is not known
$dir/moves.mlir:29:10: $reverse
$dir/moves.mlir:34:11: 'stablehlo.gather': all_reduce of bits along {"x"}, the table is cut where indices name its positions, and who owns one gives it: at most 192 bytes come to a device, 96 at least have to
$dir/moves.mlir:36:8: 'stablehlo.unary_einsum': all_gather along {"x"}, operand #0 of 'stablehlo.unary_einsum': at most 24 bytes come to a device, 24 at least have to

place  op                      moves    times  bytes each time  least each time
9:11   stablehlo.reverse           1        1             1536             1536
15:10  stablehlo.reverse           1       10             1536             1536
24:10  stablehlo.reverse           1        ?             1536             1536
29:10  stablehlo.reverse           1      <=1             1536             1536
34:11  stablehlo.gather            1        1              192               96
36:8   stablehlo.unary_einsum      1        1               24               24
where it is known how often: at most 18648 bytes come to a device, 18552 at least have to: 1.01 times as many
where it is not (?), each time: at most 1536 bytes more, 1536 at least have to
as if all branches were taken (<=)
END
expect 0 shard --explain "$dir/moves.mlir"
cmp -s "$dir/want" "$dir/out" || { diff "$dir/want" "$dir/out"; fail "another explanation"; }
silent err
expect 0 shard --explain -o "$dir/file" "$dir/moves.mlir"
silent out
cmp -s "$dir/want" "$dir/file" || fail "-o writes something else"

# What the program is printed with are the same sentences, as remarks.
expect 0 shard -o "$dir/local.mlir" "$dir/moves.mlir"
says err "moves.mlir:15:10: remark: $reverse, 10 times"
says err "moves.mlir:36:8: remark: 'stablehlo.unary_einsum': runs whole on every device"
[ "$(grep -c 'remark:' "$dir/err")" = 7 ] || fail "there are other remarks"
expect 0 shard -q "$dir/moves.mlir"
silent err

# An op that exchanges twice has one row: three quarters of 8 ids of 4 bytes come to it, 24 bytes, and of 8 rows of 16 bytes three
# quarters, 96 bytes, of which it keeps a quarter. Both parts of a file are in one table.
cat >"$dir/twice.mlir" <<'END'
sdy.mesh @m = <["x"=4]>
func.func @main(%t: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %ids: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %r = "stablehlo.gather"(%t, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<32x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
END
{ cat "$dir/twice.mlir"; echo '// -----'; cat "$dir/twice.mlir"; } >"$dir/parts.mlir"
cat >"$dir/want" <<'END'

place  op                moves    times  bytes each time  least each time
4:8    stablehlo.gather      2        1              120               48
12:8   stablehlo.gather      2        1              120               48
in all: at most 240 bytes come to a device, 96 at least have to: 2.50 times as many
END
expect 0 shard --explain --split-input-file "$dir/parts.mlir"
sed 1,4d "$dir/out" >"$dir/table"
cmp -s "$dir/want" "$dir/table" || { diff "$dir/want" "$dir/table"; fail "another table"; }

# What runs whole of whole operands asks for no bytes.
cat >"$dir/whole.mlir" <<'END'
sdy.mesh @m = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %b = "stablehlo.unary_einsum"(%a) <{einsum_config = "ij->ji"}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %b : tensor<8x8xf32>
}
END
cat >"$dir/want" <<END
$dir/whole.mlir:3:8: 'stablehlo.unary_einsum': runs whole on every device: nothing is known along which it could be cut
nothing travels
END
expect 0 shard --explain "$dir/whole.mlir"
cmp -s "$dir/want" "$dir/out" || { diff "$dir/want" "$dir/out"; fail "another explanation of what runs whole"; }

# ---- JSON -------------------------------------------------------------------------------------------------------------------------
command -v python3 >/dev/null || { echo "skipped: python3, which reads the documents, is not there"; finish; }
expect 0 shard --explain --json "$dir/moves.mlir"
cp "$dir/out" "$dir/moves.json"
expect 0 shard --explain --json "$dir/whole.mlir"
cp "$dir/out" "$dir/whole.json"
expect 0 shard --explain --json -o "$dir/file" "$dir/moves.mlir"
cp "$dir/out" "$dir/to_file.json"
expect 0 shard --json "$dir/moves.mlir"
cp "$dir/out" "$dir/plain.json"
expect 3 shard --explain --json "$dir/no_such.mlir"
cp "$dir/out" "$dir/failed.json"
python3 "$(dirname "$0")/json_schema.py" "$(dirname "$0")/../../docs/json.schema.json" "$dir"/*.json || fail "a document is not what docs/json.schema.json says"
python3 - "$dir" <<'END' || fail "a document does not say what it should"
import json, sys
read = lambda name: json.load(open(f"{sys.argv[1]}/{name}.json"))
moves = read("moves")["moves"]
reverse = [m for m in moves if m["op"] == "stablehlo.reverse"]
assert [(m["line"], m["times"], m["loops"], m["conditional"]) for m in reverse] == [
    (9, 1, 0, False), (15, 10, 1, False), (24, None, 1, False), (29, 1, 0, True)]
for m in reverse:
    assert (m["collective"], m["axes"], m["most_bytes"], m["least_bytes"]) == ("all_gather", '{"x"}', 1536, 1536)
    assert (m["function"], m["why"]) == ("main", "operand #0 of 'stablehlo.reverse', whole along dimension 0 as elements meet or move along it")
whole, = (m for m in moves if m["collective"] is None)
assert (whole["op"], whole["place"], whole["axes"], whole["why"]) == ("stablehlo.unary_einsum", "36:8", None,
                                                                   "nothing is known along which it could be cut")
gather, = (m for m in moves if m["op"] == "stablehlo.gather")
assert (gather["collective"], gather["most_bytes"], gather["least_bytes"]) == ("all_reduce of bits", 192, 96)
assert len(moves) == 7
assert read("moves")["text"].splitlines()[1].endswith(reverse[0]["text"])
totals = read("moves")["totals"]
ratio = totals.pop("ratio")
assert abs(ratio - 18648 / 18552) < 1e-6
assert totals == {"moves": 6, "most_bytes": 18648, "least_bytes": 18552, "uncounted_moves": 1, "uncounted_most_bytes": 1536,
                  "uncounted_least_bytes": 1536, "conditional_moves": 1}
assert read("whole")["totals"] == {"moves": 0, "most_bytes": 0, "least_bytes": 0, "ratio": None, "uncounted_moves": 0,
                                   "uncounted_most_bytes": 0, "uncounted_least_bytes": 0, "conditional_moves": 0}
assert "text" not in read("to_file") and read("to_file")["moves"] == moves
assert "moves" not in read("plain") and len(read("plain")["diagnostics"]) == 7
assert "moves" not in read("failed")
END
finish
