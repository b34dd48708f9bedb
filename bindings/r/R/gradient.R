# gradient.R - reverse-mode gradients of functions of arrays: the function runs once on values that are followed, each op
# writes down how its gradient goes back, and the notes are read from the last to the first.

# ---- values that are followed -----------------------------------------------------------------------------------

# A value, and its place among the notes of a run.
follow <- function(tape, value, inputs = list(), back = NULL) {
  tape$notes[[length(tape$notes) + 1L]] <- list(inputs = inputs, back = back)
  structure(list(value = as_array(value), id = length(tape$notes), tape = tape), class = "AnvilBox")
}

is_followed <- function(x) inherits(x, "AnvilBox")

value_of <- function(x) if (is_followed(x)) .subset2(x, "value") else as_array(x)

# The result y of an op on `inputs`. back(g) gives the gradient of each of them, in their order.
note <- function(inputs, y, back) {
  tape <- .subset2(Filter(is_followed, inputs)[[1L]], "tape")
  ids <- lapply(inputs, function(x) if (is_followed(x)) .subset2(x, "id"))
  follow(tape, y, ids, back)
}

# g for a value that was taken for every element, or as it is.
fit <- function(g, x) if (length(x) == 1L && length(g) != 1L) filled_like(x, sum(g)) else filled_like(x, g)

# ---- gather, scatter and subscripts -----------------------------------------------------------------------------

followed_gather <- function(operand, start_indices, ...) {
  x <- value_of(operand)
  note(list(operand), nvl_gather(x, start_indices, ...), function(g) list(nvl_gather_grad(g, x, start_indices, ...)))
}

# numbers: the six arguments from update_window_dims to index_vector_dim.
followed_scatter <- function(input, scatter_indices, update, numbers, update_computation) {
  x <- value_of(input)
  u <- value_of(update)
  rest <- c(numbers, list(update_computation = update_computation))
  y <- do.call(nvl_scatter, c(list(x, scatter_indices, u), rest))
  note(list(input, update), y, function(g) do.call(nvl_scatter_grad, c(list(g, x, scatter_indices, u), rest)))
}

# Positions in x, from 1 along the columns, that the subscripts choose.
chosen <- function(x, ...) as_array(nv_subset(filled_like(x, as.double(seq_along(x))), ...))

followed_subset <- function(x, ...) {
  value <- value_of(x)
  at <- chosen(value, ...)
  note(list(x), filled_like(at, value[as.vector(at)]), function(g) list(filled_like(value, sums_at(at, g, length(value)))))
}

# The sum of the g that belong to each of n places.
sums_at <- function(at, g, n)
  as.vector(nvl_scatter(numeric(n), as.vector(at), as.vector(g), integer(0), 1L, integer(0), integer(0), 1L, 2L,
                        update_computation = "add"))

followed_subset_assign <- function(x, ..., value) {
  before <- value_of(x)
  u <- value_of(value)
  at <- as.vector(chosen(before, ...))
  y <- nv_subset_assign(before, ..., value = u)
  last <- !duplicated(at, fromLast = TRUE)
  note(list(x, value), y, function(g) {
    rest <- as.vector(g)
    rest[at] <- 0
    list(filled_like(before, rest), fit(ifelse(last, as.vector(g)[at], 0), u))
  })
}

`[.AnvilBox` <- function(x, ...) followed_subset(x, ...)
`[<-.AnvilBox` <- function(x, ..., value) followed_subset_assign(x, ..., value = value)
`[[.AnvilBox` <- function(x, ...) refuse("there is no gradient of [[, [ has one")
dim.AnvilBox <- function(x) dim(value_of(x))
`dim<-.AnvilBox` <- function(x, value) {
  before <- y <- value_of(x)
  dim(y) <- value
  note(list(x), y, function(g) list(filled_like(before, g)))
}
length.AnvilBox <- function(x) length(value_of(x))

t.AnvilBox <- function(x) note(list(x), t(value_of(x)), function(g) list(fit(if (is.null(dim(x))) g else t(g), value_of(x))))

aperm.AnvilBox <- function(a, perm = NULL, ...) {
  value <- value_of(a)
  if (is.null(perm)) perm <- rev(seq_along(dim(value)))
  note(list(a), aperm(value, perm), function(g) list(aperm(array(g, dim(value)[perm]), order(perm))))
}

