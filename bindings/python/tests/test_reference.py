"""garner.ops and garner.rule: what the tables say, and, where the command is built, that it says the same."""
import json
import os
import pickle
import random
import subprocess
import unittest

import garner
from support import ROOT, share_of

COMMAND = os.environ.get("GARNER_COMMAND", os.path.join(ROOT, "build", "garner"))


class OpsTest(unittest.TestCase):
    def test_patterns(self):
        everything = garner.ops()
        self.assertGreater(len(everything), 500)
        self.assertEqual([op.name for op in garner.ops("stablehlo.gather")], ["stablehlo.gather"])
        self.assertEqual([op.name for op in garner.ops("stablehlo.gather", "stablehlo.add")], ["stablehlo.gather", "stablehlo.add"])
        found = {op.name for op in garner.ops("GATHER")}
        self.assertLessEqual({"stablehlo.gather", "onnx.Gather", "torch.aten.gather", "ttnn.gather"}, found)
        self.assertTrue(all("gather" in name.lower() for name in found))
        self.assertLessEqual({op.name for op in garner.ops("gather*")}, found)
        self.assertEqual(garner.ops('"gather"')[0].dialect, "tensor")
        with self.assertRaisesRegex(garner.ArgumentError, "did you mean 'gather'"):
            garner.ops("gathre")

    def test_a_page(self):
        (op,) = garner.ops("stablehlo.gather")
        self.assertEqual([p.name for p in op.operands], ["operand", "start_indices"])
        self.assertEqual([p.name for p in op.attributes if p.occurs == "one"], ["dimension_numbers", "slice_sizes"])
        self.assertIn("C21", [r.rule for r in op.rules])
        self.assertEqual((op.dialect, op.section, op.not_run), ("stablehlo", "StableHLO spec, gather", None))
        self.assertTrue(op.commands["plan"])
        for words in ("stablehlo.gather", "Operands:", "Attributes:", "Rules (", "start_indices", "Commands:", "grad"):
            self.assertIn(words, str(op))
        self.assertEqual(str(garner.ops("stablehlo.gather")), str(op))
        self.assertEqual(pickle.loads(pickle.dumps(op)), op)
        with self.assertRaises(AttributeError):
            op.colour

    def test_examples_run(self):
        rng = random.Random(3)
        shown = [op for op in garner.ops() if op.example]
        if not shown:
            self.skipTest("the package was built without cmake, which takes programs from the tests")
        self.assertEqual([op.name for op in garner.ops() if not op.example], [])
        for op in rng.sample(shown, share_of(200)):
            garner.parse(op.example, allow_unregistered=True).check()

    def test_the_command_says_the_same_where_it_is_built(self):
        if not os.path.exists(COMMAND):
            self.skipTest(f"{COMMAND} is not built; GARNER_COMMAND names another")
        listed = json.loads(subprocess.run([COMMAND, "ops", "--json"], capture_output=True, text=True).stdout)["ops"]
        self.assertEqual([(o["name"], o["summary"]) for o in listed], [(op.name, op.summary) for op in garner.ops()])
        rng = random.Random(4)
        chosen = rng.sample(garner.ops(), share_of(300))
        names = [op.name for op in chosen if "." in op.name]
        told = json.loads(subprocess.run([COMMAND, "ops", "--json", *names], capture_output=True, text=True).stdout)["ops"]
        by_name = {op.name: op for op in chosen}
        self.assertEqual([page["name"] for page in told], names)
        for page in told:
            op = by_name[page["name"]]
            with self.subTest(op.name):
                ours = {"source": op.source, "syntax": op.syntax, "generic": op.generic, "example": op.example, "commands": op.commands}
                self.assertEqual(ours, {key: page[key] for key in ours})
                self.assertEqual([(r.rule, r.says) for r in op.rules], [(r["rule"], r["says"]) for r in page["rules"]])
                for key in ("operands", "attributes", "results"):
                    wanted = [(p["name"], p["is"], p["count"], p["form"], p["enumeration"], tuple(p["words"])) for p in page[key]]
                    self.assertEqual([tuple(p) for p in getattr(op, key)], wanted)
                for key in ("relations", "traits"):
                    self.assertEqual([p[:2] for p in getattr(op, key)], [(p["name"], p["is"]) for p in page[key]])


class RuleTest(unittest.TestCase):
    def test_forms_of_the_question(self):
        (wanted,) = garner.rule("stablehlo.gather", "C21")
        self.assertEqual((wanted.section, wanted.rule), ("StableHLO spec, gather", "C21"))
        self.assertIn("a slice fits inside the operand", wanted.says)
        for words in (("stablehlo.gather C21",), ("gather.C21",), ("gather", "c21"), ("rule C21 of the StableHLO spec, gather",)):
            self.assertEqual(garner.rule(*words), [wanted], words)
        self.assertEqual(wanted.ops, ("stablehlo.gather", "stablehlo.dynamic_gather"))
        self.assertGreater(len(garner.rule("C21")), 2)
        self.assertIn(wanted, garner.rule("stablehlo.gather"))
        (tcp,) = garner.rule("tcp-16")
        self.assertEqual((tcp.section, tcp.rule), (None, "TCP-16"))
        self.assertIn("TCP", tcp.source)
        self.assertGreater(len(garner.rule()), 400)
        for words, error in ((("C999",), "no rule C999"), (("gathr",), "did you mean"), (("stablehlo.gather", "C99"), "no rule C99 of")):
            with self.assertRaisesRegex(garner.ArgumentError, error):
                garner.rule(*words)

    def test_of_an_error(self):
        (wanted,) = garner.rule("stablehlo.gather", "C21")
        text = """func.func @main(%x: tensor<3xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
          %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
            index_vector_dim = 1>, slice_sizes = array<i64: 9>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<2xf32>
          return %r : tensor<2xf32>
        }"""
        with self.assertRaises(garner.VerifyError) as caught:
            garner.parse(text).check()
        (told,) = garner.rule(caught.exception)
        self.assertEqual(told.rule, caught.exception.rule)
        self.assertEqual(told.section, wanted.section)
        with self.assertRaisesRegex(garner.ArgumentError, "names no rule"):
            garner.rule(garner.ShapeError("x"))

    def test_programs_break_their_rules(self):
        shown = [r for r in garner.rule() if r.example]
        if not shown:
            self.skipTest("the package was built without cmake, which takes programs from the tests")
        for rule in random.Random(5).sample(shown, share_of(200)):
            with self.subTest(rule=rule):
                self.assertIn("error", [message.severity for message in rule.messages])
                self.assertIn("What is said of it:", str(rule))

    def test_the_command_says_the_same_where_it_is_built(self):
        if not os.path.exists(COMMAND):
            self.skipTest(f"{COMMAND} is not built; GARNER_COMMAND names another")
        for words in (("stablehlo.gather",), ("C21",), ("TCP-16",), ("onnx.ScatterND",), ("ttnn.gather",)):
            told = json.loads(subprocess.run([COMMAND, "rule", "--json", *words], capture_output=True, text=True).stdout)["rules"]
            ours = [(r.section, r.rule, r.says, r.source, list(r.ops)) for r in garner.rule(*words)]
            self.assertEqual(ours, [(r["section"], r["rule"], r["says"], r["source"], r["ops"]) for r in told])
            # A number of a system's own may show another program where an op is asked for.
            ours = [r.example for r in garner.rule(*words) if r.section]
            self.assertEqual(ours, [r["example"] for r in told if r["section"]])


if __name__ == "__main__":
    unittest.main()
