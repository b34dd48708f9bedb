# garner draw: well-formed XML of every dialect, rank and size, with the cells that a page asks for; box characters for a
# terminal; errors.
. "$(dirname "$0")/common.sh"
examples=$(dirname "$0")/../../examples
python=$(command -v python3 || true)

# The last picture: XML by a real parser, SVG 1.1 within its width, no control characters, and $1 cells of "tensor:count"
# each.
cat >"$dir/look.py" <<'END'
import re, sys, xml.etree.ElementTree as E
def look(path, wants):
  text = open(path, "rb").read()
  assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", text), "a control character"
  root = E.fromstring(text)
  svg = "{http://www.w3.org/2000/svg}"
  assert root.tag == svg + "svg" and root.get("version") == "1.1" and float(root.get("width")) <= 1000
  assert root.find(svg + "title").text and root.find(svg + "desc").text
  cells = {}
  for g in root.iter():
      name = g.get("data-tensor")
      if name is not None:
          assert name in ("operand", "indices", "updates", "result") and re.fullmatch(r"(\d+(,\d+)*)?", g.get("data-at"))
          cells.setdefault(name, []).append((g.get("data-at"), g.get("data-input")))
  for name, at in cells.items():
      assert len(set(at)) == len(at), "a cell twice"
  width = float(root.get("width"))
  for r in root.iter(svg + "rect"):
      assert -1 <= float(r.get("x", 0)) and float(r.get("x", 0)) + float(r.get("width")) <= width, "a cell beyond the page"
  for t in root.iter(svg + "text"):
      assert int(t.get("font-size")) >= 11, "small text"
  for want in wants:
      name, count = want.split(":")
      assert len(cells.get(name, [])) == int(count), (name, len(cells.get(name, [])))
paths = [a for a in sys.argv[1:] if a.endswith(".svg")]
for path in paths:
    try:
        look(path, [a for a in sys.argv[1:] if not a.endswith(".svg")])
    except Exception as e:
        sys.exit(f"{path}: {type(e).__name__} {e}")
END
look() {
    [ -n "$python" ] || return 0
    "$python" "$dir/look.py" "$dir/p.svg" "$@" >"$dir/out" 2>"$dir/err" || fail "the picture of $what"
}
picture() { # picture FILE OPTION...
    what=$*
    expect 0 draw "$@" -o "$dir/p.svg"
}
# Kept for one look at all.
keep() {
    kept=$((kept + 1))
    mv "$dir/p.svg" "$dir/$kept.svg"
}
kept=0

