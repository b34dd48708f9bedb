/*
 * rule_words.c - the rules that messages name, in a line each: those of the documents by their
 * numbers there, of each system by docs/coverage.md's.
 */
#include "reference.h"

const rule_system rule_systems[] = {
    {"SH-", "StableHLO", "the StableHLO specification, its dialect and its transformations"},
    {"TCP-", "TCP", "mlir-tcp, and \"Gather Ops in TCP\""},
    {"ML-", "tensor", "MLIR's tensor dialect, and the RFC of gather and scatter for it"},
    {"NV-", "anvil", "anvil's reference, and r-stablehlo"},
    {"TT-", "TTNN", "TTNN's operations, and tt-mlir's dialect of them"},
    {"ON-", "ONNX", "the ONNX operators, and onnx-mlir"},
    {"PT-", "PyTorch", "PyTorch's operators, and torch-mlir"},
    {"TF-", "TensorFlow", "TensorFlow's operations, on a CPU"},
    {"TO-", "TOSA", "the TOSA specification"},
    {NULL, NULL, NULL},
};

const rule_words rule_meanings[] = {
    {"StableHLO dialect, set_dimension_size", "C1", "the dimension is one of the operand's"},
    {"StableHLO dialect, set_dimension_size", "I2", "the size is a scalar"},

    {"StableHLO ops, dot", "C14", "rhs is quantized, and the result if lhs is"},
    {"StableHLO ops, dot", "C15", "a quantized rhs has no zero points"},
    {"StableHLO ops, dot", "C16", "rhs's scales are not along what is summed"},
    {"StableHLO ops, dot", "C17", "lhs and rhs are stored in one type"},
    {"StableHLO ops, dot", "C18", "all three express one type"},
    {"StableHLO ops, dot", "C19", "a result quantized per axis needs an rhs that is"},
    {"StableHLO ops, dot", "C20", "a float lhs and its result are of the type that rhs expresses"},
    {"StableHLO ops, dot", "precision_config", "there are at most two precisions, one for each operand"},
    {"StableHLO ops, dot", "ranks", "both operands have rank 1 or 2, and the summed dimensions one extent"},
    {"StableHLO ops, dot", "shape", "the result has the extents that are not summed"},

    {"StableHLO spec, abs", "C1", "the result has the operand's shape"},
    {"StableHLO spec, abs", "C2", "the result of complex numbers is real"},

    {"StableHLO spec, add", "C1", "operands and result are of compatible types"},
    {"StableHLO spec, add", "C2", "all are quantized, or none"},
    {"StableHLO spec, add", "C3",
     "quantized operands and results are stored in one type, and express one; their scales are their own"},
    {"StableHLO spec, add", "C4",
     "quantized operands and results are stored in one type, and express one; their scales are their own"},
    {"StableHLO spec, add", "C5", "the result is quantized per axis exactly if an operand is"},
    {"StableHLO spec, add", "C6", "lhs's axis is the result's"},
    {"StableHLO spec, add", "C7", "rhs's axis is the result's"},

    {"StableHLO spec, all_gather", "C1", "all_gather_dim is a dimension of the operands, and is not empty"},
    {"StableHLO spec, all_gather", "C2", "no process is in two replica groups, or twice in one"},
    {"StableHLO spec, all_gather", "C4",
     "replica_groups is a matrix that names every process; with use_global_device_ids it is not empty"},
    {"StableHLO spec, all_gather", "C5", "with use_global_device_ids channel_id is positive"},
    {"StableHLO spec, all_gather", "C6",
     "the result has the operand's shape, but along all_gather_dim a multiple of its extent"},

    {"StableHLO spec, all_reduce", "C1", "no process is in two replica groups, or twice in one"},
    {"StableHLO spec, all_reduce", "C3", "replica_groups is a matrix that names every process"},
    {"StableHLO spec, all_reduce", "C4", "with use_global_device_ids channel_id is positive"},
    {"StableHLO spec, all_reduce", "C5",
     "the region takes two scalars and gives one, of a type that the operand's elements promote to"},

    {"StableHLO spec, all_to_all", "C1", "split_dimension is a dimension of the operand"},
    {"StableHLO spec, all_to_all", "C2", "the extent of split_dimension is a multiple of split_count"},
    {"StableHLO spec, all_to_all", "C3", "concat_dimension is a dimension of the operand"},
    {"StableHLO spec, all_to_all", "C5", "no process is in two replica groups, or twice in one"},
    {"StableHLO spec, all_to_all", "C8", "each replica group has split_count processes"},

    {"StableHLO spec, and", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, atan2", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, batch_norm_grad", "C1", "feature_index is a dimension of the operand"},
    {"StableHLO spec, batch_norm_grad", "C3", "operand, grad_output and grad_operand have one shape"},
    {"StableHLO spec, batch_norm_grad", "C4", "scale, mean, variance, grad_scale and grad_offset have one shape"},
    {"StableHLO spec, batch_norm_grad", "C5", "scale has an element for each feature"},

    {"StableHLO spec, batch_norm_inference", "C1", "feature_index is a dimension of the operand"},
    {"StableHLO spec, batch_norm_inference", "C3", "scale, offset, mean and variance have an element for each feature"},

    {"StableHLO spec, batch_norm_training", "C1", "feature_index is a dimension of the operand"},
    {"StableHLO spec, batch_norm_training", "C3", "scale, offset and the statistics have an element for each feature"},

    {"StableHLO spec, bitcast_convert", "C1", "of different widths, the narrower one has one dimension more"},
    {"StableHLO spec, bitcast_convert", "C2", "complex numbers stay complex"},

    {"StableHLO spec, broadcast_in_dim", "C1", "elements keep their steps, and the axis goes with its dimension"},
    {"StableHLO spec, broadcast_in_dim", "C2", "broadcast_dimensions has an entry per dimension of the operand"},
    {"StableHLO spec, broadcast_in_dim", "C3", "broadcast_dimensions are dimensions of the result"},
    {"StableHLO spec, broadcast_in_dim", "C4", "broadcast_dimensions are unique"},
    {"StableHLO spec, broadcast_in_dim", "C5", "an operand's extent is 1 or the result's"},
    {"StableHLO spec, broadcast_in_dim", "C6", "elements keep their steps, and the axis goes with its dimension"},

    {"StableHLO spec, case", "C1", "there is at least one branch"},
    {"StableHLO spec, case", "C2", "branches give the same types"},

    {"StableHLO spec, cbrt", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, ceil", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, cholesky", "C1", "the factor has the type of the matrix"},
    {"StableHLO spec, cholesky", "C2", "matrices have two dimensions"},
    {"StableHLO spec, cholesky", "C3", "matrices are square"},

    {"StableHLO spec, clamp", "C1", "min is a scalar or of the operand's shape"},
    {"StableHLO spec, clamp", "C2", "max is a scalar or of the operand's shape"},
    {"StableHLO spec, clamp", "C3", "min, operand and max have one element type"},

    {"StableHLO spec, collective_broadcast", "C1", "no process is in two replica groups, or twice in one"},
    {"StableHLO spec, collective_broadcast", "C2", "replica_groups is a matrix whose numbers are not negative"},
    {"StableHLO spec, collective_broadcast", "C3", "there is at least one operand to send"},
    {"StableHLO spec, collective_broadcast", "C4",
     "with has_dynamic_root the last operand is an i32 for each other one"},

    {"StableHLO spec, collective_permute", "C1", "source_target_pairs has two columns"},
    {"StableHLO spec, collective_permute", "C2", "no process is a source twice"},
    {"StableHLO spec, collective_permute", "C3", "no process is a target twice"},
    {"StableHLO spec, collective_permute", "C4", "the numbers of processes are not negative"},

    {"StableHLO spec, collective_reduce", "C2", "replica_groups is a matrix"},
    {"StableHLO spec, collective_reduce", "C3", "there is at least one operand to fold"},
    {"StableHLO spec, collective_reduce", "C4", "with has_dynamic_root the last operand is an i32 for each other one"},
    {"StableHLO spec, collective_reduce", "I3", "with use_global_device_ids channel_id is positive"},

    {"StableHLO spec, compare", "C1", "lhs and rhs have one element type"},
    {"StableHLO spec, compare", "C2", "lhs, rhs and the result have one shape"},

    {"StableHLO spec, complex", "C1", "lhs and rhs have one type"},
    {"StableHLO spec, complex", "C3", "the result is the complex type of lhs's elements"},

    {"StableHLO spec, composite", "C1", "the name has a namespace in front, as `ns.name`"},
    {"StableHLO spec, composite", "C2", "there is a function of the name that `decomposition` says"},
    {"StableHLO spec, composite", "C3", "the operands' types are the function's inputs'"},
    {"StableHLO spec, composite", "C4", "the results' types are the function's results'"},

    {"StableHLO spec, concatenate", "C1", "the inputs have one element type"},
    {"StableHLO spec, concatenate", "C2", "the shapes agree but along the dimension"},
    {"StableHLO spec, concatenate", "C3", "there is at least one input"},
    {"StableHLO spec, concatenate", "C4", "the dimension is one of the operands'"},
    {"StableHLO spec, concatenate", "C6", "the result's extent is the sum"},

    {"StableHLO spec, constant", "C1", "the value has the result's type"},

    {"StableHLO spec, convert", "C1", "operand and result have one shape"},

    {"StableHLO spec, convolution", "C1", "as many dimensions in both operands, two or more"},
    {"StableHLO spec, convolution", "C2", "as many window-strides as spatial dimensions"},
    {"StableHLO spec, convolution", "C3", "each stride is positive"},
    {"StableHLO spec, convolution", "C4", "a pair of paddings for each spatial dimension"},
    {"StableHLO spec, convolution", "C5", "as many base-dilation factors as spatial dimensions"},
    {"StableHLO spec, convolution", "C6", "each base dilation factor is positive"},
    {"StableHLO spec, convolution", "C7", "as many window-dilation factors as spatial dimensions"},
    {"StableHLO spec, convolution", "C8", "each window dilation factor is positive"},
    {"StableHLO spec, convolution", "C9", "as many reversals as spatial dimensions"},
    {"StableHLO spec, convolution", "C10", "batches divide into their groups"},
    {"StableHLO spec, convolution", "C11", "input features divide into their groups"},
    {"StableHLO spec, convolution", "C12", "two dimensions are not spatial, in each of the tensors"},
    {"StableHLO spec, convolution", "C13", "dimension numbers are in range, and each is there once"},
    {"StableHLO spec, convolution", "C14", "a group's input features are the kernel's"},
    {"StableHLO spec, convolution", "C15", "output features divide into the groups of batches"},
    {"StableHLO spec, convolution", "C16", "output features divide into the groups of features"},
    {"StableHLO spec, convolution", "C17",
     "input_spatial_dimensions has as many entries as there are spatial dimensions"},
    {"StableHLO spec, convolution", "C18", "each of the kernel's dimension numbers is there once"},
    {"StableHLO spec, convolution", "C19",
     "kernel_spatial_dimensions has as many entries as there are spatial dimensions"},
    {"StableHLO spec, convolution", "C20", "each of the result's dimension numbers is there once"},
    {"StableHLO spec, convolution", "C21", "there is a group at least"},
    {"StableHLO spec, convolution", "C22", "batch_group_count is positive"},
    {"StableHLO spec, convolution", "C23", "features are in groups or batches are"},
    {"StableHLO spec, convolution", "C24", "a precision for each operand"},
    {"StableHLO spec, convolution", "C25", "the shape of the result, and windows that have elements"},
    {"StableHLO spec, convolution", "C27", "the operands have one element type"},
    {"StableHLO spec, convolution", "C28", "rhs is quantized, and the result if lhs is"},
    {"StableHLO spec, convolution", "C29", "rhs's scales are along its output features"},
    {"StableHLO spec, convolution", "C30", "the result's scales are along its features"},
    {"StableHLO spec, convolution", "C31", "lhs and rhs are stored in one type"},
    {"StableHLO spec, convolution", "C32", "all three express one type"},
    {"StableHLO spec, convolution", "C33", "a result quantized per axis needs an rhs that is"},
    {"StableHLO spec, convolution", "C34", "a float lhs and its result are of the type that rhs expresses"},

    {"StableHLO spec, cosine", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, count_leading_zeros", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, divide", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, dot_general", "C1", "as many batching dimensions on both sides"},
    {"StableHLO spec, dot_general", "C2", "as many contracting dimensions on both sides"},
    {"StableHLO spec, dot_general", "C3", "lhs's dimensions are unique"},
    {"StableHLO spec, dot_general", "C4", "rhs's batching and contracting dimensions are unique"},
    {"StableHLO spec, dot_general", "C5", "lhs's batching dimensions are in range"},
    {"StableHLO spec, dot_general", "C6", "lhs's dimensions are in range"},
    {"StableHLO spec, dot_general", "C7", "rhs's dimensions are in range"},
    {"StableHLO spec, dot_general", "C8", "rhs's contracting dimensions are in range"},
    {"StableHLO spec, dot_general", "C9", "batching dimensions have one size"},
    {"StableHLO spec, dot_general", "C10", "contracted extents agree"},
    {"StableHLO spec, dot_general", "C11", "a precision for each operand"},
    {"StableHLO spec, dot_general", "C12", "batching, then what is free of lhs, then of rhs"},
    {"StableHLO spec, dot_general", "C14", "rhs is quantized, and the result if lhs is"},
    {"StableHLO spec, dot_general", "C15", "a quantized rhs has no zero points"},
    {"StableHLO spec, dot_general", "C16", "rhs's scales are not along what is summed"},
    {"StableHLO spec, dot_general", "C17", "lhs and rhs are stored in one type"},
    {"StableHLO spec, dot_general", "C18", "all three express one type"},
    {"StableHLO spec, dot_general", "C19", "a result quantized per axis needs an rhs that is"},
    {"StableHLO spec, dot_general", "C20", "a float lhs and its result are of the type that rhs expresses"},
    {"StableHLO spec, dot_general", "C21", "an algorithm leaves the precision alone"},
    {"StableHLO spec, dot_general", "C22", "an algorithm has parts and products"},

    {"StableHLO spec, dynamic_broadcast_in_dim", "C2",
     "broadcast_dimensions has an entry per dimension of the operand"},
    {"StableHLO spec, dynamic_broadcast_in_dim", "C3", "broadcast_dimensions are dimensions of the result"},
    {"StableHLO spec, dynamic_broadcast_in_dim", "C5", "an operand's extent is 1 or the result's"},
    {"StableHLO spec, dynamic_broadcast_in_dim", "C7", "output_dimensions has an entry per dimension of the result"},
    {"StableHLO spec, dynamic_broadcast_in_dim", "C8", "no dimension has two hints"},
    {"StableHLO spec, dynamic_broadcast_in_dim", "C9", "hints are for dimensions of the operand"},

    {"StableHLO spec, dynamic_conv", "C1", "as many dimensions in both operands"},
    {"StableHLO spec, dynamic_conv", "C4", "a pair of paddings for each spatial dimension"},

    {"StableHLO spec, dynamic_iota", "C1", "iota_dimension is a dimension of the result"},
    {"StableHLO spec, dynamic_iota", "C2", "output_shape has an entry per dimension"},

    {"StableHLO spec, dynamic_pad", "C2", "the three paddings have an entry per dimension of the operand"},
    {"StableHLO spec, dynamic_pad", "C4", "operand and result have one rank"},

    {"StableHLO spec, dynamic_reshape", "C1", "elements keep their type, quantized ones their scales and zero points"},
    {"StableHLO spec, dynamic_reshape", "C3", "a result quantized per axis keeps its axis"},
    {"StableHLO spec, dynamic_reshape", "C4", "output_shape has an entry per dimension of the result"},

    {"StableHLO spec, dynamic_slice", "C1", "the result has elements of operand's type"},
    {"StableHLO spec, dynamic_slice", "C2", "there is a start index and a slice size for each dim of operand"},
    {"StableHLO spec, dynamic_slice", "C3", "start indices have one type"},
    {"StableHLO spec, dynamic_slice", "C4", "a slice fits inside operand"},
    {"StableHLO spec, dynamic_slice", "C5", "the result has the shape slice_sizes"},

    {"StableHLO spec, dynamic_update_slice", "C1", "the result is of operand's type"},
    {"StableHLO spec, dynamic_update_slice", "C2", "update has elements of operand's type"},
    {"StableHLO spec, dynamic_update_slice", "C3", "update has operand's rank"},
    {"StableHLO spec, dynamic_update_slice", "C4", "there is a start index for each dim"},
    {"StableHLO spec, dynamic_update_slice", "C5", "start indices have one type"},
    {"StableHLO spec, dynamic_update_slice", "C6", "update fits inside operand"},

    {"StableHLO spec, exponential", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, exponential_minus_one", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, fft", "C1", "no more dimensions than the operand has"},
    {"StableHLO spec, fft", "C2", "complex numbers in and out, and real ones on the side that says so"},
    {"StableHLO spec, fft", "C3", "one to three dimensions"},
    {"StableHLO spec, fft", "C4", "the real tensor's last dimensions are those asked for"},
    {"StableHLO spec, fft", "C5", "of a real line half is kept"},

    {"StableHLO spec, floor", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, gather", "C1",
     "offset_dims, collapsed_slice_dims and operand_batching_dims together name as many dimensions as operand has"},
    {"StableHLO spec, gather", "C2", "index_vector_dim is in [0, rank(start_indices)]"},
    {"StableHLO spec, gather", "C3", "start_index_map has as many entries as an index vector has components"},
    {"StableHLO spec, gather", "C4", "offset_dims is sorted and has no value twice"},
    {"StableHLO spec, gather", "C5", "offset_dims are dims of the result"},
    {"StableHLO spec, gather", "C6", "collapsed_slice_dims and operand_batching_dims have no dim twice"},
    {"StableHLO spec, gather", "C7", "collapsed_slice_dims is sorted"},
    {"StableHLO spec, gather", "C8", "collapsed_slice_dims are dims of the operand"},
    {"StableHLO spec, gather", "C9", "a collapsed dim has a slice of one element at most"},
    {"StableHLO spec, gather", "C10", "operand_batching_dims is sorted"},
    {"StableHLO spec, gather", "C11", "operand_batching_dims are dims of the operand"},
    {"StableHLO spec, gather", "C12",
     "a batching dim has a slice of one element at most; of none means the same, as nothing is clamped along it"},
    {"StableHLO spec, gather", "C13", "start_indices_batching_dims has no dim twice"},
    {"StableHLO spec, gather", "C14", "start_indices_batching_dims are dims of start_indices"},
    {"StableHLO spec, gather", "C15", "index_vector_dim is none of start_indices_batching_dims"},
    {"StableHLO spec, gather", "C16", "the two batching lists are as long as each other"},
    {"StableHLO spec, gather", "C17", "batches are as large in the operand as in start_indices"},
    {"StableHLO spec, gather", "C18", "start_index_map and operand_batching_dims have no dim twice"},
    {"StableHLO spec, gather", "C19", "start_index_map are dims of the operand"},
    {"StableHLO spec, gather", "C20", "slice_sizes has an entry for each dim of the operand"},
    {"StableHLO spec, gather", "C21",
     "a slice fits inside the operand: each of slice_sizes is from 0 to the extent of its dimension"},
    {"StableHLO spec, gather", "C22",
     "the result has the slice's extents at offset_dims and those of start_indices elsewhere"},
    {"StableHLO spec, gather", "C23", "the result has elements of the operand's type"},
    {"StableHLO spec, gather", "I9", "slice_sizes is a list, of rank 1"},

    {"StableHLO spec, get_dimension_size", "C1", "the dimension is one of the operand's"},

    {"StableHLO spec, get_tuple_element", "C1", "the index is one of the tuple's"},
    {"StableHLO spec, get_tuple_element", "C2", "the result has the member's type"},

    {"StableHLO spec, if", "C1", "branches take nothing"},
    {"StableHLO spec, if", "C2", "branches give the same types"},
    {"StableHLO spec, if", "C3", "the results are what the branches give"},
    {"StableHLO spec, if", "I1", "pred is a boolean of rank 0"},

    {"StableHLO spec, infeed", "C1", "there is at least one result"},
    {"StableHLO spec, infeed", "C2", "all results but the last are tensors"},
    {"StableHLO spec, infeed", "C3", "the last result is a token"},

    {"StableHLO spec, iota", "C1", "iota_dimension is a dimension of the result"},

    {"StableHLO spec, is_finite", "C1", "operand and result have one shape"},

    {"StableHLO spec, log", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, log_plus_one", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, logistic", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, map", "C3", "dimensions are all of them in order"},
    {"StableHLO spec, map", "C4", "the computation takes an element of each input and gives one"},

    {"StableHLO spec, maximum", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, minimum", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, multiply", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, negate", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, not", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, optimization_barrier", "C1", "the results are of the operands' types"},

    {"StableHLO spec, or", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, pad", "C1", "operand, padding value and result have one element type; the value is a scalar"},
    {"StableHLO spec, pad", "C2",
     "edge_padding_low, edge_padding_high and interior_padding have an entry per dimension of the operand"},
    {"StableHLO spec, pad", "C3", "interior padding is not negative"},
    {"StableHLO spec, pad", "C4", "the result's extents are what padding makes them"},

    {"StableHLO spec, popcnt", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, power", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, real", "C2", "the result is the real type of the operand's elements"},

    {"StableHLO spec, recv", "C1", "there is at least one result; source_target_pairs, where given, has two columns"},
    {"StableHLO spec, recv", "C2", "all results but the last are tensors; no process is a source twice"},
    {"StableHLO spec, recv", "C3", "the last result is a token; no process is a target twice"},
    {"StableHLO spec, recv", "C5",
     "the channel's type says device to device, or host to device where is_host_transfer is set"},

    {"StableHLO spec, reduce", "C1", "the inputs have one shape"},
    {"StableHLO spec, reduce", "C3", "an init value per input, of rank 0"},
    {"StableHLO spec, reduce", "C4", "dimensions are the inputs'"},
    {"StableHLO spec, reduce", "C5", "dimensions are unique"},
    {"StableHLO spec, reduce", "C6", "the region takes and gives scalars of a type the inputs promote to"},
    {"StableHLO spec, reduce", "C7", "the result has the dimensions that are left"},

    {"StableHLO spec, reduce_precision", "C2", "at least one exponent bit"},
    {"StableHLO spec, reduce_precision", "C3", "mantissa bits are not negative"},

    {"StableHLO spec, reduce_scatter", "C2", "scatter_dimension is a dimension of the operand"},
    {"StableHLO spec, reduce_scatter", "C3", "no process is in two replica groups, or twice in one"},
    {"StableHLO spec, reduce_scatter", "C6", "with use_global_device_ids channel_id is positive"},
    {"StableHLO spec, reduce_scatter", "C7",
     "the region takes two scalars and gives one, of a type that the operand's elements promote to"},
    {"StableHLO spec, reduce_scatter", "C8",
     "the result has the operand's shape, but along scatter_dimension a part of it that goes in evenly"},
    {"StableHLO spec, reduce_scatter", "C9", "the result has elements of the type that the region gives"},

    {"StableHLO spec, reduce_window", "C1", "at least one input"},
    {"StableHLO spec, reduce_window", "C4", "a window extent per dimension"},
    {"StableHLO spec, reduce_window", "C5", "window extents are positive"},
    {"StableHLO spec, reduce_window", "C6", "a stride per dimension"},
    {"StableHLO spec, reduce_window", "C7", "strides are positive"},
    {"StableHLO spec, reduce_window", "C8", "a base dilation per dimension"},
    {"StableHLO spec, reduce_window", "C9", "base dilations are positive"},
    {"StableHLO spec, reduce_window", "C10", "a window dilation per dimension"},
    {"StableHLO spec, reduce_window", "C11", "window dilations are positive"},
    {"StableHLO spec, reduce_window", "C12", "padding is a pair per dimension"},
    {"StableHLO spec, reduce_window", "C13", "the region takes two scalars and gives one"},
    {"StableHLO spec, reduce_window", "C15", "the result has an element per window"},

    {"StableHLO spec, remainder", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, reshape", "C1", "elements keep their steps, and the axis its place"},
    {"StableHLO spec, reshape", "C2", "the result has as many elements as the operand"},
    {"StableHLO spec, reshape", "C3", "elements keep their steps, and the axis its place"},

    {"StableHLO spec, reverse", "C1", "operand and result have one type"},
    {"StableHLO spec, reverse", "C2", "dimensions are unique"},
    {"StableHLO spec, reverse", "C3", "dimensions are those of the result"},

    {"StableHLO spec, rng", "C1", "a, b and the result have one element type"},
    {"StableHLO spec, rng", "C2", "a normal distribution is one of floats"},
    {"StableHLO spec, rng", "C3", "the shape is the one that is asked for"},

    {"StableHLO spec, rng_bit_generator", "C1", "the state keeps its shape"},

    {"StableHLO spec, round_nearest_afz", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, round_nearest_even", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, rsqrt", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, scatter", "C1", "all inputs have one shape"},
    {"StableHLO spec, scatter", "C2",
     "update_window_dims, inserted_window_dims and input_batching_dims together name as many dimensions as an input "
     "has"},
    {"StableHLO spec, scatter", "C3", "all updates have one shape"},
    {"StableHLO spec, scatter", "C4",
     "updates have the shape of scatter_indices, and windows no larger than the input"},
    {"StableHLO spec, scatter", "C5", "there is an input, and an update for each"},
    {"StableHLO spec, scatter", "C6", "updates have the element type of inputs"},
    {"StableHLO spec, scatter", "C7", "update_window_dims is sorted and has no value twice"},
    {"StableHLO spec, scatter", "C8", "update_window_dims are dims of the updates"},
    {"StableHLO spec, scatter", "C9", "inserted_window_dims and input_batching_dims have no dim twice"},
    {"StableHLO spec, scatter", "C10", "inserted_window_dims is sorted"},
    {"StableHLO spec, scatter", "C11", "inserted_window_dims are dims of the input"},
    {"StableHLO spec, scatter", "C12", "input_batching_dims is sorted"},
    {"StableHLO spec, scatter", "C13", "input_batching_dims are dims of the input"},
    {"StableHLO spec, scatter", "C14", "scatter_indices_batching_dims has no dim twice"},
    {"StableHLO spec, scatter", "C15", "scatter_indices_batching_dims are dims of scatter_indices"},
    {"StableHLO spec, scatter", "C16", "index_vector_dim is none of scatter_indices_batching_dims"},
    {"StableHLO spec, scatter", "C17", "the two batching lists are as long as each other"},
    {"StableHLO spec, scatter", "C18", "batches are as large in the input as in scatter_indices"},
    {"StableHLO spec, scatter", "C19",
     "scatter_dims_to_operand_dims has as many entries as an index vector has components"},
    {"StableHLO spec, scatter", "C20", "scatter_dims_to_operand_dims and input_batching_dims have no dim twice"},
    {"StableHLO spec, scatter", "C21", "scatter_dims_to_operand_dims are dims of the input"},
    {"StableHLO spec, scatter", "C22", "index_vector_dim is in [0, rank(scatter_indices)]"},
    {"StableHLO spec, scatter", "C23", "the region combines two scalars per input into one"},
    {"StableHLO spec, scatter", "C24", "results have the shape of inputs"},
    {"StableHLO spec, scatter", "C25", "results have elements of the type that the region returns"},

    {"StableHLO spec, select", "C1", "pred is a scalar or of the values' shape"},
    {"StableHLO spec, select", "C2", "the values and the result have one type"},

    {"StableHLO spec, select_and_scatter", "C1", "source has the element type of operand"},
    {"StableHLO spec, select_and_scatter", "C2", "source has one element for each window"},
    {"StableHLO spec, select_and_scatter", "C3", "init_value is one element of operand's type"},
    {"StableHLO spec, select_and_scatter", "C4", "window_dimensions has an entry for each dim of operand"},
    {"StableHLO spec, select_and_scatter", "C5", "window dimensions are positive"},
    {"StableHLO spec, select_and_scatter", "C6", "window_strides has an entry for each window dimension"},
    {"StableHLO spec, select_and_scatter", "C7", "window strides are positive"},
    {"StableHLO spec, select_and_scatter", "C8", "padding has a pair for each window dimension"},
    {"StableHLO spec, select_and_scatter", "C9", "select takes two elements of operand and returns a tensor<i1>"},
    {"StableHLO spec, select_and_scatter", "C10", "scatter combines two elements into one"},
    {"StableHLO spec, select_and_scatter", "C11", "the result has operand's shape"},
    {"StableHLO spec, select_and_scatter", "C12", "the result has elements of the type that scatter returns"},

    {"StableHLO spec, send", "C1", "source_target_pairs, where given, has two columns"},
    {"StableHLO spec, send", "C5",
     "the channel's type says device to device, or device to host where is_host_transfer is set"},

    {"StableHLO spec, shift_left", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, shift_right_arithmetic", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, shift_right_logical", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, sign", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, sine", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, slice", "C2", "a start, a limit and a stride per dimension"},
    {"StableHLO spec, slice", "C3", "0 <= start <= limit <= extent"},
    {"StableHLO spec, slice", "C4", "strides are positive"},
    {"StableHLO spec, slice", "C5", "the result's extents are the ranges' lengths"},

    {"StableHLO spec, sort", "C1", "inputs and results have one shape"},
    {"StableHLO spec, sort", "C4", "the dimension is one of the inputs', maybe from the back"},
    {"StableHLO spec, sort", "C5", "the comparator takes two elements of each input and gives tensor<i1>"},

    {"StableHLO spec, sqrt", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, subtract", "C1", "operands and result are of compatible types"},

    {"StableHLO spec, tan", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, tanh", "C1", "operand and result are of compatible types"},

    {"StableHLO spec, transpose", "C1", "elements keep their steps, and the axis goes with its dimension"},
    {"StableHLO spec, transpose", "C2", "permutation is one of the operand's dimensions"},
    {"StableHLO spec, transpose", "C3", "the result has the permuted extents"},
    {"StableHLO spec, transpose", "C4", "elements keep their steps, and the axis goes with its dimension"},

    {"StableHLO spec, triangular_solve", "C1", "a and b have one element type"},
    {"StableHLO spec, triangular_solve", "C2", "a and b have one rank"},
    {"StableHLO spec, triangular_solve", "C3", "square matrices, whose rows the right side has, for each of a batch"},
    {"StableHLO spec, triangular_solve", "C4", "the solution has the type of the right side"},

    {"StableHLO spec, tuple", "C1", "the result is the tuple of the operands' types"},

    {"StableHLO spec, uniform_dequantize", "C2", "the result is of the type the operand stands for"},

    {"StableHLO spec, uniform_quantize", "C1", "operand and result have one shape"},
    {"StableHLO spec, uniform_quantize", "C2", "the result stands for the operand's element type"},

    {"StableHLO spec, while", "C1", "cond takes the operands and gives one tensor<i1>"},
    {"StableHLO spec, while", "C2", "body takes and gives the operands"},
    {"StableHLO spec, while", "C3", "the results are of the operands' types"},

    {"StableHLO spec, xor", "C1", "operands and result are of compatible types"},

    {NULL, "SH-1",
     "gather and scatter take ranked tensors of all HLO element types, quantized ones per tensor; indices are "
     "integers, of scatter also index"},
    {NULL, "SH-2",
     "the dimension numbers of gather and scatter are the fields of #stablehlo.gather and #stablehlo.scatter, read in "
     "any order"},
    {NULL, "SH-3",
     "gather: a start index is clamped to [0, extent - slice size]; a batching dimension takes its index from "
     "start_indices' own position"},
    {NULL, "SH-4",
     "scatter: an element of a window that is out of bounds is skipped, by itself; a negative index is out of bounds"},
    {NULL, "SH-5",
     "scatter: updates are visited in row-major order, f(current, update) each; inputs are not changed, every step "
     "rounds"},
    {NULL, "SH-6",
     "dynamic_gather: slice_sizes is checked before the run where it is a constant; else the offset dimensions are "
     "open"},
    {NULL, "SH-7", "select_and_scatter: every window selects one element; contributions start from init once"},
    {NULL, "SH-8", "dynamic_slice and dynamic_update_slice: a start is clamped so that the slice lies inside"},
    {NULL, "SH-9", "scatter: the region's types may be wider than the inputs', and results have the region's"},
    {NULL, "SH-10",
     "batching dimensions can be written as iota components of the index vectors, and such components as batching "
     "dimensions"},
    {NULL, "SH-11", "gathers and scatters lower to loops or linalg; an unsigned index is widened without its sign"},
    {NULL, "SH-12", "a gather of constant indices is a slice, and a dynamic_gather of constant sizes a gather"},
    {NULL, "SH-13", "quantized gathers and scatters move the storage of the elements"},
    {NULL, "SH-14",
     "a promise of sorted or unique indices that is false is undefined; garner gives the result of the op without it, "
     "and checks on request"},
    {NULL, "SH-15",
     "bounded tensors: the result's batch dimensions have the bounds of start_indices, its offset dimensions none"},
    {NULL, "SH-16", "StableHLO defines no gradients; garner's are those of docs/gradients.md"},

    {NULL, "TCP-1",
     "tcp.gather: input and indices have one rank, the result has the shape of indices and input's element type"},
    {NULL, "TCP-2", "elements are floats, signless integers or quantized; indices are signless integers of any width"},
    {NULL, "TCP-3", "tcp.gather: beside dim, indices are at most as long as input"},
    {NULL, "TCP-4", "tcp.gather: out[p] is input at p with p[dim] replaced by indices[p]"},
    {NULL, "TCP-5", "tcp.gather: input and indices have one rank"},
    {NULL, "TCP-6", "tcp.gather: beside dim, indices are at most as long as input; the message names the dimension"},
    {NULL, "TCP-7", "tcp.gather: the result has the shape of indices"},
    {NULL, "TCP-8", "tcp.gather: the result has input's element type"},
    {NULL, "TCP-9", "dim is a dimension of input; an untyped number is read, too"},
    {NULL, "TCP-10", "an index that is out of range or negative is undefined; garner answers with an error"},
    {NULL, "TCP-11",
     "tcp.gather_nd: the result is indices without its last dimension, then the dimensions of input that are not "
     "indexed"},
    {NULL, "TCP-12",
     "tcp.gather_nd: indices have rank 1 or more; the extent of their last dimension is known and at most input's "
     "rank; the result has the shape of TCP-11"},
    {NULL, "TCP-13", "a gather of slices is a broadcast of both operands and a tcp.gather"},
    {NULL, "TCP-14", "tcp.gather_slice: the result has the dimensions of indices in the place of dim"},
    {NULL, "TCP-15",
     "tcp.broadcast: axes are in range, ascending and distinct, each of extent 1; there is a size for each, and the "
     "rank stays"},
    {NULL, "TCP-16", "tcp.gather lowers to loops over the indices that read one element each"},
    {NULL, "TCP-17", "tcp.gather_nd lowers to loops over the result that read the coordinates of each slice"},
    {NULL, "TCP-18", "torch.aten.gather, index_select and index.Tensor convert to tcp's gathers"},
    {NULL, "TCP-19", "there is no scatter in TCP: garner convert refuses one with this reason"},
    {NULL, "TCP-20", "tcp.slice: a start, a size and a stride for each dimension"},

    {NULL, "ML-1", "source may have any elements; indices are signless integers or index"},
    {NULL, "ML-2",
     "tensor.gather: the result is indices without the last dimension, then source with its gathered dimensions as 1, "
     "or without them; one of the two, exactly"},
    {NULL, "ML-3",
     "gather_dims and scatter_dims: one at least, at most the rank, ascending, each a dimension of the tensor"},
    {NULL, "ML-4", "tensor.gather's result, tensor.scatter's source has the full or the rank-reduced type of ML-2"},
    {NULL, "ML-5", "tensor.scatter needs `unique`; --allow-nonunique-scatter reads one without"},
    {NULL, "ML-6", "the last dimension of indices is as long as gather_dims or scatter_dims has entries"},
    {NULL, "ML-7", "indices have rank 1 or more, and tensor.scatter's result has dest's type"},
    {NULL, "ML-8",
     "an index out of range, or a false `unique`, is undefined; garner answers with an error where it sees one"},
    {NULL, "ML-9", "a gather of a splat is a splat"},
    {NULL, "ML-10", "indices may be empty; indices of rank 1 are one coordinate vector"},
    {NULL, "ML-11",
     "the RFC's spelling is read, too: coordinates = [..], all leading dimensions without; printed as upstream's"},
    {NULL, "ML-12", "the RFC's gather and scatter on memrefs: a copy into a new contiguous buffer"},

    {NULL, "NV-1",
     "prim_gather counts dimensions and indices from 1; the result has operand's dtype and the shape that the windows "
     "and the indices give"},
    {NULL, "NV-2", "an index out of range is clamped, as documented: clamp(1, i, extent - slice + 1)"},
    {NULL, "NV-3", "unique_indices of a gather changes nothing"},
    {NULL, "NV-4",
     "prim_scatter has one input and one update of one dtype; a function of two scalars combines, the default "
     "replaces"},
    {NULL, "NV-5", "the rules of StableHLO's gather and scatter, in the words of r-stablehlo"},
    {NULL, "NV-6", "the gradient of a gather goes where the value came from: indices are clamped, then added up"},
    {NULL, "NV-7",
     "the gradient of a scatter that replaces: of several updates to one place the one that stays gets it"},
    {NULL, "NV-8", "x[..] takes scalars, ranges, lists, masks; what is left out is all"},
    {NULL, "NV-9", "limits of the quickr back end do not hold here"},
    {NULL, "NV-10", "arrays of the host are column-major"},
    {NULL, "NV-11", "the calls around a gather count dimensions from 1; a slice's limit is the last index in it"},

    {NULL, "TT-1",
     "ttnn.gather: one rank, dim in [-rank, rank), beside dim index is at most as long as input; the result has the "
     "shape of index"},
    {NULL, "TT-2", "ttnn.gather: input is bf16, f32, u16, u32 or i32; index u16 or u32"},
    {NULL, "TT-3", "what ttnn.gather refuses, in TTNN's words: ranks, shapes, index types"},
    {NULL, "TT-4", "an input or index without elements gives an empty result"},
    {NULL, "TT-5", "the pipeline: dim goes last, four dimensions, padding to tiles, the kernel, and back"},
    {NULL, "TT-6", "one core holds a row where input and index have at most 60 tiles in it; else several share it"},
    {NULL, "TT-7", "single core: rows are dealt to the cores; per row all tiles of input and index are read once"},
    {NULL, "TT-8", "multi core: tiles of the index are dealt to the cores; all of input streams past each"},
    {NULL, "TT-9", "a tile is four faces of 16 by 16, each row-major"},
    {NULL, "TT-10", "an index out of range is undefined in TTNN; garner answers with an error"},
    {NULL, "TT-11",
     "one kernel reads indices and maps, the other reads input and writes; sub_core_grids says which cores"},
    {NULL, "TT-12", "TOSA's gather and scatter as ttnn's: indices broadcast along the channels"},
    {NULL, "TT-13",
     "ttnn.scatter: index is at most as long as src everywhere and as input beside dim; one rank, one dtype"},
    {NULL, "TT-14", "what ttnn.scatter refuses, in TTNN's words"},
    {NULL, "TT-15", "ttnn.scatter skips an index out of range; of several updates to one place the last stays"},
    {NULL, "TT-16", "bf16 is added and multiplied in f32 along a row and rounded once"},
    {NULL, "TT-17", "sparse_grad is not supported"},
    {NULL, "TT-18", "ttnn.embedding: input holds indices, weight is a matrix of rows"},
    {NULL, "TT-19", "ttnn.embedding: an index out of range is undefined in TTNN; garner answers with an error"},
    {NULL, "TT-20", "ttnn.embedding: rows or tiles are dealt to the cores"},

    {NULL, "ON-1", "axis is in [-r, r-1], and data is no scalar"},
    {NULL, "ON-2", "data and indices have one rank"},
    {NULL, "ON-3", "beside axis, indices are at most as long as data"},
    {NULL, "ON-4", "batch_dims is at least 0 and less than both ranks; the batch extents are equal"},
    {NULL, "ON-5",
     "data and indices have rank 1 or more; the last dimension of indices lists at most r-b coordinates, and "
     "GatherND's at least 1"},
    {NULL, "ON-6", "updates have data's dtype and the shape that a gather by the same indices gives"},
    {NULL, "ON-7", "reduction is none, add, mul, max or min"},
    {NULL, "ON-8", "a negative index counts from the end; outside [-s, s-1] is an error"},
    {NULL, "ON-9", "reduction none requires distinct indices; here the last one in row-major order stays"},
    {NULL, "ON-10", "operands are broadcast: aligned at the last dimension, two extents are equal or one of them is 1"},
    {NULL, "ON-11", "operands have one element type; the result has it too, or i1 for a predicate"},
    {NULL, "ON-12", "Cast: the result's elements are those of `to`: integers or floats"},
    {NULL, "ON-13",
     "Reshape: as many elements; at most one -1, which takes what is left; 0 keeps the extent unless allowzero is 1"},
    {NULL, "ON-14", "Transpose: perm is a permutation of the dimensions; without it they turn around"},
    {NULL, "ON-15", "Unsqueeze, Squeeze: axes in range, none twice; what is squeezed has one element"},
    {NULL, "ON-16", "Slice: as many starts, ends, axes and steps; axes in range, none twice; no step is 0"},
    {NULL, "ON-17", "Concat: inputs of one element type, one rank and, beside axis, one extent"},
    {NULL, "ON-18", "Pad: two numbers per axis, which leave no extent below 0; one value, of data's element type"},
    {NULL, "ON-19", "Range: three scalars of one type of numbers; delta is not 0"},
    {NULL, "ON-20", "a list has at most 64 entries, two for each dimension of the largest rank"},
    {NULL, "ON-21",
     "onnx.opset_version of a function is a signed 64-bit number, at least 1; its operators have the form of that "
     "opset"},
    {NULL, "ON-22", "Exp, Sqrt and their like take floats: f16, bf16, f32, f64; Neg and Abs signed integers, too"},
    {NULL, "ON-23",
     "MatMul multiplies as numpy.matmul; Gemm takes two matrices, and C that broadcasts to their product"},
    {NULL, "ON-24", "axes and axis are in range, none twice; without axes all dimensions are reduced"},
    {NULL, "ON-25", "LayerNormalization: Scale, and B where it is given, broadcast to X"},
    {NULL, "ON-26", "TopK: K is one number of i64, from 0 to the length of a line"},
    {NULL, "ON-27", "Flatten: axis is from -r to r"},
    {NULL, "ON-28", "Split: axis is in range; the parts are as long as the dimension, or equal but for the last"},
    {NULL, "ON-29", "Tile: a number for each dimension, none below 0"},
    {NULL, "ON-30", "OneHot: depth is one number, values are two, off and on; axis is in range of one dimension more"},
    {NULL, "ON-31", "ConstantOfShape: no extent below 0; value is a tensor of one element"},
    {NULL, "ON-32", "Mod: fmod is 0 or 1"},
    {NULL, "ON-33", "BitShift: direction is \"LEFT\" or \"RIGHT\""},
    {NULL, "ON-34", "BitCast: the result's elements are those of `to`, and as wide as the operand's"},
    {NULL, "ON-35", "If, Loop, Scan: each graph is there and ends in onnx.Yield; those of an If take nothing"},
    {NULL, "ON-36", "If, Loop, Scan: a graph takes and gives as many values as its operator says"},
    {NULL, "ON-37",
     "Scan: num_scan_inputs is in range; lists have one entry for each input or output; an axis is in range"},
    {NULL, "ON-38", "Conv: X, W and B fit one another and the group; lists fit the kernel"},
    {NULL, "ON-39", "Compress: condition is a list; axis is in range"},
    {NULL, "ON-40", "Unique: axis is in range; sorted is 0 or 1; one to four results"},

    {NULL, "PT-1", "dim is in [-r, r-1], where a tensor of rank 0 counts as [1]"},
    {NULL, "PT-2", "gather, scatter: self, index and src have one rank"},
    {NULL, "PT-3", "beside dim index is at most as long as self; of scatter as src everywhere"},
    {NULL, "PT-4", "index_select, index_add, index_copy: index has rank 0 or 1"},
    {NULL, "PT-5", "an index is in [0, s): a negative one is an error"},
    {NULL, "PT-6",
     "of several scattered to one place the last in row-major order stays, or all are reduced in that order"},
    {NULL, "PT-7", "the result's type is what the operands give"},
    {NULL, "PT-8", "an empty index gives an empty result, or self as it is; nothing else about it is checked"},
    {NULL, "PT-9", "index.Tensor, index_put: an index is in [-s, s)"},
    {NULL, "PT-10",
     "index.Tensor, index_put: a list of index tensors for the leading dimensions, one at least, broadcast together"},
    {NULL, "PT-11", "operands of an element-wise op are broadcast, and have one dtype"},
    {NULL, "PT-12", "a list is a torch.prim.ListConstruct"},
    {NULL, "PT-13", "index_add, index_copy, index_reduce: source has self's shape, with index's length along dim"},
    {NULL, "PT-14",
     "masked_select, masked_scatter: the mask is boolean and is broadcast together with self; source has self's dtype, "
     "and an element for each true place at least"},
    {NULL, "PT-15", "bincount: 1-d integers that are not negative; weights are 1-d and as many"},
    {NULL, "PT-16", "histc: floats, one bin at least, a range that is finite and ascending"},
    {NULL, "PT-17",
     "embedding_bag: a table of floats, 1-d indices and offsets; mode is 0 (sum), 1 (mean) or 2 (max); weights have "
     "the "
     "table's dtype and the shape of indices, with a sum alone; padding_idx is a row"},
    {NULL, "PT-18",
     "embedding_bag: offsets begin at 0, ascend and do not pass the end of indices; an index is at least 0 and less "
     "than "
     "the table has rows"},
    {NULL, "PT-19",
     "segment_reduce: data of floats; lengths, or else offsets, of i32 or i64, with data's extents before axis, which "
     "is "
     "their last dimension; offsets are one more than there are segments"},
    {NULL, "PT-20",
     "segment_reduce: lengths are not negative, and those of a row add up to data's extent along axis; offsets ascend, "
     "and lie within it"},

    {NULL, "TF-1",
     "batch_dims of tf.gather is in [-q, q], q the rank of indices; of tf.gather_nd at least 0 and less than both "
     "ranks"},
    {NULL, "TF-2", "axis is in [-r, r) and not before batch_dims"},
    {NULL, "TF-3", "the batch extents of params and indices are equal"},
    {NULL, "TF-4", "indices have rank 1 or more and list at most r coordinates"},
    {NULL, "TF-5", "updates have tensor's dtype and the shape that a gather by the same indices gives"},
    {NULL, "TF-6", "an index is in [0, s): a negative one or one out of range is an error, as on a CPU"},
    {NULL, "TF-7", "params, tensor and updates have rank 1 or more; of several updates to one place the last stays"},

    {NULL, "TO-1", "values have rank 3, indices 2, input 3; indices are i32"},
    {NULL, "TO-2", "N, W and C are each the same wherever they stand, and so are the element types"},
    {NULL, "TO-3", "an index is in [0, K); outside is unpredictable in TOSA, an error here"},
    {NULL, "TO-4", "scatter: no place is written twice, so K >= W"},
    {NULL, NULL, NULL},
};
