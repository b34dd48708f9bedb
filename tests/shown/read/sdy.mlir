// Ops that are read and not run, one by one, as `garner ops` shows them; test_reference checks them.

func.func @return() {
  sdy.named_computation<"nothing">() () {
    sdy.return
  } : () -> ()
  return
}
