"""Programs: garner.parse and garner.Module."""
import html
import os
import re
import sys
from typing import Any, Dict, NamedTuple, Optional, Tuple

from . import _garner
from ._array import array
from ._errors import ArgumentError
from .ttnn import Account


class Function(NamedTuple):
    """A function of a module: its name without @, its inputs' types as text, and how many results it has.

    names: of the inputs, without %; "" where the program gives none. dtypes: of their elements; "" of what is no tensor.
    """

    name: str
    is_public: bool
    has_body: bool
    inputs: Tuple[str, ...]
    results: int
    names: Tuple[str, ...] = ()
    dtypes: Tuple[str, ...] = ()


class Finding(NamedTuple):
    """What lint found: kind ("out-of-bounds", ..), severity ("warning" or "remark"), the place, and what to do about it.

    observed: in the run, rather than from the program. counts: of index vectors, a dict, where they were counted; else None.
    location: where the op comes from, as its loc(..) has it, "train.py:12:4"; else None. possible: it may happen, and nothing
    shows that it does. meeting: updates that reach one element, a dict with the bound of a sum's error, and that of each input in
    bounds; else None. elsewhere: what other systems do, by their names.
    """

    kind: str
    severity: str
    observed: bool
    line: int
    column: int
    op: str
    function: str
    seen: str
    advice: str
    counts: Optional[Dict[str, Any]]
    location: Optional[str] = None
    possible: bool = False
    meeting: Optional[Dict[str, Any]] = None
    elsewhere: Dict[str, str] = {}

    def __str__(self):
        origin = f"\n    it comes from {self.location}" if self.location else ""
        others = "".join(f"\n    {system} {does}" for system, does in self.elsewhere.items())
        head = f"{self.line}:{self.column}: {self.severity}: {self.op}: {self.seen} [{self.kind}]"
        return f"{head}{origin}\n    {self.advice}{others}"


class PlannedAccess(NamedTuple):
    """How one gather or scatter of a module would run: str() is the line that `garner plan` prints.

    obstacle: why it has no plan, or None. assumptions: sentences about what was taken for granted.
    """

    line: int
    column: int
    op: str
    function: str
    is_scatter: bool
    obstacle: Optional[str]
    text: Optional[str]
    addressing: Optional[str]
    partition: Optional[str]
    mover: Optional[str]
    cpu: Optional[str]
    threads: int
    parts: int
    elements: int
    bytes: int
    expected_ns: float
    assumptions: Tuple[str, ...]

    def __str__(self):
        return f"{self.line}:{self.column}: {self.op}: {self.text or self.obstacle}"


class Trials(NamedTuple):
    """How two modules were compared: trials with every index in range, with one out of range, that were refused, and that broke a
    promise of the first module's; and whether that one makes promises."""

    in_range: int
    out_of_range: int
    refused: int
    promise_broken: int
    makes_promises: bool


class Move(NamedTuple):
    """What a device does for an op beside its own part of it: str() is the sentence that `garner shard --explain` prints.

    collective: None where every device runs the op whole. most_bytes come to a device, least_bytes have to; times: how often it runs
    each time that the function does, -1 where that is not known. is_conditional: it stands in a branch.
    """

    line: int
    column: int
    op: str
    function: str
    collective: Optional[str]
    axes: Optional[str]
    why: str
    most_bytes: int
    least_bytes: int
    times: int
    loops: int
    is_conditional: bool
    text: str

    def __str__(self):
        return f"{self.line}:{self.column}: {self.text}"


class Drawing(str):
    """A picture: SVG or text. Notebooks show either."""

    def _is_svg(self):
        return self.lstrip().startswith("<")

    def _repr_svg_(self):
        return str(self) if self._is_svg() else None

    def _repr_html_(self):
        return None if self._is_svg() else f"<pre>{html.escape(str(self))}</pre>"

    def save(self, path):
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def parse(source, *, allow_unregistered=False, allow_nonunique_scatter=False, strict_syntax=False):
    """A Module of MLIR text, of the bytes of a portable artifact or of an ONNX model, or of a file of any of them.

    source  bytes: text, an artifact or a model; os.PathLike, or a str of one line without a brace, a quote or ` = `: a file's path;
            any other str: text. Tensors that a model has in other files are read from beside its own
    allow_unregistered       keep ops of dialects that garner does not know; they cannot run
    allow_nonunique_scatter  take tensor.scatter without `unique`
    strict_syntax            read text as MLIR does; else ops outside functions become @main, whose arguments are the values that
                             nobody defines

    garner.ParseError: line and column are fields. OSError: the file cannot be read.
    """
    content = _bytes_of(source)
    return Module(_garner.parse(content, allow_unregistered, allow_nonunique_scatter, strict_syntax, _reader_beside(source))[0])


