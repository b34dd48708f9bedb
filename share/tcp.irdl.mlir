// The TCP dialect's gather ops for MLIR's own tools, which then read TCP programs in generic form and tell a missing
// attribute or operand at its place:
//
//   garner print --generic program.mlir | mlir-opt-19 --irdl-file=tcp.irdl.mlir
//
// Types and attributes are not looked into: `garner check` does that.
irdl.dialect @tcp {
  irdl.operation @gather {
    %input = irdl.any
    %indices = irdl.any
    %out = irdl.any
    %dim = irdl.any
    irdl.operands(%input, %indices)
    irdl.attributes {"dim" = %dim}
    irdl.results(%out)
  }
  irdl.operation @gather_nd {
    %input = irdl.any
    %indices = irdl.any
    %out = irdl.any
    irdl.operands(%input, %indices)
    irdl.results(%out)
  }
  irdl.operation @gather_slice {
    %input = irdl.any
    %indices = irdl.any
    %out = irdl.any
    %dim = irdl.any
    irdl.operands(%input, %indices)
    irdl.attributes {"dim" = %dim}
    irdl.results(%out)
  }
  irdl.operation @broadcast {
    %in = irdl.any
    %new_dim_sizes = irdl.any
    %out = irdl.any
    %axes = irdl.any
    irdl.operands(%in, variadic %new_dim_sizes)
    irdl.attributes {"axes" = %axes}
    irdl.results(%out)
  }
  irdl.operation @slice {
    %in = irdl.any
    %starts_sizes_strides = irdl.any
    %out = irdl.any
    %segments = irdl.any
    irdl.operands(%in, variadic %starts_sizes_strides)
    irdl.attributes {"operandSegmentSizes" = %segments}
    irdl.results(%out)
  }
}
