"""onnx_models.py GARNER SEED CASES [NODE_MODULES] - garner against ONNX's own files.

Runs, by `garner run`, ONNX's node tests from their .onnx and .pb files; three whole models, and CASES random
small graphs, written by onnx's helper. Models also become StableHLO and models again, which onnx's checker takes; with NODE_MODULES
ONNX Runtime runs all of them. Ends with "N passed, N failed"; exit 1 on a failure.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

for old in ('float', 'bool', 'int', 'object'):  # which onnx 1.12 still asks numpy for
    if old not in np.__dict__:
        setattr(np, old, getattr(__builtins__, old))
import onnx
from onnx import TensorProto, helper, numpy_helper

garner, seed, cases = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
modules = sys.argv[4] if len(sys.argv) > 4 else None
rng = np.random.default_rng(seed)
folder = tempfile.TemporaryDirectory()
passed = failed = 0
jobs = []  # for ONNX Runtime: (name, model, inputs, wanted outputs)


def check(name, fine, why=''):
    global passed, failed
    passed += bool(fine)
    failed += not fine
    if not fine:
        print('FAILED: %s: %s' % (name, why))
    return fine


def path(name):
    return os.path.join(folder.name, name)


def run(*arguments):
    return subprocess.run([garner, *arguments], capture_output=True, text=True, timeout=120)


def close(a, b, rtol=1e-5, atol=1e-5):
    if a.dtype.kind == 'V' and a.dtype.itemsize == b.dtype.itemsize:  # a type that NumPy has not: the bits are another's
        a = a.view(b.dtype)
    if b.dtype.name in ('int2', 'int4', 'uint2', 'uint4'):  # which .npy has as integers of a byte
        b = b.astype('u1' if b.dtype.name[0] == 'u' else 'i1')
    if b.dtype.kind not in 'biufc' and a.dtype == b.dtype:
        a, b = a.astype('f4'), b.astype('f4')
    return a.shape == b.shape and a.dtype == b.dtype and (
        np.allclose(a, b, rtol=rtol, atol=atol, equal_nan=True) if a.dtype.kind in 'fc' else np.array_equal(a, b))


def garner_run(model, inputs, count):
    """The outputs of a model on arrays, each given as a TensorProto's file; or the message."""
    files = []
    for i, array in enumerate(inputs):
        files += ['--input', path('in_%d.pb' % i)]
        with open(files[-1], 'wb') as f:
            f.write(numpy_helper.from_array(array).SerializeToString())
    out = path('out')
    said = run('run', model, *files, '--output', out)
    if said.returncode:
        return said.stderr
    names = sorted((f for f in os.listdir(out) if f.endswith('.npy')), key=lambda f: int(f.rsplit('_', 1)[1][:-4]))
    arrays = [np.load(os.path.join(out, f)) for f in names[:count]]
    for f in names:
        os.remove(os.path.join(out, f))
    return arrays


def agrees(name, model, inputs, wanted, rtol=1e-5, atol=1e-5):
    got = garner_run(model, inputs, len(wanted))
    if isinstance(got, str):
        return check(name, False, got.strip())
    for i, (a, b) in enumerate(zip(got, wanted)):
        if not close(a, b, rtol, atol):
            return check(name, False, 'output %d is\n%s, expected\n%s' % (i, a, b))
    return check(name, True)


# Operators that garner keeps and does not run, and why.
KEPT = {
    'strings, sequences, optionals': 'StringConcat StringNormalizer StringSplit RegexFullMatch TfIdfVectorizer LabelEncoder SequenceMap SequenceInsert '
                                     'SplitToSequence OptionalHasElement ConcatFromSequence SequenceAt SequenceConstruct',
    'random numbers, images, training': 'Bernoulli ImageDecoder',
    'other domains': 'TreeEnsemble',
}
# Tests of operators that run, which ask for more of them.
KEPT_TESTS = {
    'training_dropout': 'draws random numbers', 'scan_sum': 'opset 8',
    'if_opt': 'optionals', 'if_seq': 'sequences', 'loop13_seq': 'sequences', 'loop16_seq': 'sequences', 'identity_opt': 'optionals',
    'identity_sequence': 'sequences', 'equal_string': 'strings', 'get_element_optional': 'optionals', 'get_element_sequence': 'sequences',
}
if tuple(int(n) for n in onnx.__version__.split('.')[:2]) < (1, 23):
    KEPT_TESTS['adam_multiple'] = 'onnx 1.12 expects other values than 1.23'
    KEPT_TESTS['optional_get_element'] = 'optionals'


