// sdy.mesh: its form and the constraints of MeshAttr.

sdy.mesh @a = <["x"=2, "y"=3]>
sdy.mesh @b = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
sdy.mesh @c = <[]>
sdy.mesh @d = <[], device_ids=[7]>
sdy.mesh @e = #sdy.mesh<["x"=2]>
// Device ids that are counted from 0 are dropped.
sdy.mesh @f = <["x"=2], device_ids=[0, 1]>

// -----

// expected-error@+1 {{duplicate axis name: "x"}}
sdy.mesh @a = <["x"=2, "x"=3]>

// -----

// expected-error@+2 {{axis size must be at least 1, got: 0}}
// expected-error@+1 {{failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @a = <["x"=0]>

// -----

// expected-error@+1 {{device id must be non-negative, got: -1}}
sdy.mesh @a = <["x"=2], device_ids=[-1, 0]>

// -----

// expected-error@+1 {{device id must be non-negative, got: -1}}
sdy.mesh @a = <["x"=2, "x"=2], device_ids=[-1, 0]>

// -----

// expected-error@+1 {{total product of axis sizes must match total number of device ids, got: 4 != 2}}
sdy.mesh @a = <["x"=4], device_ids=[1, 0]>

// -----

// expected-error@+1 {{sorted device ids must be iota(product(axes)), got: 1, 1}}
sdy.mesh @a = <["x"=2], device_ids=[1, 1]>

// -----

// expected-error@+1 {{sorted device ids must be iota(product(axes)), got: 1, 2, 3}}
sdy.mesh @a = <["x"=3], device_ids=[3, 1, 2]>

// -----

// expected-error@+1 {{axes is empty and device_ids has more than one element}}
sdy.mesh @a = <[], device_ids=[0, 1]>

// -----

// expected-error@+2 {{expected integer value}}
// expected-error@+1 {{failed to parse Sdy_Mesh parameter 'device_ids' which is to be a `::llvm::ArrayRef<int64_t>`}}
sdy.mesh @a = <["x"=2], device_ids=[]>

// -----

// expected-error@+1 {{has a mesh of more devices than can be counted}}
sdy.mesh @a = <["x"=9223372036854775807, "y"=2]>

// -----

// expected-error@+1 {{invalid kind of attribute specified}}
sdy.mesh @a = "x"

// -----

func.func @f() {
  // expected-error@+1 {{'sdy.mesh' op expects parent op 'builtin.module'}}
  sdy.mesh @a = <["x"=2]>
  return
}

// -----

// expected-error@+3 {{expected string}}
// expected-error@+2 {{failed to parse Sdy_MeshAxis parameter 'name' which is to be a `::llvm::StringRef`}}
// expected-error@+1 {{failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @a = <[x=2]>

// -----

// expected-error@+3 {{expected integer value}}
// expected-error@+2 {{failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`}}
// expected-error@+1 {{failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @a = <["x"=y]>
