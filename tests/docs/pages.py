"""pages.py - what README.md and docs/*.md show is run, and what they say comes out is compared.

  pages.py BUILD [--write] [--only LANGUAGE] [PAGE...]

BUILD has the command `garner` and src/libgarner.a; blocks of python and r need neither. PAGE: README.md and docs/*.md unless named.
--write replaces what a page has by what the commands print, where the two differ: docs/tour.md is made so. --only: the blocks of one
language, none of which may be skipped. Ends with "N passed, N failed"; a block that cannot be run here is reported as skipped, with
the reason.

A fenced block opens with its language, then words for this program:

  mlir        a program: it is verified.            unregistered: with --allow-unregistered-dialect; rejected: garner refuses it
  console     `$ command` and `> more of it`, then what is printed. `...` stands for any text in a line, and alone for any lines.
              varies: the command has to end with 0, and what it prints is not compared
  sh          commands that take long or need a network: they are not run, but what each names has to be there
  c           a program: compiled without a warning, and run where a command of the page does so
  python, r   `>>>` and `#>` show what is printed; run where the package garner is installed
  json        values that are well-formed
  text        neither a program nor a command

  NAME.ext    the block is that file, as is one whose first line is a comment `NAME.ext: ..`; commands of its page find it beside
              them, and a file of README.md is beside the commands of every page
  of=PATH     the lines of the block stand in this file in their order; a test of its own runs it
  by=PATH     this script of the tests takes the block from the page

Every block has a language of these, and none is written as indented lines. Links lead to files and headings that exist, and
docs/README.md leads to every page. A page's commands run one after the other in a folder of their own, where examples, docs,
share and tests are as in the source; what they write is thrown away.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
FENCE = re.compile(r"^( *)```+(.*)$")
LINK = re.compile(r"\[[^]\[]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"^(?://|/\*|#) ([\w.-]+\.\w+)(?::| \*/|$)")
FILE_WORD = re.compile(r"^[\w.-]+\.\w+$")
SLOW_TOOLS = {"cmake", "ctest", "pip", "R", "ninja", "cc", "mpicc", "mpifort"}


class Block:
    def __init__(self, page, line, info, indent):
        self.page, self.line = page, line  # the line of the fence, from 1
        words = info.split()
        self.language = words[0] if words else ""
        self.words, self.indent, self.lines = words[1:], indent, []
        self.printed = []  # where it differs: (first line, line behind, what is printed), for --write

    def option(self, name):
        return next((w[len(name) + 1:] for w in self.words if w.startswith(name + "=")), None)

    def file(self):
        """The name of the file that the block is, or None."""
        word = next((w for w in self.words if FILE_WORD.match(w)), None)
        named = NAMED.match(self.lines[0]) if self.lines else None
        return word or (named and named.group(1))

    def text(self):
        return "".join(line + "\n" for line in self.lines)


class Page:
    def __init__(self, path):
        self.path = path  # below ROOT
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            self.lines = f.read().split("\n")
        self.blocks, self.prose = [], []  # prose: (line number, text)
        block = None
        for number, line in enumerate(self.lines, 1):
            fence = FENCE.match(line)
            if block is not None and fence and not fence.group(2):
                block = None
            elif block is not None:
                block.lines.append(line[block.indent:])
            elif fence:
                block = Block(path, number, fence.group(2), len(fence.group(1)))
                self.blocks.append(block)
            else:
                self.prose.append((number, line))
        self.take_sessions()

    def take_sessions(self):
        """Indented lines that begin with `>>>` are a block of python."""
        block, rest = None, []
        for number, line in self.prose:
            if block is None and line.startswith("    >>> "):
                block = Block(self.path, number - 1, "python", 4)
                self.blocks.append(block)
            elif block is not None and line and not line.startswith("    "):
                block = None
            if block is not None:
                block.lines.append(line[4:])
            else:
                rest.append((number, line))
        self.prose = rest


class Report:
    """What passed, failed and was skipped; one of each page, so that pages may be run side by side."""

    def __init__(self):
        self.passed, self.failures, self.skips = 0, [], []

    def tell(self, place, wrong):
        """wrong: None, or what is wrong there."""
        if wrong is None:
            self.passed += 1
        else:
            self.failures.append("%s:%d: %s" % (place[0], place[1], wrong))

    def skip(self, place, why):
        self.skips.append("skipped: %s:%d: %s" % (place[0], place[1], why))


# ---- where commands run -----------------------------------------------------------------------------------------------------


def cache_entry(build, name):
    path = os.path.join(build, "CMakeCache.txt")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as f:
        found = re.search(r"^%s:\w+=(.*)$" % name, f.read(), re.M)
    return found.group(1) if found else ""


def write_script(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, 0o755)


class Place:
    """The folder of this run: tools as a reader has them after `make install`, but warnings are errors."""

    def __init__(self, build, top):
        self.build, self.top = os.path.realpath(build), top
        bin_dir = os.path.join(top, "bin")
        os.mkdir(bin_dir)
        os.symlink(os.path.join(self.build, "garner"), os.path.join(bin_dir, "garner"))
        self.has_ranks = os.path.exists(os.path.join(self.build, "garner-mpi"))
        if self.has_ranks:  # more of them than there are cores
            os.symlink(os.path.join(self.build, "garner-mpi"), os.path.join(bin_dir, "garner-mpi"))
            write_script(os.path.join(bin_dir, "mpirun"), '#!/bin/sh\nexport OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1\n'
                         'exec mpirun.openmpi --oversubscribe "$@"\n')
        more = "--coverage" if cache_entry(self.build, "GARNER_COVERAGE") == "ON" else ""
        compiler = os.environ.get("CC") or cache_entry(self.build, "CMAKE_C_COMPILER") or "cc"
        write_script(os.path.join(bin_dir, "cc"), '#!/bin/sh\nexec %s -std=c11 -Wall -Wextra -Werror "$@" %s\n' % (compiler, more))
        flags = "-I%s/include %s/src/libgarner.a -lm -lpthread" % (ROOT, self.build)
        write_script(os.path.join(bin_dir, "pkg-config"), "#!/bin/sh\necho '%s'\n" % flags)
        shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(top, "examples"))
        self.env = dict(os.environ, HOME=top, XDG_CACHE_HOME=os.path.join(top, "cache"), LC_ALL="C", LANG="C", COLUMNS="100",
                        PATH=bin_dir + os.pathsep + os.environ["PATH"])
        for name in ("GARNER_MACHINE", "NO_COLOR"):
            self.env.pop(name, None)

    def folder(self, page):
        path = os.path.join(self.top, page.path.replace("/", "-"))
        os.mkdir(path)
        os.symlink(os.path.join(self.top, "examples"), os.path.join(path, "examples"))
        for name in ("docs", "share", "tests"):
            os.symlink(os.path.join(ROOT, name), os.path.join(path, name))
        os.symlink(self.build, os.path.join(path, "build"))
        return path

    def run(self, command, folder, timeout=60):
        """What measures the machine runs again where other programs disturb it."""
        for _ in range(5):
            result = subprocess.run(["sh", "-c", command], cwd=folder, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, timeout=timeout, check=False)
            if b"other programs disturb them" not in result.stdout:
                break
        return result


# ---- the kinds of blocks ----------------------------------------------------------------------------------------------------


def printed(result):
    lines = result.stdout.decode("utf-8", "replace").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def agrees(wanted, got):
    """Lines of a page and lines that were printed: `...` in a line is any text, and alone any lines."""
    parts = []
    for line in wanted:
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append(r"[^\n]*?".join(re.escape(p) for p in line.rstrip().split("...")) + r" *\n")
    return re.fullmatch("".join(parts), "".join(line + "\n" for line in got)) is not None


def commands_of(block):
    """(index of the first line, index behind the command, the command, lines that are printed) each."""
    found, i, lines = [], 0, block.lines
    while i < len(lines):
        start = i
        command = [lines[i][2:]]
        i += 1
        while i < len(lines) and (lines[i].startswith("> ") or lines[i] == ">"):
            command.append(lines[i][2:])
            i += 1
        behind = i
        while i < len(lines) and not lines[i].startswith("$ "):
            i += 1
        found.append((start, behind, "\n".join(command), lines[behind:i]))
    return found


def missing_tool(command, place):
    for part in re.split(r"\||&&|;|\n", re.sub(r"'[^']*'|\"[^\"]*\"|\$\([^)]*\)| #.*", "", command)):
        words = [w for w in part.split() if not re.match(r"^\w+=", w)]
        if words and re.match(r"^[\w-]+$", words[0]) and words[0] not in ("cd", "export", "set", "if", "then", "fi", "for", "do", "done"):
            if shutil.which(words[0], path=place.env["PATH"]) is None:
                return words[0]
            if words[0] == "mpirun" and not place.has_ranks:  # tests/cluster/run.sh has them
                return "garner-mpi"
    return None


def wrong_of(block, command, wanted, result):
    """What is wrong with what a command did, or None."""
    got = printed(result)
    if result.returncode < 0 or result.returncode >= 126 or ("varies" in block.words and result.returncode != 0):
        return "ends with status %d: %s\n%s" % (result.returncode, command, "\n".join(got))
    if "varies" in block.words or agrees(wanted, got):
        return None
    return "prints otherwise: %s\n  the page has\n%s\n  it prints\n%s" % (command, "\n".join(wanted), "\n".join(got))


def check_console(block, place, folder, report):
    if not block.lines or not block.lines[0].startswith("$ "):
        report.tell((block.page, block.line), "a console block begins with `$ `, then the command")
        return
    status = 0  # of the command before, which `$?` is
    for start, behind, command, wanted in commands_of(block):
        at = (block.page, block.line + 1 + start)
        tool = missing_tool(command, place)
        if tool:
            report.skip(at, "there is no " + tool)
            continue
        result = place.run("(exit %d)\n%s" % (status, command), folder)
        status = result.returncode
        wrong = wrong_of(block, command, wanted, result)
        if wrong and "varies" not in block.words:
            block.printed.append((behind, behind + len(wanted), printed(result)))
        report.tell(at, wrong)


def check_mlir(block, place, folder, report):
    at = (block.page, block.line)
    name = block.file() or "program.mlir"
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        f.write(block.text())
    switch = "--allow-unregistered-dialect " if "unregistered" in block.words else ""
    result = place.run("garner check %s'%s'" % (switch, name), folder)
    refused = "rejected" in block.words
    wrong = None if result.returncode == (3 if refused else 0) else "garner check gives status %d\n%s" % (
        result.returncode, "\n".join(printed(result)))
    report.tell(at, wrong)


def check_c(block, place, folder, report):
    at = (block.page, block.line)
    if not re.search(r"\bmain\(", block.text()):
        report.tell(at, "C that is no whole program needs of= or by=")
        return
    name = block.file() or "program.c"
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        f.write(block.text())
    if any(name in line for b in place.pages[block.page].blocks if b.language == "console" for line in b.lines if line.startswith("$ ")):
        return  # which compiles and runs it
    result = place.run("cc -fsyntax-only $(pkg-config --cflags garner) '%s'" % name, folder)
    report.tell(at, None if result.returncode == 0 else "does not compile\n" + "\n".join(printed(result)))


def check_sh(block, place, folder, report):
    """What takes too long for a test: targets, scripts and programs have to be there."""
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as f:
        targets = set(re.findall(r"^([\w-]+):", f.read(), re.M))
    for number, line in enumerate(block.lines, block.line + 1):
        words = [w for w in line.split(" #")[0].split() if not re.match(r"^\w+=", w)]
        if not words or words[0].startswith("#"):
            continue
        command, wrong = words[0], None
        if command == "make":
            wrong = next(("no target " + w for w in words[1:] if w not in targets), None)
        elif command.startswith("build/bench/"):
            source = "bench/" + command[len("build/bench/"):] + ".c"
            wrong = None if os.path.exists(os.path.join(ROOT, source)) else "no " + source
        elif "/" in command:
            wrong = None if os.access(os.path.join(ROOT, command), os.X_OK) else "no program " + command
        elif command not in SLOW_TOOLS:
            wrong = "%s may be run: write it as console" % command
        report.tell((block.page, number), wrong)


def interpreter(language, place):
    """The first that has the package garner, or None."""
    if language == "r":
        found = shutil.which("Rscript")
        ok = found and subprocess.run([found, "-e", "library(garner)"], capture_output=True, check=False).returncode == 0
        return found if ok else None
    for candidate in [os.environ.get("GARNER_PYTHON"), "python3", "/usr/bin/python3"]:
        if candidate and shutil.which(candidate) and subprocess.run(
                [candidate, "-c", "import garner"], cwd=place.top, capture_output=True, check=False).returncode == 0:
            return candidate
    return None


DOCTEST = "import doctest, sys\nbad, n = doctest.testfile(sys.argv[1], module_relative=False)\nsys.exit(bad > 0 or n == 0)\n"


def check_python(block, place, folder, report):
    """All of a page's blocks are one session, and the first one runs it."""
    blocks = [b for b in place.pages[block.page].blocks if b.language == "python" and not b.option("by")]
    if block is not blocks[0]:
        return
    at = (block.page, block.line)
    python = place.interpreter("python")
    if not python:
        report.skip(at, "no python3 has the package garner (GARNER_PYTHON names one)")
        return
    text = "\n".join(b.text() for b in blocks)
    name = "session.txt" if ">>>" in text else "session.py"
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        f.write(text)
    run = [python, "-c", DOCTEST, name] if ">>>" in text else [python, name]
    result = subprocess.run(run, cwd=folder, env=place.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    report.tell(at, None if result.returncode == 0 else "\n".join(printed(result)))


def check_r(block, place, folder, report):
    at = (block.page, block.line)
    rscript = place.interpreter("r")
    if not rscript:
        report.skip(at, "no Rscript, or it has not the package garner")
        return
    with open(os.path.join(folder, "block.R"), "w", encoding="utf-8") as f:
        f.write("library(garner)\n" + block.text())
    result = subprocess.run([rscript, "block.R"], cwd=folder, env=place.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
                            check=False)
    wanted = [line[3:] for line in block.lines if line.startswith("#> ")]
    got = printed(result)
    same = result.returncode == 0 and (not wanted or agrees(["..."] + wanted, got))
    report.tell(at, None if same else "prints otherwise\n" + "\n".join(got))


def check_json(block, place, folder, report):
    wrong = None
    try:
        text = block.text()
        decoder = json.JSONDecoder()
        while text.strip():
            text = text.strip()
            text = text[decoder.raw_decode(text)[1]:]
    except ValueError as error:
        wrong = "is no JSON: %s" % error
    report.tell((block.page, block.line), wrong)


def check_text(block, place, folder, report):
    runs = next((line for line in block.lines if re.match(r"^(\$|>>>) ", line)), None)
    report.tell((block.page, block.line), runs and "has a command: " + runs)


def check_of(block, report):
    """The lines stand in the file in their order; blanks, line ends and comments apart."""
    def essence(text):
        return re.sub(r"\s+", "", re.sub(r"/\*.*?\*/|^\s*#[^\n]*$", "", text, flags=re.S | re.M))
    path = os.path.join(ROOT, block.option("of"))
    if not os.path.exists(path):
        report.tell((block.page, block.line), "there is no " + block.option("of"))
        return
    with open(path, encoding="utf-8") as f:
        rest = essence(f.read())
    wrong = None
    for piece in re.split(r"^\.\.\.$", block.text(), flags=re.M):
        piece = essence(piece)
        if piece not in rest:
            wrong = "these lines are not in %s: %s" % (block.option("of"), piece[:200])
            break
        rest = rest[rest.index(piece) + len(piece):]
    report.tell((block.page, block.line), wrong)


def check_by(block, report):
    path = os.path.join(ROOT, block.option("by"))
    named = os.path.exists(path) and os.path.basename(block.page) in open(path, encoding="utf-8").read()
    report.tell((block.page, block.line), None if named else "%s does not read %s" % (block.option("by"), block.page))


KINDS = {
    "mlir": check_mlir, "console": check_console, "sh": check_sh, "c": check_c, "python": check_python, "r": check_r, "json": check_json,
    "text": check_text,
}


def check_block(block, place, folder, report):
    if block.option("of"):
        check_of(block, report)
    elif block.option("by"):
        check_by(block, report)
    elif block.language in KINDS:
        KINDS[block.language](block, place, folder, report)
    else:
        report.tell((block.page, block.line), "a block of the language '%s', which is none of %s" % (
            block.language, ", ".join(sorted(KINDS))))


# ---- pages ------------------------------------------------------------------------------------------------------------------


def heading_name(line):
    return re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower()).replace(" ", "-")


