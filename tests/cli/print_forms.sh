# print_forms.sh - forms as upstream's printer writes them are printed as they stand, and again from their generic form.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")

expect 0 print "$here/print_forms.mlir"
diff "$here/print_forms.mlir" "$dir/out" >"$dir/differ" || { cat "$dir/differ"; fail "the forms are to be printed as they stand"; }
expect 0 print --generic "$here/print_forms.mlir"
cp "$dir/out" "$dir/generic.mlir"
expect 0 print "$dir/generic.mlir"
diff "$here/print_forms.mlir" "$dir/out" >"$dir/differ" || { cat "$dir/differ"; fail "the forms are to come back from generic ones"; }
finish
