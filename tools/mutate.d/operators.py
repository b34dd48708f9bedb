"""operators.py - the mutants of a source: each one small change of what the code means."""
import re

from source import KEYWORDS

# Of one token; binary ones only where white space stands on both sides.
TOKENS = {
    "<": [("<=", "lt-le"), (">=", "lt-ge")],
    "<=": [("<", "le-lt"), (">", "le-gt")],
    ">": [(">=", "gt-ge"), ("<=", "gt-le")],
    ">=": [(">", "ge-gt"), ("<", "ge-lt")],
    "==": [("!=", "eq-ne")],
    "!=": [("==", "ne-eq")],
    "&&": [("||", "and-or")],
    "||": [("&&", "or-and")],
    "+": [("-", "add-sub")],
    "-": [("+", "sub-add")],
    "*": [("+", "mul-add")],
    "/": [("*", "div-mul")],
    "%": [("/", "mod-div")],
    "&": [("|", "bits-and-or")],
    "|": [("&", "bits-or-and")],
    "^": [("|", "bits-xor-or")],
    "<<": [(">>", "left-right")],
    ">>": [("<<", "right-left")],
    "+=": [("-=", "add-sub")],
    "-=": [("+=", "sub-add")],
    "*=": [("+=", "mul-add")],
    "|=": [("&=", "bits-or-and")],
    "&=": [("|=", "bits-and-or")],
    "^=": [("|=", "bits-xor-or")],
    "<<=": [(">>=", "left-right")],
    ">>=": [("<<=", "right-left")],
}
ANYWHERE = {"++": [("--", "up-down")], "--": [("++", "down-up")], "!": [("", "drop-not")], "~": [("", "drop-not")]}
WORDS = {"true": [("false", "true-false")], "false": [("true", "false-true")]}
INTEGERS = {"int", "int8_t", "int16_t", "int32_t", "int64_t", "size_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t"}
NO_CALL = {"if", "for", "while", "switch", "return", "sizeof", "assert", "static_assert", "_Static_assert", "defined"}
ASSIGNS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>="}


class Mutant:
    """Replaces text[at:end] of a file by `new`."""

    def __init__(self, source, token, at, end, new, operator):
        self.path, self.at, self.end, self.new, self.operator = source.path, at, end, new, operator
        self.old = source.text[at:end]
        self.line, self.column, self.scope, self.where = token.line, token.column, token.scope, token.where
        self.text = " ".join(source.lines[token.line - 1].split()).rstrip(" \\")
        self.nth = 1  # among mutants with the same key
        self.site = token.at

    @property
    def id(self):
        return f"{self.path}:{self.line}:{self.column}:{self.operator}"

    @property
    def key(self):
        """What stays when lines are put before it."""
        return (self.path, self.where, self.text, self.operator, self.nth)

    @property
    def layer(self):
        return self.path.split("/")[1]