def _restored(text, remarks, moves):
    """What a pickle of a Module makes."""
    made = parse(text.encode("utf-8", "surrogateescape"), allow_unregistered=True, allow_nonunique_scatter=True)
    made.remarks, made.moves = remarks, moves
    return made


def _reader_beside(source):
    """What reads a file by its path from beside `source`, where that is a path; else None."""
    if not _is_path(source):
        return None
    folder = os.path.dirname(os.path.abspath(os.fspath(source)))

    def read(path):
        with open(os.path.join(folder, path), "rb") as file:
            return file.read()

    return read


def _is_path(source):
    if not isinstance(source, str):
        return isinstance(source, os.PathLike)
    return not any(mark in source for mark in ("\n", "{", '"', " = "))


def _bytes_of(source):
    if _is_path(source):
        with open(source, "rb") as file:
            return file.read()
    if isinstance(source, str):
        return source.encode("utf-8", "surrogateescape")
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    raise TypeError(f"text, bytes or a path is needed, {type(source).__name__} given")


def _label(function, i):
    """Input i as messages name it."""
    return f"input #{i}, %{function.names[i]}," if function.names[i] else f"input #{i}"


def _number_of(function, key, is_keyword):
    """Which input a name or a number means."""
    if isinstance(key, int) and 0 <= key < len(function.inputs):
        return key
    name = key.removeprefix("%") if isinstance(key, str) else None
    if name and name in function.names:
        return function.names.index(name)
    known = ", ".join(name for name in function.names if name) or "none"
    if is_keyword:
        raise TypeError(f"there is no option {key!r}, and @{function.name} has no input of that name; named inputs: {known}")
    raise ArgumentError(f"@{function.name} has no input {key!r}; named inputs: {known}")


def _line_up(function, given, by_name, keywords):
    """First those by name, then the others in their order: up to the last, without a gap."""
    found = {}
    for key, value in by_name.items():
        i = _number_of(function, key, key in keywords)
        if i in found:
            raise ArgumentError(f"{_label(function, i)} is given twice")
        found[i] = value
    free = [i for i in range(len(function.inputs)) if i not in found]
    if len(given) > len(free):
        raise ArgumentError(f"@{function.name} takes {len(function.inputs)} inputs, {len(given) + len(found)} are given")
    found.update(zip(free, given))
    for i in range(max(found, default=-1)):
        if i not in found:
            raise ArgumentError(f"{_label(function, i)} of type {function.inputs[i]} is not given")
    return [found[i] for i in range(len(found))]


def _scalar(function, i, value):
    """A Python number as an array of the input's element type; all else as it is."""
    if isinstance(value, (bool, int, float, complex)) and i < len(function.dtypes) and function.dtypes[i]:
        return array(value, function.dtypes[i])
    return value


def _zeros(function, i):
    extents = _extents_of(function.inputs[i]) if function.dtypes[i] else None
    if extents is None:
        raise ArgumentError(f"{_label(function, i)} is of type {function.inputs[i]}, whose zeros are not known: give inputs")
    if "?" in extents:
        raise ArgumentError(f"{_label(function, i)} is of type {function.inputs[i]}, whose extents are not all known: give inputs")
    return array("x".join([*extents, function.dtypes[i]]) + "=zeros")


def _extents_of(text):
    """The extents in "tensor<2x?xf32>", "!torch.vtensor<[2,3],f32>" or "index", as text; None: they are in another form."""
    found = re.fullmatch(r"[!.\w]+<(?:\[([\d,? ]*)\],|((?:(?:\d+|\?)x)*))(?!\*).*>", text, re.S)
    if found is None:
        return [] if re.fullmatch(r"\w+", text) else None
    return re.findall(r"\d+|\?", found.group(1) or found.group(2) or "")


