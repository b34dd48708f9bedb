"""names.py ROOT - a type's name is one type's: no name with the prefix is a struct, union, enum or typedef in two files of src and
include. Prints each that is, and exits with 1."""

import collections
import pathlib
import re
import sys

FORMS = (
    r"\b(?:struct|union|enum)\s+(grn_\w+)\s*\{",
    r"^\}\s*(grn_\w+);",
    r"^typedef\s+(?!struct|union|enum)[^;{}()]*\b(grn_\w+);",
    r"^typedef\b[^;{}]*\(\*(grn_\w+)\)\(",
)


def types_of(text):
    return {name for form in FORMS for name in re.findall(form, text, re.MULTILINE)}


def homes(root):
    found = collections.defaultdict(list)
    for path in sorted(path for folder in ("src", "include") for path in (root / folder).rglob("*.[ch]")):
        for name in types_of(path.read_text()):
            found[name].append(str(path.relative_to(root)))
    return found


twice = {name: files for name, files in homes(pathlib.Path(sys.argv[1])).items() if len(files) > 1}
for name, files in sorted(twice.items()):
    print(f"{name} is a type in more than one file: {', '.join(files)}")
sys.exit(1 if twice else 0)
