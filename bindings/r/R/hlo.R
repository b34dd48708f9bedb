# hlo.R - the StableHLO program that a call of nvl_gather stands for.

hlo_dtypes <- c(logical = "i1", integer = "i32", double = "f64", complex = "complex<f64>", raw = "ui8")

hlo_type <- function(shape, dtype) sprintf("tensor<%s>", paste(c(sprintf("%.0f", as.double(shape)), dtype), collapse = "x"))

hlo_list <- function(x, base = 1) sprintf("[%s]", toString(sprintf("%.0f", as.double(x) - base)))

# The attribute's lines; a list that is empty is left out, as StableHLO prints it.
hlo_dimension_numbers <- function(numbers) {
  full <- Filter(function(x) length(x) > 0L, numbers[-length(numbers)])
  vector <- sprintf("index_vector_dim = %.0f", numbers$index_vector_dim - 1)
  paste(c(sprintf("%s = %s", names(full), vapply(full, hlo_list, "")), vector), collapse = ",\n      ")
}

hlo_gather <- function(operand, start_indices, slice_sizes, offset_dims, collapsed_slice_dims, operand_batching_dims,
                       start_indices_batching_dims, start_index_map, index_vector_dim, indices_are_sorted = FALSE,
                       unique_indices = FALSE) {
  result <- .Call(C_gather_shape, operand, start_indices, slice_sizes, offset_dims, collapsed_slice_dims, operand_batching_dims,
                  start_indices_batching_dims, start_index_map, index_vector_dim)
  numbers <- list(offset_dims = offset_dims, collapsed_slice_dims = collapsed_slice_dims,
                  operand_batching_dims = operand_batching_dims, start_indices_batching_dims = start_indices_batching_dims,
                  start_index_map = start_index_map, index_vector_dim = index_vector_dim)
  dtype <- hlo_dtypes[[typeof(operand)]]
  from <- hlo_type(if (length(slice_sizes) == 0L) integer(0) else nv_shape(operand), dtype)
  at <- hlo_type(nv_shape(start_indices), if (is.double(start_indices)) "i64" else "i32")
  to <- hlo_type(result, dtype)
  text <- sprintf("func.func @main(%%operand: %s, %%start_indices: %s) -> %s {
  %%one = stablehlo.constant dense<1> : %s
  %%start = stablehlo.subtract %%start_indices, %%one : %s
  %%result = \"stablehlo.gather\"(%%operand, %%start) <{
    dimension_numbers = #stablehlo.gather<
      %s>,
    slice_sizes = array<i64%s>,
    indices_are_sorted = %s
  }> : (%s, %s) -> %s
  return %%result : %s
}\n", from, at, to, at, at, hlo_dimension_numbers(numbers),
                  if (length(slice_sizes) > 0L) paste0(": ", toString(sprintf("%.0f", as.double(slice_sizes)))) else "",
                  if (indices_are_sorted) "true" else "false", from, at, to, to)
  structure(text, class = "StableHLO")
}

print.StableHLO <- function(x, ...) {
  cat(x)
  invisible(x)
}
