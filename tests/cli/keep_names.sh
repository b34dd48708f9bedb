# print --keep-names: names of values and comments survive, and the program is the same.
. "$(dirname "$0")/common.sh"
cat >"$dir/x.mlir" <<'END'
// RUN: nothing

// A table and
// its rows.
module @m { // the module
  // takes
  func.func @f(%table: tensor<3xf32>, %rows: tensor<2xf32>) -> tensor<3xf32> { // behind the head
    %sum = stablehlo.add %table, %table : tensor<3xf32>   // twice

    // done
    return %sum : tensor<3xf32> // back
    // after the end
  }
  func.func private @"a // b"() // no comment in a name
}
// last
END
cat >"$dir/want" <<'END'
// RUN: nothing
// A table and
// its rows.
module @m {
  // the module
  // takes
  func.func @f(%table: tensor<3xf32>, %rows: tensor<2xf32>) -> tensor<3xf32> {
    // behind the head
    %sum = stablehlo.add %table, %table : tensor<3xf32> // twice
    // done
    return %sum : tensor<3xf32> // back
  }
  // after the end
  func.func private @"a // b"() // no comment in a name
}
// last
END
expect 0 print --keep-names "$dir/x.mlir"
cmp -s "$dir/out" "$dir/want" || fail "$(diff "$dir/out" "$dir/want")"
expect 0 print "$dir/x.mlir"
! grep -q '%table\|done' "$dir/out" || fail 'names and comments go unless they are asked for'

# what it prints is read again, as the same program with the same comments
for file in examples/*.mlir tests/ops/stablehlo/*.mlir; do
    "$garner" print --split-input-file --keep-names "$file" >"$dir/kept" 2>/dev/null || { fail "$file"; continue; }
    "$garner" print --split-input-file "$dir/kept" >"$dir/plain" 2>"$dir/err" || fail "$file: what was kept is not read"
    "$garner" print --split-input-file "$file" | cmp -s - "$dir/plain" || fail "$file: another program"
    "$garner" print --split-input-file --keep-names "$dir/kept" | cmp -s - "$dir/kept" || fail "$file: printed again it is another text"
done
# a loop writes its regions' arguments once, whatever each calls them
cat >"$dir/loop.mlir" <<'END'
func.func @main(%a: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%c: tensor<i32>):
    %p = stablehlo.compare LT, %c, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%b: tensor<i32>):
    %sum = stablehlo.add %b, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
END
expect 0 print --keep-names "$dir/loop.mlir"
says out 'while(%c = %a)'
says out '%sum = stablehlo.add %c, %c'
expect 0 print --keep-names --generic examples/batched_gather.mlir
says out '// '
expect 2 convert --keep-names "$dir/x.mlir"
finish
