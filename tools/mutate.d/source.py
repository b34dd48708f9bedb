"""source.py - C text as tokens, each with the function, macro or table that it stands in."""
import re

KEYWORDS = frozenset("""auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas
_Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local bool""".split())

TOKEN = re.compile(r"""
    (?P<space>\s+|\\\n|//[^\n]*|/\*.*?\*/)
  | (?P<str>"(?:[^"\\\n]|\\.)*")
  | (?P<char>'(?:[^'\\\n]|\\.)*')
  | (?P<id>[A-Za-z_]\w*)
  | (?P<num>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<op>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|\#\#|.)
""", re.X | re.S)
OPENS, CLOSES = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}


class Token:
    __slots__ = ("kind", "text", "at", "line", "column", "scope", "where")

    def __init__(self, kind, text, at, line, column):
        self.kind, self.text, self.at, self.line, self.column = kind, text, at, line, column
        self.scope = "other"  # function, macro, table, directive or other
        self.where = ""  # its name

    @property
    def end(self):
        return self.at + len(self.text)


class Source:
    """tokens, the index of each bracket's partner in `match`, and the head of each function in `heads`."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.lines = text.split("\n")
        self.tokens, self.match, self.heads = [], {}, {}
        self.macro_spans, self.function_lines = {}, {}
        self._lex()
        self._pair()
        self._name_scopes()

    def spaced(self, i):
        """Whether white space stands on both sides of token i: what sets binary operators apart from others here."""
        t = self.tokens[i]
        return self.text[t.at - 1].isspace() and self.text[t.end : t.end + 1].isspace()

    def between(self, first, last):
        """The text from token `first` to the end of token `last`."""
        return self.text[self.tokens[first].at : self.tokens[last].end]

    def _lex(self):
        at, line, line_start = 0, 1, 0
        directive, name = None, ""  # the directive that the line is in, and the macro that it defines
        while at < len(self.text):
            m = TOKEN.match(self.text, at)
            kind, text = m.lastgroup, m.group()
            if kind == "space":
                if directive and "\n" in text.replace("\\\n", "") and not text.startswith("/*"):
                    directive = None
            elif kind == "op" and text == "#" and self.text[line_start:at].strip() == "":
                word = re.compile(r"#\s*(\w*)[ \t]*(\w*)").match(self.text, at)
                directive, name = word.group(1) or "#", word.group(2)
                body = word.end()
                if directive == "define":
                    if self.text[body : body + 1] == "(":
                        body = self.text.index(")", body) + 1
                    self.macro_spans[name] = line
                text = self.text[at:body] if directive == "define" else "#"
            else:
                t = Token(kind, text, at, line, at - line_start + 1)
                if directive:
                    t.scope, t.where = ("macro", name) if directive == "define" else ("directive", directive)
                self.tokens.append(t)
            newlines = text.count("\n")
            if newlines:
                line += newlines
                line_start = at + text.rindex("\n") + 1
            at += len(text)

    def _pair(self):
        """Brackets of code and of each macro's body on their own."""
        stacks = {}
        for i, t in enumerate(self.tokens):
            if t.kind != "op" or t.scope == "directive":
                continue
            stack = stacks.setdefault(t.where, [])
            if t.text in OPENS:
                stack.append(i)
            elif t.text in CLOSES and stack and OPENS[self.tokens[stack[-1]].text] == t.text:
                other = stack.pop()
                self.match[i], self.match[other] = other, i

    def _name_scopes(self):
        code = [i for i, t in enumerate(self.tokens) if t.scope == "other"]
        k, head = 0, 0
        while k < len(code):
            i = code[k]
            t = self.tokens[i]
            if t.text == ";":
                head = k + 1
            elif t.text in OPENS and i in self.match:
                end = self.match[i]
                if t.text == "{":
                    self._name_block([self.tokens[j] for j in code[head:k]], i, end)
                while k < len(code) and code[k] < end:
                    k += 1
                if t.text == "{":
                    head = k + 1
            k += 1

    def _name_block(self, head, first, last):
        scope, name = "other", ""
        texts = [t.text for t in head]
        if texts and texts[-1] == ")" and "=" not in texts:
            depth, j = 0, len(head) - 1
            while j >= 0:
                depth += {")": 1, "(": -1}.get(texts[j], 0)
                if depth == 0:
                    break
                j -= 1
            if j > 0 and head[j - 1].kind == "id":
                scope, name = "function", texts[j - 1]
                self.heads[name] = texts[: j - 1]
                self.function_lines[name] = (head[j - 1].line, self.tokens[last].line)
        elif "=" in texts:
            left = texts[: texts.index("=")]
            names = [x for x in left if re.match(r"[A-Za-z_]", x)]
            scope, name = "table", names[-1] if "[" not in left else left[left.index("[") - 1]
            self.heads[name] = left
        for t in self.tokens[first : last + 1]:
            if t.scope == "other":
                t.scope, t.where = scope, name
