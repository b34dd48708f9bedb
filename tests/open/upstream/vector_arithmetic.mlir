func.func @main(%x: vector<4xf32>, %s: f32) -> vector<4xf32> {
  %c = arith.constant dense<2.0> : vector<4xf32>
  %y = arith.addf %x, %c : vector<4xf32>
  %k = arith.cmpf olt, %y, %c : vector<4xf32>
  %z = arith.select %k, %x, %y : vector<4xi1>, vector<4xf32>
  %i = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %j = arith.extsi %i : vector<4xi32> to vector<4xi64>
  %q = arith.index_cast %i : vector<4xi32> to vector<4xindex>
  %w = math.exp %z fastmath<fast> : vector<4xf32>
  return %w : vector<4xf32>
}