print.AnvilBox <- function(x, ...) {
  cat("a value that gradient() follows\n")
  print(as_tensor(value_of(x)))
  invisible(x)
}

# ---- products and choices -----------------------------------------------------------------------------------------

followed_matmul <- function(lhs, rhs) {
  a <- value_of(lhs)
  b <- value_of(rhs)
  note(list(lhs, rhs), nv_matmul(a, b), function(g) {
    g <- array(g, c(nrow(a), ncol(b)))
    list(base::`%*%`(g, t(b)), base::`%*%`(t(a), g))
  })
}

# The gradient of what was taken for some elements of a value that was used again and again, as rep_len does.
recycled <- function(g, x) filled_like(x, rowsum(g, rep_len(seq_along(x), length(g)))[, 1L])

followed_ifelse <- function(test, yes, no) {
  test <- value_of(test)
  a <- value_of(yes)
  b <- value_of(no)
  y <- base::ifelse(test, a, b)
  mode <- as.vector(as.logical(test))
  part <- function(g, wanted, x) {
    if (length(g) == 0L) return(filled_like(x, 0))
    recycled(base::ifelse(!is.na(mode) & mode == wanted, as.vector(g), 0), x)
  }
  note(list(yes, no), y, function(g) list(part(g, TRUE, a), part(g, FALSE, b)))
}

# ---- element by element -----------------------------------------------------------------------------------------

# For each operator, the gradients of a and b from g, a, b and the result y.
operator_gradients <- list(
  `+` = function(g, a, b, y) list(g, g),
  `-` = function(g, a, b, y) list(g, -g),
  `*` = function(g, a, b, y) list(g * b, g * a),
  `/` = function(g, a, b, y) list(g / b, -g * y / b),
  `^` = function(g, a, b, y) list(g * b * a^(b - 1), g * y * log(ifelse(a > 0, a, 1)))
)

# For each function, the gradient of x from g, x and the result y.
function_gradients <- list(
  exp = function(g, x, y) g * y, log = function(g, x, y) g / x, sqrt = function(g, x, y) g / (2 * y),
  abs = function(g, x, y) g * sign(x), sin = function(g, x, y) g * cos(x), cos = function(g, x, y) -g * sin(x),
  tan = function(g, x, y) g * (1 + y^2), tanh = function(g, x, y) g * (1 - y^2), sinh = function(g, x, y) g * cosh(x),
  cosh = function(g, x, y) g * sinh(x), expm1 = function(g, x, y) g * (y + 1), log1p = function(g, x, y) g / (1 + x),
  cumsum = function(g, x, y) rev(cumsum(rev(g)))
)

# The same of what makes one value of all; those that hold the least or greatest share evenly.
share <- function(g, x, y) g * (x == y) / sum(x == y)
summary_gradients <- list(
  sum = function(g, x, y) rep_len(g, length(x)), prod = function(g, x, y) g * products_of_others(x, rep_len(1, length(x))),
  max = share, min = share
)

followed_sign <- function(name, x) if (name == "-") 0 - x else if (name == "+") x else !value_of(x)

followed_operator <- function(name, e1, e2) {
  a <- value_of(e1)
  b <- value_of(e2)
  if (length(a) != length(b) && length(a) != 1L && length(b) != 1L)
    refuse("the sides of %s have shapes [%s] and [%s], they must be equal, or one of them a single value", name,
           toString(extents(a)), toString(extents(b)), up = 2L)
  y <- get(name, baseenv())(a, b)
  if (name %in% truth_operators) return(y)
  rule <- operator_gradients[[name]]
  if (is.null(rule)) refuse("there is no gradient of %s; there is one of %s", name, toString(names(operator_gradients)), up = 2L)
  note(list(e1, e2), y, function(g) {
    parts <- rule(as.vector(g), as.vector(a), as.vector(b), as.vector(y))
    list(fit(parts[[1L]], a), fit(parts[[2L]], b))
  })
}

