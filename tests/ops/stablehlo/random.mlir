// StableHLO spec, rng_bit_generator: the specification's example, and the known answers that come with "Parallel random
// numbers: as easy as 1, 2, 3" (Random123, kat_vectors), for zeros, ones and digits of pi. Then which word makes which
// element. And rng: what it promises.

func.func @three_fry_of_the_specification() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  check.expect_eq_const %0, dense<[1, 6]> : tensor<2xui64>
  check.expect_eq_const %1, dense<[[9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144]]> : tensor<2x2xui64>
  func.return
}

// The first word of an element is its low half.
func.func @three_fry_known_answers() {
  %zeros = stablehlo.constant dense<0> : tensor<2xui64>
  %0:2 = stablehlo.rng_bit_generator %zeros, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %0#1, dense<0x99BA4EFE6B200159> : tensor<ui64>
  %ones = stablehlo.constant dense<0xFFFFFFFFFFFFFFFF> : tensor<2xui64>
  %1:2 = stablehlo.rng_bit_generator %ones, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %1#1, dense<0xBB002BE71CB996FC> : tensor<ui64>
  check.expect_eq_const %1#0, dense<[0xFFFFFFFFFFFFFFFF, 0]> : tensor<2xui64>
  %pi = stablehlo.constant dense<[0x0370734413198A2E, 0x85A308D3243F6A88]> : tensor<2xui64>
  %2:2 = stablehlo.rng_bit_generator %pi, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %2#1, dense<0x483DF7A0C4923A9C> : tensor<1xui64>
  func.return
}

func.func @philox_known_answers() {
  %zeros = stablehlo.constant dense<0> : tensor<3xui64>
  %0:2 = stablehlo.rng_bit_generator %zeros, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  check.expect_eq_const %0#1, dense<[0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]> : tensor<4xui32>
  check.expect_eq_const %0#0, dense<[0, 1, 0]> : tensor<3xui64>
  %ones = stablehlo.constant dense<0xFFFFFFFFFFFFFFFF> : tensor<3xui64>
  %1:2 = stablehlo.rng_bit_generator %ones, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  check.expect_eq_const %1#1, dense<[0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]> : tensor<4xui32>
  check.expect_eq_const %1#0, dense<[0xFFFFFFFFFFFFFFFF, 0, 0]> : tensor<3xui64>
  %pi = stablehlo.constant dense<[0x299F31D0A4093822, 0x85A308D3243F6A88, 0x0370734413198A2E]> : tensor<3xui64>
  %2:2 = stablehlo.rng_bit_generator %pi, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2xui64>)
  check.expect_eq_const %2#1, dense<[0x94FDCCEBD16CFE09, 0x24126EA15001E420]> : tensor<2xui64>
  func.return
}

// A state of two numbers: the key is the counter's high half. DEFAULT is PHILOX.
func.func @philox_of_two() {
  %ones = stablehlo.constant dense<0xFFFFFFFFFFFFFFFF> : tensor<2xui64>
  %0:2 = stablehlo.rng_bit_generator %ones, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  check.expect_eq_const %0#1, dense<[0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]> : tensor<4xui32>
  check.expect_eq_const %0#0, dense<[0xFFFFFFFFFFFFFFFF, 0]> : tensor<2xui64>
  %1:2 = stablehlo.rng_bit_generator %ones, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  check.expect_eq_const %1#1, dense<[0x408F276D, 0x41C83B0E, 0xA20BC7C6]> : tensor<3xui32>
  func.return
}

