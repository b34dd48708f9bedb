"""judge.py - makes a mutant, and runs the tests that its line concerns until one fails."""
import filecmp
import math
import os
import shutil
import threading
import time

import runs


class Judge:
    def __init__(self, build, tree):
        self.build, self.tree, self.map = build, tree, None

    def folder(self, m):
        return os.path.join(self.build.work, "made", m.id.replace("/", "_").replace(":", "_"))

    def compile(self, m):
        """None, or why it is no mutant: "does not compile" or "same code"."""
        folder = self.folder(m)
        shutil.rmtree(folder, ignore_errors=True)
        changed = os.path.join(folder, m.path)
        os.makedirs(os.path.dirname(changed))
        text = self.tree.sources[m.path].text
        with open(changed, "w") as f:
            f.write(text[: m.at] + m.new + text[m.end :])
        objects = {}
        for source in self.build.sources_of(m.path):
            output = os.path.join(folder, source + ".o")
            if self.build.compile(source, output, instead=folder):
                shutil.rmtree(folder)
                return "does not compile"
            if not filecmp.cmp(output, self.build.objects[source], shallow=False):
                objects[source] = output
        if not objects:
            shutil.rmtree(folder)
            return "same code"
        m.objects = objects
        return None

    # ---- which tests ----

    def _macro_lines(self, m):
        """(file, line) of every use of a macro outside macros, through the macros that use it."""
        files = {m.path} | (set(self.build.sources_of(m.path)) if m.path.endswith(".h") else set())
        wanted, done, lines = [m.where], set(), set()
        while wanted:
            name = wanted.pop()
            if name in done:
                continue
            done.add(name)
            for path in files & set(self.tree.sources):
                for t in self.tree.sources[path].tokens:
                    if t.kind == "id" and t.text == name:
                        if t.scope == "macro":
                            wanted.append(t.where)
                        else:
                            lines.add((path, t.line))
        return lines

    def tests(self, m):
        """The tests to run, likeliest and fastest first; last those that run its function, but not its line as the compiler
        sees it: a condition that is decided where its value was set has no line on that way."""
        source, cover, near = self.tree.sources[m.path], self.map, set()
        if m.scope == "function":
            first, last = source.function_lines.get(m.where, (m.line, m.line))
            near = cover.tests_near(m.path, first, last)
            names = cover.tests_of(m.path, self._statement_lines(source, m)) or near
        elif m.scope == "macro":
            uses = [cover.tests_of(path, [line]) for path, line in self._macro_lines(m)]
            names = set().union(*(u for u in uses if u is not None)) if any(u is not None for u in uses) else None
        else:
            names = None
        if names is None:
            files = self.build.sources_of(m.path) + [m.path]
            names = set().union(*(cover.tests_near(p, 0, math.inf) for p in files))
            if m.scope == "table" and "static" not in source.heads.get(m.where, []):
                names = set(cover.data["tests"])

        def rank(n):
            return n not in names, int(math.log2(max(cover.seconds(n), 0.01) / 0.01) / 2), self._breadth(n, m), n

        return sorted(names | near, key=rank)

    def _breadth(self, name, m):
        """Tests that run little of the file first: they look at what they run."""
        of_file, bit = self.map.data["lines"].get(m.path, {}), 1 << self.map.data["tests"][name]["slot"]
        cached = self.__dict__.setdefault("breadths", {})
        key = (name, m.path)
        if key not in cached:
            cached[key] = sum(1 for mask in of_file.values() if int(mask, 16) & bit)
        return cached[key]

    @staticmethod
    def _statement_lines(source, m):
        """From where the statement begins: debug information gives a long one few lines."""
        first = m.line
        for t in source.tokens:
            if t.at >= m.at:
                break
            if t.text in (";", "{", "}"):
                first = None
            elif first is None:
                first = t.line
        return range(first if first is not None else m.line, m.line + source.text[m.at : m.end].count("\n") + 1)

    # ---- the verdict ----

    def judge(self, m, keep=None):
        begun = time.monotonic()
        result = {"id": m.id, "key": list(m.key), "layer": m.layer, "change": [m.old, m.new], "ran": 0}
        names = self.tests(m)
        result["concerned"] = len(names)
        result["verdict"] = "alive" if names else "not run"
        folder = os.path.join(self.folder(m), "lib")
        self.build.link(os.path.join(folder, self.build.library), m.objects)
        by_name = self.__dict__.setdefault("by_name", {t["name"]: t for t in self.build.tests()})
        place = os.path.join(self.build.work, f"place-{threading.get_ident()}")
        for name in names:
            outcome = runs.run(by_name[name], folder, place, self.map.seconds(name), limited=self.map.limited(name), keep=keep)
            result["ran"] += 1
            if outcome.status != 0 or outcome.over:
                result.update(verdict="killed", by=name, how=outcome.what)
                break
        shutil.rmtree(self.folder(m), ignore_errors=True)
        result["seconds"] = round(time.monotonic() - begun, 2)
        return result
