# run_vignette.R - runs the chunks of an .Rmd in their order, without knitr. A chunk that does not say error = TRUE must not fail.
#
#   Rscript bindings/r/tools/run_vignette.R bindings/r/vignettes/garner.Rmd
lines <- readLines(commandArgs(TRUE)[1L])
opens <- grep("^```\\{r", lines)
closes <- grep("^```$", lines)
where <- new.env()
for (from in opens) {
  to <- min(closes[closes > from])
  code <- parse(text = lines[seq_len(to - from - 1L) + from])
  fails <- grepl("error = TRUE", lines[from], fixed = TRUE)
  for (e in code) {
    failed <- FALSE
    tryCatch(print(eval(e, where)), error = function(cond) {
      failed <<- TRUE
      if (!fails) stop(sprintf("line %d: %s", from, conditionMessage(cond)), call. = FALSE)
    })
    if (fails && !failed) stop(sprintf("line %d: an error is expected", from), call. = FALSE)
  }
}
cat(length(opens), "chunks run\n")
