# What is read from where it was just written is what was written (the RFC's SubsetOpInterface): nothing of the two ops is left.
. "$(dirname "$0")/common.sh"

# program RESULT <<END: a function of %s, %d, %i, %j and %n that gives %1, of that type.
program() {
    {
        echo "func.func @main(%s: tensor<3x4xf32>, %d: tensor<5x4xf32>, %i: tensor<3x1xindex>, %j: tensor<3x1xindex>, %n: tensor<2x2xf32>) -> $1 {"
        cat
        echo "  return %1 : $1"
        echo "}"
    } >"$dir/in.mlir"
}
folds() {
    expect 0 convert --to=tensor "$dir/in.mlir"
    sed '/func.func/d; /return/d; /^}/d' "$dir/out" | grep -v "$1" >"$dir/left"
    [ ! -s "$dir/left" ] || { cat "$dir/left"; fail "nothing is left of $2"; }
    expect 0 convert --to=stablehlo --verify-equivalence "$dir/in.mlir"
}
stays() { # stays TARGET OP...
    expect 0 convert --to="$1" --allow-nonunique-scatter "$dir/in.mlir"
    shift
    for op in "$@"; do
        says out "$op"
    done
    expect 0 check --allow-nonunique-scatter "$dir/in.mlir"
}
none='^$'

