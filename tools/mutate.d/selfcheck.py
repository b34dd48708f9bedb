"""selfcheck.py - the mutants of a few lines, written down by hand."""
from choose import in_order, shares
from operators import mutants_of
from source import Source

TEXT = """/* a < b && c */
#include <a.h>
#define MOST 8 /* of 9 */
static const int64_t sizes[] = {1, 2};
static const char *const names[] = {"a < 1", "b"};

static grn_status check(const grn_tensor *t, int32_t rank, const grn_diag *diag)
{
    assert(rank > 7);
    if (rank < MOST && t->data)
        return grn_fail(diag, t->place, GRN_E_LIMIT, "rank %d, at most %d", rank + 1, MOST);
    *t = (grn_tensor){.rank = rank};
    for (int32_t d = 0; d < rank; d++)
        move(t, d);
    return GRN_OK;
}

static bool is_good(int64_t a, int64_t b) { return a * -b > 0 ? true : !b; }
"""

WANTED = {
    "number-up": ["MOST: 8 -> 9", "sizes: 1 -> 2", "sizes: 2 -> 3", "check: 0 -> 1", "is_good: 0 -> 1"],
    "number-down": ["MOST: 8 -> 7", "sizes: 1 -> 0", "sizes: 2 -> 1"],
    "lt-le": ["check: < -> <=", "check: < -> <="],
    "lt-ge": ["check: < -> >=", "check: < -> >="],
    "and-or": ["check: && -> ||"],
    "drop-left": ["check: rank < MOST && -> "],
    "drop-right": ["check: && t->data -> "],
    "if-true": ["check: rank < MOST && t->data -> 1"],
    "if-false": ["check: rank < MOST && t->data -> 0"],
    "if-not": ["check: rank < MOST && t->data -> !(rank < MOST && t->data)"],
    "error-ok": ['check: grn_fail(diag, t->place, GRN_E_LIMIT, "rank %d, at most %d", rank + 1, MOST) -> GRN_OK'],
    "ok-error": ["check: GRN_OK -> GRN_E_ARGUMENT"],
    "drop-statement": ["check: *t = (grn_tensor){.rank = rank} -> ", "check: move(t, d) -> "],
    "swap-1-2": ["check: t, d -> d, t"],
    "up-down": ["check: ++ -> --"],
    "mul-add": ["is_good: * -> +"],
    "drop-minus": ["is_good: - -> "],
    "gt-ge": ["is_good: > -> >="],
    "gt-le": ["is_good: > -> <="],
    "swap-choice": ["is_good: true : !b -> (!b) : (true)"],
    "true-false": ["is_good: true -> false"],
    "drop-not": ["is_good: ! -> "],
    "return-not": ["is_good: a * -b > 0 ? true : !b -> !(a * -b > 0 ? true : !b)"],
}


def say(m):
    return f"{m.where}: {' '.join(m.old.split())} -> {' '.join(m.new.split())}"


def run():
    mutants = mutants_of(Source("src/core/sample.c", TEXT))
    seen, good = {}, True
    for m in mutants:
        seen.setdefault(m.operator, []).append(say(m))
    for operator in sorted(set(seen) | set(WANTED)):
        if sorted(seen.get(operator, [])) != sorted(WANTED.get(operator, [])):
            print(f"{operator}: made {seen.get(operator)}, wanted {WANTED.get(operator)}")
            good = False
    moved = mutants_of(Source("src/core/sample.c", "\n\n/* more */\n" + TEXT))
    if {m.key for m in moved} != {m.key for m in mutants} or len({m.key for m in mutants}) != len(mutants):
        print("keys are to be the same wherever the lines stand, and of one mutant each")
        good = False
    if [m.key for m in in_order(moved, 5)] != [m.key for m in in_order(mutants, 5)]:
        print("a seed's order is to be the same wherever the lines stand")
        good = False
    if shares({"a": 100, "b": 50, "c": 1}, 10) != {"a": 7, "b": 3, "c": 0}:
        print(f"shares: {shares({'a': 100, 'b': 50, 'c': 1}, 10)}")
        good = False
    print(f"{int(good)} passed, {int(not good)} failed")
    return 0 if good else 1
