// Of complex numbers: where terms cancel, and where steps leave the range of a double. The values are mpmath's, rounded once.

func.func @main() {
  %x_log_plus_one = stablehlo.constant dense<[(0xC000000000000000, 0x3F50624DD2F1A9FC), (0xBFEFFF2E48E8A71E, 0x3FF0000000000000), (0x7FEFFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF)]> : tensor<3xcomplex<f64>>
  %w_log_plus_one = stablehlo.constant dense<[(0x3EA0C6F713F927AA, 0x40091FEF0A9542EB), (0x3E35798EE0635BDD, 0x3FF9219278B88684), (0x40863108C75A1936, 0x3FE921FB54442D18)]> : tensor<3xcomplex<f64>>
  %log_plus_one = stablehlo.log_plus_one %x_log_plus_one : tensor<3xcomplex<f64>>
  check.expect_close %log_plus_one, %w_log_plus_one, max_ulp_difference = 2 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  %x_exponential_minus_one = stablehlo.constant dense<[(0x3FDCEA4699F09BB7, 0xBFEC8C3EAC486A66), (0x3FE0000000000000, 0x3FEFFF2E48E8A71E), (0x4000000000000000, 0x4008000000000000)]> : tensor<3xcomplex<f64>>
  %w_exponential_minus_one = stablehlo.constant dense<[(0xBF8C0DC510FD0741, 0xBFF391526D788C97), (0xBFBBEAEBDC6895FF, 0x3FF63239A9E5B431), (0xC020A1561C407AB9, 0x3FF0AF13F8DA5098)]> : tensor<3xcomplex<f64>>
  %exponential_minus_one = stablehlo.exponential_minus_one %x_exponential_minus_one : tensor<3xcomplex<f64>>
  check.expect_close %exponential_minus_one, %w_exponential_minus_one, max_ulp_difference = 2 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  %x_logistic = stablehlo.constant dense<[(0xC086300000000000, 0x3FE0000000000000), (0xBE45798EE2308C3A, 0x400921FB54442D18), (0x4086300000000000, 0x3FF0000000000000)]> : tensor<3xcomplex<f64>>
  %w_logistic = stablehlo.constant dense<[(0x0002D323662130E6, 0x00018B0D5FAF7BFA), (0xC197D783FDFFFFFF, 0x3FF398273DF7D2C9), (0x3FF0000000000000, 0x0002B561C53F1676)]> : tensor<3xcomplex<f64>>
  %logistic = stablehlo.logistic %x_logistic : tensor<3xcomplex<f64>>
  check.expect_close %logistic, %w_logistic, max_ulp_difference = 2 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  %x_cbrt = stablehlo.constant dense<[(0x7FEFFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF), (0x0000000000000001, 0x0000000000000001), (0x7E37E43C8800759C, 0x3BC79CA10C924223)]> : tensor<3xcomplex<f64>>
  %w_cbrt = stablehlo.constant dense<[(0x5545DB3D742C2655, 0x55276CF5D0B09955), (0x299158F1E9CD5D81, 0x297297CA5CBA998C), (0x54B249AD2594C37D, 0x122819271289616E)]> : tensor<3xcomplex<f64>>
  %cbrt = stablehlo.cbrt %x_cbrt : tensor<3xcomplex<f64>>
  check.expect_close %cbrt, %w_cbrt, max_ulp_difference = 2 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}
