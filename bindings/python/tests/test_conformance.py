"""Programs made at random, held against a function as a tool, made small. What a tool gives is written down here, by hand or numpy."""
import sys
import threading
import unittest

import garner
from support import np

# Windows of two are added to four elements; the second lies partly outside.
WINDOWS = """func.func @main(%x: tensor<4xf32>, %starts: tensor<2x1xi32>, %updates: tensor<2x2xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%x, %starts, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2x2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
INPUTS = (np.zeros(4, "f4"), np.array([[0], [3]], "i4"), np.array([[1, 2], [3, 4]], "f4"))
WHOLE_DROPPED = np.array([1, 2, 0, 0], "f4")
AS_SPECIFIED = np.array([1, 2, 0, 3], "f4")
SUM = """func.func @main(%x: tensor<3xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""
BIG = """func.func @main(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
  %0 = stablehlo.add %x, %x : tensor<6x4xf32>
  %1 = stablehlo.multiply %0, %y : tensor<6x4xf32>
  %2 = stablehlo.negate %1 : tensor<6x4xf32>
  return %2, %0 : tensor<6x4xf32>, tensor<6x4xf32>
}"""


class Odd(Exception):
    pass


def raising(*args):
    raise Odd("it is odd")


def always(value):
    return lambda text, inputs: value


def drops_whole_windows(text, inputs):
    return garner.parse(text).run(*inputs, drop_whole_window=True)


class GenerateTest(unittest.TestCase):
    def test_a_program(self):
        p = garner.generate(3, about="gather", ops=2, seed=5, edge=True)
        self.assertEqual(str(p).split("\n")[0],
                         "// garner gen --dialect=stablehlo --about=gather --ops=2 --seed=5 --first=3 --count=1 --edge")
        self.assertIn("stablehlo.gather", p.text)
        self.assertEqual(len(p.tolerances), len(p.results))
        self.assertEqual(len(p.inputs), len(p.module.functions[0].inputs))
        self.assertTrue(all(isinstance(a, garner.Array) for a in p.inputs + p.results))
        self.assertIn("check.expect", p.as_check())
        garner.parse(p.as_check()).run()

    def test_options_make_it(self):
        def text(*args, **options):
            return garner.generate(*args, **options).text

        self.assertEqual(text(7, seed=2), text(7, seed=2))
        for other in (text(8, seed=2), text(7, seed=3), text(7, seed=2, ops=9), text(7, seed=2, edge=True), text(7, seed=2, dialect="torch")):
            self.assertNotEqual(text(7, seed=2), other)
        self.assertEqual(text(about="gather"), text(about=("gather",)))

    def test_dtypes(self):
        for dtypes in ("f32", np.float32, ("f32", "i64"), [np.dtype("f4")]):
            p = garner.generate(4, dtypes=dtypes, ops=8)
            self.assertLessEqual({a.dtype for a in p.inputs + p.results}, {"f32", "i64"})
            garner.parse(p.as_check()).run()

    def test_an_index_out_of_range_has_no_results(self):
        made = [garner.generate(i, dialect="onnx", about="Gather", edge=True) for i in range(200)]
        bad = [p for p in made if p.results is None]
        self.assertTrue(0 < len(bad) < 100)
        with self.assertRaises(garner.IndexError):
            bad[0].module.run(*bad[0].inputs)

    def test_what_is_open(self):
        questions = {garner.generate(i, unspecified=True).open_question for i in range(20)}
        self.assertTrue(any(isinstance(q, str) for q in questions))
        self.assertIsNone(garner.generate().open_question)

    def test_misuse(self):
        for options, error, words in (
            (dict(dialect="mhlo"), garner.ArgumentError, "stablehlo, "),
            (dict(dialect=3), TypeError, "a str"),
            (dict(about="no_such_op"), garner.ArgumentError, "gather"),
            (dict(about=(1,)), TypeError, "a str"),
            (dict(about=("gather", "\ud800")), UnicodeEncodeError, "surrogates"),
            (dict(dtypes="f31"), garner.DTypeError, "f31"),
            (dict(dtypes=None), TypeError, "None"),
            (dict(ops=0), garner.ArgumentError, "1 or more"),
            (dict(ops=1001), garner.ArgumentError, "1000"),
            (dict(seed=-1), garner.ArgumentError, "0 or more"),
            (dict(number="1"), TypeError, "number"),
        ):
            with self.assertRaisesRegex(error, words, msg=str(options)):
                garner.generate(**options)


class DiffTest(unittest.TestCase):
    def test_a_bug_has_its_reading(self):
        for tool in (drops_whole_windows, always(WHOLE_DROPPED), always([WHOLE_DROPPED])):
            found = garner.diff(WINDOWS, tool, INPUTS)
            self.assertEqual(found.verdict, "bug")
            (d,) = found.differences
            self.assertEqual((d.verdict, d.op, d.elements, d.position, d.result, d.line), ("bug", "stablehlo.scatter", 1, (3,), 0, 2))
            self.assertEqual((float(d.garner), float(d.tool)), (3, 0))
            self.assertEqual(d.reading, "window-dropped-whole")
            self.assertIn("update_window_index", d.explanation)
            self.assertIn("read as window-dropped-whole", str(found))

    def test_verdicts(self):
        for tool, verdict, said in (
            (always(AS_SPECIFIED), "same", None),
            (always((AS_SPECIFIED,)), "same", None),
            (always(garner.NoAnswer("refused", "no scatter")), "refused", "no scatter"),
            (always(garner.NoAnswer("crashed", "signal 11")), "crashed", "signal 11"),
            (always(garner.NoAnswer("timed-out")), "timed-out", ""),
            (always(AS_SPECIFIED.astype("f8")), "crashed", "its results are of another number or type than the program's"),
            (always(()), "crashed", "its results are of another number or type than the program's"),
        ):
            found = garner.diff(WINDOWS, tool, INPUTS)
            self.assertEqual((found.verdict, found.said or None, found.combinations), (verdict, said or None, 1))

    def test_the_order_of_a_sum(self):
        # In f32, (1e8 + 1) - 1e8 is 0 and (1e8 - 1e8) + 1 is 1.
        found = garner.diff(SUM, always(np.float32(1)), (np.array([1e8, 1, -1e8], "f4"),), whole=True)
        self.assertEqual((found.verdict, found.differences[0].reason), ("allowed", "order of a sum"))
        found = garner.diff(SUM, always(np.float32(1e6)), (np.array([1e8, 1, -1e8], "f4"),), whole=True)
        self.assertEqual(found.verdict, "bug")

    def test_what_a_tool_is_given(self):
        seen = []

        def tool(text, inputs):
            seen.append((text, inputs))
            return AS_SPECIFIED

        garner.diff(garner.parse(WINDOWS), tool, {"starts": INPUTS[1], "x": INPUTS[0], "updates": INPUTS[2]}, name="jax")
        ((text, inputs),) = seen
        self.assertEqual(str(garner.parse(text)), str(garner.parse(WINDOWS)))
        self.assertTrue(all(np.array_equal(np.asarray(a), b) for a, b in zip(inputs, INPUTS)))

    def test_programs(self):
        def right(text, inputs):
            return garner.parse(text).run(*inputs)

        p = garner.generate(about="scatter", edge=True)
        self.assertEqual(garner.diff(p, right).verdict, "same")
        self.assertEqual(garner.diff(WINDOWS, right, seed=4).verdict, "same")
        counts = [garner.diff(WINDOWS, right, INPUTS, exhaustive=True).combinations, garner.diff(SUM, right, exhaustive=True).combinations]
        self.assertEqual(counts, [7 * 7, 1])  # each of two starts from -2 to 4: in range are 0 to 2

    def test_exceptions_come_out_as_themselves(self):
        for bad in (KeyboardInterrupt, SystemExit, MemoryError, garner.ShapeError, Odd):

            def tool(text, inputs):
                raise bad("of the tool")

            for exhaustive in (False, True):
                with self.assertRaisesRegex(bad, "^of the tool$"):
                    garner.diff(WINDOWS, tool, INPUTS, exhaustive=exhaustive)

    def test_misuse(self):
        for call, error, words in (
            (lambda: garner.diff(WINDOWS, 3, INPUTS), TypeError, "tool: a function"),
            (lambda: garner.diff(WINDOWS, always(None), INPUTS), TypeError, "result #0 of the tool"),
            (lambda: garner.diff(WINDOWS, always([object()]), INPUTS), TypeError, "result #0 of the tool"),
            (lambda: garner.diff(WINDOWS, always(garner.NoAnswer("lost")), INPUTS), garner.ArgumentError, "'refused', 'crashed'"),
            (lambda: garner.diff(WINDOWS, raising, INPUTS[:2]), garner.Error, "input"),
            (lambda: garner.diff(WINDOWS, raising, INPUTS, name="abacus"), garner.ArgumentError, "jax"),
            (lambda: garner.diff(WINDOWS, raising, INPUTS, function="f"), garner.ArgumentError, "@main"),
            (lambda: garner.diff("{", raising, INPUTS), garner.ParseError, ""),
            (lambda: garner.diff(3, raising), TypeError, "text, bytes or a path"),
            (lambda: garner.diff(WINDOWS, raising, seed=-1), garner.ArgumentError, "0 or more"),
        ):
            with self.assertRaisesRegex(error, words):
                call()

    def test_threads_and_references(self):
        verdicts = []

        def work():
            for _ in range(20):
                verdicts.append(garner.diff(WINDOWS, drops_whole_windows, INPUTS).verdict)

        many = [threading.Thread(target=work) for _ in range(3)]
        for t in many:
            t.start()
        for t in many:
            t.join()
        self.assertEqual(verdicts, ["bug"] * 60)
        answer = WHOLE_DROPPED.copy()
        before = sys.getrefcount(answer)
        for _ in range(50):
            garner.diff(WINDOWS, always(answer), INPUTS)
        self.assertEqual(sys.getrefcount(answer), before)


class ReduceTest(unittest.TestCase):
    def test_of_a_text(self):
        found = garner.reduce(BIG, lambda text, inputs: "stablehlo.multiply" in text)
        self.assertEqual((found.ops, found.function), (1, 0))
        self.assertTrue("multiply" in str(found) and "negate" not in str(found))
        self.assertGreater(found.tries, 3)
        found.module.run(*found.inputs)

    def test_of_a_tool(self):
        def is_wrong(text, inputs):
            return garner.diff(text, drops_whole_windows, inputs).verdict == "bug"

        found = garner.reduce(WINDOWS, is_wrong, INPUTS)
        self.assertTrue(is_wrong(found.text, found.inputs))
        self.assertIn("tensor<2xf32>", found.text)
        again = garner.reduce(found, is_wrong)
        self.assertEqual(again.text, found.text)

    def test_limits_and_what_is_told(self):
        told = []
        found = garner.reduce(BIG, always(True), smaller=lambda *now: told.append(now))
        self.assertEqual((told[-1][0], told[-1][3]), (found.text, found.ops))
        self.assertEqual([n for _, _, n, _ in told], sorted(n for _, _, n, _ in told))
        self.assertLessEqual(garner.reduce(BIG, always(True), max_tries=3).tries, 3)
        self.assertEqual(garner.reduce(BIG, always(True), seconds=0).tries, 1)

    def test_exceptions_come_out_as_themselves(self):
        for bad in (KeyboardInterrupt, SystemExit, MemoryError, garner.CheckError, Odd):
            for after in (1, 4):
                calls = []

                def holds(text, inputs):
                    calls.append(text)
                    if len(calls) == after:
                        raise bad("of the caller")
                    return True

                with self.assertRaisesRegex(bad, "^of the caller$"):
                    garner.reduce(BIG, holds)
                self.assertEqual(len(calls), after)
        with self.assertRaises(Odd):
            garner.reduce(BIG, always(True), smaller=raising)

    def test_misuse(self):
        for call, error, words in (
            (lambda: garner.reduce(BIG, always(False)), garner.CheckError, ""),
            (lambda: garner.reduce(BIG, "grep"), TypeError, "holds: a function"),
            (lambda: garner.reduce(BIG, always(True), smaller=1), TypeError, "smaller: a function"),
            (lambda: garner.reduce(BIG, always(np.zeros(2))), ValueError, "ambiguous"),
            (lambda: garner.reduce(BIG, always(True), max_tries=-1), garner.ArgumentError, "0 or more"),
            (lambda: garner.reduce(BIG, always(True), [INPUTS[0]]), garner.Error, "input"),
            (lambda: garner.reduce(BIG, always(True), seconds="1"), TypeError, ""),
        ):
            with self.assertRaisesRegex(error, words):
                call()


if __name__ == "__main__":
    unittest.main()