// 32 bits of Threefry: the even and the odd elements of a pair are the two words of one counter. The pairs lie along the first
// even dimension, else along the largest.
func.func @three_fry_pairs() {
  %s = stablehlo.constant dense<[5, 9]> : tensor<2xui64>
  %wide:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui64>)
  %words = stablehlo.bitcast_convert %wide#1 : (tensor<9xui64>) -> tensor<9x2xui32>
  %line:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui32>)
  check.expect_eq_const %line#0, dense<[5, 13]> : tensor<2xui64>
  %flat = stablehlo.reshape %words : (tensor<9x2xui32>) -> tensor<18xui32>
  %first = stablehlo.slice %flat [0:7] : (tensor<18xui32>) -> tensor<7xui32>
  check.expect_eq %line#1, %first : tensor<7xui32>

  // [3, 2, 3]: pairs along the second dimension, so that counter i * 3 + k has elements [i, 0, k] and [i, 1, k].
  %cube:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2x3xi32>)
  check.expect_eq_const %cube#0, dense<[5, 18]> : tensor<2xui64>
  %signed = stablehlo.bitcast_convert %words : (tensor<9x2xui32>) -> tensor<9x2xi32>
  %counters = stablehlo.reshape %signed : (tensor<9x2xi32>) -> tensor<3x3x2xi32>
  %pairs = stablehlo.transpose %counters, dims = [0, 2, 1] : (tensor<3x3x2xi32>) -> tensor<3x2x3xi32>
  check.expect_eq %cube#1, %pairs : tensor<3x2x3xi32>

  // [1, 3]: along the larger one, the last word of which is left over.
  %odd:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x3xui32>)
  check.expect_eq_const %odd#0, dense<[5, 11]> : tensor<2xui64>
  %three = stablehlo.slice %flat [0:3] : (tensor<18xui32>) -> tensor<3xui32>
  %row = stablehlo.reshape %three : (tensor<3xui32>) -> tensor<1x3xui32>
  check.expect_eq %odd#1, %row : tensor<1x3xui32>

  // A scalar takes a counter for itself.
  %one:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %one#0, dense<[5, 10]> : tensor<2xui64>
  %word = stablehlo.slice %flat [0:1] : (tensor<18xui32>) -> tensor<1xui32>
  %scalar = stablehlo.reshape %word : (tensor<1xui32>) -> tensor<ui32>
  check.expect_eq %one#1, %scalar : tensor<ui32>
  func.return
}

// Narrow elements are the low bits of words; floats are bits too.
func.func @widths() {
  %s = stablehlo.constant dense<0> : tensor<3xui64>
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui8>)
  check.expect_eq_const %0#1, dense<[0xD5, 0x8D, 0x4C, 0xD8]> : tensor<4xui8>
  %1:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xi4>)
  check.expect_eq_const %1#1, dense<[5, -3, -4, -8]> : tensor<4xi4>
  %2:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xi16>)
  check.expect_eq_const %2#1, dense<[-5931, -14963, -21428, -9256]> : tensor<4xi16>
  %3:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2xbf16>)
  check.expect_eq_const %3#1, dense<[0xE8D5, 0xC58D]> : tensor<2xbf16>
  %4:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2xf32>)
  check.expect_eq_const %4#1, dense<[0x6627E8D5, 0xE169C58D]> : tensor<2xf32>
  %5:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<1xf64>)
  check.expect_eq_const %5#1, dense<[0xE169C58D6627E8D5]> : tensor<1xf64>
  %7 = stablehlo.slice %s [0:2] : (tensor<3xui64>) -> tensor<2xui64>
  %6:2 = stablehlo.rng_bit_generator %7, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xf32>)
  check.expect_eq %6#0, %7 : tensor<2xui64>
  func.return
}

func.func @uniform() {
  %a = stablehlo.constant dense<-2.0> : tensor<f32>
  %b = stablehlo.constant dense<6.0> : tensor<f32>
  %n = stablehlo.constant dense<[100, 100]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<100x100xf32>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<100x100xf32>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<100x100xf32>
  %above = stablehlo.compare GE, %0, %low : (tensor<100x100xf32>, tensor<100x100xf32>) -> tensor<100x100xi1>
  %below = stablehlo.compare LT, %0, %high : (tensor<100x100xf32>, tensor<100x100xf32>) -> tensor<100x100xi1>
  %within = stablehlo.and %above, %below : tensor<100x100xi1>
  check.expect_eq_const %within, dense<true> : tensor<100x100xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<100x100xf32>, tensor<f32>) -> tensor<f32>
  // So many have a mean within a tenth of 2 but once in some ten thousand.
  %count = stablehlo.constant dense<1.0e4> : tensor<f32>
  %mean = stablehlo.divide %sum, %count : tensor<f32>
  %least = stablehlo.constant dense<1.9> : tensor<f32>
  %most = stablehlo.constant dense<2.1> : tensor<f32>
  %near = stablehlo.clamp %least, %mean, %most : tensor<f32>
  check.expect_eq %near, %mean : tensor<f32>
  func.return
}

