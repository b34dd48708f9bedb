"""garner.ops and garner.rule: which ops there are, what their rules say, and a program of each, as the command's `ops` and `rule`."""
import difflib
import fnmatch
import functools
import re
import textwrap
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from . import _garner
from ._errors import ArgumentError, Error
from ._module import parse

WIDTH = 78


class Part(NamedTuple):
    """An operand, attribute, result, or trait of an op. occurs: "one", "maybe", "any". words: what it may be."""

    name: str
    is_: Optional[str]
    occurs: str
    form: Optional[str]
    is_enumeration: bool
    words: Tuple[str, ...]


def _wrapped(text, indent):
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _entry(left, text, indent=24):
    lines = textwrap.wrap(text, WIDTH - indent, break_long_words=False, break_on_hyphens=False) or [""]
    first = f"  {left}".ljust(indent) if len(left) + 3 < indent else f"  {left}\n" + " " * indent
    return first + ("\n" + " " * indent).join(lines)


class Operation:
    """An op as garner's tables have it: str() is the page that `garner ops NAME` prints.

    name, dialect, summary, source   what it does, and what document says how
    operands, attributes, results, relations, traits   tuples of Part
    syntax, generic      its short form, or None, and its generic one
    rules                tuples of Rule
    not_run              why a run does not execute it, or None
    commands             what the commands do with it: tried on the example where there is one
    example              a program, or None
    """

    _LISTS = ("operands", "attributes", "results", "relations", "traits")

    def __init__(self, number):
        self._number = number
        self.name, self.dialect, self.summary, self.source, self._section_bytes, self.not_run, self._flags = _garner.operation(number)

    @property
    def section(self):
        """The source without its rules: as messages name it."""
        return self.source.encode()[: self._section_bytes].decode()

    def _parts(self, which):
        return tuple(Part(*part[:5], tuple(part[5])) for part in _garner.operation_parts(self._number, self._LISTS.index(which)))

    operands = property(lambda self: self._parts("operands"))
    attributes = property(lambda self: self._parts("attributes"))
    results = property(lambda self: self._parts("results"))
    relations = property(lambda self: self._parts("relations"))
    traits = property(lambda self: self._parts("traits"))

    @property
    def syntax(self):
        return _garner.operation_syntax(self._number) or None

    @property
    def generic(self):
        marks = {"one": "", "maybe": "?", "any": ", .."}
        operands = ", ".join("%" + p.name + marks[p.occurs] for p in self.operands)
        attributes = ", ".join(p.name + marks[p.occurs] + " = .." for p in self.attributes)
        regions = {0: "", 1: " ({region})"}.get(self._flags["nregions"], " ({region}, ..)")
        return f'"{self.name}"({operands})' + (f" <{{{attributes}}}>" if attributes else "") + f"{regions} : (type, ..) -> type"

    @functools.cached_property
    def rules(self):
        everything = _all_rules()
        return tuple(everything[number] for number in _garner.rules_of(self.source, self._section_bytes))

    @property
    def example(self):
        return _garner.operation_example(self.name)

    @functools.cached_property
    def commands(self) -> Dict[str, Any]:
        found: Dict[str, Any] = {
            "run": self.not_run is None,
            "not_run": self.not_run,
            "elementwise": self.not_run is None and self._flags["is_elementwise"],
            "plan": self.not_run is None and self._flags["is_access"],
            "convert": [],
            "lower": [],
            "emit": False,
            "grad": None,
        }
        if self.not_run is None:
            imported = "stablehlo" if self._flags["is_imported"] else None
            found["grad"] = "derivative" if self._flags["has_derivative"] else imported
            self._try_targets(found)
        return found

    def _try_targets(self, found):
        module = _made(parse, self.example) if self.example else None
        if module is None:
            return
        for to in _garner.dialects():
            if to != self.dialect and _made(module.convert, to, strict_target=True) is not None:
                found["convert"].append(to)
        for to in _garner.lower_targets():
            lowered = _made(module.lower, to, drop_checks=True)
            if lowered is not None:
                found["lower"].append(to)
                if to == "scf":
                    found["emit"] = _made(lowered.emit) is not None

    def __str__(self):
        lines = [self.name, _wrapped(self.summary, "  "), "", "Source:", _wrapped(self.source, "  "), "", "Syntax:"]
        lines += [_wrapped(form, "  ") for form in (self.syntax, self.generic) if form]
        for title, name in zip(("Operands", "Attributes", "Results", "Together", "Traits"), self._LISTS):
            parts = getattr(self, name)
            lines += ["", f"{title}:"] if parts else []
            lines += [_entry(part.name, _part_words(part)) for part in parts]
        if self.rules:
            lines += ["", f"Rules (garner.rule({self.name!r}, {self.rules[0].rule!r})):"]
            lines += [_entry(rule.rule, rule.says) for rule in self.rules]
        lines += ["", "Commands:", *(_entry(*line) for line in self._command_lines())]
        if self.example:
            lines += ["", "Example:", textwrap.indent(self.example.rstrip("\n"), "  ")]
        return "\n".join(lines)

    def _command_lines(self):
        found = self.commands
        if self.not_run is not None:
            return [("run", self.not_run), ("check, print", "yes")]
        grads = {"derivative": "it has a derivative", "stablehlo": "by way of the StableHLO ops that it becomes"}
        access, element = "as a gather or scatter, which is planned", "as a function of each element"
        return [
            ("run", access if found["plan"] else element if found["elementwise"] else "yes"),
            ("plan, explain, draw", "yes" if found["plan"] else "no: it is neither gather nor scatter"),
            ("convert", ", ".join(found["convert"]) or "nothing takes the example whole"),
            ("lower", ", ".join(found["lower"]) or "not the example"),
            ("emit", "yes" if found["emit"] else "not the example"),
            ("grad", grads.get(found["grad"], "it has no derivative")),
        ]

    def __repr__(self):
        return f"<garner.Operation {self.name}: {self.summary}>"

    def __eq__(self, other):
        return isinstance(other, Operation) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __reduce__(self):
        return _operation, (self.name,)


