"""Programs: parsed, checked, run, planned, linted, translated, differentiated, explained, drawn."""
import contextlib
import copy
import io
import os
import pathlib
import pickle
import tempfile
import traceback
import unittest

import garner
from support import ROOT, np

HERE = os.path.dirname(os.path.abspath(__file__))
PATH = os.path.join(HERE, "gather.mlir")
TEXT = open(PATH, encoding="utf-8").read()
TABLE = np.array([[1, 2], [3, 4], [5, 6]], "f4")
MEETING = """func.func @main(%t: tensor<8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %s = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}"""


class RunTest(unittest.TestCase):
    def setUp(self):
        self.m = garner.parse(TEXT)

    def test_sources(self):
        for source in (TEXT, TEXT.encode(), bytearray(TEXT.encode()), PATH, pathlib.Path(PATH)):
            self.assertEqual(str(garner.parse(source)), str(self.m))
        for bad, error in ((3, TypeError), (None, TypeError), ("no such file", OSError), (b"{", garner.ParseError)):
            with self.assertRaises(error):
                garner.parse(bad)

    def test_snippets(self):
        """Ops without a function, as documents show them."""
        line = "%y = stablehlo.add %x, %x : tensor<2xf32>"
        for text in (line, f"    %x = ... # two\n    {line}\n"):
            m = garner.parse(text)
            self.assertEqual([(f.name, f.inputs, f.results) for f in m.functions], [("main", ("tensor<2xf32>",), 1)])
            self.assertEqual(m.run(np.array([1, 2], "f4")).tolist(), [2, 4])
            with self.assertRaises(garner.ParseError):
                garner.parse(text, strict_syntax=True)

    def test_functions(self):
        (f,) = self.m.functions
        self.assertEqual(
            (f.name, f.inputs, f.results, f.is_public, f.has_body),
            ("main", ("tensor<3x2xf32>", "tensor<2xi32>"), 1, True, True),
        )
        self.assertIn("@main", repr(self.m))
        self.assertIn('"stablehlo.gather"', self.m.text(generic=True))
        with self.assertRaises(garner.ArgumentError):
            self.m.run(function="other")
        with self.assertRaises(garner.ArgumentError):
            self.m.run(function=1)

    def test_run(self):
        import torch

        for rows in (np.array([2, 0], "i4"), torch.tensor([2, 0], dtype=torch.int32), garner.array([2, 0], "i32")):
            for threads in (1, 2):
                result = self.m.run(TABLE, rows, threads=threads)
                self.assertEqual(result.tolist(), [[5, 6], [1, 2]])
        self.assertEqual(
            self.m.run(np.asfortranarray(TABLE), np.array([9, 9, 2, 0], "i4")[2:]).tolist(), [[5, 6], [1, 2]]
        )
        self.assertEqual(self.m.run(TABLE, np.array([9, -1], "i4")).tolist(), [[5, 6], [1, 2]])
        with self.assertRaises(garner.IndexError) as caught:
            self.m.run(TABLE, np.array([1, 7], "i4"), strict=True)
        e = caught.exception
        self.assertEqual((e.value, e.position, e.bound, e.line), (7, (1,), (0, 2), 2))

    def test_named_inputs(self):
        rows = np.array([2, 0], "i4")
        for inputs, named in (
            ((), dict(table=TABLE, rows=rows)),
            ((TABLE,), dict(rows=rows)),
            ((rows,), dict(table=TABLE)),
            (({"table": TABLE, "%rows": rows},), {}),
            (({0: TABLE},), dict(rows=rows)),
        ):
            self.assertEqual(self.m.run(*inputs, **named).tolist(), [[5, 6], [1, 2]])
            self.assertIn("start_index", self.m.explain(*inputs, **named))
            self.assertIn("<svg", self.m.draw(*inputs, **named))
            self.assertEqual(len(self.m.plan(*inputs, **named)), 1)
            self.assertTrue(self.m.lint(*inputs, **named) is not None)
        for inputs, named, error, words in (
            ((TABLE,), dict(row=rows), TypeError, "no option 'row'.*table, rows"),
            (({"tabel": TABLE},), {}, garner.ArgumentError, "no input 'tabel'.*table, rows"),
            (({2: TABLE},), {}, garner.ArgumentError, "no input 2"),
            ((), dict(rows=rows), garner.ArgumentError, "#0, %table"),
            ((TABLE, rows), dict(rows=rows), garner.ArgumentError, "takes 2 inputs, 3"),
            (({"rows": rows, 1: rows},), {}, garner.ArgumentError, "given twice"),
        ):
            with self.assertRaisesRegex(error, words):
                self.m.run(*inputs, **named)
        (f,) = self.m.functions
        self.assertEqual((f.names, f.dtypes), (("table", "rows"), ("f32", "i32")))
        # A name that is an option too.
        m = garner.parse("func.func @main(%threads: tensor<f32>) -> tensor<f32> {\n  return %threads : tensor<f32>\n}")
        self.assertEqual(m.run({"threads": 2.5}, threads=1).item(), 2.5)

    def test_numbers_are_scalars(self):
        m = garner.parse("func.func @main(%i: index, %x: f32, %c: tensor<i1>) -> (index, f32, tensor<i1>) {\n"
                         "  return %i, %x, %c : index, f32, tensor<i1>\n}")
        self.assertEqual([r.item() for r in m.run(3, 2.5, True)], [3, 2.5, True])
        with self.assertRaises(garner.ShapeError):
            self.m.run(3, np.array([2, 0], "i4"))

    def test_results_are_views_that_live(self):
        result = self.m.run(TABLE, np.array([2, 0], "i4"))
        seen = np.asarray(result)
        self.assertEqual(seen.__array_interface__["data"][0], result.address)
        del result, self.m
        seen += 1
        self.assertEqual(seen.tolist(), [[6, 7], [2, 3]])

    def test_results_that_share_memory_are_apart(self):
        m = garner.parse(
            "func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>) {\n"
            "  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n  %s = stablehlo.add %x, %c : tensor<2xf32>\n"
            "  %b = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>\n"
            "  return %s, %s, %b : tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>\n}"
        )
        a, b, c = m.run(np.zeros(2, "f4"))
        a.numpy()[:] = 9
        self.assertEqual((b.tolist(), c.tolist()), ([1, 2], [[1, 2]] * 3))
        c.numpy()[0, 0] = 5
        self.assertEqual(c.tolist(), [[5, 2], [1, 2], [1, 2]])

    def test_inputs_are_checked(self):
        rows = np.array([2, 0], "i4")
        for inputs, error in (
            ((TABLE,), garner.ArgumentError),
            ((TABLE, rows, rows), garner.ArgumentError),
            ((TABLE.astype("f8"), rows), garner.DTypeError),
            ((TABLE[:2], rows), garner.ShapeError),
            ((TABLE, "x"), TypeError),
        ):
            with self.assertRaises(error):
                self.m.run(*inputs)
        with self.assertRaises(garner.LimitError):
            self.m.run(TABLE, rows, max_steps=3)
        with self.assertRaises(garner.Error):
            self.m.run(TABLE, rows, max_memory=8)
        with self.assertRaises(garner.ArgumentError):
            self.m.run(TABLE, rows, threads=0)

    def test_prints_and_checks(self):
        with open(os.path.join(ROOT, "examples", "batched_gather.mlir"), encoding="utf-8") as file:
            self.assertEqual(garner.parse(file.read()).run().shape, (2, 2, 3, 2, 2))
        m = garner.parse(
            'func.func @main() {\n  %c = stablehlo.constant dense<1> : tensor<i32>\n'
            '  interpreter.print %c : tensor<i32>\n  check.expect_eq_const %c, dense<2> : tensor<i32>\n  return\n}'
        )
        with self.assertRaises(garner.CheckError) as caught:
            m.run()
        self.assertEqual(caught.exception.line, 4)
        m = garner.parse(
            'func.func @main() {\n  %c = stablehlo.constant dense<1> : tensor<i32>\n  interpreter.print %c : tensor<i32>\n  return\n}'
        )
        with contextlib.redirect_stdout(io.StringIO()) as shown:
            self.assertIsNone(m.run())
        self.assertIn("1", shown.getvalue())


