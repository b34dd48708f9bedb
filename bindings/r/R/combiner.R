# combiner.R - which of the library's combiners an update_computation is.

combiner_names <- c("replace", "add", "mul", "min", "max", "and", "or", "xor")

# Functions of base R that are combiners, and the types on which they are: & and | make logicals of numbers, so they are bit
# operations on logicals and raw values only.
numbers_too <- c("logical", "integer", "double", "complex", "raw")
base_combiners <- list(
  list(`+`, "add", numbers_too), list(`*`, "mul", numbers_too),
  list(pmin, "min", numbers_too), list(min, "min", numbers_too), list(pmax, "max", numbers_too), list(max, "max", numbers_too),
  list(`&`, "and", c("logical", "raw")), list(`|`, "or", c("logical", "raw")), list(xor, "xor", c("logical", "raw")),
  list(bitwAnd, "and", "integer"), list(bitwOr, "or", "integer"), list(bitwXor, "xor", "integer")
)

# The combiner that a function of base R stands for on values of `type`, or NULL.
combiner_of_base <- function(f, type) {
  for (row in base_combiners) if (identical(row[[1L]], f) && any(type == row[[3L]])) return(row[[2L]])
  NULL
}

# The one expression that a body is, out of its braces and parentheses.
bare_expression <- function(e) {
  while (is.call(e) && length(e) == 2L && (identical(e[[1L]], as.name("{")) || identical(e[[1L]], as.name("("))))
    e <- e[[2L]]
  e
}

# The combiner that a closure of two arguments is when its body says nothing more than "one op the other", or NULL. All
# of the base combiners commute, so the order of the two does not matter.
combiner_of_body <- function(f, type) {
  args <- names(formals(f))
  e <- bare_expression(body(f))
  if (length(args) != 2L || "..." %in% args) return(NULL)
  first <- as.name(args[1L])
  second <- as.name(args[2L])
  if (identical(e, second)) return("replace")
  if (!is.call(e) || length(e) != 3L || !is.null(names(e)) || !is.name(e[[1L]]) || as.character(e[[1L]]) %in% args) return(NULL)
  in_order <- identical(e[[2L]], first) && identical(e[[3L]], second)
  if (!in_order && !(identical(e[[2L]], second) && identical(e[[3L]], first))) return(NULL)
  op <- get0(as.character(e[[1L]]), envir = environment(f), mode = "function")
  if (is.null(op)) NULL else combiner_of_base(op, type)
}

# The name of the combiner that the function f is on values of `type`, or f itself, which then has to be called.
known_combiner <- function(f, type) {
  own <- typeof(f) == "closure" && !identical(environment(f), .BaseNamespaceEnv)
  name <- if (own) combiner_of_body(f, type) else combiner_of_base(f, type)
  if (is.null(name)) f else name
}
