"""The examples of docs/python.md, of the package's README and of help(garner) do what they say."""
import doctest
import os
import re
import unittest

import garner
from support import ROOT


class DocsTest(unittest.TestCase):
    def test_the_page(self):
        failed, tried = doctest.testfile(os.path.join(ROOT, "docs", "python.md"), module_relative=False)
        self.assertGreater(tried, 15)
        self.assertEqual(failed, 0)

    def test_the_package(self):
        failed, tried = doctest.testmod(garner, extraglobs={"garner": garner})
        self.assertGreater(tried, 2)
        self.assertEqual(failed, 0)

    def test_docstrings_of_calls(self):
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
        for call in (garner.gather, garner.scatter):
            runner.run(parser.get_doctest(call.__doc__, {"garner": garner}, call.__name__, None, 0))
        self.assertEqual(runner.failures, 0)
        self.assertGreater(runner.tries, 2)

    def test_readme(self):
        with open(os.path.join(ROOT, "bindings", "python", "README.md"), encoding="utf-8") as file:
            blocks = re.findall(r"```python\n(.*?)```", file.read(), re.S)
        self.assertTrue(blocks)
        for block in blocks:
            scope = {}
            lines = block.splitlines()
            shown = re.search(r"# (\[.*)", block)
            exec("\n".join(lines[:-1] if shown else lines), scope)
            if shown:
                self.assertEqual(repr(eval(lines[-1].split("#")[0].strip(), scope)), shown.group(1))


if __name__ == "__main__":
    unittest.main()