# Every example, so every dialect; every cell of the small ones.
for file in "$examples"/*.mlir; do
    case $file in
    *lowered_gather*) continue ;; # loops
    *torch_mean_and_index_put*) picture "$file" --entry mean_by_label ;;
    *lowered_*) continue ;; # loops: there is no gather left to draw
    *) picture "$file" ;;
    esac
    keep
done
picture "$examples/batched_gather.mlir"
cp "$dir/p.svg" "$dir/once.svg"
look operand:48 indices:24 result:48
picture "$examples/batched_gather.mlir"
cmp "$dir/p.svg" "$dir/once.svg" || fail 'the same picture is another the next time'
picture "$examples/batched_scatter.mlir"
look operand:48 indices:24 updates:48 result:48
grep -qF 'data-tensor="operand" data-at="1,2,1,0"><title>operand[1, 2, 1, 0] = 43, read 4 times' "$dir/p.svg" &&
    fail 'a scatter reads nothing'

# What is traced, marked in the cells: clamped indices, updates left out, elements that several updates reach.
expect 0 draw "$examples/batched_gather.mlir" --at 0,1,2,1,0 -o "$dir/p.svg"
grep -qF '<title>start_indices[0, 1, 2, 1] = 9, clamped to 2</title>' "$dir/p.svg" || fail 'the clamped index is marked'
# Two windows lie on 43: those of [0, 1, 2] and of [1, 1, 0].
grep -qF '<title>operand[1, 2, 1, 0] = 43, read 2 times</title>' "$dir/p.svg" || fail 'what is read twice is marked'
grep -qF 'A: result [0,1,2,1,0], clamped operand [1,2,1,0]' "$dir/p.svg" || fail 'the description has the trace'
expect 0 draw "$examples/batched_scatter.mlir" -o "$dir/p.svg"
grep -qF '<title>updates[0, 1, 2, 1, 0] = 1, left out</title>' "$dir/p.svg" || fail 'the dropped update is marked'
grep -qF '<title>result[0, 0, 1, 1] = 7, updated 3 times</title>' "$dir/p.svg" || fail 'what is updated thrice is marked'
grep -qF 'prefers-color-scheme:dark' "$dir/p.svg" || fail 'there are colours for the dark'
# A page asks for an element that is far away: it is drawn.
picture "$examples/ttnn_multi_core.mlir" --at 33,200
grep -qF 'data-tensor="result" data-at="33,200"' "$dir/p.svg" || fail 'what is traced is drawn'

# Tiles, faces and cores: four tiles of index in two rows, each row a core's.
picture "$examples/ttnn_single_core.mlir"
grep -qF 'core i of 2 has rows of tiles i, i + 2, ...' "$dir/p.svg" || fail 'rows go to cores'
expect 0 draw "$examples/ttnn_multi_core.mlir" --text
says out 'core 3,0: output tiles 3, 7, ...'

# The dimension that is gathered along is brought to the end: 70x40 along dim 0 is 40x70, of 2x3 tiles; [65, 5] is in tile [0, 2].
cat >"$dir/t.mlir" <<'END'
func.func @main(%x: tensor<70x40xf32>, %i: tensor<33x40xui32>) -> tensor<33x40xf32> {
  %0 = "ttnn.gather"(%x, %i) <{dim = 0 : i32}> : (tensor<70x40xf32>, tensor<33x40xui32>) -> tensor<33x40xf32>
  return %0 : tensor<33x40xf32>
}
END
picture "$dir/t.mlir" --input 70x40xf32=0 --input 33x40xui32=65 --at 32,5
grep -qF '>2 x 3 tiles<' "$dir/p.svg" || fail 'the tiles are those of the transposed input'
[ "$(grep -c '>A</text>' "$dir/p.svg")" = 6 ] || fail 'the element is found in three tiles, its value in two grids and in the steps'
if [ -n "$python" ]; then # all in the first row of tiles, in columns 2, 1 and 1; a tile is 42 wide, 4 apart
    "$python" - "$dir/p.svg" <<'END' || fail 'the element is in another tile'
import sys, xml.etree.ElementTree as E
texts = [(t.text, float(t.get("x")), float(t.get("y"))) for t in E.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text")]
tiles = texts[[t[0] for t in texts].index("tiles"):]
cores = [t for t in tiles if t[0] == "0,0"]
badges = [t for t in tiles if t[0] == "A"]
heads = [t for t in tiles if t[0] in ("input", "index", "result")]
assert len(badges) == 3 and all(y < cores[0][2] for _, _, y in badges), (badges, cores)
columns = [int((x - head[1] - 16) // 46) for (_, x, _), head in zip(badges, heads)]
assert columns == [2, 1, 1], columns
END
fi
# A scatter's updates are in tiles too, of the index's extents: 64x40 is 2x2 tiles.
cat >"$dir/t.mlir" <<'END'
func.func @main(%x: tensor<64x96xbf16>, %i: tensor<64x40xui32>, %s: tensor<64x40xbf16>) -> tensor<64x96xbf16> {
  %0 = "ttnn.scatter"(%x, %i, %s) <{dim = 1 : i32}> : (tensor<64x96xbf16>, tensor<64x40xui32>, tensor<64x40xbf16>) -> tensor<64x96xbf16>
  return %0 : tensor<64x96xbf16>
}
END
picture "$dir/t.mlir"
[ "$(grep -c '>2 x 3 tiles<' "$dir/p.svg") $(grep -c '>2 x 2 tiles<' "$dir/p.svg")" = '2 2' ] || fail 'input and result, index and source are in tiles'
# A program on devices: which of them have what, worked out by hand, and bands that say so beside each cell.
cat >"$dir/bands.py" <<'END'
import re, sys, xml.etree.ElementTree as E
svg = "{http://www.w3.org/2000/svg}"
def numbers(text):
    out = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        out |= set(range(int(first), int(last or first) + 1))
    return out
root = E.parse(sys.argv[1]).getroot()
nodes, bands = list(root.iter()), []
for rect, text in zip(nodes, nodes[1:]):
    if rect.tag == svg + "rect" and "grn-f-owner-" in rect.get("class", ""):
        x, y, w, h = (float(rect.get(k)) for k in ("x", "y", "width", "height"))
        assert 6.63 * len(text.text) <= w and 11 <= h, f"{text.text} has no room"
        bands.append((x, y, w, h, text.text.startswith("dev "), numbers(text.text.replace("dev ", ""))))
for g in root.iter(svg + "g"):
    if not g.get("data-tensor"):
        continue
    title, rect = g.find(svg + "title").text, g.find(svg + "rect")
    x, y = (float(rect.get(k)) + float(rect.get(n)) / 2 for k, n in (("x", "width"), ("y", "height")))
    beside = [b for b in bands if b[4] and b[1] < y < b[1] + b[3] and b[0] < x]
    above = [b for b in bands if not b[4] and b[0] < x < b[0] + b[2] and b[1] < y]
    have = set(range(int(sys.argv[2])))
    if g.get("data-tensor") + "|down" in sys.argv:
        have &= max(beside, key=lambda b: b[0])[5]
    if g.get("data-tensor") + "|across" in sys.argv:
        have &= max(above, key=lambda b: b[1])[5]
    said = numbers(re.search(r"on device ([0-9,-]+[0-9]|[0-9])", title).group(1))
    assert said == have, f"{title}: the bands say {have}"
END
bands() { # bands DEVICES WHICH...: `operand|down`: its rows are divided
    [ -n "$python" ] || return 0
    "$python" "$dir/bands.py" "$dir/p.svg" "$@" 2>"$dir/err" || fail "the bands of $what"
}
on() { # on ELEMENT DEVICES
    grep -qE "<title>$(printf '%s' "$1" | sed 's/[][]/\\&/g') = 0(\.0)?, on device $2[<,] *(read|updated|<|/)" "$dir/p.svg" || fail "$1 is on device $2"
}
# Seven rows in blocks of four over x, four columns in blocks of two over y; device 2 * x + y. The gather passes y on, and not x.
cat >"$dir/d.mlir" <<'END'
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%table: tensor<7x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %i: tensor<5x1xi32>) -> tensor<5x4xf32> {
  %t = stablehlo.add %table, %table : tensor<7x4xf32>
  %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}
END
picture "$dir/d.mlir"
look operand:28 indices:5 result:20
bands 4 'operand|down' 'operand|across' 'result|across'
on 'operand[3, 1]' 0
on 'operand[3, 2]' 1
on 'operand[4, 1]' 2
on 'operand[6, 3]' 3
on 'start_indices[0, 0]' 0-3
on 'result[4, 1]' 0,2
on 'result[4, 2]' 1,3
keep
on_devices=$dir/$kept.svg
expect 0 draw "$dir/d.mlir" --text
says out 'dev 0,1    0  │ 0.0A 0.0C┆ 0.0  0.0B│'
says out '              │┄┄┄┄┄┄┄┄┄┄┼┄┄┄┄┄┄┄┄┄┄│'
says out 'dev 2,3    4  │ 0.0  0.0 ┆ 0.0  0.0 │'
says out '        0,2        1,3        dev'
says out 'mesh           @mesh = <["x"=2, "y"=2]>'
says out 'operand        dim 0 over "x": 2 parts of 4, the last has 3'
says out '               dim 1 over "y": 2 parts of 2'
says out 'start_indices  no sharding: every device has all of it'
says out '               replicated along the other axes: each part is on 2 devices'
# Positions 0 to 3 of the mesh are devices 2, 0, 3, 1. The major half of x is positions 0 and 1 against 2 and 3, the minor one 0 and 2
# against 1 and 3. What is called is divided as the call is; updates follow the indices, results the input.
cat >"$dir/d.mlir" <<'END'
sdy.mesh @mesh = <["x"=4], device_ids=[2, 0, 3, 1]>
func.func private @f(%t: tensor<10x2xf32>, %i: tensor<5x1xi32>, %u: tensor<5x2xf32>) -> tensor<10x2xf32> {
  %r = "stablehlo.scatter"(%t, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<10x2xf32>, tensor<5x1xi32>, tensor<5x2xf32>) -> tensor<10x2xf32>
  return %r : tensor<10x2xf32>
}
func.func @main(%t: tensor<10x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {}]>}, %i: tensor<5x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)2}, {}]>}, %u: tensor<5x2xf32>) -> tensor<10x2xf32> {
  %r = call @f(%t, %i, %u) : (tensor<10x2xf32>, tensor<5x1xi32>, tensor<5x2xf32>) -> tensor<10x2xf32>
  return %r : tensor<10x2xf32>
}
END
picture "$dir/d.mlir"
bands 4 'operand|down' 'indices|down' 'updates|down' 'result|down'
on 'input[4, 0]' 0,2
on 'input[5, 0]' 1,3
on 'result[9, 1]' 1,3
on 'scatter_indices[2, 0]' 2,3
on 'scatter_indices[3, 0]' 0,1
on 'updates[3, 1]' 0,1
grep -qF '>dim 0 over &quot;x&quot;:(2)2: 2 parts of 3, the last has 2<' "$dir/p.svg" || fail 'the list has the sub-axis'
keep
# In a loop, over two axes, y the major one: blocks of two rows on devices 0, 2, 1, 3.
cat >"$dir/d.mlir" <<'END'
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%table: tensor<7x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}, %i: tensor<5x1xi32>, %o: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %w:2 = stablehlo.while(%k = %z, %acc = %o) : tensor<i32>, tensor<5x4xf32>
  cond {
    %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %r = "stablehlo.gather"(%table, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    %s = stablehlo.add %r, %acc : tensor<5x4xf32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %s : tensor<i32>, tensor<5x4xf32>
  }
  return %w#1 : tensor<5x4xf32>
}
END
picture "$dir/d.mlir" --op 1
bands 4 'operand|down'
on 'operand[2, 0]' 2
on 'operand[4, 0]' 1
on 'operand[6, 3]' 3
# Nine rows in blocks of two are five blocks, of eight; the result's columns, one each, stand in two blocks.
cat >"$dir/d.mlir" <<'END'
sdy.mesh @mesh = <["x"=8]>
func.func @main(%x: tensor<9x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<2x3x1xi32>) -> tensor<2x3x8xf32> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 8>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"x"}]>]>}
    : (tensor<9x8xf32>, tensor<2x3x1xi32>) -> tensor<2x3x8xf32>
  return %r : tensor<2x3x8xf32>
}
END
picture "$dir/d.mlir"
bands 8 'operand|down' 'result|across'
on 'operand[8, 0]' 4
on 'result[1, 2, 7]' 7
grep -qF '>dim 0 over &quot;x&quot;: 8 parts of 2, part 4 has 1, the last 3 are empty<' "$dir/p.svg" || fail 'empty parts are told'
keep
on_devices="$on_devices $dir/$kept.svg"
# Nothing is divided over a mesh: the picture is as without it.
picture "$examples/tensor_gather_slices.mlir"
mv "$dir/p.svg" "$dir/once.svg"
{ cat "$examples/tensor_gather_slices.mlir" && echo 'sdy.mesh @mesh = <["x"=2]>'; } >"$dir/d.mlir"
picture "$dir/d.mlir"
cmp "$dir/p.svg" "$dir/once.svg" || fail 'a mesh that nothing is divided over is drawn'
# Names of any bytes, an op of another system.
cat >"$dir/d.mlir" <<'END'
sdy.mesh @"a<&\22" = <["x<&\1B"=2]>
func.func @main(%x: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@"a<&\22", [{"x<&\1B"}, {}]>}, %i: tensor<2xi64>) -> tensor<2x3xf32> {
  %r = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
END
picture "$dir/d.mlir"
bands 2 'operand|down'
grep -qF '>axis 0 over &quot;x&lt;&amp;\1B&quot;: 2 parts of 2<' "$dir/p.svg" || fail 'an axis of any name'
keep
expect 0 draw "$dir/d.mlir" --text
if grep -q "$(printf '\033')" "$dir/out"; then fail 'a control character is printed'; fi
# Meshes that do not agree.
cat >"$dir/d.mlir" <<'END'
sdy.mesh @a = <["x"=2]>
sdy.mesh @b = <["x"=4]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, %i: tensor<4xi64> {sdy.sharding = #sdy.sharding<@b, [{"x"}]>}) -> tensor<4xf32> {
  %r = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
END
picture "$dir/d.mlir"
says err 'warning: a sharding is of a mesh of 4 devices, one before it of 2'
says err 'note: the picture shows no devices'
if grep -q 'on device' "$dir/p.svg"; then fail 'meshes that do not agree are drawn'; fi

# Longer labels take no room from the page: rank 6, long values, a narrow terminal.
cat >"$dir/t.mlir" <<'END'
func.func @main(%x: tensor<2x1x2x2x2x5xf64>, %i: tensor<2xi64>) -> tensor<2x1x2x2x2x5xf64> {
  %0 = "onnx.Gather"(%x, %i) {axis = 2 : si64} : (tensor<2x1x2x2x2x5xf64>, tensor<2xi64>) -> tensor<2x1x2x2x2x5xf64>
  return %0 : tensor<2x1x2x2x2x5xf64>
}
END
picture "$dir/t.mlir" --input 2x1x2x2x2x5xf64=-1.23456789e-20 --input '2xi64=[-1,1]'
look
if [ -n "$python" ]; then
    "$python" - "$dir/p.svg" <<'END' || fail 'a label is beyond the page'
import sys, xml.etree.ElementTree as E
for t in E.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text"):
    if (t.text or "").startswith("axis") and t.get("font-weight"):
        assert float(t.get("x")) + 6.7 * len(t.text) + 13 <= 980, (t.get("x"), t.text) # with its sign
END
    sed 's/2x1x2x2x2x5xf64/3x4x2x4x3x40xf64/g' "$dir/t.mlir" >"$dir/t6.mlir"
    COLUMNS=55 expect 0 draw --text "$dir/t6.mlir"
    grep -E '[│┌└]' "$dir/out" | "$python" -c 'import sys; sys.exit(max(len(l) for l in sys.stdin.read().splitlines()) > 55)' ||
        fail 'a narrow terminal gets narrow tensors, with labels of any length'
fi
# Types with brackets, and values that are cut, at their exponent.
cat >"$dir/t.mlir" <<'END'
func.func @main(%i: tensor<1x1xi64>) -> tensor<1xf64> {
  %x = stablehlo.constant dense<[1.7976931348623157e308, 1.25]> : tensor<2xf64>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xf64>, tensor<1x1xi64>) -> tensor<1xf64>
  return %0 : tensor<1xf64>
}
END
picture "$dir/t.mlir"
grep -qE '>1.7*[0-9]*&#8230;[eE]\+308<' "$dir/p.svg" || fail 'the exponent of a cut value stays'

# Ranks 0 to 6 and beyond, sizes from nothing to much: an operand of n dims, all but the first in the window.
gather() { # gather RANK EXTENT: of a line, a plane, ... by three indices
    shape=$2 window= offset= k=1
    while [ "$k" -lt "$1" ]; do
        shape=${shape}x2 window="$window, 2" offset="${offset:+$offset, }$k" k=$((k + 1))
    done
    cat >"$dir/g.mlir" <<END
func.func @main(%x: tensor<${shape}xf32>, %i: tensor<3xi32>) -> tensor<3$(printf '%s' "${shape#"$2"}")xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [$offset], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1$window>}>
    : (tensor<${shape}xf32>, tensor<3xi32>) -> tensor<3${shape#"$2"}xf32>
  return %0 : tensor<3${shape#"$2"}xf32>
}
END
}
for rank in 1 2 3 4 5 6 7 9; do
    gather "$rank" 4
    picture "$dir/g.mlir"
    grep -qF 'data-tensor="indices" data-at="2"' "$dir/p.svg" || fail "all three indices are drawn at rank $rank"
    keep
    expect 0 draw "$dir/g.mlir" --text
    says out "operand  f32 [4"
done
gather 2 1000000
picture "$dir/g.mlir" --input 1000000x2xf32=-1.2345678e-20 --input '3xi32=[999999,0,-5]'
look indices:3 result:6
[ "$(wc -c <"$dir/p.svg")" -lt 100000 ] || fail 'a large tensor makes a large picture'
cat >"$dir/scalar.mlir" <<'END'
func.func @main(%x: tensor<f64>, %i: tensor<0xi64>) -> tensor<f64> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<index_vector_dim = 0>, slice_sizes = array<i64>}>
    : (tensor<f64>, tensor<0xi64>) -> tensor<f64>
  return %0 : tensor<f64>
}
END
picture "$dir/scalar.mlir"
look operand:1 result:1
cat >"$dir/empty.mlir" <<'END'
func.func @main(%x: tensor<3x0xf64>, %i: tensor<0x1xi64>) -> tensor<0x0xf64> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>}> : (tensor<3x0xf64>, tensor<0x1xi64>) -> tensor<0x0xf64>
  return %0 : tensor<0x0xf64>
}
END
picture "$dir/empty.mlir"
look operand:0 result:0
expect 0 draw "$dir/empty.mlir" --text
says out 'no elements'

# Several inputs: each has its own tensors, cells of all but the first say whose they are; one alone where it is asked for.
cat >"$dir/two.mlir" <<'END'
func.func @main() -> (tensor<3xf32>, tensor<3xi32>) {
  %x = stablehlo.constant dense<[1.0, 5.0, 3.0]> : tensor<3xf32>
  %n = stablehlo.constant dense<[-1, -2, -3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[1], [0], [1], [7]]> : tensor<4x1xi64>
  %u = stablehlo.constant dense<[4.0, 2.0, 7.5, 1.0]> : tensor<4xf32>
  %k = stablehlo.constant dense<[10, 11, 12, 13]> : tensor<4xi32>
  %0:2 = "stablehlo.scatter"(%x, %n, %i, %u, %k) ({
    ^bb0(%a: tensor<f32>, %p: tensor<i32>, %b: tensor<f32>, %q: tensor<i32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      %r = stablehlo.multiply %p, %q : tensor<i32>
      stablehlo.return %m, %r : tensor<f32>, tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
   : (tensor<3xf32>, tensor<3xi32>, tensor<4x1xi64>, tensor<4xf32>, tensor<4xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}
END
picture "$dir/two.mlir"
look operand:6 indices:4 updates:8 result:6
grep -qF 'data-tensor="result" data-at="1" data-input="1"><title>result 1[1] = -240, updated 2 times' "$dir/p.svg" || fail 'the second result is drawn'
grep -qF '<title>result 0[1] = 16.5, updated 2 times' "$dir/p.svg" || fail 'the first result is drawn'
grep -qF '>gets 4.0, 10</text>' "$dir/p.svg" || fail 'an update of both is traced'
grep -qF ';  2 inputs<' "$dir/p.svg" || fail 'the heading counts the inputs'
picture "$dir/two.mlir" --scatter-input 1
look operand:3 indices:4 updates:4 result:3
grep -qF ';  input 1 of 2<' "$dir/p.svg" || fail 'the heading says which input it is'
grep -qF '<title>input 1[0] = -1' "$dir/p.svg" || fail 'the second input is drawn'
expect 2 draw "$dir/two.mlir" --scatter-input 2 -o "$dir/none.svg"
says err 'stablehlo.scatter has 2 inputs, there is no input 2: they count from 0'
[ ! -e "$dir/none.svg" ] || fail 'a refused picture leaves a file'
expect 0 draw "$dir/two.mlir" --text
says out 'result 1  i32 [3]'

# Names of any bytes, and values of every kind.
cat >"$dir/hostile.mlir" <<'END'
func.func @"</desc><script>&'\22\0A\1B[31m\FF"(%x: tensor<2xcomplex<f32>>, %i: tensor<2xui8>) -> tensor<2xcomplex<f32>> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xcomplex<f32>>, tensor<2xui8>) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}
END
picture "$dir/hostile.mlir" --input '2xcomplex<f32>=[(1.5, -0.0), (0x7FC00000, 0x7F800000)]' --input '2xui8=[1, 255]'
look operand:2 result:2
grep -qF '>complex&lt;f32&gt; [2]<' "$dir/p.svg" || fail 'a type is written as it is'
if grep -q '<script' "$dir/p.svg"; then fail 'a name is markup'; fi
grep -qF '&lt;/desc&gt;&lt;script&gt;&amp;' "$dir/p.svg" || fail 'a name is escaped'
grep -qF '= (1.5,-0.0)' "$dir/p.svg" || fail 'a complex value is written'
if expect 0 explain "$dir/hostile.mlir" && grep -q "$(printf '\033')" "$dir/out"; then fail 'a control character is printed'; fi

# An index out of range that is an error: drawn, without a result.
cat >"$dir/error.mlir" <<'END'
func.func @main(%x: tensor<3xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  %0 = "onnx.GatherElements"(%x, %i) {axis = 0 : si64} : (tensor<3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
END
picture "$dir/error.mlir" --input '3xf32=[1.5,2.5,3.5]' --input '2xi64=[-1,7]'
look operand:3 indices:2 result:2
grep -qF 'out of range: an error' "$dir/p.svg" || fail 'the legend says that it is an error'
grep -qF '&#8594;2<' "$dir/p.svg" || fail 'the negative index has the place that it means'

# In box characters: frames, marks, letters.
expect 0 draw --text "$examples/batched_gather.mlir" --at 0,1,2,1,0
says out 'operand  i32 [2, 3, 4, 2]'
says out '│ 25  26 ││ 33  34 ││ 41  42 │'
says out '│ 27  28 ││ 35  36 ││ 43A 44 │'
says out '│   2    1 ││   0A 9→2A│'
says out '= operand_index [1, 2, 1, 0]: clamped'
says out 'offset_dims = [3, 4]: dims 3, 4 of result walk the window along dims 2, 3 of operand'
if [ -n "$python" ]; then # no line is wider than a narrow terminal, but for the sentences
    COLUMNS=60 expect 0 draw --text "$examples/batched_gather.mlir"
    grep -E '[│┌└]' "$dir/out" | "$python" -c 'import sys; sys.exit(max(len(l) for l in sys.stdin.read().splitlines()) > 60)' ||
        fail 'a narrow terminal gets narrow tensors'
fi

what="each example and rank"
cp "$dir/1.svg" "$dir/p.svg"
# shellcheck disable=SC2046
look $(for k in $(seq 2 $kept); do echo "$dir/$k.svg"; done)

# A program of its own draws it too, where there is one.
if command -v rsvg-convert >/dev/null; then
    for picture in "$examples/batched_gather.svg" "$examples/batched_scatter.svg"; do
        rsvg-convert "$picture" -o "$dir/p.png" 2>"$dir/err" || fail "rsvg-convert refuses $picture"
        [ ! -s "$dir/err" ] || fail "rsvg-convert has something to say of $picture"
    done
fi

# Different values of a tensor look different, and lines of traces cross no value: points of each line against the room that the
# digits of each cell take, 7 wide and 9 tall.
cat >"$dir/cross.py" <<'END'
import re, sys, xml.etree.ElementTree as E
svg = "{http://www.w3.org/2000/svg}"
def points(d):
    words = re.findall(r"[MLC]|-?[0-9.]+", d)
    at, kind, out, now = 0, "M", [], (0, 0)
    while at < len(words):
        if words[at] in "MLC":
            kind, at = words[at], at + 1
        n = 3 if kind == "C" else 1
        to = [(float(words[at + 2 * i]), float(words[at + 2 * i + 1])) for i in range(n)]
        at += 2 * n
        if kind != "M":
            a, b = (now, to[-1]) if n == 1 else (to[0], to[1])
            for k in range(101):
                t = k / 100
                out.append(tuple((1 - t) ** 3 * p + 3 * t * (1 - t) ** 2 * q + 3 * t * t * (1 - t) * r + t ** 3 * s
                                 if n == 3 else p + t * (s - p) for p, q, r, s in zip(now, a, b, to[-1])))
        now = to[-1]
    return out
for path in sys.argv[1:]:
    root = E.parse(path).getroot()
    cells = [(g.get("data-tensor"), g.find(svg + "title").text.split(" = ")[-1].split(",")[0], g.find(svg + "text"))
             for g in root.iter(svg + "g") if g.get("data-tensor")]
    shown = {}
    for tensor, value, text in cells:
        assert shown.setdefault((tensor, text.text), value) == value, f"{path}: {value} looks like {shown[tensor, text.text]}"
    for line in root.iter(svg + "path"):
        if line.get("stroke-width") != "1.8":
            continue
        for x, y in points(line.get("d")):
            for tensor, value, text in cells:
                half = 3.5 * len(text.text)
                over = abs(x - float(text.get("x"))) < half - 1 and -8.5 < y - float(text.get("y")) < -0.5
                assert not over, f"{path}: a line crosses {value} of {tensor} at {x:.0f}, {y:.0f}"
END
cat >"$dir/long.mlir" <<'END'
func.func @main() -> tensor<2x3xf64> {
  %x = stablehlo.constant dense<[[3.141592653589793, 3.141592653589794, 2.718281828459045], [1.0000000000000002, 1.0, 1.0000000000000004]]> : tensor<2x3xf64>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi64>
  %r = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<2x3xf64>, tensor<2x1xi64>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
END
picture "$dir/long.mlir"
grep -q '>3.14&#8230;7931<' "$dir/p.svg" || fail 'a long value keeps its beginning and its end'
mv "$dir/p.svg" "$dir/long.svg"
if [ -n "$python" ]; then
    "$python" "$dir/cross.py" "$dir/long.svg" "$examples/batched_gather.svg" "$examples/batched_scatter.svg" \
        "$examples/../docs/pictures/two_inputs.svg" "$examples/../docs/pictures/tensor_gather.svg" \
        "$examples/../docs/pictures/ttnn_gather.svg" "$examples/../docs/pictures/sharded_gather.svg" $on_devices \
        2>"$dir/err" || fail 'what lines cross, or values that look alike'
fi
# Two of three updates land: the index is not struck through. All are dropped: it is.
cat >"$dir/partly.mlir" <<'END'
func.func @main() -> tensor<6xi32> {
  %x = stablehlo.constant dense<0> : tensor<6xi32>
  %i = stablehlo.constant dense<[[1], [4], [6], [-3]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<1> : tensor<4x3xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<6xi32>, tensor<4x1xi32>, tensor<4x3xi32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}
END
picture "$dir/partly.mlir"
grep -q '>scatter_indices\[1, 0\] = 4, a part of the window is outside<' "$dir/p.svg" || fail 'a window that is partly outside'
grep -q '>scatter_indices\[2, 0\] = 6, out of range<' "$dir/p.svg" || fail 'a window above'
grep -q '>scatter_indices\[3, 0\] = -3, out of range<' "$dir/p.svg" || fail 'a window below'
grep -q 'window partly outside: that part is dropped' "$dir/p.svg" || fail 'the legend says so'
expect 0 draw "$dir/partly.mlir" --drop-whole-window -o "$dir/p.svg"
! grep -q 'a part of the window' "$dir/p.svg" || fail 'a window that is dropped as a whole'
silent out

# What is no picture, and a PNG without the library that draws it; cli/draw_png.sh has it with the library.
rm -f "$dir/p.png"
expect 2 draw "$examples/batched_gather.mlir" -o "$dir/p.pdf"
says err 'p.pdf: a picture is written as SVG or PNG, not as PDF: the file'
expect 2 draw "$examples/batched_gather.mlir" --text -o "$dir/p.png"
says err 'p.png: draw writes text here, which is no PNG'
expect 2 convert "$examples/batched_gather.mlir" --to=numpy -o "$dir/p.svg"
says err 'p.svg: convert writes text here, which is no SVG'
: >"$dir/librsvg-2.so.2" # no library, where the loader looks first
LD_LIBRARY_PATH=$dir expect 3 draw "$examples/batched_gather.mlir" -o "$dir/p.png"
says err 'p.png: a PNG is drawn by librsvg, 2.52 or later, which is not installed here (librsvg-2.so.2 is missing; Debian has it in librsvg2-2)'
[ ! -e "$dir/p.png" ] || fail 'a file is left'

# What is wrong is said, and no file is left.
rm -f "$dir/p.svg"
expect 2 draw "$examples/batched_gather.mlir" --at 0,0 -o "$dir/p.svg"
says err 'an element of result is named by 5 numbers, not by 2'
expect 2 draw "$examples/batched_scatter.mlir" --at 9,9,9,9,9 -o "$dir/p.svg"
says err 'there is no element [9, 9, 9, 9, 9] of updates'
expect 2 draw "$examples/batched_gather.mlir" --op 3 -o "$dir/p.svg"
says err '@main has no gather or scatter #3: its run meets 1'
expect 2 draw "$examples/torch_mean_and_index_put.mlir" -o "$dir/p.svg"
says err 'there are several public functions and no @main; --entry says which: @mean_by_label, @'
[ "$(wc -l <"$dir/err")" = 1 ] || fail 'one message says it'
[ ! -e "$dir/p.svg" ] || fail 'a file is left'
expect 2 draw "$examples/batched_gather.mlir" $(for i in 1 2 3 4 5 6 7 8 9; do echo --at 0,0,0,0,0; done)
says err 'a picture traces at most 8 elements, 9 are asked for'
finish
