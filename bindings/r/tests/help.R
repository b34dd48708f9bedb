# Every error that the sources can raise has its line on a help page. A page writes a message with values in it, so what is
# compared are the words between the places of a message's format.
library(garner)
pages <- paste(unlist(lapply(tools::Rd_db("garner"), function(page) capture.output(tools::Rd2txt(page, options = list(underline_titles = FALSE, width = 10000))))), collapse = "\n")
flat <- function(text) gsub("[[:space:]]+", " ", gsub("[\u2018\u2019']", "'", text))
pages <- flat(gsub("_\b", "", pages))
# A message as it is raised, and the words of it that a page has to have.
m <- matrix(1:9, 3)
none <- integer(0)
take <- function(x = m, i = 1L, sizes = c(1L, 3L), offset = 2L, collapsed = 1L, map = 1L, ivd = 2L, ...)
  nvl_gather(x, i, sizes, offset, collapsed, none, none, map, ivd, ...)
batched <- function(ob, ib, i = 1:3, map = 2L) nvl_gather(m, i, c(1L, 1L), none, setdiff(1:2, ob), ob, ib, map, 2L)
put <- function(x, i, u, f = NULL) nvl_scatter(x, i, u, none, 1L, none, none, 1L, 2L, update_computation = f)
raised <- expression(
  take(i = matrix(c(1L, NA), 2, 1)), take(i = c(1, 2.5)), take(i = TRUE), take(i = factor("a")), take(x = as.Date("2020-01-01")), take(x = "a"),
  take(offset = 0L), take(map = NA), take(ivd = 1:2), take(sizes = c(1L, 4L)), take(sizes = 1L), take(sizes = c(2L, 3L)), take(ivd = 7L),
  take(collapsed = none), take(map = 1:2), take(sizes = c(3L, 3L), offset = 2:1, collapsed = none), take(offset = none, collapsed = c(1L, 1L)),
  take(collapsed = 3L), batched(1L, 1L, 1:2), batched(1L, none), batched(1L, 1L, map = 1L), take(indices_are_sorted = NA), take(offset = 1:40),
  nvl_gather(m, matrix(1L, 3, 1), c(1L, 1L), none, 2L, 1L, 2L, 2L, 2L), put(1:3, 1L, 2), put(c(1, 2), 1:2, c(1, 2, 3)), put(c(1, 2), 1:2, matrix(1, 2, 2)),
  nvl_scatter(m, 1L, matrix(1:4, 1), 2L, 1L, none, none, 1L, 2L), put(1, 1, 1, "minus"), put(1, 1, 1, 7), put(1, 1, 1, "and"),
  put(1, 1, 1, function(a, b) "x"), nvl_gather_grad(1:4, m, 1L, c(1L, 3L), 2L, 1L, none, none, 1L, 2L),
  nvl_gather_grad("a", m, 1L, c(1L, 3L), 2L, 1L, none, none, 1L, 2L), nvl_scatter_grad(1, 1, 1, 1, none, 1L, none, none, 1L, 2L, update_computation = "and"),
  nv_subset(m, 4, 1), nv_subset(m, c(1, NA), 1), nv_subset(m, "a", 1), nv_subset(m, 1.5, 1), nv_subset(m, c(TRUE, FALSE), 1), nv_subset(m, 1, 1, 1),
  nv_subset(m, factor("a"), 1), nv_subset_assign(m, , 1, value = 1:2), nv_subset_assign(m, 1, 1, value = 1.5),
  nv_tensor(c(1, 1.5), dtype = "i32"), nv_tensor(1, dtype = "f32"), nv_tensor(1:5, shape = c(2, 3)), nv_tensor("a"), nv_tensor(1, device = "cuda"),
  nv_scalar(1:2), dtype("a"), nv_tensor(1:3) + nv_tensor(1:2), nv_tensor(m) %*% nv_tensor(matrix(1:4, 2)), nv_tensor(m) %*% nv_tensor(1:3),
  cumsum(nv_tensor(m)), t(nv_tensor(array(1:8, c(2, 2, 2)))), gradient(function(x) x)(c(1, 2)), gradient(function(x) sum(x))(1:2),
  gradient(function(x) sum(x), wrt = "y")(1), gradient(function(x) sum(x), wrt = 2L)(1), gradient(function(x) sum(gamma(x)))(1),
  gradient(function(x) sum(x[[1]]))(1), gradient(function(x) max(x, 2))(1))
# Words of a message without numbers, names in quotes and brackets, which differ from case to case.
words <- function(message) {
  message <- sub("; there is one (of|for) .*", "", flat(message))
  parts <- unlist(strsplit(message, "\\[[^]]*\\]|-?[0-9.]+|\"[^\"]*\"|'[^']*'|NA|NaN|\\([0-9]+\\)"))
  parts <- gsub("^[ ,:;]+|[ ,:;]+$", "", parts)
  parts[nchar(parts) > 3L]
}
missing <- character(0)
for (k in seq_along(raised)) {
  message <- tryCatch({ eval(raised[[k]]); "no error" }, error = conditionMessage)
  stopifnot("each of these is an error" = message != "no error")
  lost <- Filter(function(part) !grepl(part, pages, fixed = TRUE), words(message))
  if (length(lost) > 0L) missing <- c(missing, sprintf("%s: no page has '%s'", message, lost))
}
if (length(missing) > 0L) stop(paste(missing, collapse = "\n"))
