# Tensors of `index`, which torch does not have, are si64 there: arguments, constants, casts, arithmetic, what is gathered.
. "$(dirname "$0")/common.sh"

cat >"$dir/index.mlir" <<'END'
func.func @argument(%x: tensor<4x3xf32>, %i: tensor<2x1xindex>) -> tensor<2x3xf32> {
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xindex>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @constant(%x: tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<2x1xindex>) {
  %i = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xindex>) -> tensor<2x3xf32>
  return %0, %i : tensor<2x3xf32>, tensor<2x1xindex>
}
func.func @casts(%x: tensor<4x3xf32>, %i: tensor<2x1xi32>) -> (tensor<2x3xf32>, tensor<2x1xi8>) {
  %j = arith.index_cast %i : tensor<2x1xi32> to tensor<2x1xindex>
  %k = arith.index_cast %j : tensor<2x1xindex> to tensor<2x1xi8>
  %0 = tensor.gather %x[%j] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xindex>) -> tensor<2x3xf32>
  return %0, %k : tensor<2x3xf32>, tensor<2x1xi8>
}
func.func @elements(%x: tensor<4x3xindex>, %i: tensor<2x1xindex>) -> tensor<2x3xindex> {
  %a = arith.addi %i, %i : tensor<2x1xindex>
  %0 = tensor.gather %x[%a] gather_dims([0]) : (tensor<4x3xindex>, tensor<2x1xindex>) -> tensor<2x3xindex>
  return %0 : tensor<2x3xindex>
}
func.func @called(%i: tensor<2x1xindex>) -> tensor<2x1xindex> {
  %0 = func.call @doubled(%i) : (tensor<2x1xindex>) -> tensor<2x1xindex>
  return %0 : tensor<2x1xindex>
}
func.func private @doubled(%i: tensor<2x1xindex>) -> tensor<2x1xindex> {
  %0 = arith.addi %i, %i : tensor<2x1xindex>
  return %0 : tensor<2x1xindex>
}
END
expect 0 convert --to=torch --verify-equivalence "$dir/index.mlir"
says out 'func.func @argument(%arg0: !torch.vtensor<[4,3],f32>, %arg1: !torch.vtensor<[2,1],si64>) -> !torch.vtensor<[2,3],f32>'
says out 'torch.vtensor.literal(dense<[[3], [1]]> : tensor<2x1xsi64>) : !torch.vtensor<[2,1],si64>'
says out 'call @doubled(%arg0) : (!torch.vtensor<[2,1],si64>) -> !torch.vtensor<[2,1],si64>'
grep -q 'index>' "$dir/out" && fail "no tensor of index is left"
grep -q 'builtin' "$dir/out" && fail "no conversion is left"

# Ops that stay keep their types, with casts around them; a true i1 is -1 by index_cast and 1 by index_castui.
cat >"$dir/stays.mlir" <<'END'
func.func @main(%x: tensor<4xf32>, %i: tensor<2x1xindex>, %b: tensor<2x1xi1>) -> (tensor<2xf32>, index, tensor<1xindex>, tensor<2x1xindex>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %i[%c0, %c0] : tensor<2x1xindex>
  %f = tensor.from_elements %e : tensor<1xindex>
  %u = arith.index_castui %b : tensor<2x1xi1> to tensor<2x1xindex>
  %s = arith.index_cast %b : tensor<2x1xi1> to tensor<2x1xindex>
  %v = arith.addi %s, %i : tensor<2x1xindex>
  %0 = tensor.gather %x[%u] gather_dims([0]) : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<2xf32>
  return %0, %e, %f, %v : tensor<2xf32>, index, tensor<1xindex>, tensor<2x1xindex>
}
END
expect 0 convert --to=torch --verify-equivalence "$dir/stays.mlir"
says out 'tensor.from_elements %3 : tensor<1xindex>'
cp "$dir/out" "$dir/torch.mlir"
expect 0 run "$dir/torch.mlir" --input '4xf32=[10,20,30,40]' --input '2x1xi64=[[7],[8]]' --input '2x1xi1=[[true],[false]]'
printf '%s\n' 'result 0: dense<[2.000000e+01, 1.000000e+01]> : tensor<2xf32>' 'result 1: dense<7> : tensor<index>' \
    'result 2: dense<7> : tensor<1xi64>' 'result 3: dense<[[6], [8]]> : tensor<2x1xi64>' >"$dir/want"
diff "$dir/want" "$dir/out" || fail "what the program gives in torch"
finish