def _part_words(part):
    before = {"one": "", "maybe": "may be left out: ", "any": "any number: "}[part.occurs]
    form = f", #{part.form}" if part.form and not part.is_enumeration else ""
    return before + (part.is_ or "anything") + form + (": " + ", ".join(part.words) if part.words else "")


def _operation(name):
    return Operation(_garner.operation_named(name))


def _made(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Error:
        return None


class Rule(NamedTuple):
    """A rule that messages name: str() is what `garner rule` prints of it.

    section: document and section, "StableHLO spec, gather"; None where the number says it, as of TCP-16. says: in a line.
    ops: names of those that have it. example: a program that breaks it, or None; messages: what is said of it.
    """

    section: Optional[str]
    rule: str
    says: str

    @property
    def ops(self) -> Tuple[str, ...]:
        return tuple(op.name for op in _ops_by_rule().get(self, ()))

    @property
    def source(self) -> str:
        system = _system_of(self)
        return f"{system[2]} ({system[1]})" if system and not self.section else f"{self._section()}, {self.rule}"

    def _section(self):
        return self.section or next((op.section for op in _ops_by_rule().get(self, ())), None)

    @property
    def example(self) -> Optional[str]:
        return _garner.rule_program(self._section(), self.rule)

    @property
    def messages(self) -> Tuple[Any, ...]:
        if self.example is None:
            return ()
        try:
            parse(self.example).check()
        except Error as error:
            return error.diagnostics
        return ()

    def __str__(self):
        lines = [f"Rule {self.rule} of the {self.section}" if self.section else f"Rule {self.rule}", _wrapped(self.says, "  ")]
        lines += ["", "Source:", _wrapped(self.source, "  ")]
        if self.ops:
            lines += ["", "Ops:", _wrapped(", ".join(self.ops), "  ")]
        if self.example:
            lines += ["", "A program that breaks it:", textwrap.indent(self.example.rstrip("\n"), "  ")]
            lines += ["", "What is said of it:", *(f"  {message}" for message in self.messages)]
        return "\n".join(lines)


class Listing(list):
    """Several ops or rules: at a prompt a line each, of one the page."""

    def __str__(self):
        if len(self) == 1:
            return str(self[0])
        left = max((len(_left(entry)) for entry in self), default=0)
        return "\n".join(_entry(_left(e), e.summary if isinstance(e, Operation) else e.says, min(left, 30) + 4) for e in self)

    __repr__ = __str__


def _left(entry):
    if isinstance(entry, Operation):
        return entry.name
    return f"{entry.rule} of {entry.section}" if entry.section else entry.rule


@functools.lru_cache(None)
def _all_ops() -> List[Operation]:
    found: List[Operation] = []
    while _garner.operation(len(found)) is not None:
        found.append(Operation(len(found)))
    return found


@functools.lru_cache(None)
def _all_rules():
    return [Rule(*rule) for rule in _garner.rules()]


@functools.lru_cache(None)
def _ops_by_rule():
    found: Dict[Rule, List[Operation]] = {}
    for op in _all_ops():
        for one in op.rules:
            found.setdefault(one, []).append(op)
    return found


def _system_of(rule):
    return next((system for system in _garner.rule_systems() if rule.rule.startswith(system[0])), None)


def _behind_dialect(name):
    return name.partition(".")[2] or name


def _matches(pattern, name):
    pattern, name = pattern.lower(), name.lower()
    if any(mark in pattern for mark in "*?["):
        return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(_behind_dialect(name), pattern)
    return pattern in name


def _nearest(meant):
    names = [op.name for op in _all_ops()]
    near = difflib.get_close_matches(meant, names, 1) or difflib.get_close_matches(meant, [_behind_dialect(n) for n in names], 1)
    return f"; did you mean {near[0]!r}?" if near else "; garner.ops() lists them"


def ops(*patterns):
    """The ops that garner knows, a list of Operation: all, or those whose names match.

    patterns  part of a name, "gather"; with * ? [ all of it, or all behind the dialect, "*.dyn*"; or a name in full,
              "stablehlo.gather", which is that op alone and prints as its page

    garner.ArgumentError: nothing matches.
    """
    found = Listing()
    for pattern in patterns:
        bare = re.fullmatch('"(.+)"', pattern)
        number = _garner.operation_named(bare.group(1) if bare else pattern) if bare or "." in pattern else None
        own = [_all_ops()[number]] if number is not None else [op for op in _all_ops() if _matches(pattern, op.name)]
        if not own:
            raise ArgumentError(f"there is no op {pattern!r}{_nearest(pattern)}")
        found += [op for op in own if op not in found]
    return found if patterns else Listing(_all_ops())


_NUMBER = re.compile(r"[A-Za-z]{1,4}-?\d+")


def _read_question(words):
    """(op or section, rule): either may be "". As messages and people have it."""
    asked_op = asked_rule = ""
    known = {rule.rule for rule in _all_rules()}

    def is_rule(word):
        return _NUMBER.fullmatch(word) is not None or word in known

    def number(word):
        return word.upper() if _NUMBER.fullmatch(word) else word

    for text in words:
        of = re.search(r"(?:rule )?(\S.*?) of the (.+)", text)
        for word in [text] if of or ", " in text else text.removeprefix("rule ").split():
            if of:
                asked_rule, asked_op = number(of.group(1)), of.group(2)
            elif is_rule(word):
                asked_rule = number(word)
            elif "." in word and is_rule(word.rpartition(".")[2]) and _garner.operation_named(word) is None:
                asked_op, asked_rule = word.rpartition(".")[0], number(word.rpartition(".")[2])
            else:
                asked_op = word
    return asked_op, asked_rule


def rule(*words):
    """What rules say that messages name, a list of Rule: of one, its page with a program that breaks it.

    words  "C21"; "stablehlo.gather", "C21"; "gather.C21"; "TCP-16"; "rule C21 of the StableHLO spec, gather"; an op's name, for all
           of its rules; or a garner.VerifyError, for the rules that it names. Without words all rules.

    garner.ArgumentError: there is none.
    """
    texts = []
    for word in words:
        if isinstance(word, Error):
            notes = [d.message for d in word.diagnostics if d.severity == "note" and d.message.startswith("rule ")]
            if not notes:
                raise ArgumentError("the error names no rule")
            texts.append(notes[0])
        else:
            texts.append(word)
    if not texts:
        return Listing(_all_rules())
    op, number = _read_question(texts)
    meant = [o for o in _all_ops() if not op or op in (o.name, _behind_dialect(o.name), o.section)]
    if not meant:
        raise ArgumentError(f"there is no op {op!r}{_nearest(op)}")
    numbers = number.split(", ") if number else None
    pool = dict.fromkeys(r for o in meant for r in o.rules) if op else dict.fromkeys(_all_rules())
    found = Listing(r for r in _all_rules() if r in pool and (numbers is None or r.rule in numbers))
    if not found:
        raise ArgumentError(f"garner checks no rule {number} of {op}" if number and op else f"there is no rule {number or op}")
    return found