func.func @uniform_integers() {
  %a = stablehlo.constant dense<-2> : tensor<i8>
  %b = stablehlo.constant dense<1> : tensor<i8>
  %n = stablehlo.constant dense<[2000]> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %n, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<2000xi8>
  %low = stablehlo.constant dense<127> : tensor<i8>
  %high = stablehlo.constant dense<-128> : tensor<i8>
  %least = stablehlo.reduce(%0 init: %low) applies stablehlo.minimum across dimensions = [0] : (tensor<2000xi8>, tensor<i8>) -> tensor<i8>
  %most = stablehlo.reduce(%0 init: %high) applies stablehlo.maximum across dimensions = [0] : (tensor<2000xi8>, tensor<i8>) -> tensor<i8>
  check.expect_eq_const %least, dense<-2> : tensor<i8>
  check.expect_eq_const %most, dense<0> : tensor<i8>

  // An interval of one; an empty one has its beginning.
  %c = stablehlo.constant dense<[3]> : tensor<1xi64>
  %five = stablehlo.constant dense<5> : tensor<ui64>
  %six = stablehlo.constant dense<6> : tensor<ui64>
  %1 = stablehlo.rng %five, %six, %c, distribution = UNIFORM : (tensor<ui64>, tensor<ui64>, tensor<1xi64>) -> tensor<3xui64>
  check.expect_eq_const %1, dense<5> : tensor<3xui64>
  %2 = stablehlo.rng %six, %five, %c, distribution = UNIFORM : (tensor<ui64>, tensor<ui64>, tensor<1xi64>) -> tensor<3xui64>
  check.expect_eq_const %2, dense<6> : tensor<3xui64>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %3 = stablehlo.rng %no, %yes, %c, distribution = UNIFORM : (tensor<i1>, tensor<i1>, tensor<1xi64>) -> tensor<3xi1>
  check.expect_eq_const %3, dense<false> : tensor<3xi1>
  func.return
}

// f4E2M1FN has 0, 0.5, 1, 1.5 from 0 to 2; the bound is never reached.
func.func @uniform_of_few() {
  %a = stablehlo.constant dense<0.0> : tensor<f4E2M1FN>
  %b = stablehlo.constant dense<2.0> : tensor<f4E2M1FN>
  %n = stablehlo.constant dense<[500]> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %n, distribution = UNIFORM : (tensor<f4E2M1FN>, tensor<f4E2M1FN>, tensor<1xi64>) -> tensor<500xf4E2M1FN>
  %1 = stablehlo.convert %0 : (tensor<500xf4E2M1FN>) -> tensor<500xf32>
  %low = stablehlo.constant dense<-1.0> : tensor<f32>
  %most = stablehlo.reduce(%1 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<500xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %most, dense<1.5> : tensor<f32>
  func.return
}

func.func @normal() {
  %a = stablehlo.constant dense<3.0> : tensor<f64>
  %b = stablehlo.constant dense<2.0> : tensor<f64>
  %n = stablehlo.constant dense<[10000]> : tensor<1xi32>
  %0 = stablehlo.rng %a, %b, %n, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi32>) -> tensor<10000xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %count = stablehlo.constant dense<1.0e4> : tensor<f64>
  %sum = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000xf64>, tensor<f64>) -> tensor<f64>
  %mean = stablehlo.divide %sum, %count : tensor<f64>
  %around = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f64>) -> tensor<10000xf64>
  %off = stablehlo.subtract %0, %around : tensor<10000xf64>
  %square = stablehlo.multiply %off, %off : tensor<10000xf64>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000xf64>, tensor<f64>) -> tensor<f64>
  %variance = stablehlo.divide %squares, %count : tensor<f64>
  %m0 = stablehlo.constant dense<2.9> : tensor<f64>
  %m1 = stablehlo.constant dense<3.1> : tensor<f64>
  %v0 = stablehlo.constant dense<3.7> : tensor<f64>
  %v1 = stablehlo.constant dense<4.3> : tensor<f64>
  %m = stablehlo.clamp %m0, %mean, %m1 : tensor<f64>
  %v = stablehlo.clamp %v0, %variance, %v1 : tensor<f64>
  check.expect_eq %m, %mean : tensor<f64>
  check.expect_eq %v, %variance : tensor<f64>

  // Without deviation, the mean.
  %c = stablehlo.constant dense<[2]> : tensor<1xi32>
  %1 = stablehlo.rng %a, %zero, %c, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi32>) -> tensor<2xf64>
  check.expect_eq_const %1, dense<3.0> : tensor<2xf64>
  func.return
}
