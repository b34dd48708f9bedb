# tensor.R - AnvilTensor: an array of R's with a class on it, so that programs written for anvil run and print as they do there.
# Plain arrays are taken wherever a tensor is; what comes out is a tensor where one went in.

is_tensor <- function(x) inherits(x, "AnvilTensor")

# The classes that nv_array() gives: anvl's name since 0.2, and anvil's, by which every method here goes.
array_class <- c("AnvlArray", "AnvilTensor")

as_tensor <- function(x, class = "AnvilTensor") {
  class(x) <- class
  x
}

# The class of a result of these: nv_array()'s where one of them has it, nv_tensor()'s where one is a tensor, else NULL.
tensor_class <- function(...) {
  values <- list(...)
  if (any(vapply(values, inherits, NA, "AnvlArray"))) array_class else if (any(vapply(values, is_tensor, NA))) "AnvilTensor"
}

# dtypes by R's types; the first name of each is the one that is printed.
dtype_names <- list(logical = c("bool", "i1", "pred"), integer = "i32", double = "f64", complex = c("complex<f64>", "c128"),
                    raw = "ui8")

# data as the type that dtype names, which has to hold it.
of_dtype <- function(data, dtype) {
  type <- names(dtype_names)[vapply(dtype_names, function(names) dtype %in% names, NA)]
  if (length(type) == 0L)
    refuse("dtype is %s, R's arrays are %s", dtype, toString(vapply(dtype_names, `[`, "", 1L)), up = 2L)
  there <- suppressWarnings(as.vector(data, type))
  back <- suppressWarnings(as.vector(there, typeof(data)))
  changed <- which(!(back == data | (is.na(back) & is.na(data))) | is.na(there) & !is.na(data))
  if (length(changed) > 0L)
    refuse("data[%d] is %s, which %s does not hold", changed[1L], format(data[changed[1L]]), dtype, up = 2L)
  there
}

check_data <- function(data) {
  if (is.factor(data)) refuse_factor("data", up = 2L)
  if (!typeof(data) %in% names(dtype_names) || is.object(data))
    refuse("data is of %s, an array of %s is needed", if (is.object(data)) paste("class", class(data)[1L]) else
      paste("type", typeof(data)), toString(names(dtype_names)), up = 2L)
}

check_device <- function(device)
  if (!is.null(device) && !identical(tolower(as.character(device)[1L]), "cpu"))
    refuse("device is %s, R's arrays are on the cpu", format(device), up = 2L)

nv_tensor <- function(data, dtype = NULL, device = NULL, shape = NULL, ambiguous = NULL) {
  class <- if (is_tensor(data)) tensor_class(data) else "AnvilTensor"
  check_device(device)
  if (is_tensor(data)) data <- as_array(data)
  check_data(data)
  if (is.null(shape)) shape <- extents(data)
  if (length(data) != prod(shape) && length(data) != 1L)
    refuse("data has %d elements, shape [%s] has %.0f", length(data), toString(shape), prod(shape))
  values <- as.vector(data)
  if (!is.null(dtype)) values <- of_dtype(values, dtype)
  as_tensor(if (length(shape) == 0L) values else array(values, shape), class)
}

nv_array <- nv_tensor
body(nv_array)[[2L]] <- quote(class <- array_class)

nv_scalar <- function(data, dtype = NULL, device = NULL, ambiguous = NULL) {
  class <- tensor_class(data)
  check_device(device)
  if (is_tensor(data)) data <- as_array(data)
  check_data(data)
  if (length(data) != 1L) refuse("data has %d elements, a scalar has one", length(data))
  values <- as.vector(data)
  as_tensor(if (is.null(dtype)) values else of_dtype(values, dtype), if (is.null(class)) "AnvilTensor" else class)
}

as_array <- function(x) {
  if (is_tensor(x)) class(x) <- NULL
  x
}
as.array.AnvilTensor <- function(x, ...) as_array(x)

