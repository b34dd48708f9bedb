#!/usr/bin/env python3
"""road.py BUILD - the road of one gather in ARCHITECTURE.md is the one that a call graph shows.

The lookup of docs/tour.md runs under callgrind, and so does the same program without the gather. A file is entered by the
gather where one of its functions takes more instructions with it than without; it is a main file where functions that only
the gather enters take MAIN instructions or more; a kernel's is none, as processors have their own. The first list under the page's heading names files that are entered, and
all main ones. The second does so for a lookup that moves 1 MiB, where these are not the first one's. What `run` enters is
entered under `run --plans`, too: asking changes nothing. Ends with "N passed, N failed".
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

MAIN = 250
HEADING = "## One gather, from text to bytes"
WITHOUT = """func.func @main(%table: tensor<4x3xf32>, %ids: tensor<2xi32>) -> tensor<4x3xf32> {
  return %table : tensor<4x3xf32>
}
"""
SMALL = ["--input", "table=iota", "--input", "ids=[2, 0]"]
LARGE = ["--input", "table=iota", "--input", "ids=zeros"]

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
build = os.path.abspath(sys.argv[1])


def lookup():
    """The program of docs/tour.md, mended as the page mends it."""
    page = open(os.path.join(root, "docs/tour.md")).read()
    text = re.search(r"```mlir lookup\.mlir[^\n]*\n(.*?)```", page, re.S).group(1)
    return text.replace("i64: 1, 4", "i64: 1, 3")


def large(program):
    """The same of 4096 rows of 64 elements."""
    for few, many in ("4x3x", "4096x64x"), ("2x3x", "4096x64x"), ("<2x", "<4096x"), ("1, 3>", "1, 64>"):
        program = program.replace(few, many)
    return program


def plain(name):
    """The name of a function without what the compiler and callgrind add to parts and copies of it."""
    return re.sub(r"('\d+|\.(part|constprop|isra|cold|lto_priv).*)$", "", name)


def places():
    """The file of each function of the library whose name one file has."""
    found = collections.defaultdict(set)
    objects = []
    for folder, _, names in os.walk(os.path.join(build, "src/CMakeFiles")):
        objects += [os.path.join(folder, n) for n in names if n.endswith(".c.o")]
    listing = subprocess.run(["nm", "-A", "--defined-only"] + objects, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in listing.stdout.splitlines():
        path, symbol = line.rsplit(":", 1)
        source = "src/" + path.split(".dir/", 1)[1][: -len(".o")]
        fields = symbol.split()
        if len(fields) == 3 and fields[1] in "tT" and os.path.exists(os.path.join(root, source)):
            found[plain(fields[2])].add(source)
    return {name: files.pop() for name, files in found.items() if len(files) == 1}


def instructions(folder, name, program, inputs, *options):
    """Of each function, those that it takes itself."""
    source, out = os.path.join(folder, name + ".mlir"), os.path.join(folder, name + ".callgrind")
    with open(source, "w") as f:
        f.write(program)
    run = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out, os.path.join(build, "garner"), "run", source]
    own = dict(os.environ, GARNER_MACHINE="")  # not by figures that `garner tune` has kept here
    subprocess.run(run + list(options) + inputs, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, env=own)
    names, taken, at, called = {}, collections.Counter(), None, False
    for line in open(out):
        number = re.match(r"fn=\((\d+)\)(?: (.*))?", line)
        callee = re.match(r"cfn=\((\d+)\) (.*)", line)
        if callee:
            names[callee.group(1)] = callee.group(2)
        elif number:
            if number.group(2):
                names[number.group(1)] = number.group(2)
            at = plain(names[number.group(1)])
        elif line.startswith("calls="):
            called = True
        elif at and re.match(r"[-+*\d]", line):
            if not called:
                taken[at] += int(line.split()[1])
            called = False
    return taken


def named():
    """The files that the page's lists name."""
    page = open(os.path.join(root, "ARCHITECTURE.md")).read()
    section = page.split(HEADING + "\n", 1)[1].split("\n## ", 1)[0]
    return [set(re.findall(r"`(src/[^`]+\.c)`", part.split("\n\n", 1)[0])) for part in section.split("\n1. ")[1:]]


def road(where, ran, without):
    """The files that are entered, and the main ones."""
    entered, own = set(), collections.Counter()
    for name, count in ran.items():
        if name in where and count > without[name]:
            entered.add(where[name])
            own[where[name]] += count if without[name] == 0 else 0
    if "-v" in sys.argv:
        print("\n".join("%6d %s" % (own[f], f) for f in sorted(entered, key=lambda f: -own[f])))
    return entered, {f: count for f, count in own.items() if count >= MAIN and not f.startswith("src/kernels/")}


def disagreements(on_page, elsewhere, entered, main, what):
    """What the page says of a road that is not so."""
    wrong = ["ARCHITECTURE.md names %s, which %s does not enter" % (f, what) for f in sorted(on_page - entered)]
    missing = sorted(set(main) - on_page - elsewhere)
    return wrong + ["%s takes %d instructions in %s, which ARCHITECTURE.md does not name" % (what, main[f], f) for f in missing]


def compare():
    """What is wrong, in words, and how many claims there are."""
    where, (small, more) = places(), named()
    with tempfile.TemporaryDirectory() as folder:
        without = instructions(folder, "without", WITHOUT, SMALL)
        ran = instructions(folder, "with", lookup(), SMALL)
        reported = instructions(folder, "reported", lookup(), SMALL, "--plans")
        file = ("--threads=1", "-o", os.path.join(folder, "rows.npy"))
        ran_large = instructions(folder, "large", large(lookup()), LARGE, *file)
        beside = instructions(folder, "beside", large(WITHOUT), LARGE, *file) | ran
    entered, main = road(where, ran, without)
    entered_large, main_large = road(where, ran_large, beside)
    wrong = disagreements(small, set(), entered, main, "the gather")
    wrong += disagreements(more, small, entered_large, main_large, "the larger gather")
    lost = sorted(n for n in ran if n in where and n not in reported)
    wrong += ["run enters %s of %s, run --plans does not" % (n, where[n]) for n in lost]
    return wrong, len(small | set(main)) + len(more | set(main_large)) + 1


wrong, claims = compare()
for line in wrong:
    print(line)
print("%d passed, %d failed" % (max(claims - len(wrong), 0), len(wrong)))
sys.exit(1 if wrong else 0)
