// tcp.gather, TCP-2: numbers of any type and 8- and 16-bit quantized values; indices of any signless integer.

func.func @i1(%a: tensor<3x4xbf16>, %i: tensor<2x4xi1>) -> tensor<2x4xbf16> {
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xbf16>, tensor<2x4xi1> -> tensor<2x4xbf16>
  return %0 : tensor<2x4xbf16>
}

// -----

func.func @quantized(%a: tensor<3x!quant.uniform<i8:f32, 1.0>>, %i: tensor<2xi64>) -> tensor<2x!quant.uniform<i8:f32, 1.0>> {
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x!quant.uniform<i8:f32, 1.0>>, tensor<2xi64> -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 1.0>>
}

// -----

func.func @index(%a: tensor<3x4xf32>, %i: tensor<2x4xindex>) -> tensor<2x4xf32> {
  // expected-error@+1 {{'tcp.gather' op operand #1 must be ranked tensor of signless integer values, but got 'tensor<2x4xindex>'}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<2x4xindex> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @unsigned(%a: tensor<3x4xf32>, %i: tensor<2x4xui8>) -> tensor<2x4xf32> {
  // expected-error@+1 {{'tcp.gather' op operand #1 must be ranked tensor of signless integer values, but got 'tensor<2x4xui8>'}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<2x4xui8> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @signed(%a: tensor<3x4xf32>, %i: tensor<2x4xsi8>) -> tensor<2x4xf32> {
  // expected-error@+1 {{'tcp.gather' op operand #1 must be ranked tensor of signless integer values, but got 'tensor<2x4xsi8>'}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<2x4xsi8> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @any_supported_type(%a: tensor<3x4xui8>, %b: tensor<3x4xcomplex<f32>>, %c: tensor<3x4xsi16>, %i: tensor<2x4xi64>, %v: tensor<2x1xi64>) {
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xui8>, tensor<2x4xi64> -> tensor<2x4xui8>
  %1 = tcp.gather %b, %i {dim = 0 : index} : tensor<3x4xcomplex<f32>>, tensor<2x4xi64> -> tensor<2x4xcomplex<f32>>
  %2 = tcp.gather_nd %b, %v : tensor<3x4xcomplex<f32>>, tensor<2x1xi64> -> tensor<2x4xcomplex<f32>>
  %3 = tcp.gather_nd %c, %v : tensor<3x4xsi16>, tensor<2x1xi64> -> tensor<2x4xsi16>
  return
}

// -----

func.func @index_input(%a: tensor<3x4xindex>, %i: tensor<2x4xi8>) -> tensor<2x4xindex> {
  // expected-error@+1 {{'tcp.gather' op operand #0 must be ranked tensor of floating-point or integer or complex or 8-bit quantized or 16-bit quantized values, but got 'tensor<3x4xindex>'}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<3x4xindex>, tensor<2x4xi8> -> tensor<2x4xindex>
  return %0 : tensor<2x4xindex>
}

// -----

func.func @unranked(%a: tensor<*xf32>, %i: tensor<2x4xi8>) -> tensor<2x4xf32> {
  // expected-error@+1 {{'tcp.gather' op operand #0 must be ranked tensor of}}
  %0 = tcp.gather %a, %i {dim = 0 : index} : tensor<*xf32>, tensor<2x4xi8> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @f(%n: index, %a: tensor<1x!quant.uniform<i8:f32, 0.5>>, %b: tensor<1x!quant.uniform<i16:f32, 0.5>>, %c: tensor<1xf80>) {
  %0 = tcp.broadcast %a, %n {axes = [0]} : tensor<1x!quant.uniform<i8:f32, 0.5>>, index -> tensor<?x!quant.uniform<i8:f32, 0.5>>
  %1 = tcp.broadcast %b, %n {axes = [0]} : tensor<1x!quant.uniform<i16:f32, 0.5>>, index -> tensor<?x!quant.uniform<i16:f32, 0.5>>
  %2 = tcp.broadcast %c, %n {axes = [0]} : tensor<1xf80>, index -> tensor<?xf80>
  return
}

// -----

func.func @f(%n: index, %a: tensor<1x!quant.uniform<i32:f32, 0.5>>) {
  // expected-error@+1 {{'tcp.broadcast' op operand #0 must be ranked tensor of floating-point or integer or complex or 8-bit quantized or 16-bit quantized values, but got 'tensor<1x!quant.uniform<i32:f32}}
  %0 = tcp.broadcast %a, %n {axes = [0]} : tensor<1x!quant.uniform<i32:f32, 0.5>>, index -> tensor<?x!quant.uniform<i32:f32, 0.5>>
  return
}

// -----

func.func @f(%n: index, %a: tensor<1xui8>, %b: tensor<1xcomplex<f32>>) {
  %0 = tcp.broadcast %a, %n {axes = [0]} : tensor<1xui8>, index -> tensor<?xui8>
  %1 = tcp.broadcast %b, %n {axes = [0]} : tensor<1xcomplex<f32>>, index -> tensor<?xcomplex<f32>>
  return
}
