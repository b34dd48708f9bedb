"""Builds garner._garner: the extension's own sources and the library's, one shared object on CPython's stable ABI; and beside it
libgarner_pjrt.so, the plug-in that JAX loads, and libgarner_ort.so, which ONNX Runtime loads, of the same objects of the library.

The library is vendored in libgarner/ (build.sh puts it there) or, in a checkout, stands two folders up. CC and CFLAGS are
honoured; MAX_JOBS says how many compilers run at once. GARNER_LIBRARY names a libgarner.a to link instead of compiling one.
"""
import os
import platform
import re
import shlex
import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
LIBRARY = HERE / "libgarner" if (HERE / "libgarner").is_dir() else HERE.parent.parent

if sysconfig.get_config_var("Py_GIL_DISABLED"):
    raise SystemExit("garner: free-threaded builds of Python have no stable ABI, and are not supported")
if not (LIBRARY / "include" / "garner" / "garner.h").is_file():
    raise SystemExit("garner: the library's sources are not here; build.sh makes a source package that has them")

VERSION = ".".join(re.findall(r"#define GRN_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", (LIBRARY / "include/garner/version.h").read_text(), re.M))

# As src/CMakeLists.txt: the kernels of an instruction set carry its flags, and are chosen when they run.
INSTRUCTION_SETS = {
    "_avx2.c": ["-mavx2", "-mf16c", "-mprfchw"],
    "_avx512.c": [
        "-mavx2",
        "-mf16c",
        "-mprfchw",
        "-mavx512f",
        "-mavx512dq",
        "-mavx512bw",
        "-mavx512vl",
        "-mavx512vbmi2",
    ],
}
PLUGINS = ("pjrt", "ort")
FAST_LAYERS = {"core", "access", "kernels", "plan", "eval"}
FLAGS = [
    "-std=c11",
    "-D_POSIX_C_SOURCE=200809L",
    "-fPIC",
    "-fvisibility=hidden",
    "-g0",
    "-fno-math-errno",
    "-ffp-contract=off",
    "-fno-strict-overflow",
    "-I" + str(LIBRARY / "include"),
    "-I" + str(LIBRARY / "src"),
]


def flags_of(source):
    """What a source file is compiled with, beyond what Python's own build says."""
    try:
        layer = source.relative_to(LIBRARY / "src").parts[0]
    except ValueError:  # the extension's own, and the plug-ins'
        return ["-O2", "-Wall", "-Wextra", "-I" + sysconfig.get_paths()["include"], "-I" + str(LIBRARY / "cli"), "-I" + str(LIBRARY / "pjrt")]
    flags = ["-O3" if layer in FAST_LAYERS else "-O2", "-w"]  # its own build has its warnings
    if sysconfig.get_platform().endswith(("x86_64", "amd64")):
        for ending, own in INSTRUCTION_SETS.items():
            flags += own if source.name.endswith(ending) else []
    return flags


# The tables of cli/reference.h without a program.
NO_PROGRAMS = """#include "reference.h"
const char *const programs[] = {NULL};
const program_row op_programs[] = {{NULL, NULL, 0}};
const program_row rule_programs[] = {{NULL, NULL, 0}};
"""


def programs_of_ops(temp):
    """The programs that garner.ops and garner.rule show: a source package has their tables; in a checkout cmake makes them of the tests'
    own, and without cmake there are none."""
    vendored = LIBRARY / "cli" / "programs.c"
    if vendored.is_file():
        return vendored
    temp.mkdir(parents=True, exist_ok=True)
    made, script = temp / "programs.c", LIBRARY / "cmake" / "programs.cmake"
    command = ["cmake", f"-DROOT={LIBRARY}", f"-DOUT={made}", "-P", str(script)]
    if not script.is_file() or shutil.which("cmake") is None or subprocess.run(command).returncode != 0:
        print("garner: without cmake garner.ops and garner.rule show no programs", flush=True)
        made.write_text(NO_PROGRAMS)
    return made


# Structs of some hundred bytes are copied faster by the C library than by the string instructions that GCC would use.
WANTED_FLAGS = [["-mmemcpy-strategy=libcall:-1:noalign", "-mmemset-strategy=libcall:-1:noalign"]]


class build_all(build_ext):
    """One compiler per source, several at a time; then one link."""

    def taken_flags(self, temp):
        """Those of WANTED_FLAGS that this compiler takes."""
        temp.mkdir(parents=True, exist_ok=True)
        (temp / "empty.c").write_text("int garner_configure(void);\n")
        taken = []
        for flags in WANTED_FLAGS:
            command = [
                *self.compiler.compiler_so,
                "-Werror",
                *flags,
                "-c",
                str(temp / "empty.c"),
                "-o",
                str(temp / "empty.o"),
            ]
            if subprocess.run(command, capture_output=True).returncode == 0:
                taken += flags
        return taken

    def build_extension(self, ext):
        sources = sorted((HERE / "src" / "_garner").glob("*.c"))
        linked = []
        if os.environ.get("GARNER_LIBRARY"):
            linked = [os.environ["GARNER_LIBRARY"]]
        else:
            sources += sorted((LIBRARY / "src").glob("**/*.c"))
        temp = Path(self.build_temp).resolve()
        sources += [LIBRARY / "cli" / name for name in ("reference.c", "rule_words.c")] + [programs_of_ops(temp)]
        self.flags = FLAGS + self.taken_flags(temp)
        with ThreadPoolExecutor(int(os.environ.get("MAX_JOBS") or os.cpu_count() or 1)) as pool:
            objects = list(pool.map(lambda source: self.compile_one(source, temp), sources))
        path = Path(self.get_ext_fullpath(ext.name))
        path.parent.mkdir(parents=True, exist_ok=True)
        self.link(objects + linked, path, strip=not linked)
        own = (HERE / "src", LIBRARY / "cli", temp)
        of_library = [o for o, source in zip(objects, sources) if not any(source.is_relative_to(root) for root in own)]
        for name in PLUGINS:
            self.link(self.compile_plugin(name, temp) + of_library + linked, path.parent / f"libgarner_{name}.so", strip=not linked)

    def compile_plugin(self, name, temp):
        with ThreadPoolExecutor(int(os.environ.get("MAX_JOBS") or os.cpu_count() or 1)) as pool:
            return list(pool.map(lambda source: self.compile_one(source, temp), sorted((LIBRARY / name).glob("*.c"))))

    def link(self, objects, path, strip):
        extra = ["-Wl,-s"] if platform.system() == "Linux" and strip else []
        self.compiler.link_shared_object(objects, str(path), libraries=["m", "pthread", "dl"], extra_postargs=extra)

    def compile_one(self, source, temp):
        root = next(r for r in (LIBRARY / "src", LIBRARY / "cli", *(LIBRARY / name for name in PLUGINS), HERE / "src", temp) if source.is_relative_to(r))
        target = temp / root.name / source.relative_to(root).with_suffix(".o")
        target.parent.mkdir(parents=True, exist_ok=True)
        # The user's own flags come last, and win.
        command = [
            *self.compiler.compiler_so,
            *self.flags,
            *flags_of(source),
            *shlex.split(os.environ.get("CFLAGS", "")),
            "-c",
            str(source),
            "-o",
            str(target),
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.stderr:
            print(done.stderr, end="", flush=True)
        if done.returncode != 0:
            raise SystemExit(f"garner: the compiler refused {source}")
        return str(target)


setup(
    version=VERSION,
    ext_modules=[Extension("garner._garner", [], py_limited_api=True)],
    cmdclass={"build_ext": build_all},
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
