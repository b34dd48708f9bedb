#map = affine_map<(d0) -> (d0)>
!t = !other.thing<"x", [1, 2]>
"other.graph"() ({
  %a = "other.use"(%b) {m = #map, n = #other<what ever>} : (!t) -> i32
  %b = "other.make"()[^next] : () -> !t
^next:
  "other.end"() : () -> ()
}, {
}) {x = @sym} : () -> ()
