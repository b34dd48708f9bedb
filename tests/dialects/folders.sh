#!/bin/sh
# folders.sh BUILD - a dialect is a folder and a row of src/dialects/registry.c: without both the library links and the command
# runs, but for the hub's, which are StableHLO's and garner's; with a folder and a row more, programs of the new dialect run and are translated.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cc=${CC:-cc}
objects= # of the files that there are; a folder of builds may hold more
for source in $(cd "$root/src" && find . -name '*.c' | sed 's,^\./,,' | sort); do
    layer=${source%%/*}
    objects="$objects $build/src/CMakeFiles/garner_$layer.dir/$source.o"
done
command_objects="$build/cli/CMakeFiles/garner.dir/main.c.o"
for source in $(cd "$root/cli" && find . -name '*.c' ! -name main.c | sed 's,^\./,,' | sort); do
    command_objects="$command_objects $build/cli/CMakeFiles/garner_command.dir/$source.o"
done
for source in $(cd "$root/files" && find . -name '*.c' | sed 's,^\./,,' | sort); do
    command_objects="$command_objects $build/files/CMakeFiles/garner_files.dir/$source.o"
done
command_objects="$command_objects $build/cli/CMakeFiles/garner_programs.dir/programs.c.o"
libraries="-lm -lpthread"
! grep -q '^ZLIB_LIBRARY_RELEASE:FILEPATH=/' "$build/CMakeCache.txt" || libraries="$libraries -lz"
if grep -qE '^(CMAKE_C_FLAGS[A-Z_]*:.*fsanitize|GARNER_SANITIZE:[A-Z]*=.|GARNER_(COVERAGE|GROWTH):[A-Z]*=ON)' "$build/CMakeCache.txt"; then
    echo "instrumented objects are linked by their own build alone"
    exit 77
fi

# link NAME "ROWS TAKEN" "ROWS ADDED" OBJECTS... : build/garner with those rows less and more.
link() {
    name=$1; rows=$2; more=$3; shift 3
    mkdir -p "$temp/$name/dialects"
    cp "$root/src/dialects/registry.c" "$temp/$name/dialects/registry.c"
    for row in $rows; do
        grep -q "ROW($row)" "$temp/$name/dialects/registry.c" || { echo "registry.c has no row $row"; exit 1; }
        sed -i.before "/ROW($row) /d; /ROW($row)\$/d" "$temp/$name/dialects/registry.c"
    done
    for row in $more; do
        sed -i.before "s/ROW(nvl)/ROW(nvl) ROW($row)/" "$temp/$name/dialects/registry.c"
    done
    # The last row ends the list.
    awk '{ line[NR] = $0 } /ROW\(/ && !/define/ { last = NR } END { sub(/ *\\$/, "", line[last]); for (i = 1; i <= NR; i++) print line[i] }' \
        "$temp/$name/dialects/registry.c" >"$temp/$name/dialects/rows.c"
    "$cc" -std=c11 -I"$root/include" -I"$root/src" -fPIC -c "$temp/$name/dialects/rows.c" -o "$temp/$name/registry.o"
    # shellcheck disable=SC2086
    "$cc" -o "$temp/$name/garner" $command_objects "$temp/$name/registry.o" "$@" $libraries
}
cat >"$temp/take.mlir" <<'END'
func.func @main() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %r = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[30, 10]> : tensor<2xi32>
  return
}
END

without() { # FOLDER ROWS
    kept=
    for object in $objects; do
        case $object in */dialects/"$1"/*|*/dialects/registry.c.o) ;; *) kept="$kept $object" ;; esac
    done
    # shellcheck disable=SC2086
    link "without_$1" "$2" "" $kept
    "$temp/without_$1/garner" run "$temp/take.mlir" || { echo "without $1 a program fails"; exit 1; }
    if "$temp/without_$1/garner" convert --to="$1" "$temp/take.mlir" >/dev/null 2>"$temp/said"; then
        echo "without $1 it still converts to it"; exit 1
    fi
}
for folder in tcp onnx tosa tf ttnn nvl scf memref math complex; do without "$folder" "$folder"; done
without torch "torch torch_c"

# A dialect more: its folder is tests/dialects/toy.
"$cc" -std=c11 -Wall -Wextra -Werror -I"$root/include" -I"$root/src" -fPIC -c "$root/tests/dialects/toy/dialect.c" -o "$temp/toy.o"
kept=
for object in $objects; do
    case $object in */dialects/registry.c.o) ;; *) kept="$kept $object" ;; esac
done
# shellcheck disable=SC2086
link with_toy "" toy $kept "$temp/toy.o"
toy=$temp/with_toy/garner
cat >"$temp/toy.mlir" <<'END'
func.func @main() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %p = "toy.pick"(%x, %i) : (tensor<3xi32>, tensor<2xi64>) -> tensor<2xi32>
  %r = "toy.sum"(%p, %p) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[60, 20]> : tensor<2xi32>
  return
}
END
"$toy" run "$temp/toy.mlir" || { echo "a program of the new dialect fails"; exit 1; }
# Lists of the command have it, and texts that do not name it are told.
"$toy" convert --help | tr -s ' \n' ' ' | grep -q 'to the dialect [a-z, ]* or toy;' || { echo "--help does not list toy"; exit 1; }
"$toy" ops | grep -q '^toy:$' || { echo "garner ops does not list toy"; exit 1; }
"$toy" ops toy.pick >/dev/null || { echo "garner ops has no page of toy.pick"; exit 1; }
"$toy" completions bash | grep -q '\btoy\b' || { echo "completions do not list toy"; exit 1; }
if "$toy" convert --to=none "$temp/toy.mlir" 2>"$temp/said"; then exit 1; fi
grep -q 'nvl, toy, ' "$temp/said" || { echo "a word that --to does not take is refused without toy:"; cat "$temp/said"; exit 1; }
if sh "$root/tests/docs/lists.sh" "$build" "$toy" >"$temp/said"; then echo "texts without toy pass"; exit 1; fi
for file in include/garner/module.h bindings/python/src/garner/_module.py docs/convert.md docs/dialects.md README.md; do
    grep -q "^$file does not say: .*toy" "$temp/said" || { echo "$file may leave toy out"; exit 1; }
done
for to in stablehlo onnx torch; do
    "$toy" convert --to=$to "$temp/toy.mlir" >"$temp/out.mlir" || { echo "the new dialect is not converted to $to"; exit 1; }
    if grep -q 'toy\.' "$temp/out.mlir"; then echo "ops of toy are left in $to"; cat "$temp/out.mlir"; exit 1; fi
    "$toy" run "$temp/out.mlir" || { echo "the program in $to fails"; exit 1; }
done
"$toy" convert --to=toy "$temp/take.mlir" >"$temp/out.mlir" || { echo "nothing is converted to the new dialect"; exit 1; }
grep -q 'toy\.pick' "$temp/out.mlir" || { echo "a take is no toy.pick"; cat "$temp/out.mlir"; exit 1; }
"$toy" run "$temp/out.mlir" || { echo "the program in toy fails"; exit 1; }
