"""covers.py - which tests run which lines: every test once, on a library whose blocks note that they ran.

Only the files that are asked about are compiled so. What is found is kept in the build folder for as long as the sources
are the same; of tests that are new or changed only those run again.
"""
import bisect
import concurrent.futures
import hashlib
import json
import os
import re
import threading

import runs
from elf import Elf

HERE = os.path.dirname(os.path.abspath(__file__))


def digest_of(paths):
    h = hashlib.sha256()
    for p in sorted(paths):
        with open(p, "rb") as f:
            h.update(p.encode() + b"\0" + hashlib.sha256(f.read()).digest())
    return h.hexdigest()


def files_under(*folders):
    return [os.path.join(d, n) for folder in folders for d, _, names in os.walk(folder) for n in names]


class Map:
    def __init__(self, build, jobs, say):
        self.build, self.jobs, self.say = build, jobs, say
        self.path = os.path.join(build.work, "map.json")
        self.library = os.path.join(build.work, "traced", build.library)
        self.data = None

    def make(self, files):
        """For changes of these files."""
        sources = {s for f in files for s in self.build.sources_of(f)}
        tree = digest_of(files_under(os.path.join(self.build.root, "src"), os.path.join(self.build.root, "include")))
        old = self._load()
        if old and old["tree"] == tree and sources <= set(old["sources"]):
            self.data = old
        else:
            if old and old["tree"] == tree:
                sources |= set(old["sources"])
            self.data = {"tree": tree, "sources": sorted(sources), "tests": {}, "slots": 0, "lines": {}}
            self._make_library(sorted(sources))
        self._run_tests()
        if not any(mask != "0" for of_file in self.data["lines"].values() for mask in of_file.values()):
            raise RuntimeError(f"no test runs a line of {self.library}: the tests load another library")
        self._save()
        self.names = {t["slot"]: name for name, t in self.data["tests"].items()}

    def tests_of(self, path, lines):
        """Names of the tests that run one of the lines, or None where nothing is known of them."""
        of_file = self.data["lines"].get(path, {})
        known = [of_file[str(line)] for line in lines if str(line) in of_file]
        return self._names(known) if known else None

    def tests_near(self, path, first, last):
        of_file = self.data["lines"].get(path, {})
        return self._names([m for line, m in of_file.items() if first <= int(line) <= last])

    def seconds(self, name):
        return self.data["tests"][name]["seconds"]

    def limited(self, name):
        return self.data["tests"][name]["limited"]

    def _names(self, masks):
        mask = 0
        for m in masks:
            mask |= int(m, 16)
        return {self.names[i] for i in range(mask.bit_length()) if mask >> i & 1 and i in self.names}

    def _load(self):
        try:
            with open(self.path) as f:
                return json.load(f)
        except (OSError, ValueError):
            return None

    def _save(self):
        with open(self.path + ".new", "w") as f:
            json.dump(self.data, f)
        os.replace(self.path + ".new", self.path)

    def _make_library(self, sources):
        self.say(f"compiling {len(sources)} files to see which tests run them")
        folder = os.path.join(self.build.work, "traced")
        trace = os.path.join(folder, "trace.o")
        os.makedirs(folder, exist_ok=True)
        self.build.compile_own(os.path.join(HERE, "trace.c"), trace)

        def one(source):
            output = os.path.join(folder, source + ".o")
            error = self.build.compile(source, output, ["-O1", "-g1", "-gdwarf-4", "-fsanitize-coverage=trace-pc"], drop=("-O2",))
            if error:
                raise RuntimeError(error)
            return source, output

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            objects = dict(pool.map(one, sources))
        self.build.link(self.library, objects, [trace])

    def _lines_of_blocks(self):
        """For the address behind each block's call: the (file, line) pairs of the block."""
        elf = Elf(self.library)
        calls = elf.calls_of("__sanitizer_cov_trace_pc")
        starts = [c - 5 for c in calls]
        rows = sorted((address, os.path.relpath(file, self.build.root), line) for address, file, line in elf.lines() if file)
        out = {}

        def add(call, row):
            if row[1].startswith("src/"):
                out.setdefault(call, set()).add(row[1:])

        for row in rows:
            i = bisect.bisect_right(starts, row[0]) - 1
            if i >= 0:
                add(calls[i], row)
        for start, call in zip(starts, calls):  # the row that the call itself stands in may begin before it
            i = bisect.bisect_right(rows, (start, "\x7f", 0)) - 1
            if i >= 0:
                add(call, rows[i])
        return out, elf.code_end

    def _key(self, test):
        inputs = {w for w in test["command"] if os.path.isfile(w) and not os.path.basename(w) == "sh"}
        if any(w.endswith(".sh") for w in inputs):
            inputs |= set(files_under(os.path.join(self.build.root, "tests", "cli")))
        return hashlib.sha256((digest_of(inputs) + repr(test["command"])).encode()).hexdigest()

    def _run_tests(self):
        blocks, end = self._lines_of_blocks()
        tests, known, lines = {t["name"]: t for t in self.build.tests()}, self.data["tests"], self.data["lines"]
        keys = {name: self._key(t) for name, t in tests.items()}
        for path_lines in {id(v): v for v in blocks.values()}.values():
            for path, line in path_lines:
                lines.setdefault(path, {}).setdefault(str(line), "0")
        for name in [n for n, t in known.items() if keys.get(n) != t["key"]]:
            bit = ~(1 << known.pop(name)["slot"])
            for of_file in lines.values():
                for line, mask in of_file.items():
                    of_file[line] = f"{int(mask, 16) & bit:x}"
        self.broken = []
        new = [t for name, t in tests.items() if name not in known]
        if new:
            self.say(f"running {len(new)} tests without a mutant")
        lock = threading.Lock()

        def one(test):
            trace = os.path.join(self.build.work, f"trace-{threading.get_ident()}")
            place = os.path.join(self.build.work, f"place-{threading.get_ident()}")
            environment = {"GARNER_TRACE": trace, "GARNER_TRACE_BYTES": str(end)}
            for limited in (True, False):
                if os.path.exists(trace):
                    os.unlink(trace)
                outcome = runs.run(test, os.path.dirname(self.library), place, None, environment, limited)
                if outcome.status == 0 or outcome.status == test["skipped"]:
                    break
            else:
                with lock:
                    self.broken.append(test["name"])
                return
            if outcome.status != 0:
                return
            hit = set()
            if os.path.exists(trace):
                with open(trace, "rb") as f:
                    hit = {m.start() for m in re.finditer(b"\x01", f.read())}
                os.unlink(trace)
            with lock:
                slot = self.data["slots"]
                self.data["slots"] += 1
                known[test["name"]] = {"key": keys[test["name"]], "slot": slot, "seconds": round(outcome.seconds, 4), "limited": limited}
                for path, line in {pair for at in hit for pair in blocks.get(at, ())}:
                    of_file = lines[path]
                    of_file[str(line)] = f"{int(of_file[str(line)], 16) | 1 << slot:x}"

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(one, new))
        for name in sorted(self.broken):
            self.say(f"{name} fails without a mutant: it is not used")