class Maker:
    def __init__(self, source):
        self.s, self.t, self.match = source, source.tokens, source.match
        self.out = []
        self.quiet = self._messages()

    def _messages(self):
        """Tokens within a call that says something: its arguments are text for people, not behaviour."""
        quiet = set()
        for i, t in enumerate(self.t):
            if t.text != "(" or i not in self.match or i == 0:
                continue
            end = self.match[i]
            depth, says = 0, self.t[i - 1].text in ("assert", "static_assert", "_Static_assert")
            for j in range(i + 1, end):
                depth += {"(": 1, ")": -1}.get(self.t[j].text, 0)
                says = says or (depth == 0 and self.t[j].kind == "str" and re.search("[ %]", self.t[j].text))
            if says and self.t[i - 1].kind == "id" and self.t[i - 1].text not in NO_CALL - {"assert", "static_assert"}:
                quiet.update(range(i, end + 1))
        return quiet

    def make(self):
        for i, t in enumerate(self.t):
            if i in self.quiet or t.scope not in ("function", "macro", "table"):
                continue
            self._token(i, t)
            if t.scope != "table":
                self._structure(i, t)
        seen = {}
        for m in self.out:
            key = m.key[:-1]
            seen[key] = m.nth = seen.get(key, 0) + 1
        return self.out

    def _add(self, token, at, end, new, operator):
        if self.s.text[at:end] != new:
            self.out.append(Mutant(self.s, token, at, end, new, operator))

    def _replace(self, token, first, last, new, operator):
        """Tokens first to last."""
        self._add(token, self.t[first].at, self.t[last].end, new, operator)

    # ---- one token ----

    def _token(self, i, t):
        if t.kind == "num":
            self._number(t)
        elif t.kind == "id":
            for new, name in WORDS.get(t.text, ()):
                self._add(t, t.at, t.end, new, name)
        elif t.kind == "op" and t.scope != "table":
            self._operator(i, t)

    def _operator(self, i, t):
        for new, name in ANYWHERE.get(t.text, ()):
            self._add(t, t.at, t.end, new, name)
        if self.s.spaced(i):
            for new, name in TOKENS.get(t.text, ()):
                self._add(t, t.at, t.end, new, name)
        elif t.text == "-" and self.t[i - 1].kind == "op" and self.t[i - 1].text not in ")]":
            self._add(t, t.at, t.end, "", "drop-minus")

    def _number(self, t):
        m = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", t.text)
        if m:
            digits, suffix = m.groups()
            hexadecimal = digits[:2] in ("0x", "0X")
            value = int(digits, 16 if hexadecimal else 8 if re.fullmatch("0[0-7]+", digits) else 10)
            say = (lambda v: f"{v:#x}{suffix}") if hexadecimal else (lambda v: f"{v}{suffix}")
            self._add(t, t.at, t.end, say(value + 1), "number-up")
            if value > 0:
                self._add(t, t.at, t.end, say(value - 1), "number-down")
        elif re.fullmatch(r"[\d.]+(?:[eE][-+]?\d+)?[fFlL]?", t.text):
            self._add(t, t.at, t.end, f"(2 * {t.text})" if float(t.text.rstrip("fFlL")) else "1.0", "number-double")

    # ---- more than one ----

    def _structure(self, i, t):
        after = self.t[i + 1] if i + 1 < len(self.t) else None
        if t.text in ("&&", "||"):
            self._operands(i, t)
        elif t.text == "?":
            self._ternary(i, t)
        elif t.text in ("if", "while") and after and after.text == "(" and i + 1 in self.match:
            self._condition(i, t)
        elif t.text == "return":
            self._return(i, t)
        elif t.kind == "id" and t.text not in KEYWORDS | NO_CALL and after and after.text == "(":
            self._call(i, t)
        if self._begins_statement(i):
            self._statement(i, t)

    def _walk(self, i, step, stops):
        """The last token before one of `stops`, or a bracket that closes what i is in, is met."""
        j = i + step
        while 0 <= j < len(self.t) and self.t[j].scope == self.t[i].scope and self.t[j].where == self.t[i].where:
            text = self.t[j].text
            if text in ("(", "[", "{") and step > 0 or text in (")", "]", "}") and step < 0:
                if j not in self.match:
                    return None
                j = self.match[j]
            elif text in stops or text in ("(", "[", "{", ")", "]", "}"):
                return j - step
            j += step
        return None

    def _operands(self, i, t):
        stops = {",", ";", "?", ":", "return"} | ASSIGNS | ({"&&", "||"} if t.text == "&&" else {"||"})
        first, last = self._walk(i, -1, stops), self._walk(i, 1, stops)
        if first is not None and first < i:
            self._add(t, self.t[first].at, self.t[i + 1].at, "", "drop-left")
        if last is not None and last > i:
            self._add(t, self.t[i - 1].end, self.t[last].end, "", "drop-right")

    def _ternary(self, i, t):
        colon, depth = i + 1, 0
        while colon < len(self.t):
            text = self.t[colon].text
            if text in ("(", "[", "{"):
                colon = self.match.get(colon, len(self.t))
            elif text in (")", "]", "}", ";"):
                return
            elif text == "?":
                depth += 1
            elif text == ":":
                if depth == 0:
                    break
                depth -= 1
            colon += 1
        if colon >= len(self.t):
            return
        last = self._walk(colon, 1, {",", ";"})
        if last is not None and last > colon:
            yes, no = self.s.between(i + 1, colon - 1), self.s.between(colon + 1, last)
            self._replace(t, i + 1, last, f"({no}) : ({yes})", "swap-choice")

    def _condition(self, i, t):
        first, last = i + 2, self.match[i + 1] - 1
        if first > last:
            return
        if t.text == "if":
            self._replace(t, first, last, "1", "if-true")
        self._replace(t, first, last, "0", f"{t.text}-false")
        if t.text == "if":
            self._replace(t, first, last, f"!({self.s.between(first, last)})", "if-not")

    def _return(self, i, t):
        last = self._walk(i, 1, {";"})
        if last is None or last <= i:
            return
        value = self.s.between(i + 1, last)
        head = self.s.heads.get(t.where, []) if t.scope == "function" else []
        if value == "GRN_OK":
            self._replace(t, i + 1, last, "GRN_E_ARGUMENT", "ok-error")
        elif value.startswith("GRN_E_") or "grn_status" in head and i + 2 in self.quiet and self.t[i + 2].text == "(":
            self._replace(t, i + 1, last, "GRN_OK", "error-ok")
        elif value in WORDS:
            pass
        elif "bool" in head and "*" not in head:
            self._replace(t, i + 1, last, f"!({value})", "return-not")
        elif INTEGERS & set(head) and "*" not in head and not re.fullmatch(r"-?\d+", value):
            self._replace(t, i + 1, last, f"({value}) + 1", "return-up")

    def _call(self, i, t):
        if self.t[i - 1].kind == "id" and self.t[i - 1].text not in ("return", "else", "do"):
            return
        if i + 1 not in self.match or i + 1 in self.quiet:
            return
        end, args, start, j = self.match[i + 1], [], i + 2, i + 2
        while j < end:
            if self.t[j].text in ("(", "[", "{"):
                j = self.match.get(j, end)
            elif self.t[j].text == ",":
                args.append((start, j - 1))
                start = j + 1
            j += 1
        args.append((start, end - 1))
        for k in range(len(args) - 1):
            (a, b), (c, d) = args[k], args[k + 1]
            declares = self.t[a].text in KEYWORDS or self.t[a].kind == self.t[a + 1].kind == "id"
            if a <= b and c <= d and not declares and not any(self.t[x].kind == "str" for x in range(a, d + 1)):
                x, y = self.s.between(a, b), self.s.between(c, d)
                if x != y:
                    self._replace(t, a, d, f"{y}, {x}", f"swap-{k + 1}-{k + 2}")

    # ---- statements ----

    def _begins_statement(self, i):
        if i == 0:
            return False
        before = self.t[i - 1]
        if before.scope != self.t[i].scope or before.where != self.t[i].where:
            return False
        if before.text in (";", "{", "}", "else", "do"):
            return not self._in_brackets(i)
        if before.text == ")" and i - 1 in self.match:
            word = self.t[self.match[i - 1] - 1].text
            return word in ("if", "for", "while", "switch")
        return before.text == ":" and self.t[i - 2].text in ("default",)

    def _in_brackets(self, i):
        """In the head of a for."""
        j = i - 1
        while j >= 0 and self.t[j].where == self.t[i].where:
            if self.t[j].text in (")", "]", "}"):
                j = self.match.get(j, 0)
            elif self.t[j].text in ("(", "["):
                return True
            elif self.t[j].text == "{":
                return False
            j -= 1
        return True

    def _statement(self, i, t):
        last = self._walk(i, 1, {";"})
        if t.text in ("break", "continue"):
            last = i
        if last is None or last + 1 >= len(self.t) or self.t[last + 1].text != ";" or t.kind not in ("id", "op"):
            return
        after = self.t[i + 1]
        if t.kind == "id" and t.text not in ("break", "continue"):
            declares = after.kind == "id" or after.text == "*" and not self.s.spaced(i + 1)
            if t.text in KEYWORDS or declares or after.text == ":" or i + 1 in self.quiet:
                return
        elif t.kind == "op" and (t.text not in ("*", "(", "++", "--") or after.text == "void"):
            return
        self._replace(t, i, last, "", "drop-statement")


def mutants_of(source):
    return Maker(source).make()
