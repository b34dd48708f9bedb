# print_forms.sh - forms as upstream's printer writes them are printed as they stand, and again from their generic form.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")

# print_reduce.mlir: reducers that the short form does not say. print_tcp.mlir: names of attributes, with quotes and without.
for forms in print_forms print_reduce print_tcp; do
  expect 0 print "$here/$forms.mlir"
  diff "$here/$forms.mlir" "$dir/out" >"$dir/differ" || { cat "$dir/differ"; fail "$forms: to be printed as they stand"; }
  expect 0 print --generic "$here/$forms.mlir"
  cp "$dir/out" "$dir/generic.mlir"
  expect 0 print "$dir/generic.mlir"
  diff "$here/$forms.mlir" "$dir/out" >"$dir/differ" || { cat "$dir/differ"; fail "$forms: to come back from generic ones"; }
done
finish
