"""gradients.py GARNER CASES SEED - derivatives of torch's calls by garner grad, against PyTorch's autograd.

A case is a call in torch-mlir's text. garner differentiates it and runs the derivative; torch does both itself, in f64. Where
torch is known to be wrong, the right value is worked out here and held against garner's, and torch must still differ.
"""
import os
import random
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import torch

garner, cases, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
warnings.filterwarnings("ignore", "scatter_reduce")
rng = random.Random(seed)
torch.manual_seed(seed)
TYPES = {torch.float64: ("f64", "f64"), torch.int64: ("si64", "i64")}


def vt(t):
    return f"!torch.vtensor<[{','.join(map(str, t.shape))}],{TYPES[t.dtype][0]}>"


def run(text, tensors, grad):
    """The gradients of @f, numpy arrays; a message where garner refuses."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = os.path.join(folder, "f.mlir"), os.path.join(folder, "g.mlir")
        with open(source, "w", encoding="ascii") as f:
            f.write(text)
        done = subprocess.run([garner, "grad", "-o", made, source], capture_output=True, text=True)
        if done.returncode:
            return done.stderr
        names = []
        for i, t in enumerate([*tensors, grad]):
            names.append(os.path.join(folder, f"in{i}.npy"))
            np.save(names[-1], t.detach().numpy())
        inputs = [word for name in names for word in ("--input", name)]
        done = subprocess.run([garner, "run", "--entry", "f_vjp", "--output", folder, *inputs, made], capture_output=True, text=True)
        if done.returncode:
            return done.stderr
        floats = sum(t.dtype == torch.float64 for t in tensors)
        return [np.load(os.path.join(folder, f"f_vjp_{i}.npy")) for i in range(floats)]


def program(tensors, out, constants, call):
    args = ", ".join(f"%{n}: {vt(t)}" for n, t in tensors.items())
    return f"func.func @f({args}) -> {vt(out)} {{\n" + "".join(f"  {c}\n" for c in constants) + f"  %r = {call} -> {vt(out)}\n  return %r : {vt(out)}\n}}\n"


# ---- calls -------------------------------------------------------------------------------------------------------------------


def shape(rank=None):
    return [rng.randint(1, 4) for _ in range(rank or rng.randint(1, 3))]


def some(sizes, whole=False):
    """Whole numbers tie often, and some are 0."""
    return torch.randint(-1, 3, sizes).double() if whole else torch.randn(sizes, dtype=torch.float64)


def index_for(x, dim, along, unique=False):
    sizes = [along if d == dim else n for d, n in enumerate(x.shape)]
    if unique:
        return torch.rand(list(x.shape)).argsort(dim).narrow(dim, 0, min(along, x.shape[dim]))
    return torch.randint(0, x.shape[dim], sizes)


INT = "%d = torch.constant.int {}"


def gather():
    x = some(shape())
    dim = rng.randrange(x.dim())
    i = index_for(x, dim, rng.randint(1, 5))
    out = torch.gather(x.clone(), dim, i)
    text = program({"x": x, "i": i}, out, [INT.format(dim), "%s = torch.constant.bool false"],
                   f"torch.aten.gather %x, %d, %i, %s : {vt(x)}, !torch.int, {vt(i)}, !torch.bool")
    return "gather", text, [x, i], lambda x, i: torch.gather(x, dim, i)


def index_select():
    x = some(shape())
    dim = rng.randrange(x.dim())
    i = torch.randint(0, x.shape[dim], [rng.randint(1, 5)])
    out = torch.index_select(x, dim, i)
    text = program({"x": x, "i": i}, out, [INT.format(dim)], f"torch.aten.index_select %x, %d, %i : {vt(x)}, !torch.int, {vt(i)}")
    return "index_select", text, [x, i], lambda x, i: torch.index_select(x, dim, i)


def scatter(unique=True, larger=False, name="scatter"):
    x = some(shape())
    dim = rng.randrange(x.dim())
    i = index_for(x, dim, rng.randint(1, 4), unique)
    src = some([n + (larger and rng.randint(0, 1) or 0) for n in i.shape]) if larger else some(list(i.shape))
    op, act = {"scatter": ("scatter.src", torch.scatter), "scatter_add": ("scatter_add", torch.scatter_add)}[name]
    text = program({"x": x, "i": i, "u": src}, x, [INT.format(dim)],
                   f"torch.aten.{op} %x, %d, %i, %u : {vt(x)}, !torch.int, {vt(i)}, {vt(src)}")
    return name, text, [x, i, src], lambda x, i, u: act(x, dim, i, u)


def scatter_add():
    return scatter(False, False, "scatter_add")


def scatter_reduce():
    reduce, own = rng.choice(["sum", "prod", "prod", "mean", "amax", "amin"]), rng.random() < 0.6
    whole = rng.random() < 0.5
    x = some(shape(), whole)
    dim = rng.randrange(x.dim())
    i = index_for(x, dim, rng.randint(1, 4))
    src = some(list(i.shape), whole)
    if reduce in ("amax", "amin") and not own:  # torch counts an input that is left out as a holder all the same: no ties then
        x = x + 0.37
    text = program({"x": x, "i": i, "u": src}, x, [INT.format(dim), f'%m = torch.constant.str "{reduce}"', f"%o = torch.constant.bool {str(own).lower()}"],
                   f"torch.aten.scatter_reduce.two %x, %d, %i, %u, %m, %o : {vt(x)}, !torch.int, {vt(i)}, {vt(src)}, !torch.str, !torch.bool")
    return f"scatter_reduce {reduce} {own}", text, [x, i, src], lambda x, i, u: torch.scatter_reduce(x, dim, i, u, reduce, include_self=own)


def index_add():
    x = some(shape())
    dim = rng.randrange(x.dim())
    i = torch.randint(0, x.shape[dim], [rng.randint(1, 5)])
    src = some([len(i) if d == dim else n for d, n in enumerate(x.shape)])
    text = program({"x": x, "i": i, "u": src}, x, [INT.format(dim), "%a = torch.constant.int 1"],
                   f"torch.aten.index_add %x, %d, %i, %u, %a : {vt(x)}, !torch.int, {vt(i)}, {vt(src)}, !torch.int")
    return "index_add", text, [x, i, src], lambda x, i, u: torch.index_add(x, dim, i, u)


# ---- comparing ----------------------------------------------------------------------------------------------------------------


def leaves(tensors):
    return [t.clone().requires_grad_() if t.dtype == torch.float64 else t for t in tensors]


def autograd(call, tensors, grad):
    given = leaves(tensors)
    call(*given).backward(grad)
    return [t.grad if t.grad is not None else torch.zeros_like(t) for t in given if t.requires_grad]


def compare(case):
    name, text, tensors, call = case
    grad = torch.randn(call(*tensors).shape, dtype=torch.float64)
    got = run(text, tensors, grad)
    want = autograd(call, tensors, grad)
    if isinstance(got, str):
        return f"{name}: {got}\n{text}"
    for k, (a, b) in enumerate(zip(got, want)):
        if not np.allclose(a, b.numpy(), rtol=1e-9, atol=1e-9):
            return f"{name}, gradient {k}: garner {a.tolist()}, torch {b.tolist()}\n  {[t.tolist() for t in tensors]}, {grad.tolist()}\n{text}"
    return None


def last_writers(x, dim, i, src, grad):
    """The right gradients of torch.scatter: of several values for a place the last, in row-major order, gets its gradient."""
    winner, dx, du = {}, grad.clone(), torch.zeros_like(src)
    for at in np.ndindex(*i.shape):
        place = tuple(int(i[at]) if d == dim else n for d, n in enumerate(at))
        winner[place] = at
    for place, at in winner.items():
        du[at] = grad[place]
        dx[place] = 0
    return [dx, du]


def torch_is_wrong(failures):
    """Every one of several values gets the place's gradient, as torch's documentation warns; of a src larger than index, or of an
    empty index, there is none (pytorch#27614, #94336)."""
    x, i, u = torch.zeros(3, dtype=torch.float64), torch.tensor([0, 0, 2]), torch.tensor([1.0, 2, 3], dtype=torch.float64)
    grad = torch.tensor([1.0, 2, 4], dtype=torch.float64)
    text = program({"x": x, "i": i, "u": u}, x, [INT.format(0)], f"torch.aten.scatter.src %x, %d, %i, %u : {vt(x)}, !torch.int, {vt(i)}, {vt(u)}")
    got = run(text, [x, i, u], grad)
    if isinstance(got, str) or got[1].tolist() != [0, 1, 4] or got[0].tolist() != [0, 2, 0]:
        failures.append(f"scatter of two values to one place: {got}")
    if autograd(lambda x, i, u: torch.scatter(x, 0, i, u), [x, i, u], grad)[1].tolist() != [1, 1, 4]:
        failures.append("torch has another gradient of scatter than 1.13 had: what is said of it in docs/gradients.md has to be looked at")
    long = torch.tensor([1.0, 2, 3, 9], dtype=torch.float64)
    text = program({"x": x, "i": i, "u": long}, x, [INT.format(0)], f"torch.aten.scatter_add %x, %d, %i, %u : {vt(x)}, !torch.int, {vt(i)}, {vt(long)}")
    got = run(text, [x, i, long], grad)
    if isinstance(got, str) or got[1].tolist() != [1, 1, 4, 0]:
        failures.append(f"scatter_add of a src larger than index: {got}")
    try:
        autograd(lambda x, i, u: torch.scatter_add(x, 0, i, u), [x, i, long], grad)
        failures.append("torch has a gradient of a src larger than index: docs/gradients.md says otherwise")
    except RuntimeError:
        pass
    none = torch.zeros(0, dtype=torch.int64)
    text = program({"x": x, "i": none, "u": u}, x, [INT.format(0)], f"torch.aten.scatter.src %x, %d, %i, %u : {vt(x)}, !torch.int, {vt(none)}, {vt(u)}")
    got = run(text, [x, none, u], grad)
    if isinstance(got, str) or got[0].tolist() != [1, 2, 4] or got[1].tolist() != [0, 0, 0]:
        failures.append(f"scatter by an empty index: {got}")
    for _ in range(10):
        name, text, tensors, call = scatter(unique=False, larger=True)
        grad = torch.randn(tensors[0].shape, dtype=torch.float64)
        dim = int(text.split("torch.constant.int ")[1].split()[0])
        got, want = run(text, tensors, grad), last_writers(tensors[0], dim, tensors[1], tensors[2], grad)
        if isinstance(got, str) or not all(np.array_equal(a, b.numpy()) for a, b in zip(got, want)):
            failures.append(f"{name}: garner {got}, right is {want}\n{text}")


failures = []
kinds = [gather, index_select, scatter, scatter_add, scatter_reduce, scatter_reduce, scatter_reduce, index_add]
for n in range(cases):
    failure = compare(kinds[n % len(kinds)]())
    if failure:
        failures.append(f"case {n} of seed {seed}: {failure}")
torch_is_wrong(failures)
for failure in failures[:20]:
    print("FAILED", failure)
print(f"torch {torch.__version__}: {cases + 15 - len(failures)} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