class Module:
    """A program; garner.parse makes it. It never changes: what makes another program of it gives a new Module.

    str(module) is its text. Functions are named by `function`, a name without @ or a number;
    None: @main, else the first public one.
    Inputs of a run are arrays, as the function's types say; a Python number does for a scalar. They are given in their order, or by
    the names that the program has for them: m.run(table=x, rows=i), or a dict, m.run({"table": x, "rows": i}), which also
    takes names that are options here, and numbers. Several threads may use one module at once.

    remarks  what was said when the module was made of another. moves: of `shard`, what devices exchange
    """

    def __init__(self, handle, remarks=()):
        if not isinstance(handle, _garner.Module):
            raise TypeError("garner.parse makes modules")
        self._module = handle
        self.remarks = tuple(message for severity, _, _, message in remarks if severity == "remark")
        self.moves = ()
        self._functions = tuple(
            Function(name, public, body, tuple(inputs), results, tuple(names), tuple(dtypes))
            for name, public, body, inputs, results, names, dtypes in handle.functions()
        )

    def __reduce__(self):
        return _restored, (str(self), self.remarks, self.moves)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    @property
    def functions(self):
        """The module's functions, a list of Function."""
        return list(self._functions)

    def _number(self, function):
        all_functions = self._functions
        if isinstance(function, int):
            if not 0 <= function < len(all_functions):
                raise ArgumentError(f"there is no function {function}; right: 0 to {len(all_functions) - 1}")
            return function
        if function is None:
            names = [i for i, f in enumerate(all_functions) if f.name == "main"]
            names += [i for i, f in enumerate(all_functions) if f.is_public and f.has_body]
            if not names:
                raise ArgumentError("the module has no public function")
            return names[0]
        for i, f in enumerate(all_functions):
            if f.name == function:
                return i
        raise ArgumentError(
            f"there is no function @{function}; there are " + ", ".join("@" + f.name for f in all_functions)
        )

    def _inputs(self, number, given, named, zeros=False):
        """The inputs in their order: of `given`, which may be one dict, and by name. zeros: of those types where none is given."""
        function = self._functions[number]
        by_name = dict(named)
        if len(given) == 1 and isinstance(given[0], dict):
            given, by_name = (), {**given[0], **named}
        found = _line_up(function, given, by_name, named)
        if not found and zeros:
            return tuple(_zeros(function, i) for i in range(len(function.inputs)))
        return tuple(_scalar(function, i, value) for i, value in enumerate(found))

    def check(self):
        """Holds every op to every rule.

        garner.VerifyError: rule, line and column of the first that is broken; diagnostics has all.
        """
        self._module.verify()

    def text(self, *, generic=False, elide_over=0, names=True, locations=False):
        """The program as text.

        generic: as any MLIR tool reads it. elide_over: shorten longer constants. names: values keep theirs. locations: with
        loc(..), which says where ops and arguments come from.
        """
        return self._module.print(generic, elide_over, names, locations)

    def __str__(self):
        return self.text()

    def __repr__(self):
        names = ["@" + f.name for f in self.functions]
        return f"<garner.Module: {', '.join(names[:5])}{', ...' if len(names) > 5 else ''}>"

    def run(
        self,
        *inputs,
        function=None,
        strict=False,
        check_promises=False,
        drop_whole_window=False,
        threads=1,
        max_memory=0,
        max_steps=0,
        replicas=0,
        partitions=0,
        devices=False,
        reassociate=False,
        products="exact",
        **named,
    ):
        """Runs a function. Gives its result, a garner.Array; a tuple of them where it has several; None where it has none.

        strict             an index out of range is a garner.IndexError, where the op itself would clamp or skip
        check_promises     a false indices_are_sorted or unique_indices is a garner.PromiseError
        drop_whole_window  a scatter drops a window that lies partly outside as a whole, as XLA and JAX do
        threads            1 to 256; the bits do not depend on it
        max_memory, max_steps   bytes and steps (docs/steps.md) over which the run ends with garner.MemoryError, garner.LimitError
        replicas, partitions    a grid of processes (docs/collectives.md); results come in their order
        devices            run on the devices of the program's mesh, each a thread, with the bits of one process (docs/shard.md);
                           reassociate: sums of floats may be divided, which gives other bits

        products           who sums the products of dot_general: "exact", in their order, with the same bits everywhere;
                           "library", a BLAS that is installed; "fastest", a library where one is found (docs/performance.md)

        What the program prints goes to sys.stdout. garner.CheckError: a check in the program failed. garner.ShapeError,
        garner.DTypeError: an input is not as declared.
        """
        number = self._number(function)
        results, _, printed, _ = self._module.run(
            number,
            self._inputs(number, inputs, named),
            {
                "strict": strict,
                "check_promises": check_promises,
                "drop_whole_window": drop_whole_window,
                "threads": threads,
                "max_memory": max_memory,
                "max_steps": max_steps,
                "replicas": replicas,
                "partitions": partitions,
                "devices": devices,
                "reassociate": reassociate,
                "products": products,
            },
        )
        if printed:
            sys.stdout.write(printed)
        return None if not results else results[0] if len(results) == 1 else tuple(results)

    def plan(
        self,
        *inputs,
        function=None,
        extent=0,
        dims=None,
        threads=1,
        strict=False,
        drop_whole_window=False,
        target=None,
        **named,
    ):
        """How each gather and scatter would run, without a run: a list of PlannedAccess, in order of the text.

        inputs  arrays whose shapes stand for the function's; without them all functions are planned
        extent  of dimensions that the program leaves open; 0: 1024.  dims: {("x", 0): 128} of arguments by name or number
        target  "ttnn": a list of (line, column, op, garner.ttnn.Account or None, note) instead
        """
        number = -1 if function is None and not inputs and not named else self._number(function)
        assumed = tuple((str(name), dim, size) for (name, dim), size in (dims or {}).items())
        if target not in (None, "ttnn"):
            raise ArgumentError(f"target: {target!r}; right: None or \"ttnn\"")
        found = self._module.plan(
            number,
            self._inputs(number, inputs, named) if number >= 0 else (),
            {
                "extent": extent,
                "dims": assumed,
                "threads": threads,
                "strict": strict,
                "drop_whole_window": drop_whole_window,
                "ttnn": target == "ttnn",
            },
        )
        if target == "ttnn":
            return [
                (f["line"], f["column"], f["op"], Account(*f["account"]) if f["account"] else None, f["note"])
                for f in found
            ]
        return [PlannedAccess(**{**f, "assumptions": tuple(f["assumptions"])}) for f in found]

    def lint(
        self,
        *inputs,
        function=None,
        run=None,
        only_run=False,
        strict=False,
        drop_whole_window=False,
        threads=1,
        max_memory=0,
        max_steps=0,
        **named,
    ):
        """What is wrong, or could be said better, about the indices: a list of Finding.

        inputs  where they are given, or run is true, the function runs as well, and index vectors are counted
        """
        runs = bool(inputs or named) if run is None else run
        number = self._number(function) if runs or function is not None else 0
        found = self._module.lint(
            number,
            self._inputs(number, inputs, named) if inputs or named else (),
            {
                "run": runs,
                "only_run": only_run,
                "strict": strict,
                "drop_whole_window": drop_whole_window,
                "threads": threads,
                "max_memory": max_memory,
                "max_steps": max_steps,
            },
        )
        return [Finding(**f) for f in found]

    def convert(
        self, to, *, verify=False, trials=100, seed=0, assume_in_bounds=False, strict_target=False, keep_recipes=False
    ):
        """The program in another dialect, as a Module: "stablehlo", "tensor", "tcp", "onnx", "torch", "ttnn", "nvl".

        "numpy", "jax", "pytorch", "r": text to paste, a str. "artifact": StableHLO's portable artifact, bytes.

        verify            run both on random inputs and compare the bits: garner.CheckError where they differ; trials, seed
        assume_in_bounds  every index is in range: nothing is put around for one that is not
        strict_target     an op that the dialect lacks is an error; else it stays, and module.remarks says so
        keep_recipes      do not raise to simpler ops

        garner.UnsupportedError: the target cannot say it; diagnostics has each op with the reason.
        """
        if not isinstance(to, str):
            raise TypeError(f"to: a str is needed, {type(to)} given")
        targets = [*_garner.dialects(), *_garner.languages(), "artifact"]
        if to not in targets:
            lowers = f"; m.lower({to!r}) makes loops" if to in _garner.lower_targets() else ""
            raise ArgumentError(f"to: {to!r}; right: {', '.join(map(repr, targets))}{lowers}")
        if to == "artifact":
            return self.artifact()
        if to in _garner.languages():
            return self._module.source(to, keep_recipes)
        made = Module(
            *self._module.convert(
                {
                    "to": to,
                    "assume_in_bounds": assume_in_bounds,
                    "strict_target": strict_target,
                    "keep_recipes": keep_recipes,
                }
            )
        )
        if verify:
            self.equivalent(made, trials=trials, seed=seed, only_in_range=assume_in_bounds)
        return made

    def equivalent(self, other, *, trials=100, seed=0, only_in_range=False, max_memory=0, max_steps=0):
        """Runs both on random inputs and compares what comes out, bit for bit. Gives Trials.

        garner.CheckError: they differ; the message has the function, the trial and the element.
        """
        if not isinstance(other, Module):
            raise TypeError(f"a garner.Module is needed, {type(other).__name__} given")
        return Trials(
            *self._module.equivalent(
                other._module,
                {
                    "trials": trials,
                    "seed": seed,
                    "only_in_range": only_in_range,
                    "max_memory": max_memory,
                    "max_steps": max_steps,
                },
            )
        )

    def artifact(self, target=None):
        """StableHLO's portable artifact as bytes; target: "1.0.0", "minimum" or None for the current version."""
        return self._module.artifact(target)

    def onnx(self, function=None):
        """An ONNX model (.onnx) as bytes. The ops are onnx's already: m.convert("onnx").onnx(). function: the graph, a name.

        garner.UnsupportedError: an op or a type that ONNX has not; diagnostics has each.
        """
        return self._module.onnx(function)

    def lower(
        self,
        to,
        *,
        stage=None,
        c_interface=False,
        result_arguments=False,
        strided=False,
        drop_checks=False,
        keep_recipes=False,
    ):
        """The program as loops of upstream MLIR: "scf", "linalg" or "parallel". Gives a Module (docs/lower.md)."""
        return Module(
            *self._module.lower(
                {
                    "to": to,
                    "stage": stage,
                    "c_interface": c_interface,
                    "result_arguments": result_arguments,
                    "strided": strided,
                    "drop_checks": drop_checks,
                    "keep_recipes": keep_recipes,
                }
            )
        )

    def emit(self, *, function=None, header=False, driver=False, simd=False, openmp=False):
        """The program as C11, a str (docs/emit.md)."""
        return self._module.emit(
            {"function": function, "header": header, "driver": driver, "simd": simd, "openmp": openmp}
        )

    def grad(self, wrt=None, *, function=None, forward=False):
        """A Module with the function's derivative added: @NAME_vjp, or @NAME_jvp where forward is true.

        wrt  numbers of inputs; None: all of floats or complex numbers. docs/gradients.md
        """
        return Module(*self._module.grad(self._number(function), wrt, forward))

    def shard(self, *, stage="local", reassociate=False, keep_recipes=False):
        """The program divided over the devices of its mesh, by the shardings that it has in Shardy's dialect. Gives a Module.

        stage         "local": what one device runs; on the way there "rules", "propagated" and "resharded" (docs/shard.md)
        reassociate   sums of floats may be divided, which gives other bits
        keep_recipes  an iota that indexes stays a component

        At the stage "local" module.moves is a tuple of Move: each collective, why it came and how many bytes it brings. m.run(..,
        devices=True) runs the program so. garner.UnsupportedError: what cannot be divided.
        """
        handle, remarks, moves = self._module.shard(
            {"stage": stage, "reassociate": reassociate, "keep_recipes": keep_recipes}
        )
        made = Module(handle, remarks)
        made.moves = tuple(Move(**move) for move in moves)
        return made

    def devices(self, function=None):
        """How many devices the mesh of a function's shardings has; 1 where there is none."""
        return self._module.devices(self._number(function))

    def expand_batching(self):
        """A Module in which no gather or scatter has batching dims."""
        return Module(*self._module.batching(True))

    def collapse_batching(self):
        """A Module in which index components that only count along a dimension have become batching dims."""
        return Module(*self._module.batching(False))

    def explain(
        self,
        *inputs,
        function=None,
        op=0,
        at=None,
        at_update=False,
        in_words=False,
        json=False,
        only_input=0,
        strict=False,
        **named,
    ):
        """Where one element of a gather or scatter comes from, step by step, a str.

        op  which gather or scatter, in the order of the run.  at: an element of the result, (1, 0); None: a few are chosen
        in_words: a sentence and a line of numpy instead.  json: as JSON
        Without inputs those of the function are zeros.
        """
        number = self._number(function)
        return self._module.explain(
            number,
            self._inputs(number, inputs, named, zeros=True),
            {
                "op": op,
                "at": at,
                "at_update": at_update,
                "in_words": in_words,
                "json": json,
                "only_input": only_input,
                "strict": strict,
            },
        )

    def draw(self, *inputs, function=None, op=0, at=None, text=False, only_input=0, columns=0, **named):
        """A picture of a gather or scatter, a Drawing: SVG, or box characters where text is true. Notebooks show either.

        at  elements to trace, at most 8: [(1, 0), (0, 2)]; None: a few are chosen
        Without inputs those of the function are zeros.
        """
        number = self._number(function)
        return Drawing(
            self._module.draw(
                number,
                self._inputs(number, inputs, named, zeros=True),
                {"op": op, "at": at, "text": text, "only_input": only_input, "columns": columns},
            )
        )

    def _repr_svg_(self):
        """The picture of the first gather or scatter, of inputs that are zeros."""
        try:
            return str(self.draw())
        except Exception:  # what cannot be drawn is shown as text
            return None
