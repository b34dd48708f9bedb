func.func @g(%c: i1, %x: i32, %i: index) -> i32 {
  cf.assert %c, "hm"
  cf.cond_br %c, ^bb1(%x : i32), ^bb2
^bb1(%a: i32):
  cf.switch %a : i32, [default: ^bb2, 42: ^bb3(%a : i32), 43: ^bb3(%a : i32)]
^bb2:
  cf.br ^bb3(%x : i32)
^bb3(%z: i32):
  return %z : i32
}
