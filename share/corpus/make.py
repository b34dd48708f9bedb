#!/usr/bin/env python3
"""make.py --as onnx-node-test|torch -o FOLDER [PROGRAM...] - the corpus for tools that read no StableHLO.

Needs garner, the one that GARNER names or the one on PATH, and numpy. Of each program, or of all beside this file:
  onnx-node-test  FOLDER/NAME/model.onnx, test_data_set_0/input_0.pb, .., output_0.pb, ..: what every ONNX backend runs
  torch           FOLDER/NAME.py, which ends with status 1 where torch's results are others
What a form cannot say is left out and counted.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

GARNER = os.environ.get("GARNER", "garner")
ONNX_TYPES = {"float32": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7, "bool": 9,
              "float16": 10, "float64": 11, "uint32": 12, "uint64": 13, "complex64": 14, "complex128": 15}
CONSTANT = re.compile(r"  (%\w+) = stablehlo\.constant (dense<.*>) : (tensor<.*>)")
CHECKS = (re.compile(r"  check\.expect_eq_const (%\w+), (dense<.*>) : (tensor<.*>)"),
          re.compile(r"  check\.expect_close (%\w+), (%\w+), max_ulp_difference = 0 : .*, (tensor<.*>)"))


class LeftOut(Exception):
    """The form cannot say it."""


def run(*words):
    done = subprocess.run([GARNER, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise LeftOut(done.stderr.strip().splitlines()[0] if done.stderr.strip() else f"status {done.returncode}")
    return done.stdout


def arrays_of(values, folder):
    """[(dense, type)] as numpy's arrays."""
    body = "".join(f"  %c{i} = stablehlo.constant {v} : {t}\n" for i, (v, t) in enumerate(values))
    types, names = ", ".join(t for _, t in values), ", ".join(f"%c{i}" for i in range(len(values)))
    path = os.path.join(folder, "values.mlir")
    with open(path, "w") as file:
        file.write(f"func.func @main() -> ({types}) {{\n{body}  return {names} : {types}\n}}\n")
    if not values:
        return []
    run("run", "-q", "--output", folder + "/", path)
    arrays = [np.load(os.path.join(folder, f"main_{i}.npy")) for i in range(len(values))]
    if any(a.dtype.name not in ONNX_TYPES for a in arrays):
        raise LeftOut("numpy has no name for one of its types")
    return arrays


class Program:
    """A program of the corpus: its constants are inputs, what it checks are its results."""

    def __init__(self, path, folder):
        with open(path) as file:
            lines = file.read().splitlines()
        self.name, self.head = os.path.basename(path)[:-len(".mlir")], lines[0][len("// "):]
        constants, checks, body = {}, [], []
        for line in lines[2:-2]:
            constant, check = CONSTANT.fullmatch(line), [c.fullmatch(line) for c in CHECKS]
            if constant:
                constants[constant.group(1)] = constant.groups()[1:]
            elif any(check):
                checks.append(next(c for c in check if c).groups())
            else:
                body.append(line)
        expected = [(constants.pop(v)[0] if v in constants else v, t) for _, v, t in checks]
        self.inputs = arrays_of(list(constants.values()), folder)
        self.results = arrays_of(expected, folder)
        arguments = ", ".join(f"{name}: {t}" for name, (_, t) in constants.items())
        types, names = ", ".join(t for _, _, t in checks), ", ".join(name for name, _, _ in checks)
        self.text = "\n".join([f"func.func @main({arguments}) -> ({types}) {{", *body,
                               f"  return {names} : {types}", "}", ""])
        self.path = os.path.join(folder, "program.mlir")
        with open(self.path, "w") as file:
            file.write(self.text)


def varint(n):
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def tensor_proto(array, name):
    """onnx.TensorProto: dims 1, data_type 2, name 8, raw_data 9."""
    raw = np.ascontiguousarray(array).tobytes()
    return (b"".join(b"\x08" + varint(n) for n in array.shape) + b"\x10" + varint(ONNX_TYPES[array.dtype.name]) +
            b"\x42" + varint(len(name)) + name.encode() + b"\x4a" + varint(len(raw)) + raw)


def write_onnx(program, out):
    folder = os.path.join(out, program.name)
    model = program.path + ".onnx"
    run("convert", "-q", "--to=onnx", "--strict-target", "-o", model, program.path)
    os.makedirs(os.path.join(folder, "test_data_set_0"), exist_ok=True)
    os.replace(model, os.path.join(folder, "model.onnx"))
    for kind, arrays in (("input", program.inputs), ("output", program.results)):
        for i, array in enumerate(arrays):
            with open(os.path.join(folder, "test_data_set_0", f"{kind}_{i}.pb"), "wb") as file:
                file.write(tensor_proto(array, f"{kind}{i}"))


def torch_tensor(array):
    elements = re.sub(r"\b(nan|inf)\b", r'float("\1")', str(array.flatten().tolist()))
    return f"torch.tensor({elements}, dtype=torch.{array.dtype.name}).reshape({array.shape})"


def write_torch(program, out):
    text = run("convert", "-q", "--to=pytorch", program.path)
    lines = [f"# {program.head}", text.rstrip(), "", "", "inputs = ["]
    lines += [f"    {torch_tensor(a)}," for a in program.inputs] + ["]", "expected = ["]
    lines += [f"    {torch_tensor(a)}," for a in program.results] + ["]", "got = main(*inputs)"]
    lines += ["got = got if isinstance(got, tuple) else (got,)", "for one, other in zip(got, expected, strict=True):",
              "    torch.testing.assert_close(one, other, rtol=0, atol=0, equal_nan=True)", ""]
    with open(os.path.join(out, program.name + ".py"), "w") as file:
        file.write("\n".join(lines))


def main():
    forms = {"onnx-node-test": write_onnx, "torch": write_torch}
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--as", dest="form", required=True, choices=forms)
    words.add_argument("-o", dest="out", required=True, metavar="FOLDER")
    words.add_argument("programs", nargs="*", metavar="PROGRAM")
    given = words.parse_args()
    programs = given.programs or sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "*.mlir")))
    os.makedirs(given.out, exist_ok=True)
    reasons = []
    for path in programs:
        with tempfile.TemporaryDirectory() as folder:
            try:
                forms[given.form](Program(path, folder), given.out)
            except LeftOut as e:
                reasons.append(f"{os.path.basename(path)}: {e}")
    for reason in reasons:
        print(reason, file=sys.stderr)
    print(f"{len(programs) - len(reasons)} programs in {given.out}, {len(reasons)} left out")


if __name__ == "__main__":
    main()
