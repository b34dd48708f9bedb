# combiner.R - which of the library's combiners an update_computation is.

combiner_names <- c("replace", "add", "mul", "min", "max", "and", "or", "xor")

# The combiner that a function of base R stands for on values of `type`, or NULL. & and | make logicals of numbers, so
# they are bit operations on logicals only.
combiner_of_base <- function(f, type) {
  same <- function(...) any(vapply(list(...), identical, NA, f))
  if (same(`+`)) return("add")
  if (same(`*`)) return("mul")
  if (same(pmin, min)) return("min")
  if (same(pmax, max)) return("max")
  if (type == "logical" && same(`&`)) return("and")
  if (type == "logical" && same(`|`)) return("or")
  if (type %in% c("logical", "raw") && same(xor)) return("xor")
  if (type == "raw" && same(`&`)) return("and")
  if (type == "raw" && same(`|`)) return("or")
  if (type == "integer" && same(bitwAnd)) return("and")
  if (type == "integer" && same(bitwOr)) return("or")
  if (type == "integer" && same(bitwXor)) return("xor")
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
  if (identical(e, as.name(args[2L]))) return("replace")
  if (!is.call(e) || length(e) != 3L || !is.null(names(e)) || !is.name(e[[1L]])) return(NULL)
  if (!all(vapply(as.list(e)[-1L], is.name, NA))) return(NULL)
  used <- vapply(as.list(e)[-1L], as.character, "")
  if (!setequal(used, args) || as.character(e[[1L]]) %in% args) return(NULL)
  op <- get0(as.character(e[[1L]]), envir = environment(f), mode = "function")
  if (is.null(op)) NULL else combiner_of_base(op, type)
}

# list(name, fun): name is one of combiner_names, or "function" where fun has to be called.
choose_combiner <- function(f, type) {
  if (is.null(f)) return(list(name = "replace", fun = NULL))
  if (is.character(f)) {
    if (length(f) == 1L && f %in% combiner_names) return(list(name = f, fun = NULL))
    stop(sprintf("update_computation is \"%s\", the names are %s", paste(f, collapse = "\", \""),
                 paste(combiner_names, collapse = ", ")), call. = FALSE)
  }
  if (!is.function(f))
    stop(sprintf("update_computation is of type %s, it must be NULL, a name or a function of two values", typeof(f)),
         call. = FALSE)
  name <- combiner_of_base(f, type)
  if (is.null(name) && typeof(f) == "closure") name <- combiner_of_body(f, type)
  if (is.null(name)) list(name = "function", fun = f) else list(name = name, fun = NULL)
}
