// StableHLO spec, batch_norm_inference, batch_norm_training, batch_norm_grad. Values by numpy 1.24 and by hand.

func.func @inference_of_the_specification() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) {epsilon = 0.0 : f32, feature_index = 2 : i64}
      : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2x2xf64>)
  %is_0 = stablehlo.constant dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  check.expect_close %0, %is_0, max_ulp_difference = 0 : tensor<2x2x2xf64>, tensor<2x2x2xf64>
  func.return
}

func.func @training_of_the_specification() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.0 : f32, feature_index = 2 : i64}
      : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %is_0 = stablehlo.constant dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  check.expect_close %0#0, %is_0, max_ulp_difference = 0 : tensor<2x2x2xf64>, tensor<2x2x2xf64>
  %is_1 = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  check.expect_close %0#1, %is_1, max_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
  %is_2 = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  check.expect_close %0#2, %is_2, max_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
  func.return
}

func.func @gradients_cancel() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %gradient = stablehlo.constant dense<[[[0.125, 0.125], [0.125, 0.125]], [[0.125, 0.125], [0.125, 0.125]]]> : tensor<2x2x2xf64>
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %gradient) {epsilon = 0.0 : f32, feature_index = 2 : i64}
      : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %is_0 = stablehlo.constant dense<[[[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  check.expect_close %0#0, %is_0, max_ulp_difference = 0 : tensor<2x2x2xf64>, tensor<2x2x2xf64>
  %is_1 = stablehlo.constant dense<[0.0, 0.0]> : tensor<2xf64>
  check.expect_close %0#1, %is_1, max_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
  %is_2 = stablehlo.constant dense<[0.5, 0.5]> : tensor<2xf64>
  check.expect_close %0#2, %is_2, max_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
  func.return
}

func.func @inference_0() {
  %x = stablehlo.constant dense<[[[8.11, 4.73, 2.97, -1.47], [-0.37, 2.24, 1.69, -6.88], [3.04, 11.95, -7.57, 4.08]], [[1.51, -0.46, 5.63, -4.85], [0.67, 6.01, -0.81, -1.72], [0.47, -1.83, 6.36, -3.73]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[3.59, -5.15]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[2.75, -0.43]> : tensor<2xf32>
  %mean = stablehlo.constant dense<[-10.62, -0.02]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[4.89, 2.33]> : tensor<2xf32>
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = 0 : i64}
      : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x3x4xf32>)
  %is_0 = stablehlo.constant dense<[[[33.154186, 27.667473, 24.810486, 17.603086], [19.388702, 23.625484, 22.732677, 8.821097], [24.924116, 39.38761, 7.7010283, 26.612335]], [[-5.5909247, 1.0541875, -19.488317, 15.862331], [-2.757476, -20.770117, 2.2347913, 5.304361], [-2.0828452, 5.675408, -21.95072, 12.084399]]]> : tensor<2x3x4xf32>
  check.expect_close %0, %is_0, max_ulp_difference = 1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  func.return
}

func.func @training_0() {
  %x = stablehlo.constant dense<[[[8.11, 4.73, 2.97, -1.47], [-0.37, 2.24, 1.69, -6.88], [3.04, 11.95, -7.57, 4.08]], [[1.51, -0.46, 5.63, -4.85], [0.67, 6.01, -0.81, -1.72], [0.47, -1.83, 6.36, -3.73]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[3.59, -5.15]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[2.75, -0.43]> : tensor<2xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 0 : i64}
      : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>)
  %is_0 = stablehlo.constant dense<[[[6.9651003, 4.679479, 3.4893332, 0.48691943], [1.2307607, 2.995693, 2.6237724, -3.171427], [3.5366685, 9.561782, -3.6380184, 4.2399364]], [[-1.7431037, 1.1126252, -7.7154913, 7.4764066], [-0.5254325, -8.266343, 1.6199882, 2.939132], [-0.2355108, 3.098589, -8.7737055, 5.852845]]]> : tensor<2x3x4xf32>
  check.expect_close %0#0, %is_0, max_ulp_difference = 1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  %is_1 = stablehlo.constant dense<[1.8766665, 0.6041667]> : tensor<2xf32>
  check.expect_close %0#1, %is_1, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  %is_2 = stablehlo.constant dense<[28.183722, 12.620558]> : tensor<2xf32>
  check.expect_close %0#2, %is_2, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  func.return
}

func.func @grad_0() {
  %x = stablehlo.constant dense<[[[8.11, 4.73, 2.97, -1.47], [-0.37, 2.24, 1.69, -6.88], [3.04, 11.95, -7.57, 4.08]], [[1.51, -0.46, 5.63, -4.85], [0.67, 6.01, -0.81, -1.72], [0.47, -1.83, 6.36, -3.73]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[3.59, -5.15]> : tensor<2xf32>
  %mean = stablehlo.constant dense<[-10.62, -0.02]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[4.89, 2.33]> : tensor<2xf32>
  %gradient = stablehlo.constant dense<[[[6.33, -4.59, -4.36, 5.92], [0.48, 6.34, 1.33, -3.63], [-0.27, 5.06, 3.87, 0.0]], [[0.2, -0.46, -2.38, 7.94], [0.03, -4.65, -1.96, 2.99], [2.64, -0.56, -2.75, 0.1]]]> : tensor<2x3x4xf32>
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %gradient) {epsilon = 0.001 : f32, feature_index = 0 : i64}
      : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>)
  %is_0 = stablehlo.constant dense<[[[-123.83799, -117.7646, -104.99851, -57.047607], [-73.62376, -82.48916, -86.7491, -34.45642], [-98.85216, -152.93826, -17.423243, -105.73685]], [[-18.518711, 7.0958867, -58.729614, 30.880539], [-7.9725924, -55.584007, 16.310902, 10.417532], [-14.402075, 23.698174, -66.148285, 44.029152]]]> : tensor<2x3x4xf32>
  check.expect_close %0#0, %is_0, max_ulp_difference = 2 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  %is_1 = stablehlo.constant dense<[115.1169, -64.48356]> : tensor<2xf32>
  check.expect_close %0#1, %is_1, max_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  %is_2 = stablehlo.constant dense<[16.48, 1.1399999]> : tensor<2xf32>
  check.expect_close %0#2, %is_2, max_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  func.return
}

func.func @inference_1() {
  %x = stablehlo.constant dense<[[[-6.88, -5.35, 3.29, -1.97], [1.54, 5.01, 2.67, 0.08], [8.75, 2.75, -1.46, 3.01]], [[1.68, -3.52, 0.3, -0.68], [-8.09, -0.71, -1.16, -1.8], [-6.76, -1.46, -0.16, 0.42]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[-4.67, 2.6, -5.0]> : tensor<3xf32>
  %offset = stablehlo.constant dense<[-0.92, 5.37, -2.85]> : tensor<3xf32>
  %mean = stablehlo.constant dense<[-2.1, 4.41, -1.58]> : tensor<3xf32>
  %variance = stablehlo.constant dense<[1.72, 1.41, 4.81]> : tensor<3xf32>
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = 1 : i64}
      : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>)
  %is_0 = stablehlo.constant dense<[[[16.095879, 10.649373, -20.107359, -1.3827745], [-0.9119101, 6.683292, 1.5614555, -4.1075854], [-26.397924, -12.720525, -3.123548, -13.313211]], [[-14.37607, 4.1349263, -9.463536, -5.9749255], [-21.990236, -5.8367524, -6.821721, -8.222565], [8.958157, -3.123548, -6.086985, -7.4091334]]]> : tensor<2x3x4xf32>
  check.expect_close %0, %is_0, max_ulp_difference = 1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  func.return
}

func.func @training_1() {
  %x = stablehlo.constant dense<[[[-6.88, -5.35, 3.29, -1.97], [1.54, 5.01, 2.67, 0.08], [8.75, 2.75, -1.46, 3.01]], [[1.68, -3.52, 0.3, -0.68], [-8.09, -0.71, -1.16, -1.8], [-6.76, -1.46, -0.16, 0.42]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[-4.67, 2.6, -5.0]> : tensor<3xf32>
  %offset = stablehlo.constant dense<[-0.92, 5.37, -2.85]> : tensor<3xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 1 : i64}
      : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  %is_0 = stablehlo.constant dense<[[[6.590569, 4.397074, -7.9897194, -0.44868538], [6.6997194, 9.197218, 7.5130258, 5.648899], [-12.543723, -5.3753557, -0.34555173, -5.685985]], [[-5.6815324, 1.7734824, -3.7030861, -2.2981024], [-0.23137704, 5.0803046, 4.7564216, 4.295788], [5.986506, -0.34555173, -1.898698, -2.59164]]]> : tensor<2x3x4xf32>
  check.expect_close %0#0, %is_0, max_ulp_difference = 1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  %is_1 = stablehlo.constant dense<[-1.64125, -0.30749997, 0.63624996]> : tensor<3xf32>
  check.expect_close %0#1, %is_1, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  %is_2 = stablehlo.constant dense<[10.609686, 13.048544, 17.513674]> : tensor<3xf32>
  check.expect_close %0#2, %is_2, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  func.return
}

func.func @grad_1() {
  %x = stablehlo.constant dense<[[[-6.88, -5.35, 3.29, -1.97], [1.54, 5.01, 2.67, 0.08], [8.75, 2.75, -1.46, 3.01]], [[1.68, -3.52, 0.3, -0.68], [-8.09, -0.71, -1.16, -1.8], [-6.76, -1.46, -0.16, 0.42]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[-4.67, 2.6, -5.0]> : tensor<3xf32>
  %mean = stablehlo.constant dense<[-2.1, 4.41, -1.58]> : tensor<3xf32>
  %variance = stablehlo.constant dense<[1.72, 1.41, 4.81]> : tensor<3xf32>
  %gradient = stablehlo.constant dense<[[[-9.06, -3.4, -4.14, -4.46], [-3.51, -3.45, 1.24, -3.65], [0.5, 1.65, -2.99, 0.54]], [[6.71, 1.32, -2.61, -0.27], [-3.75, 1.11, 3.53, -3.35], [-0.86, 4.55, -2.03, 0.77]]]> : tensor<2x3x4xf32>
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %gradient) {epsilon = 0.001 : f32, feature_index = 1 : i64}
      : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  %is_0 = stablehlo.constant dense<[[[-34.527153, -35.56684, 74.97601, 10.420796], [31.161728, -11.758847, 27.538834, 48.96935], [10.533539, 1.4843191, 7.551394, 4.293173]], [[16.24414, -29.51349, 32.186142, 11.616559], [150.11475, 69.18957, 80.06961, 72.95094], [-2.981901, -9.63654, 6.755682, 0.9942409]]]> : tensor<2x3x4xf32>
  check.expect_close %0#0, %is_0, max_ulp_difference = 2 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  %is_1 = stablehlo.constant dense<[36.82106, 53.864983, 8.246333]> : tensor<3xf32>
  check.expect_close %0#1, %is_1, max_ulp_difference = 2 : tensor<3xf32>, tensor<3xf32>
  %is_2 = stablehlo.constant dense<[-15.91, -11.83, 2.13]> : tensor<3xf32>
  check.expect_close %0#2, %is_2, max_ulp_difference = 2 : tensor<3xf32>, tensor<3xf32>
  func.return
}

func.func @inference_2() {
  %x = stablehlo.constant dense<[[[-4.18, -3.35, -2.09, 8.71], [-1.64, -2.12, -2.25, -0.66], [2.62, 0.76, 8.23, 0.86]], [[5.79, 1.11, 2.42, -5.77], [-0.51, -0.28, -0.97, -8.61], [3.52, -1.55, -1.75, -1.02]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[-0.91, 1.63, -5.08, -3.72]> : tensor<4xf32>
  %offset = stablehlo.constant dense<[1.16, 0.58, -1.51, -2.3]> : tensor<4xf32>
  %mean = stablehlo.constant dense<[-3.34, -0.23, 4.72, -4.23]> : tensor<4xf32>
  %variance = stablehlo.constant dense<[6.59, 3.88, 2.31, 3.63]> : tensor<4xf32>
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = 2 : i64}
      : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>)
  %is_0 = stablehlo.constant dense<[[[1.4577453, -2.0014894, 21.24678, -27.561789], [0.5574201, -0.9837868, 21.781448, -9.269443], [-0.9525743, 1.3991264, -13.239265, -12.236824]], [[-2.0762086, 1.6887167, 6.1758432, 0.7064261], [0.15688163, 0.53862995, 17.50411, 6.250744], [-1.2715873, -0.51216865, 20.110613, -8.566642]]]> : tensor<2x3x4xf32>
  check.expect_close %0, %is_0, max_ulp_difference = 1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  func.return
}

func.func @training_2() {
  %x = stablehlo.constant dense<[[[-4.18, -3.35, -2.09, 8.71], [-1.64, -2.12, -2.25, -0.66], [2.62, 0.76, 8.23, 0.86]], [[5.79, 1.11, 2.42, -5.77], [-0.51, -0.28, -0.97, -8.61], [3.52, -1.55, -1.75, -1.02]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[-0.91, 1.63, -5.08, -3.72]> : tensor<4xf32>
  %offset = stablehlo.constant dense<[1.16, 0.58, -1.51, -2.3]> : tensor<4xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 2 : i64}
      : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %is_0 = stablehlo.constant dense<[[[2.5423865, -1.9322506, 2.1209183, -8.978323], [1.8556991, -0.668419, 2.3370178, -2.587594], [0.70401067, 2.2907965, -11.817486, -3.6242971]], [[-0.1529969, 2.6504233, -3.9703808, 0.89763796], [1.5502043, 1.2221909, 0.6082233, 2.8346355], [0.46069622, -0.082741, 1.6617074, -2.3420591]]]> : tensor<2x3x4xf32>
  check.expect_close %0#0, %is_0, max_ulp_difference = 1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  %is_1 = stablehlo.constant dense<[0.93333334, -0.905, 0.5983333, -1.0816666]> : tensor<4xf32>
  check.expect_close %0#1, %is_1, max_ulp_difference = 1 : tensor<4xf32>, tensor<4xf32>
  %is_2 = stablehlo.constant dense<[11.329055, 2.5155582, 14.14588, 29.747446]> : tensor<4xf32>
  check.expect_close %0#2, %is_2, max_ulp_difference = 1 : tensor<4xf32>, tensor<4xf32>
  func.return
}

func.func @grad_2() {
  %x = stablehlo.constant dense<[[[-4.18, -3.35, -2.09, 8.71], [-1.64, -2.12, -2.25, -0.66], [2.62, 0.76, 8.23, 0.86]], [[5.79, 1.11, 2.42, -5.77], [-0.51, -0.28, -0.97, -8.61], [3.52, -1.55, -1.75, -1.02]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[-0.91, 1.63, -5.08, -3.72]> : tensor<4xf32>
  %mean = stablehlo.constant dense<[-3.34, -0.23, 4.72, -4.23]> : tensor<4xf32>
  %variance = stablehlo.constant dense<[6.59, 3.88, 2.31, 3.63]> : tensor<4xf32>
  %gradient = stablehlo.constant dense<[[[-5.86, -6.93, -5.16, -1.64], [-1.3, -2.06, 0.4, -8.54], [1.98, -5.68, -2.64, -1.65]], [[-4.62, -5.48, -4.02, -0.05], [2.36, 2.26, -3.98, -3.17], [-3.68, 1.8, -8.15, 4.95]]]> : tensor<2x3x4xf32>
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %gradient) {epsilon = 0.001 : f32, feature_index = 2 : i64}
      : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %is_0 = stablehlo.constant dense<[[[1.7682936, -2.3998644, -172.64247, -35.168636], [-0.90061265, 1.1899264, -195.37534, 3.7064638], [-3.8285785, -2.8346868, 86.816185, -13.86552]], [[-2.8027961, -2.7943103, -59.3844, 0.9867463], [-2.666203, 4.1066093, -147.51343, 14.777739], [-2.195301, 4.179952, -153.82538, -21.652985]]]> : tensor<2x3x4xf32>
  check.expect_close %0#0, %is_0, max_ulp_difference = 2 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  %is_1 = stablehlo.constant dense<[-18.00861, 5.1063294, 70.85126, -15.878514]> : tensor<4xf32>
  check.expect_close %0#1, %is_1, max_ulp_difference = 2 : tensor<4xf32>, tensor<4xf32>
  %is_2 = stablehlo.constant dense<[-11.12, -16.09, -23.55, -10.1]> : tensor<4xf32>
  check.expect_close %0#2, %is_2, max_ulp_difference = 2 : tensor<4xf32>, tensor<4xf32>
  func.return
}

// epsilon is a number of the element type: f16 has none that is so small, and a feature without variance none to divide by.
func.func @epsilon_in_the_type() {
  %x = stablehlo.constant dense<[[1.0, 1.0], [1.0, 3.0]]> : tensor<2x2xf16>
  %one = stablehlo.constant dense<1.0> : tensor<2xf16>
  %0:3 = "stablehlo.batch_norm_training"(%x, %one, %one) {epsilon = 1.0e-9 : f32, feature_index = 1 : i64}
      : (tensor<2x2xf16>, tensor<2xf16>, tensor<2xf16>) -> (tensor<2x2xf16>, tensor<2xf16>, tensor<2xf16>)
  %is = stablehlo.constant dense<[[0x7E00, 0.0], [0x7E00, 2.0]]> : tensor<2x2xf16>
  check.expect_close %0#0, %is, max_ulp_difference = 0 : tensor<2x2xf16>, tensor<2x2xf16>
  check.expect_eq_const %0#1, dense<[1.0, 2.0]> : tensor<2xf16>
  check.expect_eq_const %0#2, dense<[0.0, 1.0]> : tensor<2xf16>
  func.return
}

// Steps of a half: what they stand for is normalized, and quantized again.
func.func @quantized() {
  %x = stablehlo.constant dense<[[1.0], [3.0]]> : tensor<2x1xf32>
  %two = stablehlo.constant dense<2.0> : tensor<1xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<2x1xf32>) -> tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>
  %q = stablehlo.uniform_quantize %two : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>>
  %0 = "stablehlo.batch_norm_inference"(%qx, %q, %q, %q, %q) {epsilon = 2.0 : f32, feature_index = 1 : i64}
      : (tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x!quant.uniform<i8:f32, 0.5:3>>,
         tensor<1x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x!quant.uniform<i8:f32, 0.5:3>>,
         tensor<1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x1xf32>
  check.expect_eq_const %1, dense<[[1.0], [3.0]]> : tensor<2x1xf32>
  func.return
}

// No elements: no mean of them. No features: nothing.
func.func @empty() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %one, %one) {epsilon = 0.0 : f32, feature_index = 1 : i64}
      : (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<2xf32>
  check.expect_close %0#1, %nan, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  %y = stablehlo.constant dense<> : tensor<3x0xf32>
  %none = stablehlo.constant dense<> : tensor<0xf32>
  %1 = "stablehlo.batch_norm_inference"(%y, %none, %none, %none, %none) {epsilon = 0.0 : f32, feature_index = 1 : i64}
      : (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<3x0xf32>
  check.expect_eq %1, %y : tensor<3x0xf32>
  func.return
}
