"""Exceptions and their fields, signatures and help, and the public names."""
import inspect
import pydoc
import unittest

import garner
from support import np


class FieldsTest(unittest.TestCase):
    def test_index_error(self):
        x = np.arange(12.0).reshape(3, 4)
        rows = dict(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,), slice_sizes=(1, 4))
        wrong = np.array([[0], [7]])
        cases = [
            (lambda: garner.torch.gather(x, 1, np.array([[0, 9]])), 9, (0, 1), (0, 3)),
            (lambda: garner.torch.index_select(x, 0, np.array([0, -1])), -1, (1,), (0, 2)),
            (lambda: garner.onnx.gather(x, np.array([[-4]])), -4, (0, 0), (-3, 2)),
            (lambda: garner.onnx.gather_nd(x, np.array([[1, 5]])), 5, (0, 1), (-4, 3)),
            (lambda: garner.tf.gather(x, np.array([3])), 3, (0,), (0, 2)),
            (lambda: garner.tf.gather_nd(x, np.array([[0, 4]])), 4, (0, 1), (0, 3)),
            (lambda: garner.gather(x, wrong, bounds="error", **rows), 7, (1, 0), (0, 2)),
            (lambda: garner.gather(x, wrong, bounds="error", wrap_negative=True, **rows), 7, (1, 0), (-3, 2)),
            (lambda: garner.gather(x, wrong, bounds="error", index_base=1, **rows), 0, (0, 0), (1, 3)),
            (lambda: garner.plan(garner.gather, x, wrong, bounds="error", **rows)(x, wrong), 7, (1, 0), (0, 2)),
            (lambda: garner.ttnn.gather(x.astype("f4"), 1, np.array([[4]], "u4")), 4, (0, 0), (0, 3)),
            (lambda: garner.ttnn.embedding(np.array([8], "u4"), x.astype("f4")), 8, (0,), (0, 2)),
            (lambda: garner.ttnn.embedding(np.array([[0, 1], [2, 3]], "u4"), x.astype("f4")), 3, (1, 1), (0, 2)),
            (lambda: garner.torch.index(x, (np.array([0, 1]), np.array([[1], [9]]))), 9, (1, 0, 1), (-4, 3)),
            (lambda: garner.torch.index_put(x, (np.array([0, 5]),), np.ones((2, 4))), 5, (1, 0), (-3, 2)),
            (lambda: garner.torch.take(x, np.array([[1, -20]])), -20, (0, 1), (-12, 11)),
            (lambda: garner.torch.take_along_dim(x, np.array([[1, 30]])), 30, (1,), (0, 11)),
            (lambda: garner.torch.embedding(np.array([[1, 7]]), x), 7, (0, 1), (0, 2)),
            (lambda: garner.torch.gather_backward(np.ones((1, 1)), x, 1, np.array([[9]])), 9, (0, 0), (0, 3)),
            (lambda: garner.gather(x, np.array([[2**64 - 2]], "u8"), bounds="error", **rows), 2**64 - 2, (0, 0), (0, 2)),
            (lambda: garner.gather(x, np.array([[True]]), bounds="error", index_base=2, **rows), 1, (0, 0), (2, 4)),
            (lambda: garner.tf.gather(x[:0], np.array([0])), 0, (0,), None),
        ]
        for number, (call, value, position, bound) in enumerate(cases):
            with self.subTest(number), self.assertRaises(garner.IndexError) as caught:
                call()
            error = caught.exception
            self.assertEqual((error.value, error.position, error.bound), (value, position, bound), number)
            self.assertEqual(error.status, "GRN_E_INDEX")
            self.assertIsInstance(error, IndexError)
            self.assertIsInstance(error, garner.Error)

    def test_shape_and_dtype(self):
        with self.assertRaises(garner.ShapeError):
            garner.torch.gather(np.zeros((2, 2)), 0, np.array([0]))
        with self.assertRaises(garner.DTypeError):
            garner.torch.gather(np.zeros(2), 0, np.array([0.5]))
        with self.assertRaises(garner.ShapeError) as caught:
            garner.gather(np.zeros(2), np.array([0]), slice_sizes=(3,), start_index_map=(0,), offset_dims=(0,))
        self.assertIn("3", str(caught.exception))
        with self.assertRaises(garner.ShapeError):
            garner.torch.gather(np.zeros(3), 0, np.array([0]), out=np.zeros(2))
        with self.assertRaises(garner.AliasError):
            x = np.zeros(3)
            garner.torch.gather(x, 0, np.array([0, 1, 2]), out=x)

    def test_untouched_after_an_error(self):
        out = np.full(2, 7.0)
        with self.assertRaises(garner.IndexError):
            garner.torch.gather(np.zeros(3), 0, np.array([0, 3]), out=out)
        self.assertEqual(out.tolist(), [7, 7])

    def test_words(self):
        with self.assertRaisesRegex(garner.ArgumentError, 'bounds: "none"; right: "default", "clamp", "fill"'):
            garner.gather(np.zeros(2), np.array([[0]]), slice_sizes=(1,), bounds="none")
        with self.assertRaisesRegex(garner.ArgumentError, "combiner"):
            garner.scatter(np.zeros(2), np.array([[0]]), np.zeros(1), combiner="plus")
        with self.assertRaises(TypeError):
            garner.scatter(np.zeros(2), np.array([[0]]), np.zeros(1), combiner=3)

    def test_arguments_are_bound_as_python_does(self):
        x, i = np.zeros(2), np.array([0])
        for call in (
            lambda: garner.torch.gather(x, 0),
            lambda: garner.torch.gather(x, 0, i, None),
            lambda: garner.torch.gather(x, 0, i, dim=1),
            lambda: garner.torch.gather(x, 0, i, size=1),
            lambda: garner.torch.gather(x, "0", i),
            lambda: garner.torch.gather(x, 0, None),
            lambda: garner.torch.gather(x, 0.5, i),
        ):
            with self.assertRaises(TypeError):
                call()
        with self.assertRaises(OverflowError):
            garner.torch.gather(x, 2**64, i)
        self.assertEqual(garner.torch.gather(index=i, dim=0, input=x).tolist(), [0])
        self.assertEqual(garner.torch.gather(x, np.int8(-1), i).tolist(), [0])

    def test_parse_and_verify(self):
        with self.assertRaises(garner.ParseError) as caught:
            garner.parse("func.func @main() {\n  %0 = oops\n}")
        self.assertEqual(caught.exception.line, 2)
        bad = garner.parse(
            'func.func @main(%x: tensor<4xf32>, %i: tensor<2x1xi64>) -> tensor<2x5xf32> {\n'
            '  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], '
            'index_vector_dim = 1>, slice_sizes = array<i64: 5>}> : (tensor<4xf32>, tensor<2x1xi64>) -> tensor<2x5xf32>\n'
            '  return %r : tensor<2x5xf32>\n}'
        )
        with self.assertRaises(garner.VerifyError) as caught:
            bad.check()
        error = caught.exception
        self.assertEqual((error.rule, error.line, error.column), ("C21", 2, 8))
        self.assertEqual([d.severity for d in error.diagnostics[:2]], ["error", "note"])