program 'tensor<3x4xf32>' <<'END'
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<5x4xf32>
  %1 = tensor.gather %0[%i] gather_dims([0]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
END
folds "$none" "a gather of a scatter"

# The result has the dim of one element that the updates lack.
program 'tensor<3x1x4xf32>' <<'END'
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<5x4xf32>
  %1 = tensor.gather %0[%i] gather_dims([0]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x1x4xf32>
END
folds 'tensor.expand_shape %arg0 ' "a gather of a scatter but a reshape"

program 'tensor<2x2xf32>' <<'END'
  %0 = tensor.insert_slice %n into %d[1, 0] [2, 2] [2, 1] : tensor<2x2xf32> into tensor<5x4xf32>
  %1 = tensor.extract_slice %0[1, 0] [2, 2] [2, 1] : tensor<5x4xf32> to tensor<2x2xf32>
END
folds "$none" "a slice of what a slice was inserted into"

# A read beside what was written reads what was there before, through one write and through several.
program 'tensor<2x2xf32>' <<'END'
  %0 = tensor.insert_slice %n into %d[1, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<5x4xf32>
  %2 = tensor.insert_slice %n into %0[1, 2] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<5x4xf32>
  %1 = tensor.extract_slice %2[3, 0] [2, 2] [1, 1] : tensor<5x4xf32> to tensor<2x2xf32>
END
folds 'tensor.extract_slice %arg1\[3, 0\]' "slices that were inserted beside one"
program 'tensor<2x2xf32>' <<'END'
  %0 = tensor.insert_slice %n into %d[1, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<5x4xf32>
  %2 = tensor.insert_slice %n into %0[3, 2] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<5x4xf32>
  %1 = tensor.extract_slice %2[1, 0] [2, 2] [1, 1] : tensor<5x4xf32> to tensor<2x2xf32>
END
folds "$none" "a slice of what was inserted before another"
program 'tensor<1x4xf32>' <<'END'
  %k = arith.constant dense<[[0], [2], [3]]> : tensor<3x1xindex>
  %l = arith.constant dense<[[4]]> : tensor<1x1xindex>
  %0 = scatter %s into %d[%k] coordinates = [0] : tensor<3x4xf32> into tensor<5x4xf32>[tensor<3x1xindex>] -> tensor<5x4xf32>
  %1 = tensor.gather %0[%l] gather_dims([0]) : (tensor<5x4xf32>, tensor<1x1xindex>) -> tensor<1x4xf32>
END
folds 'tensor.extract_slice %arg1\[4, 0\]' "a scatter beside a gather"

# What is gathered and scattered back changes nothing, whether indices are unique or not.
program 'tensor<5x4xf32>' <<'END'
  %0 = tensor.gather %d[%i] gather_dims([0]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  %1 = scatter %0 into %d[%i] coordinates = [0] : tensor<3x4xf32> into tensor<5x4xf32>[tensor<3x1xindex>] -> tensor<5x4xf32>
END
folds "$none" "a gather that is scattered back"
program 'tensor<5x4xf32>' <<'END'
  %0 = tensor.extract_slice %d[1, 0] [2, 2] [2, 1] : tensor<5x4xf32> to tensor<2x2xf32>
  %1 = tensor.insert_slice %0 into %d[1, 0] [2, 2] [2, 1] : tensor<2x2xf32> into tensor<5x4xf32>
END
folds "$none" "a slice that is put back"

# Of two writes at one place the older one goes.
program 'tensor<5x4xf32>' <<'END'
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<5x4xf32>
  %2 = arith.addf %s, %s : tensor<3x4xf32>
  %1 = tensor.scatter %2 into %0[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<5x4xf32>
END
folds 'arith.addf\|tensor.scatter %0 into %arg1' "a scatter that another covers"

# Not where the tensor is another one, or the place: one that is scattered elsewhere, or into what was changed between.
program 'tensor<5x4xf32>' <<'END'
  %0 = tensor.gather %d[%i] gather_dims([0]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  %1 = scatter %0 into %d[%j] coordinates = [0] : tensor<3x4xf32> into tensor<5x4xf32>[tensor<3x1xindex>] -> tensor<5x4xf32>
END
stays tensor tensor.gather ' = scatter'
program 'tensor<5x4xf32>' <<'END'
  %0 = tensor.gather %d[%i] gather_dims([0]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  %2 = tensor.insert_slice %n into %d[1, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<5x4xf32>
  %1 = scatter %0 into %2[%i] coordinates = [0] : tensor<3x4xf32> into tensor<5x4xf32>[tensor<3x1xindex>] -> tensor<5x4xf32>
END
stays tensor tensor.gather tensor.insert_slice ' = scatter'
program 'tensor<5x4xf32>' <<'END'
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<5x4xf32>
  %1 = tensor.scatter %s into %0[%j] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<5x4xf32>
END
stays tensor 'tensor.scatter %arg0 into %arg1' 'tensor.scatter %arg0 into %0'
program 'tensor<2x2xf32>' <<'END'
  %0 = tensor.insert_slice %n into %d[1, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<5x4xf32>
  %1 = tensor.extract_slice %0[2, 0] [2, 2] [1, 1] : tensor<5x4xf32> to tensor<2x2xf32>
END
stays tensor tensor.insert_slice tensor.extract_slice

# Other indices, other dims, another slice; without the promise, the last of several may be another; a scatter that adds gives sums.
program 'tensor<3x4xf32>' <<'END'
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<5x4xf32>
  %1 = tensor.gather %0[%j] gather_dims([0]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
END
stays tensor tensor.scatter tensor.gather

program 'tensor<3x5xf32>' <<'END'
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<5x4xf32>
  %1 = tensor.gather %0[%i] gather_dims([1]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x5xf32>
END
stays tensor tensor.scatter tensor.gather

program 'tensor<3x4xf32>' <<'END'
  %0 = scatter %s into %d[%i] coordinates = [0] : tensor<3x4xf32> into tensor<5x4xf32>[tensor<3x1xindex>] -> tensor<5x4xf32>
  %1 = tensor.gather %0[%i] gather_dims([0]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
END
stays tensor ' = scatter' tensor.gather

program 'tensor<3x4xf32>' <<'END'
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<5x4xf32>
  %1 = tensor.gather %0[%i] gather_dims([0]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
END
stays tensor ' = scatter' tensor.gather

program 'tensor<2x2xf32>' <<'END'
  %0 = tensor.insert_slice %n into %d[1, 0] [2, 2] [2, 1] : tensor<2x2xf32> into tensor<5x4xf32>
  %1 = tensor.extract_slice %0[1, 0] [2, 2] [1, 1] : tensor<5x4xf32> to tensor<2x2xf32>
END
stays tensor tensor.extract_slice

program 'tensor<3x4xf32>' <<'END'
  %0 = "stablehlo.scatter"(%d, %i, %s) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<3x1xindex>, tensor<3x4xf32>) -> tensor<5x4xf32>
  %1 = tensor.gather %0[%i] gather_dims([0]) : (tensor<5x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
END
stays stablehlo stablehlo.scatter stablehlo.gather

# The op's page says so.
expect 0 ops tensor.insert_slice
says out 'Subset (SubsetOpInterface of MLIR): insertion'
expect 0 ops memref.load
says out 'Subset (SubsetOpInterface of MLIR): extraction'
expect 0 ops tensor.gather --json
says out '"subset":"extraction"'
expect 0 ops stablehlo.add --json
says out '"subset":null'
finish