def check_prose(page, place, report):
    """No block is written by indentation, and links lead somewhere."""
    blank, in_list = True, False
    for number, line in page.prose:
        if re.match(r"^(?: {4}|\t)\S", line) and blank and not in_list:
            report.tell((page.path, number), "indented lines are no fenced block: say its language")
        if line and not line.startswith(" "):
            in_list = re.match(r"^(?:[-*]|\d+\.) ", line) is not None
        blank = line == ""
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if not re.match(r"^\w+:", target):
                report.tell((page.path, number), check_link(page, target, place))


def check_link(page, target, place):
    path, _, heading = target.partition("#")
    path = os.path.normpath(os.path.join(os.path.dirname(page.path), path)) if path else page.path
    if not os.path.exists(os.path.join(ROOT, path)):
        return "the link leads to %s, which is not there" % path
    if heading and path.endswith(".md"):
        other = place.pages.get(path) or Page(path)
        if heading not in {heading_name(text) for _, text in other.prose if text.startswith("#")}:
            return "%s has no heading #%s" % (path, heading)
    return None


def check_contents(pages, report):
    contents = "docs/README.md"
    linked = {os.path.normpath(os.path.join("docs", t)) for _, line in pages[contents].prose for t in LINK.findall(line)}
    for path in pages:
        if path.startswith("docs/") and path != contents:
            report.tell((contents, 1), None if path in linked else "%s is not among the contents" % path)
    report.tell(("README.md", 1), None if any("(docs/README.md)" in line for _, line in pages["README.md"].prose) else
                "docs/README.md is not linked")


