"""garner.generate, garner.diff and garner.reduce: programs made at random, held against other tools, made small."""
import time
from typing import Any, NamedTuple, Optional, Tuple

from . import _garner
from ._errors import ArgumentError
from ._module import Module, parse


class Generated(NamedTuple):
    """A program made at random. str() is its text, whose first line is the command that makes it again.

    inputs, results  tuples of garner.Array; results is None where the program is an error by its specification
    tolerances       by how much an element of each result may differ elsewhere: sums and functions of floats. 0.0: not at all
    open_question    what of it the specification leaves open, one line; None: nothing
    options          what garner.generate was asked for, a dict
    """

    text: str
    inputs: Tuple[Any, ...]
    results: Optional[Tuple[Any, ...]]
    tolerances: Tuple[float, ...]
    open_question: Optional[str]
    options: dict

    def __str__(self):
        return self.text

    @property
    def module(self):
        """The program as a garner.Module."""
        return parse(self.text)

    def as_check(self):
        """One text that needs nothing else: inputs are constants, results are held by ops of StableHLO's check dialect."""
        return _garner.generate(*_split(self.options), True)


class NoAnswer(NamedTuple):
    """What a tool gives in the place of results: outcome is "refused", "crashed" or "timed-out", said is what it said."""

    outcome: str
    said: str = ""


class Difference(NamedTuple):
    """One way in which one value differs.

    verdict   "allowed", "undecided" or "bug".  reason: why it is allowed, or None
    result    the number of the result that differs for it; None: only a value within does
    line, column, op     the op at which they part
    elements, position   how many elements of its result differ, and the first of them, row-major
    garner, tool         what stands there
    distance, bound      of the worst element, in units in the last place; absolute where is_absolute is true
    reading      the misreading that gives what the tool gave, as "clamped-for-dropped"; None: none that is known
    explanation  how the right element comes about; None: it is not said
    note         what else is to be said, as that ops differ only together; or None
    """

    verdict: str
    reason: Optional[str]
    result: Optional[int]
    line: int
    column: int
    op: Optional[str]
    elements: int
    position: Tuple[int, ...]
    garner: Optional[str]
    tool: Optional[str]
    distance: float
    bound: float
    is_absolute: bool
    reading: Optional[str]
    explanation: Optional[str]
    note: Optional[str]

    def __str__(self):
        why = f" read as {self.reading}" if self.reading else f" {self.reason}" if self.reason else ""
        place = f"first {list(self.position)}: garner {self.garner}, tool {self.tool}"
        count = f"{self.elements} element{' differs' if self.elements == 1 else 's differ'}"
        return f"{self.line}:{self.column}: {self.verdict}: {self.op}:{why}{':' if why else ''} {count}, {place}" + (
            f"; {self.note}" if self.note else ""
        )


class Diff(NamedTuple):
    """What garner.diff finds. str() is a line for each difference, or the verdict.

    verdict  "same", "allowed", "undecided", "refused", "timed-out", "crashed" or "bug": the gravest
    said     what the tool said, or None.  differences: a tuple of Difference, bugs first
    combinations  of indices for which the two were compared; 1 but for exhaustive=True
    """

    verdict: str
    said: Optional[str]
    combinations: int
    differences: Tuple[Difference, ...]

    def __str__(self):
        said = f"{self.verdict}: {self.said}" if self.said else self.verdict
        return "\n".join(map(str, self.differences)) or said


class Reduction(NamedTuple):
    """The smallest program that was found, as text, with its inputs. ops: how many it has; tries: how many were tried."""

    text: str
    inputs: Tuple[Any, ...]
    function: int
    ops: int
    tries: int

    def __str__(self):
        return self.text

    @property
    def module(self):
        """The program as a garner.Module."""
        return parse(self.text)


def generate(number=0, *, dialect="stablehlo", about=(), dtypes=(), ops=5, seed=0, edge=False, unspecified=False):
    """A program made at random, with inputs and what garner computes of them: a Generated.

    number, seed  which program of which series: the same options make the same program, on every machine
    dialect       "stablehlo", "jax", "onnx", "torch", "tcp", "tensor", "ttnn"
    about         ops, a str or a sequence of them, with the dialect's name or without: at least one op of the program is of these
    dtypes        one or a sequence, as "f32" or numpy.int8: every value has elements of one of these; (): of any
    ops           how many ops it has at most, 1 to 1000; constants and what is in regions apart
    edge          weighs indices, extents and numbers that break tools;  unspecified: results may depend on what is left open

    garner.ArgumentError: a dialect or an op that is none; the message has those there are. Or no program is made of the dtypes
    """
    options = {
        "number": number,
        "dialect": dialect,
        "about": (about,) if isinstance(about, str) else tuple(about),
        "dtypes": tuple(dtypes) if isinstance(dtypes, (tuple, list)) else (dtypes,),
        "ops": _at_least("ops", ops, 1),
        "seed": seed,
        "edge": edge,
        "unspecified": unspecified,
    }
    return Generated(*_garner.generate(*_split(options), False), options)