def node_cases():
    """ONNX's own, of all its operators."""
    import importlib
    import pkgutil
    from onnx.backend.test.case import node
    for family in sorted(m.name for m in pkgutil.iter_modules(node.__path__)):
        try:
            importlib.import_module('onnx.backend.test.case.node.' + family)
        except Exception as e:  # of an older onnx with a newer numpy
            print('family %s of node tests is not made: %s' % (family, e))
    if hasattr(node, 'collect_testcases'):
        try:
            node.collect_testcases(None)
        except TypeError:
            node.collect_testcases()
    for test in node._NodeTestCases:
        if 'dft_inverse' in test.name:
            test.data_sets[:] = [(inputs, [inverse_transform(inputs[0])]) for inputs, _ in test.data_sets]
    return node._NodeTestCases


def inverse_transform(x):
    """What the cases have of it is rounded to f32 on the way: 2e-7 where it is 0, which is beyond their own tolerance."""
    y = np.fft.ifft(x[..., 0].astype('f8') + 1j * x[..., 1], axis=1)
    return np.stack((y.real, y.imag), axis=-1).astype('f4')


def as_array(x):
    """Of a type that NumPy has not, cases have TensorProtos."""
    return numpy_helper.to_array(x) if isinstance(x, TensorProto) else x


def is_array(x):
    return isinstance(x, (np.ndarray, np.generic)) and x.dtype != object and x.dtype.kind not in 'US'


def has_bits_only(model, arrays):
    """An older onnx has values of bf16 as integers of 16 bits."""
    return any(i.type.tensor_type.elem_type == TensorProto.BFLOAT16 and a.dtype.kind in 'uf'
               for i, a in zip([*model.graph.input, *model.graph.output], arrays))


def node_tests():
    """Each operator that is not kept passes; says how many tests each kept one has."""
    kept = {op: why for why, ops in KEPT.items() for op in ops.split()}
    left, ran, no_arrays = {}, 0, 0
    for test in node_cases():
        op = test.model.graph.node[0].op_type
        why = kept.get(op) or next((w for name, w in KEPT_TESTS.items() if name in test.name), None)
        if 'expanded' in test.name or not test.data_sets:
            continue  # ONNX's own bodies of the operator
        if why:
            left[op] = left.get(op, 0) + 1
            continue
        model = path(test.name + '.onnx')
        onnx.save(test.model, model)
        ran += 1
        for inputs, outputs in test.data_sets:
            inputs, outputs = [as_array(x) for x in inputs], [as_array(x) for x in outputs]
            if not all(is_array(x) for x in inputs + outputs) or has_bits_only(test.model, inputs + outputs):
                no_arrays += 1
            else:
                agrees('node test ' + test.name, model, [np.asarray(x) for x in inputs], [np.asarray(x) for x in outputs], test.rtol, test.atol)
    print('node tests of onnx %s: %d run, but for %d data sets that are no arrays here; not run: %s' % (
        onnx.__version__, ran, no_arrays, ', '.join('%d of %s' % (n, op) for op, n in sorted(left.items()))))


def info(name, array, dims=None):
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype) if hasattr(helper, 'np_dtype_to_tensor_dtype')
                                         else onnx.mapping.NP_TYPE_TO_TENSOR_TYPE[array.dtype], array.shape if dims is None else dims)


