# refuse.R - errors that the C side and several functions share. Each carries the call of the function that the user called.

# The error of the function `up` frames above: 1 is what calls refuse().
refuse <- function(..., up = 1L) stop(simpleError(sprintf(...), sys.call(-up)))

# Base R's words for a factor where `name` is, in the function `up` frames above.
refuse_factor <- function(name, up = 1L) {
  called <- sys.call(-up)[[1L]]
  if (is.call(called)) called <- called[[length(called)]]
  who <- sQuote(if (is.name(called)) as.character(called) else "garner")
  refuse("%s not meaningful for factors: %s is one", who, name, up = up + 1L)
}

refuse_computation <- function(value, ignored) {
  if (is.character(value))
    refuse("update_computation is \"%s\", the names are %s", paste(value, collapse = "\", \""), toString(combiner_names), up = 2L)
  refuse("update_computation is of type %s, it must be NULL, a name or a function of two values", typeof(value), up = 2L)
}

# What base R says of positions of both signs; it has changed its words once.
mixed_signs <- function() tryCatch((1:2)[c(-1L, 1L)], error = conditionMessage)

# Why `value` is no subscript; where: which subscript it is, and 1 where it is assigned to.
refuse_subscript <- function(value, where) {
  name <- paste("subscript", where[1L])
  value <- as_array(value)
  if (is.factor(value)) refuse_factor(name, up = 2L)
  if (!(is.numeric(value) || is.logical(value)) || is.object(value))
    refuse("invalid subscript type '%s': %s is no number, position or truth value", class(value)[1L], name,
           up = 2L)
  if (anyNA(value))
    refuse("NAs are not allowed in %s: %s is NA at %d", if (where[2L]) "subscripted assignments" else "subscripts", name,
           which(is.na(value))[1L], up = 2L)
  minus <- which(value < 0)
  plus <- which(value > 0)
  if (length(minus) > 0L && length(plus) > 0L)
    refuse("%s: %s is %s at %d and %s at %d", mixed_signs(), name, format(value[minus[1L]]), minus[1L], format(value[plus[1L]]),
           plus[1L], up = 2L)
  bad <- which(value != floor(value) | value == 0)[1L]
  refuse("%s[%d] is %s, it must be a whole number of at least 1", name, bad, format(value[bad]), up = 2L)
}
