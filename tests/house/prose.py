#!/usr/bin/env python3
"""prose.py - sentences of the pages that are longer than a reader takes in at once.

    prose.py FILE...

A sentence ends at a full stop, an exclamation mark, a question mark, or with its paragraph or item of a list. Words of code count
once for each piece in backticks, and lists of nothing but such pieces do not count. Left out: fenced and indented blocks, tables, headings and
the paragraphs that begin with "Sources:", "Tests:" or "Checks:". Prints FILE:LINE: N words: the sentence. Exit 1 where there are any.
"""
import re
import sys

MOST_WORDS = 25
BREAKS = ("|", "#", "!", "<")
LEFT_OUT = ("Sources:", "Tests:", "Checks:")


def paragraphs(text):
    """(line, text) of each paragraph and item."""
    parts, first, fenced = [], 0, False
    for number, line in enumerate(text.split("\n") + [""], 1):
        if line.startswith("    ") and not parts:
            continue  # an indented block is code
        line = line.strip()
        if line.startswith("```"):
            fenced = not fenced
            line = ""
        item = re.match(r"([-*]|\d+\.)\s+", line)
        ends = not line or line.startswith(BREAKS) or fenced
        if (ends or item) and parts:
            yield first, " ".join(parts)
            parts = []
        if ends:
            continue
        if not parts:
            first = number
        parts.append(line[item.end():] if item else line)


def sentences(paragraph):
    plain = re.sub(r"`[^`]*`", "CODE", paragraph)
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain)
    return re.split(r"(?<=[.!?])[\"')*]*\s+", plain)


def words(sentence):
    found = [w for w in sentence.split() if re.search(r"\w", w)]
    plain = [w for w in found if "CODE" not in w]
    return len(found) if len(plain) > len(found) // 4 else 0


def main(files):
    long = 0
    for name in files:
        with open(name, encoding="utf-8") as page:
            for line, paragraph in paragraphs(page.read()):
                if paragraph.startswith(LEFT_OUT):
                    continue
                for sentence in sentences(paragraph):
                    count = words(sentence)
                    if count > MOST_WORDS:
                        long += 1
                        print(f"{name}:{line}: {count} words: {sentence}")
    return 1 if long else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