Math.AnvilBox <- function(x, ...) {
  rule <- function_gradients[[.Generic]]
  if (is.null(rule) || ...length() > 0L)
    refuse("there is no gradient of %s%s; there is one of %s", .Generic, if (...length() > 0L) " with a second argument" else "",
           toString(names(function_gradients)))
  value <- value_of(x)
  y <- get(.Generic, baseenv())(value)
  note(list(x), y, function(g) list(filled_like(value, rule(as.vector(g), as.vector(value), as.vector(y)))))
}

Summary.AnvilBox <- function(..., na.rm = FALSE) {
  rule <- summary_gradients[[.Generic]]
  if (is.null(rule) || ...length() != 1L || na.rm)
    refuse("there is no gradient of %s of %d arguments%s; there is one of %s of one", .Generic, ...length(),
           if (na.rm) " with na.rm" else "", toString(names(summary_gradients)))
  value <- value_of(..1)
  y <- get(.Generic, baseenv())(value)
  note(list(..1), y, function(g) list(filled_like(value, rule(as.vector(g), as.vector(value), y))))
}

mean.AnvilBox <- function(x, ...) sum(x) / length(x)

# ---- the gradient of a function -----------------------------------------------------------------------------------

# Names of f's arguments for those that are given, in their order.
argument_names <- function(f, args) {
  if (is.primitive(f)) return(if (is.null(names(args))) as.character(seq_along(args)) else names(args))
  names(as.list(match.call(f, as.call(c(list(as.name("f")), lapply(args, function(a) quote(a))))))[-1L])
}

# Errors below are of the function that gradient() gave, three frames above.

# The arguments that are followed.
wanted_names <- function(wrt, f, args) {
  if (is.null(wrt)) return(names(args))
  wanted <- if (is.numeric(wrt)) names(formals(args(f)))[wrt] else wrt
  bad <- setdiff(wanted, names(args))
  if (length(bad) > 0L || anyNA(wanted))
    refuse("wrt names %s, the arguments given are %s", if (anyNA(wanted)) "a position that f lacks" else bad[1L],
           toString(names(args)), up = 3L)
  wanted
}

check_float <- function(x, name) {
  other <- is.object(x) && !is_tensor(x)
  if (!is.double(x) || other) refuse("%s is %s, a gradient is of doubles", name, if (other) class(x)[1L] else typeof(x), up = 3L)
}

# Gradients by id of all that was noted, from that of the last result.
run_back <- function(tape, id) {
  grads <- vector("list", length(tape$notes))
  grads[[id]] <- 1
  for (k in rev(seq_len(id))) {
    entry <- tape$notes[[k]]
    if (is.null(grads[[k]]) || is.null(entry$back)) next
    parts <- entry$back(grads[[k]])
    for (i in seq_along(entry$inputs)) {
      to <- entry$inputs[[i]]
      if (!is.null(to)) grads[[to]] <- if (is.null(grads[[to]])) as_array(parts[[i]]) else grads[[to]] + as_array(parts[[i]])
    }
  }
  grads
}

# list(value, grad) of f at the arguments given.
differentiate <- function(f, wrt, given) {
  unnamed <- is.null(names(given))
  names(given) <- argument_names(f, given)
  wanted <- wanted_names(wrt, f, given)
  tape <- new.env()
  tape$notes <- list()
  args <- given
  for (name in wanted) {
    check_float(given[[name]], name)
    args[[name]] <- follow(tape, given[[name]])
  }
  ids <- lapply(args[wanted], .subset2, "id")
  if (is.primitive(f) && unnamed) names(args) <- NULL
  y <- do.call(f, args)
  if (length(y) != 1L) refuse("f gave %d values, a gradient is of one", length(y), up = 2L)
  grads <- if (is_followed(y)) run_back(tape, .subset2(y, "id")) else list()
  grad <- Map(function(id, x) {
    g <- if (length(grads) >= id) grads[[id]]
    tensor_like(filled_like(x, if (is.null(g)) 0 else g), x)
  }, ids, given[wanted])
  scalar <- as.vector(value_of(y))
  class <- do.call(tensor_class, unname(given))
  list(value = if (is.null(class)) scalar else as_tensor(scalar, class), grad = grad)
}

value_and_gradient <- function(f, wrt = NULL) {
  f <- match.fun(f)
  function(...) differentiate(f, wrt, list(...))
}

gradient <- function(f, wrt = NULL) {
  f <- match.fun(f)
  function(...) differentiate(f, wrt, list(...))$grad
}
