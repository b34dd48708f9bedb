module @m attributes {x.a = 1 : i32, x.b = [1, 2.5 : f32, "x\22\0A", @s::@t, unit], x.c = {d = true, "e f" = i32}, x.f = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 2)>, x.g = array<i8: -1, 3>, x.h = dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>, x.i = loc("x":1:2), x.j = array<i1: true>, x.k = -0x10 : i64, x.l = 1.0e-3 : f64, x.m} {
}
