"""choose.py - the tree's mutants, an order of them that a seed fixes, and the list of those shown equivalent."""
import glob
import hashlib
import os

from operators import mutants_of
from source import Source


class Tree:
    def __init__(self, root, only=()):
        self.root, self.sources, self.mutants = root, {}, []
        for full in sorted(glob.glob(os.path.join(root, "src", "**", "*.[ch]"), recursive=True)):
            path = os.path.relpath(full, root)
            if only and not any(path == o or path.startswith(o.rstrip("/") + "/") for o in only):
                continue
            with open(full) as f:
                source = self.sources[path] = Source(path, f.read())
            self.mutants += mutants_of(source)

    def size_of_layers(self):
        """Lines that are not empty."""
        sizes = {}
        for path, source in self.sources.items():
            layer = path.split("/")[1]
            sizes[layer] = sizes.get(layer, 0) + sum(1 for line in source.lines if line.strip())
        return sizes

    def by_id(self, wanted):
        return [m for m in self.mutants if m.id == wanted]

    def by_key(self):
        return {m.key: m for m in self.mutants}


def rank(seed, *words):
    return hashlib.sha256("\0".join([str(seed), *map(str, words)]).encode()).digest()


def in_order(mutants, seed):
    """One mutant of each site, sites in an order that other lines do not change."""
    sites = {}
    for m in mutants:
        sites.setdefault((m.path, m.site), []).append(m)
    ranked = []
    for group in sites.values():
        group.sort(key=lambda m: rank(seed, *m.key))
        ranked.append((rank(seed, "site", *group[0].key), group[0]))
    return [m for _, m in sorted(ranked, key=lambda pair: pair[0])]


def shares(sizes, count):
    """count, spread by size; the largest remainders get what is left."""
    total = sum(sizes.values())
    exact = {k: count * v / total for k, v in sizes.items()}
    out = {k: int(v) for k, v in exact.items()}
    for k in sorted(exact, key=lambda k: (out[k] - exact[k], k))[: count - sum(out.values())]:
        out[k] += 1
    return out


class Equivalents:
    """tools/mutate.equivalent: for each mutant three lines (file, function, operator and a number where the line has more
    than one; the line's text; the reason) and an empty one."""

    def __init__(self, path):
        self.reasons = {}
        if not os.path.exists(path):
            return
        with open(path) as f:
            text = "\n".join(line for line in f.read().split("\n") if not line.startswith("#"))
        for block in filter(None, (b.strip("\n") for b in text.split("\n\n"))):
            lines = block.split("\n")
            words = lines[0].split()
            if len(lines) < 3 or not 3 <= len(words) <= 4:
                raise SystemExit(f"{path}: a row is file, function, operator; the line's text; the reason:\n{block}")
            nth = int(words[3].lstrip("#")) if len(words) == 4 else 1
            key = (words[0], "" if words[1] == "-" else words[1], " ".join(lines[1].split()), words[2], nth)
            self.reasons[key] = " ".join(" ".join(lines[2:]).split())

    def stale(self, tree):
        known = tree.by_key()
        return [k for k in self.reasons if k not in known and k[0] in tree.sources]


def row_of(mutant):
    path, where, text, operator, nth = mutant.key
    return f"{path} {where or '-'} {operator}" + (f" #{nth}" if nth > 1 else "") + f"\n  {text}"