def diff(
    module,
    tool,
    inputs=None,
    *,
    function=None,
    name=None,
    whole=False,
    exhaustive=False,
    seed=0,
    threads=1,
    max_memory=0,
    max_steps=0,
    strict=False,
    drop_whole_window=False,
):
    """Runs a program by garner and by a tool, and says whether the tool's results may be what they are: a Diff.

    module  a garner.Module, a text or a path as garner.parse takes it, or a Generated, whose inputs are taken
    tool    a function tool(program_text, inputs) -> outputs: an array, or a tuple or list of them, one for each result. A
            garner.NoAnswer in their place says that the tool refuses the program, crashed, or did not end. It is called for the
            program, and where results differ for parts of it, whose values are then results
    inputs  a tuple of arrays, or a dict as Module.run takes it; None: drawn at random from `seed`
    name    a tool whose tolerances hold, as "jax"; None: the specification's
    whole   only compare results: the tool is called once
    exhaustive  for every combination of indices, from two below what is in range to two above (docs/conformance.md)
    threads, max_memory, max_steps, strict, drop_whole_window   of garner's own run, as for Module.run

    An exception that the tool raises comes out as itself. Other exceptions are of garner's run: the program is an error.
    """
    program, number, arrays = _program_of(module, inputs, function, seed)
    _callable("tool", tool)
    verdict, said, combinations, differences = _garner.diff(
        program._module,
        lambda text, given: _answer_of(tool(text, given)),
        number,
        arrays,
        {
            "name": _known_tool(name),
            "whole": whole,
            "exhaustive": exhaustive,
            "threads": threads,
            "max_memory": max_memory,
            "max_steps": max_steps,
            "strict": strict,
            "drop_whole_window": drop_whole_window,
        },
    )
    return Diff(verdict, said, combinations, tuple(Difference(**one) for one in differences))


def reduce(module, holds, inputs=None, *, function=None, seed=0, max_tries=0, seconds=None, smaller=None):
    """The smallest program for which `holds` is true: a Reduction.

    module   as for garner.diff
    holds    a function holds(program_text, inputs) -> bool. It has to be true of the program itself; it is never called twice for
             one program, and always by the calling thread
    inputs   as for garner.diff. They become smaller with the program
    max_tries, seconds   when to end with what was found; 0 and None: at the smallest
    smaller  called as smaller(program_text, inputs, tries, ops) whenever a smaller program holds

    garner.CheckError: it does not hold of the program itself. An exception of a function comes out as itself; Ctrl-C too.
    """
    program, number, arrays = _program_of(module, inputs, function, seed)
    _callable("holds", holds)
    if smaller is not None:
        _callable("smaller", smaller)
    end = None if seconds is None else time.monotonic() + seconds
    text, left, number, tries, ops = _garner.reduce(
        program._module,
        holds,
        number,
        arrays,
        {"max_tries": max_tries},
        smaller,
        None if end is None else lambda: time.monotonic() < end,
    )
    return Reduction(text, left, number, ops, tries)


def _split(options):
    """(settings, names of ops, dtypes), as the extension takes them."""
    return {name: value for name, value in options.items() if name not in ("about", "dtypes")}, options["about"], options["dtypes"]


def _at_least(name, number, least):
    if isinstance(number, int) and number < least:
        raise ArgumentError(f"{name}: {number}; right: {least} or more")
    return number


def _callable(name, function):
    if not callable(function):
        raise TypeError(f"{name}: a function is needed, {type(function).__name__} given")


def _known_tool(name):
    known = _garner.differ_names()[0]
    if isinstance(name, str) and name not in known:
        raise ArgumentError(f"name: no tolerances of '{name}' are known; there are those of {', '.join(known)}")
    return name


def _program_of(module, inputs, function, seed):
    """(a Module, the function's number, its inputs)."""
    if isinstance(module, (Generated, Reduction)):
        inputs = module.inputs if inputs is None else inputs
        module = module.module
    elif not isinstance(module, Module):
        module = parse(module)
    number = module._number(function)
    if inputs is None:
        return module, number, _garner.random_inputs(module._module, number, _at_least("seed", seed, 0))
    given = (inputs,) if isinstance(inputs, dict) else tuple(inputs)
    return module, number, module._inputs(number, given, {})


_OUTCOMES = {"refused": 1, "crashed": 2, "timed-out": 3}


def _answer_of(given):
    """(outcome, what was said, results) of what a tool gives."""
    if isinstance(given, NoAnswer):
        if given.outcome not in _OUTCOMES:
            raise ArgumentError(f"NoAnswer: outcome is {given.outcome!r}; right: {', '.join(map(repr, _OUTCOMES))}")
        return _OUTCOMES[given.outcome], str(given.said), ()
    if isinstance(given, (tuple, list)):
        return 0, None, tuple(given)
    return 0, None, (given,)
