# The pictures of examples/ and docs/ are what `garner draw` makes of their programs today, byte for byte.
# To make them anew: sh tests/cli/pictures.sh GARNER make
. "$(dirname "$0")/common.sh"
root=$(dirname "$0")/../..
make=${2:-}

# picture, program, options
pictures='
examples/batched_gather.svg        batched_gather        --at 0,0,1,0,1 --at 1,1,2,1,0 --at 0,1,2,1,1
examples/batched_scatter.svg       batched_scatter       --at 0,0,1,0,1 --at 1,1,2,1,0 --at 0,1,2,1,1
docs/pictures/stablehlo_gather.svg batched_gather
docs/pictures/two_inputs.svg       scatter_two_inputs
docs/pictures/tensor_gather.svg    tensor_gather_slices
docs/pictures/tcp_gather.svg       tcp_torch_index_select
docs/pictures/anvil_gather.svg     anvil_clamp
docs/pictures/ttnn_gather.svg      ttnn_single_core
docs/pictures/wrong_row.svg        lint_wrong_row
docs/pictures/sharded_gather.svg   sharded_gather
'
while read -r picture program options; do
    [ -n "$picture" ] || continue
    to=$dir/picture.svg
    [ "$make" != make ] || to=$root/$picture
    # shellcheck disable=SC2086
    expect 0 draw "$root/examples/$program.mlir" $options -o "$to"
    cmp "$to" "$root/$picture" || fail "$picture is not what garner draw makes of examples/$program.mlir"
done <<LIST
$pictures
LIST

# docs/scale.md's program, and its curves.
to=$dir/scale.svg
[ "$make" != make ] || to=$root/docs/pictures/scale.svg
expect 0 shard "$root/tests/cli/lookup.mlir" --model alpha=2us,beta=0.1ns --curves -o "$to"
cmp "$to" "$root/docs/pictures/scale.svg" || fail "docs/pictures/scale.svg is not what garner shard --curves makes of tests/cli/lookup.mlir"

# Each picture in docs and examples is one of these.
for file in "$root"/docs/pictures/*.svg "$root"/examples/*.svg; do
    name=${file#"$root"/}
    [ "$name" != docs/pictures/scale.svg ] || continue
    printf '%s' "$pictures" | grep -qF "$name " || fail "$name is no row of this test"
done
finish