# Extents; a tensor without dim is a scalar, a vector has one dimension.
nv_shape <- function(x) {
  if (inherits(x, "AnvilBox")) x <- value_of(x)
  if (!is.null(dim(x))) dim(x) else if (is_tensor(x) && length(x) == 1L) integer(0) else length(x)
}

ndims <- function(x) length(nv_shape(x))

# The names of anvl, whose 0.4 calls dimensions axes.
shape <- nv_shape
naxes <- ndims
device <- function(x) {
  dtype(x)
  "cpu"
}
platform <- device

dtype <- function(x) {
  if (inherits(x, "AnvilBox")) x <- value_of(x)
  name <- dtype_names[[typeof(x)]][1L]
  if (is.null(name)) refuse("x is of type %s, which has no dtype", typeof(x))
  name
}

`[.AnvilTensor` <- function(x, ...) .Call(C_subset, x, environment())

`[<-.AnvilTensor` <- function(x, ..., value) {
  if (is.list(value) && is_followed(value)) return(followed_subset_assign(x, ..., value = value))
  .Call(C_subset_assign, x, environment(), value)
}

# ---- printing ---------------------------------------------------------------------------------------------------

# Each value as text, all of one width.
format_values <- function(x) {
  text <- if (is.double(x)) format_doubles(x) else if (is.complex(x)) format(x) else as.character(as.integer(x))
  text[is.na(x) & !is.nan(x)] <- "NA"
  formatC(text, width = max(nchar(text), 0L))
}

format_doubles <- function(x) {
  finite <- abs(x[is.finite(x)])
  sizes <- finite[finite > 0]
  form <- if (all(finite == floor(finite) & finite < 1e5)) "%.0f" else
    if (any(sizes >= 1e5 | sizes < 1e-4)) "%.4e" else "%.4f"
  text <- sprintf(form, x)
  text[is.nan(x)] <- "nan"
  text[is.infinite(x)] <- ifelse(x[is.infinite(x)] > 0, "inf", "-inf")
  text
}

# Lines of text of the last two dimensions, under a line for each place of those before.
format_rows <- function(text, shape) {
  if (length(shape) < 2L) return(paste0(" ", text))
  rows <- function(m) paste0(" ", apply(m, 1L, paste, collapse = " "))
  if (length(shape) == 2L) return(if (prod(shape) == 0L) character(0) else rows(array(text, shape)))
  outer <- shape[seq_len(length(shape) - 2L)]
  flat <- array(text, c(prod(outer), shape[length(shape) - 1:0]))
  places <- if (prod(shape) == 0L) NULL else do.call(expand.grid, lapply(rev(outer), seq_len))
  strides <- cumprod(c(1L, outer))[seq_along(outer)]
  lines <- lapply(seq_len(NROW(places)), function(k) {
    at <- rev(unlist(places[k, ]))
    m <- array(flat[sum((at - 1L) * strides) + 1L, , ], shape[length(shape) - 1:0])
    c(if (k > 1L) "", sprintf("(%s,.,.) =", paste(at, collapse = ",")), rows(m))
  })
  unlist(lines)
}

format.AnvilTensor <- function(x, ...) format_rows(format_values(as.vector(x)), nv_shape(x))

print.AnvilTensor <- function(x, max_rows = 30L, ...) {
  lines <- format(x)
  cat(class(x)[1L], "\n", sep = "")
  if (max_rows >= 0L && length(lines) > max_rows)
    lines <- c(lines[seq_len(max_rows)],
               sprintf(" ... [%d more lines, print(x, max_rows = -1) shows all]", length(lines) - max_rows))
  writeLines(lines)
  cat(sprintf("[ CPU%s{%s} ] \n", dtype(x), paste(nv_shape(x), collapse = ",")))
  invisible(x)
}

# ---- jit --------------------------------------------------------------------------------------------------------

# Nothing is compiled here: each call runs when it is reached.
jit_eval <- function(expr, ...) eval(substitute(expr), new.env(parent = parent.frame()))

jit <- function(f, ...) match.fun(f)