def make(name, nodes, inputs, outputs, constants, opset=17):
    graph = helper.make_graph(nodes, name, [info(k, v) for k, v in inputs.items()],
                              [helper.make_tensor_value_info(k, t, None) for k, t in outputs],
                              [numpy_helper.from_array(v, k) for k, v in constants.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', opset)])
    model.ir_version = 8
    model = onnx.shape_inference.infer_shapes(model)
    onnx.checker.check_model(model)
    onnx.save(model, path(name + '.onnx'))
    return path(name + '.onnx'), list(inputs.values())


def f32(*shape):
    return rng.standard_normal(shape).astype('f4')


N = helper.make_node
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def classifier():
    """Text to classes: rows of a table, their mean, two layers."""
    return make('classifier', [
        N('Gather', ['table', 'ids'], ['rows'], 'lookup'), N('ReduceMean', ['rows'], ['mean'], axes=[1], keepdims=0),
        N('Gemm', ['mean', 'w1', 'b1'], ['h'], transB=1), N('Relu', ['h'], ['r']), N('MatMul', ['r', 'w2'], ['m']), N('Add', ['m', 'b2'], ['logits']),
        N('Softmax', ['logits'], ['classes'], axis=-1), N('ArgMax', ['classes'], ['best'], axis=1, keepdims=0)],
        {'ids': rng.integers(0, 40, (3, 6))}, [('classes', FLOAT), ('best', INT64)],
        {'table': f32(40, 8), 'w1': f32(12, 8), 'b1': f32(12), 'w2': f32(12, 5), 'b2': f32(5)})


def decoder():
    """A step of decoding: a norm, attention over what was cached, logits, the best K and their rows."""
    return make('decoder', [
        N('Gather', ['table', 'token'], ['x'], 'embed'), N('LayerNormalization', ['x', 'scale', 'bias'], ['n'], axis=-1),
        N('MatMul', ['n', 'wq'], ['q']), N('Unsqueeze', ['q', 'one'], ['q1']), N('Transpose', ['keys'], ['kt'], perm=[0, 2, 1]),
        N('MatMul', ['q1', 'kt'], ['scores']), N('Mul', ['scores', 'factor'], ['scaled']), N('Softmax', ['scaled'], ['attention'], axis=-1),
        N('MatMul', ['attention', 'values'], ['context']), N('Squeeze', ['context', 'one'], ['c']), N('Add', ['x', 'c'], ['y']),
        N('Tanh', ['y'], ['t']), N('MatMul', ['t', 'out'], ['logits']), N('TopK', ['logits', 'k'], ['best', 'which'], axis=-1),
        N('Gather', ['table', 'which'], ['next'], 'next_rows'), N('GatherElements', ['logits', 'which'], ['again'], axis=1)],
        {'token': rng.integers(0, 30, (2,)), 'keys': f32(2, 5, 8), 'values': f32(2, 5, 8)},
        [('best', FLOAT), ('which', INT64), ('next', FLOAT), ('again', FLOAT)],
        {'table': f32(30, 8), 'scale': f32(8), 'bias': f32(8), 'wq': f32(8, 8), 'one': np.array([1]), 'factor': np.array(8 ** -0.5, 'f4'),
         'out': f32(8, 30), 'k': np.array([4])})


def graph_layer():
    """A layer of a graph network: messages of edges are added up at their targets, and divided by their number."""
    return make('graph_layer', [
        N('Gather', ['nodes', 'source'], ['sent'], 'send'), N('MatMul', ['sent', 'w'], ['messages']), N('Unsqueeze', ['target', 'last'], ['where']),
        N('Shape', ['nodes'], ['shape']), N('ConstantOfShape', ['shape'], ['zeros']),
        N('ScatterND', ['zeros', 'where', 'messages'], ['sums'], 'receive', reduction='add'),
        N('ScatterElements', ['none', 'target', 'ones'], ['degree'], axis=0, reduction='add'), N('Max', ['degree', 'least'], ['count']),
        N('Unsqueeze', ['count', 'last'], ['column']), N('Div', ['sums', 'column'], ['mean']), N('Concat', ['nodes', 'mean'], ['both'], axis=1),
        N('Gemm', ['both', 'w2', 'b'], ['h']), N('Relu', ['h'], ['y'])],
        {'nodes': f32(6, 4), 'source': rng.integers(0, 6, (9,)), 'target': rng.integers(0, 6, (9,))}, [('y', FLOAT)],
        {'w': f32(4, 4), 'last': np.array([1]), 'none': np.zeros(6, 'f4'), 'ones': np.ones(9, 'f4'), 'least': np.array(1, 'f4'),
         'w2': f32(8, 3), 'b': f32(3)})


def random_graph(number):
    """Up to eight operators on tensors of one shape, then a gather and a reduction."""
    shape = tuple(int(x) for x in rng.integers(1, 5, rng.integers(1, 4)))
    nodes, values = [], ['x', 'y']
    for i in range(int(rng.integers(1, 8))):
        op = rng.choice(['Add', 'Sub', 'Mul', 'Relu', 'Sigmoid', 'Tanh', 'Softmax', 'Neg', 'Abs', 'Max', 'Where', 'LogSoftmax', 'Erf', 'Clip', 'Min', 'Exp'])
        a, b, out = rng.choice(values), rng.choice(values), 'v%d' % i
        if op in ('Add', 'Sub', 'Mul', 'Max', 'Min'):
            nodes.append(N(op, [a, b], [out]))
        elif op == 'Where':
            nodes += [N('Less', [a, b], [out + 'c']), N(op, [out + 'c', a, b], [out])]
        elif op in ('Softmax', 'LogSoftmax'):
            nodes.append(N(op, [a], [out], axis=int(rng.integers(-len(shape), len(shape)))))
        elif op == 'Exp':
            nodes += [N('Tanh', [a], [out + 't']), N(op, [out + 't'], [out])]
        elif op == 'Clip':
            nodes.append(N(op, [a, 'low', 'high'], [out]))
        else:
            nodes.append(N(op, [a], [out]))
        values.append(out)
    axis = int(rng.integers(0, len(shape)))
    ids = rng.integers(-shape[axis], shape[axis], (2, 3))
    last = str(rng.choice(['ReduceSum', 'ReduceMax', 'ReduceMean', 'TopK', 'ArgMax', 'CumSum', 'Flatten', 'Split', 'Tile']))
    nodes.append(N('Gather', [values[-1], 'ids'], ['g'], 'gather', axis=axis))
    outputs = [('z', INT64 if last == 'ArgMax' else FLOAT)]
    constants = {'low': np.array(-0.5, 'f4'), 'high': np.array(0.75, 'f4'), 'axes': np.array([axis]), 'k': np.array([2]), 'last': np.array([axis + 1]),
                 'repeats': rng.integers(1, 3, len(shape) + 1), 'parts': np.array([1, 2])}
    extra = {'ReduceSum': (['g', 'axes'], {'keepdims': 0}), 'ReduceMax': (['g'], {'axes': [axis]}), 'ReduceMean': (['g'], {'axes': [0, axis + 1], 'keepdims': 0}),
             'TopK': (['g', 'k'], {'axis': axis + 1}), 'ArgMax': (['g'], {'axis': axis}), 'CumSum': (['g', 'axis'], {}), 'Flatten': (['g'], {'axis': axis}),
             'Split': (['g', 'parts'], {'axis': axis + 1}), 'Tile': (['g', 'repeats'], {})}[last]
    constants['axis'] = np.array(axis)
    outs = ['z', 'z2'] if last in ('TopK', 'Split') else ['z']
    outputs += [('z2', INT64 if last == 'TopK' else FLOAT)] if len(outs) > 1 else []
    nodes.append(N(last, extra[0], outs, **extra[1]))
    used = {i for n in nodes for i in n.input}
    return make('random_%d' % number, nodes, {'x': f32(*shape), 'y': f32(*shape), 'ids': ids}, outputs, {k: v for k, v in constants.items() if k in used})


def whole(model, inputs):
    """A model as it is, as StableHLO, and as a model again: garner gives the same for all, and ONNX Runtime for the models."""
    name = os.path.basename(model)[:-5]
    count = len(onnx.load(model).graph.output)
    first = garner_run(model, inputs, count)
    if not check(name + ': runs', not isinstance(first, str), first):
        return
    jobs.append((name, model, inputs, first))
    text = run('convert', '--to=stablehlo', model)
    if not check(name + ': becomes StableHLO', text.returncode == 0, text.stderr):
        return
    with open(path(name + '.mlir'), 'w') as f:
        f.write(text.stdout)
    agrees(name + ': as StableHLO', path(name + '.mlir'), inputs, first)
    again = path(name + '_again.onnx')
    said = run('convert', '--to=onnx', path(name + '.mlir'), '-o', again)
    if 'CumSum' in {n.op_type for n in onnx.load(model).graph.node} and said.returncode == 0:
        pass  # which stays ONNX's on the way
    if not check(name + ': becomes a model again', said.returncode == 0, said.stderr):
        return
    try:
        onnx.checker.check_model(onnx.load(again), full_check=True)
        check(name + ': the checker takes it', True)
    except Exception as e:
        check(name + ': the checker takes it', False, str(e))
    agrees(name + ': as a model again', again, inputs, first)
    jobs.append((name + '_again', again, inputs, first))
    copy = path(name + '_copy.onnx')
    said = run('convert', '--to=onnx', model, '-o', copy)
    check(name + ': is written as it is', said.returncode == 0, said.stderr)
    agrees(name + ': as it was written', copy, inputs, first)
    onnx.checker.check_model(onnx.load(copy), full_check=True)


def external():
    """A model whose table lies in a file beside it."""
    model = onnx.load(path('classifier.onnx'))
    onnx.save(model, path('beside.onnx'), save_as_external_data=True, all_tensors_to_one_file=True, location='weights.bin', size_threshold=16)
    inputs = [rng.integers(0, 40, (3, 6))]
    agrees('external data', path('beside.onnx'), inputs, garner_run(path('classifier.onnx'), inputs, 2))
    with open(path('weights.bin'), 'wb') as f:
        f.write(b'short')
    said = run('check', path('beside.onnx'))
    check('external data that is too short', said.returncode == 3 and 'weights.bin' in said.stderr, said.stderr)


def runtime():
    """ONNX Runtime on every model."""
    types = {'float32': 'float32', 'int64': 'int64', 'int32': 'int32', 'bool': 'bool', 'float64': 'float64'}
    todo = []
    for number, (name, model, inputs, _) in enumerate(jobs):
        graph = onnx.load(model).graph
        feeds = []
        for i, (value, array) in enumerate(zip(graph.input, inputs)):
            file = path('ort_%d_%d.bin' % (number, i))
            array.tofile(file)
            feeds.append({'name': value.name, 'type': types[str(array.dtype)], 'dims': list(array.shape), 'file': file})
        todo.append({'model': model, 'inputs': feeds, 'out': path('ort_%d' % number)})
    with open(path('list.json'), 'w') as f:
        json.dump(todo, f)
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run(['node', os.path.join(here, 'onnx_models.mjs'), modules, path('list.json')], check=True, timeout=900)
    for number, (name, _, _, wanted) in enumerate(jobs):
        with open(path('ort_%d.json' % number)) as f:
            said = json.load(f)
        if not check(name + ': ONNX Runtime takes it', 'outputs' in said, said.get('error', '')):
            continue
        for i, (output, want) in enumerate(zip(said['outputs'], wanted)):
            got = np.fromfile(path('ort_%d_%d.bin' % (number, i)), want.dtype).reshape([int(d) for d in output['dims']])
            check('%s: output %d is as ONNX Runtime has it' % (name, i), close(got, want), '%s, expected %s' % (want, got))


node_tests()
for model, inputs in [classifier(), decoder(), graph_layer()]:
    whole(model, inputs)
for number in range(cases):
    whole(*random_graph(number))
external()
if modules:
    runtime()
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0 or passed == 0)
