"""builds.py - the build that mutants are made in: every program of the tests shares one library, which is linked anew."""
import json
import os
import shlex
import subprocess

WRONG_TYPES = ["-Werror=int-conversion", "-Werror=incompatible-pointer-types", "-Werror=discarded-qualifiers",
               "-Werror=implicit-function-declaration"]
MOST_INCLUDERS = 24  # a header that more files include takes too long to compile


class Build:
    """objects: the library's, by source; `deps`: the headers that each source includes, within src."""

    def __init__(self, root, folder, jobs):
        self.root, self.folder = root, os.path.join(root, folder)
        self.jobs = jobs
        self.work = os.path.join(self.folder, "mutants")

    def make(self):
        """Configures and builds; returns what went wrong, or None."""
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG", "-DGARNER_TESTS=ON",
                   "-DGARNER_TESTS_SHARED=ON", "-DGARNER_BENCH=OFF"]
        for command in (["cmake", "-S", self.root, "-B", self.folder, "-G", "Ninja"] + options,
                        ["cmake", "--build", self.folder, "-j", str(self.jobs)]):
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode != 0:
                return done.stdout[-4000:]
        self._read_commands()
        self._read_includes()
        self._find_linker()
        # What the tests ask for, and so what a library that stands in for it is called.
        self.library = os.readlink(os.path.join(self.folder, "src", "libgarner.so"))
        return None

    def _read_commands(self):
        with open(os.path.join(self.folder, "compile_commands.json")) as f:
            entries = json.load(f)
        self.objects, self.commands = {}, {}
        for e in entries:
            words = shlex.split(e["command"])
            path = os.path.relpath(e["file"], self.root)
            if not path.startswith("src/"):
                continue
            while os.path.basename(words[0]) in ("ccache", "sccache"):
                words = words[1:]
            output = words.index("-o")
            self.objects[path] = os.path.join(e["directory"], words[output + 1])
            del words[output : output + 2]
            words.remove("-c")
            words.remove(e["file"])
            self.commands[path] = words
            self.compiler = words[0]

    def _read_includes(self):
        text = subprocess.run(["ninja", "-C", self.folder, "-t", "deps"], stdout=subprocess.PIPE, text=True).stdout
        self.includes, path = {}, None
        by_object = {os.path.relpath(o, self.folder): s for s, o in self.objects.items()}
        for line in text.splitlines():
            if line and not line[0].isspace():
                path = by_object.get(line.split(":")[0])
            elif path:
                header = os.path.relpath(os.path.join(self.folder, line.strip()), self.root)
                if header.startswith("src/") and header.endswith(".h"):
                    self.includes.setdefault(path, set()).add(header)
        self.includers = {}
        for path, headers in self.includes.items():
            for header in headers:
                self.includers.setdefault(header, set()).add(path)

    def _find_linker(self):
        for flag in ("-fuse-ld=lld", "-fuse-ld=gold", ""):
            self.linker = [flag] if flag else []
            probe = subprocess.run([self.compiler, *self.linker, "-shared", "-o", os.devnull, "-x", "c", os.devnull],
                                   stderr=subprocess.DEVNULL)
            if probe.returncode == 0:
                return

    def sources_of(self, path):
        """What has to be compiled for a change of a file."""
        return sorted(self.includers.get(path, ())) if path.endswith(".h") else [path]

    def can_change(self, path):
        sources = self.sources_of(path)
        return 0 < len(sources) <= MOST_INCLUDERS and all(s in self.commands for s in sources)

    def compile(self, path, output, extra=(), instead=None, drop=()):
        """Compiles a source to `output`; files under the folder `instead` stand before those of the tree."""
        words = [w for w in self.commands[path] if w not in drop]
        source = os.path.join(self.root, path)
        if instead:
            words[1:1] = ["-I", os.path.join(instead, "src")]
            changed = os.path.join(instead, path)
            source = changed if os.path.exists(changed) else source
        os.makedirs(os.path.dirname(output), exist_ok=True)
        done = subprocess.run(words + ["-w", *WRONG_TYPES, *extra, "-c", source, "-o", output], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        return None if done.returncode == 0 else done.stderr

    def compile_own(self, source, output):
        """A file of this tool's, linked into a library."""
        subprocess.run([self.compiler, "-O2", "-fPIC", "-c", source, "-o", output], check=True)

    def link(self, output, instead=None, extra=()):
        """The library, with the objects of `instead` (by source) for its own."""
        os.makedirs(os.path.dirname(output), exist_ok=True)
        objects = [(instead or {}).get(s, o) for s, o in sorted(self.objects.items())]
        with open(output + ".list", "w") as f:
            f.write("\n".join(objects + list(extra)))
        done = subprocess.run([self.compiler, "-shared", *self.linker, f"-Wl,-soname,{self.library}", "-Wl,-Bsymbolic-functions",
                               "-o", output, "@" + output + ".list", "-lm", "-lpthread"], stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)

    def tests(self):
        """name, command, folder to run in, and the status that means skipped, for each test of ctest."""
        text = subprocess.run(["ctest", "--test-dir", self.folder, "--show-only=json-v1"], stdout=subprocess.PIPE, text=True).stdout
        out = []
        for t in json.loads(text)["tests"]:
            properties = {p["name"]: p["value"] for p in t.get("properties", ())}
            if t["name"].startswith("interop/"):
                continue  # what needs other programs does not run everywhere
            out.append({"name": t["name"], "command": t["command"], "folder": properties.get("WORKING_DIRECTORY"),
                        "skipped": properties.get("SKIP_RETURN_CODE")})
        return out