class OnnxTest(unittest.TestCase):
    """Models that onnx's own helper writes. tests/interop/onnx_models.sh has its node tests, whole models and ONNX Runtime."""

    def setUp(self):
        for name, kind in (("float", float), ("int", int), ("bool", bool), ("object", object)):
            if name not in np.__dict__:  # which onnx 1.12 still asks numpy for
                setattr(np, name, kind)
        import onnx
        from onnx import TensorProto, helper, numpy_helper

        self.onnx = onnx
        rng = np.random.default_rng(3)
        self.weight = rng.integers(-4, 5, (4, 4)).astype("f4")
        self.nodes, self.source, self.target = (
            rng.integers(-4, 5, (6, 4)).astype("f4"),
            rng.integers(0, 6, 9),
            rng.integers(0, 6, 9),
        )
        # A layer of a graph network: what source sends is added up at target.
        graph = helper.make_graph(
            [
                helper.make_node("Gather", ["nodes", "source"], ["sent"]),
                helper.make_node("MatMul", ["sent", "weight"], ["messages"]),
                helper.make_node("Unsqueeze", ["target", "last"], ["where"]),
                helper.make_node("ScatterND", ["zeros", "where", "messages"], ["sums"], reduction="add"),
                helper.make_node("Relu", ["sums"], ["out"]),
            ],
            "layer",
            [
                helper.make_tensor_value_info(n, t, s)
                for n, t, s in (
                    ("nodes", TensorProto.FLOAT, (6, 4)),
                    ("source", TensorProto.INT64, (9,)),
                    ("target", TensorProto.INT64, (9,)),
                )
            ],
            [helper.make_tensor_value_info("out", TensorProto.FLOAT, (6, 4))],
            [
                numpy_helper.from_array(a, n)
                for n, a in (("weight", self.weight), ("last", np.array([1])), ("zeros", np.zeros((6, 4), "f4")))
            ],
        )
        self.model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16)])
        sums = np.zeros((6, 4), "f4")
        np.add.at(sums, self.target, self.nodes[self.source] @ self.weight)
        self.wanted = np.maximum(sums, 0).tolist()

    def run_it(self, m):
        return m.run(self.nodes, self.source, self.target).tolist()

    def test_to_stablehlo_and_back(self):
        m = garner.parse(self.model.SerializeToString())
        self.assertEqual(self.run_it(m), self.wanted)
        hub = m.convert("stablehlo", verify=True, trials=10)
        self.assertEqual(self.run_it(hub), self.wanted)
        back = hub.convert("onnx").onnx()
        self.onnx.checker.check_model(back)
        self.assertEqual(self.run_it(garner.parse(back)), self.wanted)
        with self.assertRaises(garner.UnsupportedError):
            hub.onnx()

    def test_tensors_beside_the_model(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "layer.onnx"
            self.onnx.save_model(
                self.model, str(path), save_as_external_data=True, location="layer.data", size_threshold=0
            )
            self.assertEqual(self.run_it(garner.parse(path)), self.wanted)
            self.assertEqual(self.run_it(garner.parse(str(path))), self.wanted)
            with self.assertRaises(garner.UnsupportedError):
                garner.parse(path.read_bytes())
            (path.parent / "layer.data").unlink()
            with self.assertRaises(FileNotFoundError):
                garner.parse(path)


class LookTest(unittest.TestCase):
    def setUp(self):
        self.m = garner.parse(TEXT)
        self.inputs = (TABLE, np.array([2, 7], "i4"))

    def test_plan(self):
        (access,) = self.m.plan()
        self.assertEqual(
            (access.op, access.function, access.line, access.is_scatter), ("stablehlo.gather", "main", 2, False)
        )
        self.assertIn(access.addressing, str(access))
        open_ = garner.parse(TEXT.replace("3x2xf32>", "?x2xf32>"))
        (assumed,) = open_.plan(dims={("table", 0): 50})
        self.assertIn("50", " ".join(assumed.assumptions))
        with self.assertRaises(garner.ArgumentError):
            open_.plan(dims={("none", 0): 50})
        (entry,) = self.m.plan(target="ttnn")
        self.assertEqual(entry[2], "stablehlo.gather")

    def test_lint_of_updates_that_meet(self):
        m = garner.parse(MEETING)
        may, = [f for f in m.lint() if f.kind == "float-order"]
        self.assertTrue(may.possible and may.severity == "remark" and may.meeting is None)
        self.assertIn("XLA", may.elsewhere)
        found = m.lint(np.full(8, 0.5, "f4"), np.array([[2], [5], [2]], "i4"), np.array([1, 2, 3], "f4"))
        does, = [f for f in found if f.kind == "float-order" and f.observed]
        self.assertEqual((does.possible, does.severity, does.meeting["elements"], does.meeting["position"]), (False, "warning", 1, (2,)))
        self.assertEqual((does.meeting["bound"], does.meeting["bound_values"]), (2 * 2.0**-24 * 4.5, 3))
        self.assertIn("\n    XLA ", str(does))

    def test_lint(self):
        self.assertEqual([f for f in self.m.lint() if f.severity == "warning"], [])
        finding = next(f for f in self.m.lint(*self.inputs) if f.kind == "out-of-bounds")
        self.assertTrue(finding.observed)
        self.assertEqual(finding.counts["clamped"], 1)
        self.assertEqual(finding.counts["first_out_of_bounds"]["value"], 7)
        self.assertIn("2:8", str(finding))

    def test_explain_and_draw(self):
        self.assertIn("start_index", self.m.explain(*self.inputs, at=(1, 0)))
        self.assertIn("{", self.m.explain(*self.inputs, json=True))
        picture = self.m.draw(*self.inputs)
        self.assertTrue(picture._repr_svg_().startswith("<svg") or "<svg" in picture)
        shown = self.m.draw(*self.inputs, text=True)
        self.assertIsNone(shown._repr_svg_())
        self.assertTrue(shown._repr_html_().startswith("<pre>") and "operand" in shown._repr_html_())
        self.assertIsNone(picture._repr_html_())
        self.assertIn("<svg", garner.parse(os.path.join(ROOT, "examples", "batched_gather.mlir"))._repr_svg_())
        with tempfile.TemporaryDirectory() as folder:
            picture.save(os.path.join(folder, "x.svg"))
            self.assertEqual(open(os.path.join(folder, "x.svg"), encoding="utf-8").read(), picture)
        with self.assertRaises(garner.ArgumentError):
            self.m.draw(*self.inputs, at=[(9, 9)])
        with self.assertRaises(garner.ArgumentError):
            self.m.explain(*self.inputs, op=5)

    def test_without_inputs_they_are_zeros(self):
        zeros = (np.zeros_like(TABLE), np.zeros(2, "i4"))
        for how in ({}, {"text": True}):
            self.assertEqual(self.m.draw(**how), self.m.draw(*zeros, **how))
        for how in ({}, {"json": True}, {"in_words": True}):
            self.assertEqual(self.m.explain(**how), self.m.explain(*zeros, **how))
        self.assertEqual(self.m._repr_svg_(), str(self.m.draw(*zeros)))
        for text, dtype, shape in (
            ("tensor<f32>", "f32", ()),
            ("memref<2x3xi32>", "i32", (2, 3)),
            ("index", "index", ()),
            ("tensor<2xcomplex<f32>>", "complex<f32>", (2,)),
            ("!torch.vtensor<[2,3],f32>", "f32", (2, 3)),
            ("!torch.vtensor<[],f32>", "f32", ()),
        ):
            m = garner.parse(f"func.func @main(%x: {text}) -> {text} {{\n  return %x : {text}\n}}")
            (f,) = m.functions
            made = garner._module._zeros(f, 0)
            self.assertEqual((made.dtype, made.shape), (dtype, shape), text)
            self.assertFalse(np.asarray(made).any())
        for text in ("?x2xf32>", "*xf32>"):
            open_ = garner.parse("func.func @main(%table: tensor<" + text + ") {\n  return\n}")
            with self.assertRaisesRegex(garner.ArgumentError, "#0, %table, is of type"):
                open_.draw()
            self.assertIsNone(open_._repr_svg_())


SHARDED = """sdy.mesh @mesh = <["x"=2]>
func.func @main(%t: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %r: tensor<2xi64>) -> tensor<2x2xf32> {
  %0 = "stablehlo.gather"(%t, %r) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}>
    : (tensor<4x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}"""


class ShardTest(unittest.TestCase):
    def setUp(self):
        self.m = garner.parse(SHARDED)

    def test_stages(self):
        self.assertIn("sdy.sharding_rule", str(self.m.shard(stage="rules")))
        self.assertIn("sdy", str(self.m.shard(stage="propagated")))
        local = self.m.shard()
        self.assertIn("%t: tensor<2x2xf32>", str(local))
        self.assertIn("stablehlo.all_reduce", str(local))
        with self.assertRaisesRegex(garner.ArgumentError, '"rules", "propagated", "resharded", "local"'):
            self.m.shard(stage="global")

    def test_moves(self):
        (move,) = self.m.shard().moves
        # Two rows of two f32 come to each device: its own part is half of the table.
        self.assertEqual((move.op, move.line, move.most_bytes, move.times), ("stablehlo.gather", 3, 16, 1))
        self.assertIn("all_reduce", str(move))
        self.assertEqual(self.m.shard(stage="rules").moves, ())

    def test_devices(self):
        table, rows = np.arange(8, dtype="f4").reshape(4, 2), np.array([3, 9])
        self.assertEqual(self.m.devices(), 2)
        self.assertEqual(garner.parse(TEXT).devices(), 1)
        self.assertEqual(self.m.run(table, rows, devices=True).tolist(), [[6, 7], [6, 7]])
        with self.assertRaises(garner.Error):
            self.m.run(table, rows, devices=True, strict=True)


class KeptTest(unittest.TestCase):
    """What programs keep: classes by the names that people write, pickles and copies."""

    def test_names(self):
        for name in garner.__all__:
            found = getattr(garner, name)
            if isinstance(found, type) or callable(found):
                self.assertIn(found.__module__, ("garner", "garner.ttnn"), name)
                self.assertIs(getattr(garner, name), pickle.loads(pickle.dumps(found)))

    def test_pickles(self):
        m = garner.parse(TEXT)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(m, protocol))
            self.assertEqual((str(again), again.remarks), (str(m), m.remarks))
            for kept in (m.functions[0], m.lint(TABLE, np.array([2, 7], "i4"))[0], m.plan()[0], m.draw()):
                self.assertEqual(pickle.loads(pickle.dumps(kept, protocol)), kept)
            with self.assertRaises(garner.IndexError) as caught:
                garner.onnx.Gather(TABLE, np.array([9]))
            error = pickle.loads(pickle.dumps(caught.exception, protocol))
            self.assertIs(type(error), garner.IndexError)
            self.assertEqual((error.value, error.position, error.bound), (9, (0,), (-3, 2)))
            self.assertEqual((error.diagnostics, str(error)), (caught.exception.diagnostics, str(caught.exception)))
        self.assertIs(copy.deepcopy(m), m)

    def test_tracebacks(self):
        try:
            garner.onnx.Gather(TABLE, np.array([9]))
        except IndexError:
            self.assertIn("\ngarner.IndexError: ", traceback.format_exc())


