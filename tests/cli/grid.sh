# grid.sh - garner run of grids of processes: headings, outfeed, prints, probes, rows.
. "$(dirname "$0")/common.sh"

cat >"$dir/sum.mlir" <<'EOF'
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<ui32>) {
  %p = stablehlo.partition_id : tensor<ui32>
  interpreter.print %p : tensor<ui32>
  %q = interpreter.probe %p, probe_id = "a/\"b" : tensor<ui32>
  %s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %s, %q : tensor<2xf32>, tensor<ui32>
}
EOF
cat >"$dir/want" <<'EOF'
%0 = tensor<ui32> {0}
%0 = tensor<ui32> {1}
%0 = tensor<ui32> {0}
%0 = tensor<ui32> {1}
process (0, 0):
result 0: dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
result 1: dense<0> : tensor<ui32>
process (0, 1):
result 0: dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
result 1: dense<1> : tensor<ui32>
process (1, 0):
result 0: dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
result 1: dense<0> : tensor<ui32>
process (1, 1):
result 0: dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
result 1: dense<1> : tensor<ui32>
EOF
expect 0 run "$dir/sum.mlir" --replicas 2 --partitions 2 --input '2xf32=[1,2]' --probe-output-dir "$dir/probes" --output "$dir/results"
cmp -s "$dir/want" "$dir/out" || fail "what a grid of two by two prints"
silent err
[ "$(ls "$dir/probes" | tr '\n' ' ')" = "index.csv probe_0.npy probe_1.npy probe_2.npy probe_3.npy " ] || fail "probes: $(ls "$dir/probes")"
cat >"$dir/index" <<'EOF'
probe_id,iteration,type,file
"a/""b",0,"tensor<ui32>",probe_0.npy
"a/""b",1,"tensor<ui32>",probe_1.npy
"a/""b",2,"tensor<ui32>",probe_2.npy
"a/""b",3,"tensor<ui32>",probe_3.npy
EOF
cmp -s "$dir/index" "$dir/probes/index.csv" || fail "index.csv: $(cat "$dir/probes/index.csv")"
[ "$(tail -c 4 "$dir/probes/probe_3.npy" | od -An -tx1)" = " 01 00 00 00" ] || fail "probe_3.npy does not hold 1"
[ "$(ls "$dir/results" | wc -l)" -eq 8 ] || fail "results: $(ls "$dir/results")"
[ "$(tail -c 4 "$dir/results/main_7.npy" | od -An -tx1)" = " 01 00 00 00" ] || fail "main_7.npy does not hold 1"

# A folder that cannot be is told, and ends the run.
expect 3 run "$dir/sum.mlir" --replicas 2 --input '2xf32=[1,2]' --probe-output-dir "$dir/no/such"
says err 'no/such'

expect 2 run "$dir/sum.mlir" --replicas 0 --input '2xf32=[1,2]'
expect 2 run "$dir/sum.mlir" --partitions 1025 --input '2xf32=[1,2]'
expect 3 run "$dir/sum.mlir" --replicas 33 --partitions 32 --input '2xf32=[1,2]'
says err '33 x 32 processes are over garner'

# An id out of the grid's range, with the rule.
expect 2 run "$dir/sum.mlir" --input '2xf32=[1,2]'
says err 'stablehlo.all_reduce: replica id 1 is outside [0, 1)'

cat >"$dir/rows.mlir" <<'EOF'
func.func @main() -> (tensor<2x1x2xi8>, tensor<complex<f32>>, tensor<0x2xi8>, tensor<2x0xi8>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.constant dense<[[[1, -2]], [[3, 4]]]> : tensor<2x1x2xi8>
  %1 = stablehlo.constant dense<(1.5, -2.0)> : tensor<complex<f32>>
  %2 = stablehlo.constant dense<> : tensor<0x2xi8>
  %3 = stablehlo.constant dense<> : tensor<2x0xi8>
  %4 = stablehlo.constant dense<[(1.5, -2.0), (0.0, 3.0)]> : tensor<2xcomplex<f32>>
  return %0, %1, %2, %3, %4 : tensor<2x1x2xi8>, tensor<complex<f32>>, tensor<0x2xi8>, tensor<2x0xi8>, tensor<2xcomplex<f32>>
}
EOF
cat >"$dir/want" <<'EOF'
tensor<2x1x2xi8> {
  [
    [
      [1, -2]
    ],
    [
      [3, 4]
    ]
  ]
}
tensor<complex<f32>> {[1.500000e+00, -2.000000e+00]}
tensor<0x2xi8> {
  []
}
tensor<2x0xi8> {
  [
    [],
    []
  ]
}
tensor<2xcomplex<f32>> {
  [[1.500000e+00, -2.000000e+00], [0.000000e+00, 3.000000e+00]]
}
EOF
expect 0 run "$dir/rows.mlir" --rows
cmp -s "$dir/want" "$dir/out" || fail "rows"

# Who waits for whom, and where.
cat >"$dir/stuck.mlir" <<'EOF'
func.func @waits(%x: tensor<2xi32>) -> tensor<2xi32> {
  %s = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %s : tensor<2xi32>
}
func.func @ends(%x: tensor<2xi32>) -> tensor<2xi32> { return %x : tensor<2xi32> }
func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@ends], [@waits]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
}
EOF
expect 3 run "$dir/stuck.mlir" --input 2xi32=1
says err 'stuck.mlir:2:8: error: stablehlo.collective_broadcast: process (1, 0) waits for (0, 0), and no process can go on'
says err 'process (0, 0) has ended'
finish
