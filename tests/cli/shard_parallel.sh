# garner shard of a file whose main hands devices their parts by interpreter.run_parallel: what they run is divided, main is not;
# functions of several meshes in one file.
. "$(dirname "$0")/common.sh"

# Table rows 1 2 / 3 4 on device 0, 5 6 / 7 8 on device 1; rows 0, 2, 3 and, clamped, 3 of it; then rows are added, of which both
# devices have two updates: row 2 gets 1 2 from device 0 and 10 20 from device 1.
cat >"$dir/takes.mlir" <<'EOF'
sdy.mesh @two = <["x"=2]>
func.func private @take(%t: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@two, [{"x"}, {}]>}, %i: tensor<4x1xi32>)
    -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@two, [{}, {}]>}) {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<4x2xf32>, tensor<4x1xi32>) -> tensor<4x2xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@two, [{}, {}]> : tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
func.func @add(%t: tensor<4x2xf32>, %i: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@two, [{"x"}, {}]>},
    %u: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@two, [{"x"}, {}]>}) -> tensor<4x2xf32> {
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %i = stablehlo.constant dense<[[0], [2], [3], [9]]> : tensor<4x1xi32>
  %r:2 = "interpreter.run_parallel"(%a, %i, %b, %i) {programs = [[@take, @take]]}
    : (tensor<2x2xf32>, tensor<4x1xi32>, tensor<2x2xf32>, tensor<4x1xi32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
  check.expect_eq_const %r#0, dense<[[1.0, 2.0], [5.0, 6.0], [7.0, 8.0], [7.0, 8.0]]> : tensor<4x2xf32>
  check.expect_eq_const %r#1, dense<[[1.0, 2.0], [5.0, 6.0], [7.0, 8.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %t = stablehlo.constant dense<0.5> : tensor<4x2xf32>
  %i0 = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi32>
  %i1 = stablehlo.constant dense<[[2], [4]]> : tensor<2x1xi32>
  %u0 = stablehlo.constant dense<[[3.0, 4.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %u1 = stablehlo.constant dense<[[10.0, 20.0], [7.0, 7.0]]> : tensor<2x2xf32>
  %s:2 = "interpreter.run_parallel"(%t, %i0, %u0, %t, %i1, %u1) {programs = [[@add, @add]]}
    : (tensor<4x2xf32>, tensor<2x1xi32>, tensor<2x2xf32>, tensor<4x2xf32>, tensor<2x1xi32>, tensor<2x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
  check.expect_eq_const %s#0, dense<[[3.5, 4.5], [0.5, 0.5], [11.5, 22.5], [0.5, 0.5]]> : tensor<4x2xf32>
  check.expect_eq_const %s#1, dense<[[3.5, 4.5], [0.5, 0.5], [11.5, 22.5], [0.5, 0.5]]> : tensor<4x2xf32>
  func.return
}
EOF
expect 0 check "$dir/takes.mlir"
expect 0 shard -o "$dir/local.mlir" "$dir/takes.mlir"
grep -q 'func.func private @take(%t: tensor<2x2xf32>, %i: tensor<4x1xi32>)' "$dir/local.mlir" || fail "@take has no parts"
grep -q 'func.func @main()' "$dir/local.mlir" || fail "main went"
grep -q sdy.sharding "$dir/local.mlir" && fail "a sharding is left"
expect 0 run "$dir/local.mlir"
sed 's/dense<\[\[3.500000e+00/dense<[[3.250000e+00/' "$dir/local.mlir" >"$dir/wrong.mlir"
expect 1 run "$dir/wrong.mlir"
# What is not divided yet cannot be run by parts, and what is not of the parts' element type never could.
expect 3 run "$dir/takes.mlir"
says err "@take is of whole values, and here are a device's parts of them: garner shard divides it first"
sed 's/dense<\[\[1.0, 2.0\], \[3.0, 4.0\]\]> : tensor<2x2xf32>/dense<1> : tensor<2x2xi32>/
     s/: (tensor<2x2xf32>, tensor<4x1xi32>, tensor<2x2xf32>/: (tensor<2x2xi32>, tensor<4x1xi32>, tensor<2x2xf32>/' "$dir/takes.mlir" >"$dir/wrong.mlir"
expect 3 check "$dir/wrong.mlir"
says err "input #0 is of type 'tensor<2x2xi32>', @take takes 'tensor<4x2xf32>'"

# Each function has the mesh of its own shardings.
cat >"$dir/meshes.mlir" <<'EOF'
sdy.mesh @two = <["x"=2]>
sdy.mesh @four = <["x"=2, "y"=2]>
func.func @rows(%t: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@two, [{"x"}, {}]>}) -> tensor<4x2xf32> {
  %0 = stablehlo.negate %t : tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
func.func @both(%t: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@four, [{"x"}, {"y"}]>}) -> tensor<4x2xf32> {
  %0 = stablehlo.negate %t : tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
EOF
expect 0 shard "$dir/meshes.mlir"
grep -q '@rows(%t: tensor<2x2xf32>) -> tensor<2x2xf32>' "$dir/out" || fail "@rows is not divided by two"
grep -q '@both(%t: tensor<2x1xf32>) -> tensor<2x1xf32>' "$dir/out" || fail "@both is not divided by four"

# Devices that are replicas, partitions, or both: each has the part of its number, and takes what it needs of the others.
cat >"$dir/grid.mlir" <<'EOF'
sdy.mesh @a = <["x"=4]>
sdy.mesh @b = <["x"=4], device_ids=[3, 2, 1, 0]>
sdy.mesh @c = <["p"=2, "q"=2], device_ids=[1, 0, 3, 2]>
func.func private @f(%a: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>})
    -> (tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@b, [{"x"}, {}]>}, tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@c, [{"p"}, {"q"}]>}) {
  %0 = sdy.collective_permute %a out_sharding=<@b, [{"x"}, {}]> : tensor<4x2xi32>
  %1 = sdy.reshard %a <@c, [{"p"}, {"q"}]> : tensor<4x2xi32>
  return %0, %1 : tensor<4x2xi32>, tensor<4x2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %b = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi32>
  %c = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xi32>
  %d = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi32>
  %r:8 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = GRID}
    : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>)
    -> (tensor<1x2xi32>, tensor<2x1xi32>, tensor<1x2xi32>, tensor<2x1xi32>, tensor<1x2xi32>, tensor<2x1xi32>, tensor<1x2xi32>, tensor<2x1xi32>)
  check.expect_eq_const %r#0, dense<[[7, 8]]> : tensor<1x2xi32>
  check.expect_eq_const %r#2, dense<[[5, 6]]> : tensor<1x2xi32>
  check.expect_eq_const %r#4, dense<[[3, 4]]> : tensor<1x2xi32>
  check.expect_eq_const %r#6, dense<[[1, 2]]> : tensor<1x2xi32>
  check.expect_eq_const %r#1, dense<[[2], [4]]> : tensor<2x1xi32>
  check.expect_eq_const %r#3, dense<[[1], [3]]> : tensor<2x1xi32>
  check.expect_eq_const %r#5, dense<[[6], [8]]> : tensor<2x1xi32>
  check.expect_eq_const %r#7, dense<[[5], [7]]> : tensor<2x1xi32>
  func.return
}
EOF
for grid in '[[@f, @f, @f, @f]]' '[[@f], [@f], [@f], [@f]]' '[[@f, @f], [@f, @f]]'; do
    sed "s/GRID/$grid/" "$dir/grid.mlir" >"$dir/one.mlir"
    expect 0 shard -o "$dir/local.mlir" "$dir/one.mlir"
    expect 0 run "$dir/local.mlir"
done
finish
