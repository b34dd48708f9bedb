#!/usr/bin/env python3
"""hunt.py BUILD FOLDER [--only NAMES] [--programs N] [--least FOUND,NAMED,REDUCED] - finds each mistake of broken_tool.

A series of `garner gen` is made in FOLDER once. broken_corpus says which of its programs come out other under which
mistake; `garner diff` is asked about the first of these, and `garner reduce --diff` makes one small. Prints a line for each mistake, and how many were found, named
as the table says (tests/broken/*.c), and reduced to 5 ops or fewer. Status 1: fewer than --least.
"""
import argparse
import json
import os
import re
import subprocess
import sys

ENOUGH_BUGS, CHUNK = 10, 12
FEW_OPS = 5


def garner(build, *words):
    env = dict(os.environ, GARNER_ADAPTERS=os.path.join(build, "tests", "broken"))
    return subprocess.run([os.path.join(build, "garner"), *words], env=env, capture_output=True, text=True)


def mistakes(build):
    tool = os.path.join(build, "tests", "broken", "broken_tool")
    lines = subprocess.run([tool, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split("\t") for line in lines]


def series(build, folder, count):
    if not os.path.isdir(folder):
        made = garner(build, "gen", "--edge", "--ops=8", "--seed=29", f"--count={count}", "-o", folder)
        if made.returncode != 0:
            sys.exit(made.stderr)
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]


def other_under(build, folder, files):
    """{mistake: numbers of programs whose results are other bits under it}. No other program can be a bug."""
    kept = folder + ".kills"
    if not os.path.exists(kept):
        tool = os.path.join(build, "tests", "broken_corpus")
        with open(kept, "w") as out:
            subprocess.run([tool, "-v", *files], stdout=out)
    numbers, found = {name: i for i, name in enumerate(files)}, {}
    with open(kept) as lines:
        for words in (line.split() for line in lines):
            if len(words) == 2 and words[0] in numbers:
                found.setdefault(words[1], []).append(numbers[words[0]])
    return found


def rows_of_readings(source):
    """The names of readings in the order in which they are tried."""
    names = []
    for part in ("index", "place", "meet", "op", "operand", "element"):
        with open(os.path.join(source, "src", "differ", f"readings_{part}.c")) as file:
            names += re.findall(r'\{\{"([a-z0-9-]+)",', file.read())
    return names


def bugs_of(build, tool, files, candidates):
    """[(number in the series, what diff says of it)], of as many programs as it takes."""
    bugs = []
    for done in range(0, len(candidates), CHUNK):
        chunk = candidates[done:done + CHUNK]
        said = garner(build, "diff", "--tool", tool, "--json", *[files[i] for i in chunk])
        programs = {p["file"]: p for p in json.loads(said.stdout)["programs"]}
        for i in chunk:
            program = programs.get(files[i])
            if program and program["verdict"] == "bug":
                bugs.append((i, program["differences"][0]))
        if len(bugs) >= ENOUGH_BUGS:
            return bugs
    return bugs


def name_of(bugs, order):
    """Of each program the first reading that fits is told. The one that is there in all of them, then, is the last of
    these in that order: one before it does not fit where it is told."""
    told = {d["reading"] for _, d in bugs if d["reading"]}
    return max(told, key=order.index) if told else None


def reduce(build, file, tool, small):
    said = garner(build, "reduce", file, "--diff", tool, "-j1", "--max-tries=2000", "-o", small, "--json")
    return json.loads(said.stdout).get("reduction") or {}


def hunt(build, folder, files, others, row, order, more):
    name, reading = row[:2]
    tool = "broken:" + name
    bugs = bugs_of(build, tool, files, others.get(name, []))
    if not bugs:
        return {"name": name, "found": None}
    called = name_of(bugs, order)
    fitting = [i for i, d in bugs if d["reading"] == called]
    left = reduce(build, files[fitting[0]], tool, os.path.join(folder + ".reduced", name + ".mlir"))
    if more and len(fitting) > 1:
        reduce(build, files[fitting[-1]], tool, os.path.join(folder + ".reduced", name + "-2.mlir"))
    return {"name": name, "found": bugs[0][0] + 1, "bugs": len(bugs), "reading": called,
            "named": reading != "-" and called == reading, "wanted": reading, "ops": left.get("ops"),
            "before": left.get("ops_before"), "tries": left.get("tries")}


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build")
    words.add_argument("folder")
    words.add_argument("--only")
    words.add_argument("--programs", type=int, default=2000)
    words.add_argument("--two", action="store_true", help="reduce a second program of each, too")
    words.add_argument("--least", default="110,110,110")
    given = words.parse_args()
    files = series(given.build, given.folder, given.programs)
    others = other_under(given.build, given.folder, files)
    os.makedirs(given.folder + ".reduced", exist_ok=True)
    rows = [r for r in mistakes(given.build) if not given.only or r[0] in given.only.split(",")]
    order = rows_of_readings(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    counts = [0, 0, 0]
    for row in rows:
        r = hunt(given.build, given.folder, files, others, row, order, given.two)
        if r["found"] is None:
            print(f"{r['name']:26} not found", flush=True)
            continue
        few = r["ops"] is not None and r["ops"] <= FEW_OPS
        counts = [counts[0] + 1, counts[1] + r["named"], counts[2] + few]
        print(f"{r['name']:26} program {r['found']:4}  {'named' if r['named'] else 'read as'} {r['reading']}"
              f"{'' if r['named'] else ' for ' + r['wanted']}  {r['before']} ops to {r['ops']} in {r['tries']}", flush=True)
    print(f"{len(rows)} mistakes: {counts[0]} found, {counts[1]} named, {counts[2]} reduced to {FEW_OPS} ops or fewer")
    return int(any(c < int(w) for c, w in zip(counts, given.least.split(","))))


if __name__ == "__main__":
    sys.exit(main())