def check_page(page, place, only, shared):
    report = Report()
    folder = place.folder(page)
    for name, text in shared.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
    for block in page.blocks:
        if only is None or block.language == only:
            check_block(block, place, folder, report)
    if only is None:
        check_prose(page, place, report)
    return report


def rewrite(page):
    lines = list(page.lines)
    for block in reversed(page.blocks):
        for start, end, got in reversed(block.printed):
            lines[block.line + start:block.line + end] = [" " * block.indent + line for line in got]
    with open(os.path.join(ROOT, page.path), "w", encoding="utf-8") as f:
        f.write("\n".join(lines))


def all_pages():
    return ["README.md"] + sorted("docs/" + name for name in os.listdir(os.path.join(ROOT, "docs")) if name.endswith(".md"))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("build")
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--only")
    arguments.add_argument("pages", nargs="*")
    given = arguments.parse_intermixed_args()
    pages = {path: Page(path) for path in all_pages()}
    chosen = [pages[os.path.relpath(os.path.realpath(p), ROOT)] for p in given.pages] or list(pages.values())
    shared = {b.file(): b.text() for b in pages["README.md"].blocks if b.language == "mlir" and b.file()}
    total = Report()
    with tempfile.TemporaryDirectory() as top:
        place = Place(given.build, top)
        place.pages, found = pages, {}
        place.interpreter = lambda language: found.setdefault(language, interpreter(language, place))
        with concurrent.futures.ThreadPoolExecutor(max_workers=min(4, (os.cpu_count() or 1) + 1)) as pool:
            for report in pool.map(lambda page: check_page(page, place, given.only, shared), chosen):
                total.passed += report.passed
                total.failures += report.failures
                total.skips += report.skips
    if not given.pages and given.only is None:
        check_contents(pages, total)
    if given.only:
        total.failures += total.skips
    if given.write:
        for page in chosen:
            rewrite(page)
    for line in ([] if given.only else total.skips) + total.failures:
        print(line)
    print("%d passed, %d failed" % (total.passed, len(total.failures)))
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
