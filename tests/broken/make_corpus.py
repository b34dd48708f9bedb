#!/usr/bin/env python3
"""make_corpus.py BUILD REDUCED OUT - programs of `garner reduce` as programs of the corpus.

REDUCED/MISTAKE.mlir and REDUCED/MISTAKE-2.mlir, as hunt.py leaves them, become OUT/MISTAKE.mlir with the results that
garner gives as checks, and a line that says the misreading and the report.
"""
import os
import re
import subprocess
import sys


def readings(source):
    what = {}
    for part in ("index", "place", "meet", "op", "operand", "element"):
        with open(os.path.join(source, "src", "differ", f"readings_{part}.c")) as file:
            what.update(re.findall(r'\{\{"([a-z0-9-]+)",\s*"([^"]+)"', file.read()))
    return what


def results_of(garner, text):
    run = subprocess.run([garner, "run", "-"], input=text, capture_output=True, text=True)
    return re.findall(r"^(dense<.*>) : (tensor<.*>)$", run.stdout, re.M) if run.returncode == 0 else None


def corpus_program(garner, text, head):
    """None: of another form than one function with constants."""
    text = "".join(line + "\n" for line in text.splitlines() if not line.startswith("//"))
    found = re.fullmatch(r"func\.func @main\(\) -> .*? \{\n(.*)\n  return (.*?) : (.*)\n\}\n", text, re.S)
    results = results_of(garner, text) if found else None
    if not results or any("?" in t for _, t in results):
        return None
    body, names = found.group(1), found.group(2).split(", ")
    lines = [head, "func.func @main() {", body]
    for i, (name, (value, kind)) in enumerate(zip(names, results)):
        # an element of NaN is not equal to itself
        if "0x" in value or "nan" in value.lower():
            lines += [f"  %expected{i} = stablehlo.constant {value} : {kind}",
                      f"  check.expect_close {name}, %expected{i}, max_ulp_difference = 0 : {kind}, {kind}"]
        else:
            lines.append(f"  check.expect_eq_const {name}, {value} : {kind}")
    return "\n".join(lines + ["  return", "}", ""])


def main():
    build, reduced, out = sys.argv[1:]
    garner = os.path.join(build, "garner")
    what = readings(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    listed = subprocess.run([os.path.join(build, "tests/broken/broken_tool"), "--list"], capture_output=True, text=True)
    seen = set()
    for name, reading, report, _ in (line.split("\t") for line in listed.stdout.splitlines()):
        says = what[reading]
        for suffix in ("", "-2"):
            path = os.path.join(reduced, name + suffix + ".mlir")
            if not os.path.exists(path):
                print(path, "is missing")
                continue
            head = f"// Misread: {says}. After {report}."
            text = corpus_program(garner, open(path).read(), head)
            body = text and text.split("\n", 1)[1]
            if not text or body in seen:
                print(path, "is of another form" if not text else "is there already")
                continue
            seen.add(body)
            with open(os.path.join(out, name + suffix + ".mlir"), "w") as file:
                file.write(text)


main()
