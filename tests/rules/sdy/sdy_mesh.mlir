// sdy.mesh: its form and the constraints of MeshAttr.

sdy.mesh @a = <["x"=2, "y"=3]>
sdy.mesh @b = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
sdy.mesh @c = <[]>
sdy.mesh @d = <[], device_ids=[7]>

// -----

// expected-error@+1 {{'sdy.mesh' op duplicate axis name: "x"}}
sdy.mesh @a = <["x"=2, "x"=3]>

// -----

// expected-error@+1 {{'sdy.mesh' op axis size must be at least 1, got: 0}}
sdy.mesh @a = <["x"=0]>

// -----

// expected-error@+1 {{'sdy.mesh' op device id must be non-negative, got: -1}}
sdy.mesh @a = <["x"=2], device_ids=[-1, 0]>

// -----

// expected-error@+1 {{'sdy.mesh' op total product of axis sizes must match total number of device ids: 4 != 2}}
sdy.mesh @a = <["x"=4], device_ids=[1, 0]>

// -----

// expected-error@+1 {{'sdy.mesh' op sorted device ids must be iota(product(axes))}}
sdy.mesh @a = <["x"=2], device_ids=[1, 1]>

// -----

// expected-error@+1 {{'sdy.mesh' op if the ordered device ids are the same as iota(product(axes)), no need to specify device ids for simplicity}}
sdy.mesh @a = <["x"=2], device_ids=[0, 1]>

// -----

// expected-error@+1 {{'sdy.mesh' op number of device ids must be 1 where there are no axes, got: 2}}
sdy.mesh @a = <[], device_ids=[0, 1]>

// -----

// expected-error@+1 {{'sdy.mesh' op has more devices than can be counted}}
sdy.mesh @a = <["x"=9223372036854775807, "y"=2]>

// -----

func.func @f() {
  // expected-error@+1 {{'sdy.mesh' op expects parent op 'builtin.module'}}
  sdy.mesh @a = <["x"=2]>
  return
}

// -----

// expected-error@+1 {{expected string}}
sdy.mesh @a = <[x=2]>