class TranslateTest(unittest.TestCase):
    def setUp(self):
        self.m = garner.parse(TEXT)
        self.inputs = (TABLE, np.array([2, 7], "i4"))
        self.result = self.m.run(*self.inputs).tolist()

    def test_dialects(self):
        for to in ("onnx", "torch", "tcp", "nvl", "tensor", "stablehlo"):
            with self.subTest(to=to):
                made = self.m.convert(to, verify=True, trials=20)
                made.check()
                self.assertEqual(made.run(*self.inputs).tolist(), self.result)
        with self.assertRaises(garner.ArgumentError) as caught:
            self.m.convert("latin")
        for to in (*garner._garner.dialects(), *garner._garner.languages(), "artifact"):
            self.assertIn(repr(to), str(caught.exception))
        with self.assertRaisesRegex(garner.ArgumentError, r"m\.lower\('scf'\)"):
            self.m.convert("scf")

    def test_languages(self):
        source = self.m.convert("numpy")
        scope = {}
        exec(source, scope)
        self.assertEqual(scope["main"](*self.inputs).tolist(), self.result)

    def test_artifact(self):
        data = self.m.convert("artifact")
        self.assertEqual(data[:4], b"ML\xefR")
        self.assertEqual(garner.parse(data).run(*self.inputs).tolist(), self.result)
        self.assertEqual(garner.parse(self.m.artifact("1.0.0")).run(*self.inputs).tolist(), self.result)

    def test_lower_emit_batching(self):
        self.assertIn("scf.for", str(self.m.lower("scf")))
        self.assertIn("int", self.m.emit(header=True))
        batched = garner.parse(os.path.join(ROOT, "examples", "batched_gather.mlir"))
        expanded = batched.expand_batching()
        self.assertNotIn("batching_dims", str(expanded))
        self.assertIn("batching_dims", str(expanded.collapse_batching()))

    def test_grad(self):
        g = self.m.grad()
        self.assertEqual([f.name for f in g.functions], ["main", "main_vjp"])
        got = g.run(*self.inputs, np.array([[1, 10], [2, 20]], "f4"), function="main_vjp")
        self.assertEqual(got.tolist(), [[0, 0], [0, 0], [3, 30]])
        self.assertEqual([f.name for f in self.m.grad([0], forward=True).functions], ["main", "main_jvp"])
        with self.assertRaises(garner.ArgumentError):
            self.m.grad([1])

    def test_locations(self):
        located = TEXT.replace("\n  return %r", ' loc("train.py":12:4)\n  return %r')
        self.assertIn('#loc = loc("train.py":12:4)', garner.parse(located).text(locations=True))
        self.assertNotIn("train.py", str(garner.parse(located)))
        with self.assertRaises(garner.IndexError) as caught:
            garner.parse(located).run(self.inputs[0], np.array([9, 9], "i4"), strict=True)
        self.assertIn("it comes from train.py:12:4", str(caught.exception))

    def test_equivalent(self):
        trials = self.m.equivalent(self.m, trials=10)
        self.assertEqual(trials.in_range + trials.out_of_range, 10)
        other = garner.parse(TEXT.replace("return %r", "%n = stablehlo.negate %r : tensor<2x2xf32>\n  return %n"))
        with self.assertRaises(garner.CheckError):
            self.m.equivalent(other)
        with self.assertRaises(TypeError):
            self.m.equivalent("x")


if __name__ == "__main__":
    unittest.main()
