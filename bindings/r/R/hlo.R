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

# The dimension numbers of stablehlo's own hlo_gather(), which count from 0.
GatherDimensionNumbers <- function(offset_dims, collapsed_slice_dims, operand_batching_dims = integer(),
                                   start_indices_batching_dims = integer(), start_index_map, index_vector_dim) {
  numbers <- list(offset_dims = offset_dims, collapsed_slice_dims = collapsed_slice_dims,
                  operand_batching_dims = operand_batching_dims, start_indices_batching_dims = start_indices_batching_dims,
                  start_index_map = start_index_map, index_vector_dim = index_vector_dim)
  for (name in names(numbers)) numbers[[name]] <- whole_numbers(numbers[[name]], name)
  if (length(index_vector_dim) != 1L) refuse("index_vector_dim has length %d, it must be 1", length(index_vector_dim))
  structure(numbers, class = "GatherDimensionNumbers")
}

whole_numbers <- function(x, name) {
  if (is.null(x)) x <- integer(0)
  bad <- if (is.numeric(x) && !is.object(x)) which(is.na(x) | x != floor(x) | x < 0) else 1L
  if (length(bad) > 0L) refuse("%s[%d] is %s, it must be a whole number of at least 0", name, bad[1L], format(x[bad[1L]]), up = 2L)
  as.integer(x)
}

print.GatherDimensionNumbers <- function(x, ...) {
  from_1 <- lapply(x, `+`, 1L)
  cat("#stablehlo.gather<\n  ", gsub("\n *", "\n  ", hlo_dimension_numbers(from_1)), ">\n", sep = "")
  invisible(x)
}

# The arguments after start_indices, by anvil's form: those of nvl_gather, from 1.
hlo_from_1 <- function(slice_sizes, offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims,
                       start_index_map, index_vector_dim, indices_are_sorted = FALSE, unique_indices = FALSE)
  list(numbers = list(offset_dims = offset_dims, collapsed_slice_dims = collapsed_slice_dims,
                      operand_batching_dims = operand_batching_dims, start_indices_batching_dims = start_indices_batching_dims,
                      start_index_map = start_index_map, index_vector_dim = index_vector_dim),
       slice_sizes = slice_sizes, sorted = indices_are_sorted, base = 1L)

# The same by the form of the package stablehlo: dimension numbers from 0, and indices that count from 0 already.
hlo_from_0 <- function(gather_dimension_numbers, slice_sizes, indices_are_sorted = FALSE, output_types = NULL) {
  if (!inherits(gather_dimension_numbers, "GatherDimensionNumbers"))
    refuse("gather_dimension_numbers is of class %s, GatherDimensionNumbers() gives them", class(gather_dimension_numbers)[1L], up = 2L)
  list(numbers = lapply(unclass(gather_dimension_numbers), `+`, 1L), slice_sizes = slice_sizes, sorted = indices_are_sorted, base = 0L)
}

hlo_gather <- function(operand, start_indices, ...) {
  named <- any(vapply(list(...), inherits, NA, "GatherDimensionNumbers")) || "gather_dimension_numbers" %in% names(list(...))
  call <- if (named) hlo_from_0(...) else hlo_from_1(...)
  numbers <- call$numbers
  slice_sizes <- call$slice_sizes
  result <- .Call(C_gather_shape, operand, start_indices, slice_sizes, numbers$offset_dims, numbers$collapsed_slice_dims,
                  numbers$operand_batching_dims, numbers$start_indices_batching_dims, numbers$start_index_map,
                  numbers$index_vector_dim)
  dtype <- hlo_dtypes[[typeof(operand)]]
  from <- hlo_type(if (length(slice_sizes) == 0L) integer(0) else nv_shape(operand), dtype)
  at <- hlo_type(nv_shape(start_indices), if (is.double(start_indices)) "i64" else "i32")
  to <- hlo_type(result, dtype)
  from_0 <- sprintf("  %%one = stablehlo.constant dense<1> : %s\n  %%start = stablehlo.subtract %%start_indices, %%one : %s\n", at, at)
  text <- sprintf("func.func @main(%%operand: %s, %%start_indices: %s) -> %s {
%s  %%result = \"stablehlo.gather\"(%%operand, %s) <{
    dimension_numbers = #stablehlo.gather<
      %s>,
    slice_sizes = array<i64%s>,
    indices_are_sorted = %s
  }> : (%s, %s) -> %s
  return %%result : %s
}\n", from, at, to, if (call$base == 1L) from_0 else "", if (call$base == 1L) "%start" else "%start_indices",
                  hlo_dimension_numbers(numbers),
                  if (length(slice_sizes) > 0L) paste0(": ", toString(sprintf("%.0f", as.double(slice_sizes)))) else "",
                  if (call$sorted) "true" else "false", from, at, to, to)
  structure(text, class = "StableHLO")
}

print.StableHLO <- function(x, ...) {
  cat(x)
  invisible(x)
}
