// RUN: print | --strict-whitespace
// RUN: print --generic | --strict-whitespace --check-prefix=GENERIC
// TCP's ops as mlir-tcp prints them: a type list without parentheses, dim an index, axes without types.

// CHECK:func.func @gather(%[[X:.*]]: tensor<3x4xf32>, %[[I:.*]]: tensor<3x2xi64>) -> tensor<3x2xf32> {
// CHECK-NEXT:  %[[R:.*]] = tcp.gather %[[X]], %[[I]] {dim = 1 : index} : tensor<3x4xf32>, tensor<3x2xi64> -> tensor<3x2xf32>
// CHECK-NEXT:  return %[[R]] : tensor<3x2xf32>
// GENERIC:  %{{.*}} = "tcp.gather"(%{{.*}}, %{{.*}}) {dim = 1 : index} : (tensor<3x4xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
func.func @gather(%x: tensor<3x4xf32>, %i: tensor<3x2xi64>) -> tensor<3x2xf32> {
  %r = tcp.gather %x, %i { dim = 1 } : (tensor<3x4xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// CHECK:  %{{.*}} = tcp.gather %{{.*}}, %{{.*}} {dim = 0 : index} : tensor<?x4xf32>, tensor<?x2xi64> -> tensor<?x2xf32>
func.func @dynamic(%x: tensor<?x4xf32>, %i: tensor<?x2xi64>) -> tensor<?x2xf32> {
  %r = tcp.gather %x, %i {dim = 0 : index} : tensor<?x4xf32>, tensor<?x2xi64> -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// CHECK:  %{{.*}} = tcp.gather_nd %{{.*}}, %{{.*}} : tensor<5x7x3xf32>, tensor<4x2xi64> -> tensor<4x3xf32>
// GENERIC:  %{{.*}} = "tcp.gather_nd"(%{{.*}}, %{{.*}}) : (tensor<5x7x3xf32>, tensor<4x2xi64>) -> tensor<4x3xf32>
func.func @gather_nd(%x: tensor<5x7x3xf32>, %i: tensor<4x2xi64>) -> tensor<4x3xf32> {
  %r = tcp.gather_nd %x, %i : tensor<5x7x3xf32>, tensor<4x2xi64> -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// CHECK:  %[[A:.*]] = arith.constant 2 : index
// CHECK-NEXT:  %[[B:.*]] = tcp.broadcast %{{.*}}, %[[A]], %[[A]] {axes = [0, 2]} : tensor<1x3x1xf32>, index, index -> tensor<2x3x2xf32>
// GENERIC:  %{{.*}} = "tcp.broadcast"(%{{.*}}, %{{.*}}, %{{.*}}) {axes = [0, 2]} : (tensor<1x3x1xf32>, index, index) -> tensor<2x3x2xf32>
func.func @broadcast(%x: tensor<1x3x1xf32>) -> tensor<2x3x2xf32> {
  %n = arith.constant 2 : index
  %r = tcp.broadcast_to %x, %n, %n { axes = [0, 2] } : (tensor<1x3x1xf32>, index, index) -> tensor<2x3x2xf32>
  return %r : tensor<2x3x2xf32>
}

// CHECK:  %{{.*}} = tcp.slice %{{.*}} starts(%[[Z:.*]], %[[Z]]) sizes(%[[O:.*]], %[[O]]) strides(%[[O]], %[[O]]) : tensor<2x3xf32> -> tensor<1x1xf32>
func.func @slice(%x: tensor<2x3xf32>) -> tensor<1x1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = tcp.slice %x starts(%c0, %c0) sizes(%c1, %c1) strides(%c1, %c1) : tensor<2x3xf32> -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