class HelpTest(unittest.TestCase):
    def functions(self):
        for module in (garner, garner.torch, garner.onnx, garner.jax, garner.tf, garner.ttnn, garner.nvl):
            for name in module.__all__:
                value = getattr(module, name)
                if inspect.isroutine(value):
                    yield module, name, value

    def test_every_function_has_a_signature_and_a_text(self):
        count = 0
        for module, name, function in self.functions():
            with self.subTest(f"{module.__name__}.{name}"):
                inspect.signature(function)
                self.assertEqual(function.__name__, name)
                self.assertTrue(function.__module__.startswith("garner"))
                self.assertGreater(len(function.__doc__), 20)
                shown = pydoc.plain(pydoc.render_doc(function))
                self.assertIn(name + "(", shown)
                self.assertNotIn("method of", shown)
                self.assertLess(max(map(len, function.__doc__.splitlines())), 141)
                count += 1
        self.assertGreater(count, 55)

    def test_signatures(self):
        self.assertEqual(str(inspect.signature(garner.torch.gather)), "(input, dim, index, *, out=None)")
        self.assertEqual(
            str(inspect.signature(garner.onnx.scatter_nd)), "(data, indices, updates, reduction='none', *, out=None)"
        )

    def test_stubs_name_what_there_is(self):
        import ast
        import os

        folder = os.path.dirname(garner.__file__)
        self.assertTrue(os.path.exists(os.path.join(folder, "py.typed")))
        for module in (garner, garner.torch, garner.onnx, garner.jax, garner.tf, garner.ttnn, garner.nvl):
            stem = "__init__" if module is garner else module.__name__.split(".")[1]
            with open(os.path.join(folder, stem + ".pyi"), encoding="utf-8") as file:
                tree = ast.parse(file.read())
            declared = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
            imported = {
                a.asname or a.name for node in tree.body if isinstance(node, ast.ImportFrom) for a in node.names
            } | {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
            self.assertLessEqual(set(module.__all__), set(declared) | imported, module.__name__)
            for name, node in declared.items():
                if isinstance(node, ast.FunctionDef):
                    stub = [a.arg for a in node.args.posonlyargs + node.args.args + node.args.kwonlyargs]
                    self.assertEqual(
                        stub,
                        [p for p in inspect.signature(getattr(module, name)).parameters if p not in ("args", "kwargs")],
                        f"{module.__name__}.{name}",
                    )


if __name__ == "__main__":
    unittest.main()
