"""onnx_random.py GARNER SEED CASES [--only NUMBER] [--hostile] [OPERATOR ...] - random models of one ONNX operator each.

Runs CASES models, of the operators named or of all below, by `garner run`, by onnx's reference implementation and, where onnxruntime is
installed and takes the model, by it. What garner gives must be what one of the two gives: to the bit where elements are integers or are only
moved, else within the tolerance of onnx's node tests (rtol 1e-3, atol 1e-7). Floats are small multiples of 1/8, so that sums of their products
are exact in any order. A model that both others refuse is not counted. With --hostile, numbers in attributes and initializers become others,
some of them extreme, and garner alone runs it: it must give a result or a message, within 256 MiB. Each number of a model and SEED make it again. Ends with
"N passed, N failed, N without an answer to compare"; exit 1 on a failure.
"""
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

try:
    import onnxruntime
    onnxruntime.set_default_logger_severity(4)
except ImportError:
    onnxruntime = None

words = sys.argv[1:]
only = int(words.pop(words.index('--only') + 1)) if '--only' in words else None
hostile = '--hostile' in words
words = [w for w in words if w not in ('--only', '--hostile')]
garner, seed, count, wanted = words[0], int(words[1]), int(words[2]), words[3:]
rng = np.random.default_rng(0)
makers = []


def maker(*ops, moves=False):
    """A function that makes a case of each operator in turn; `moves`: elements are moved, not computed with."""
    def add(f):
        makers.extend((op, f, moves) for op in ops)
        return f
    return add


class Case:
    """One node: its inputs (None: left out), which of them are initializers, attributes, the number of its outputs."""

    def __init__(self, op, inputs, attrs=None, outputs=1, opset=None, constants=(), domain='', graphs=()):
        self.op, self.inputs, self.attrs, self.outputs, self.domain = op, inputs, attrs or {}, outputs, domain
        self.opset = opset or min(onnx.defs.onnx_opset_version(), 28)
        self.constants, self.graphs = set(constants), graphs


# ---- what cases are made of -------------------------------------------------------------------------------------------------

def some(*values):
    return values[int(rng.integers(len(values)))]


def chance(p=0.5):
    return bool(rng.random() < p)


def up_to(n, least=1):
    return int(rng.integers(least, n + 1))


def shape_of(rank, most=5, empty=0.03):
    return tuple(0 if rng.random() < empty else up_to(most) for _ in range(rank))


def real(shape, dtype='f4', most=16):
    return (rng.integers(-most, most + 1, shape) / 8).astype(dtype)


def whole(shape, low=-8, high=8, dtype='i8'):
    return rng.integers(low, high + 1, shape).astype(dtype)


def element(shape):
    """Elements of any type that ONNX moves."""
    dtype = some('f4', 'f8', 'f2', 'i8', 'i4', 'i2', 'i1', 'u1', 'u4', 'b')
    return rng.random(shape) < 0.5 if dtype == 'b' else real(shape, dtype) if dtype[0] == 'f' else whole(shape, 0, 9, dtype)


def axis_of(rank):
    return int(rng.integers(-rank, rank))


def ints(*v):
    return np.array(v, 'i8')


def maybe(often, /, **attrs):
    return attrs if chance(often) else {}


def constants(*numbers):
    """Most models have these as initializers; in the others the shapes of results are not known before the run."""
    return numbers if chance(0.75) else ()


# ---- element by element -----------------------------------------------------------------------------------------------------

UNARY = {'Celu': ('alpha',), 'Elu': ('alpha',), 'HardSigmoid': ('alpha', 'beta'), 'HardSwish': (), 'IsNaN': (), 'LeakyRelu': ('alpha',), 'Mish': (),
         'Selu': ('alpha', 'gamma'), 'Softplus': (), 'Softsign': (), 'ThresholdedRelu': ('alpha',), 'Swish': ('alpha',)}


def odd(x):
    """With an infinity and a NaN, sometimes."""
    if x.size and chance(0.15):
        x.reshape(-1)[int(rng.integers(x.size))] = some(np.inf, -np.inf, np.nan)
    return x


@maker(*UNARY)
def unary(op):
    dtype = some('f4', 'f4', 'f8', 'f2') if op not in ('Celu',) else 'f4'
    return Case(op, [odd(real(shape_of(up_to(4, 0)), dtype))], {a: float(some(0.5, 1.0, 2.0, 0.3)) for a in UNARY[op] if chance()})


@maker('Shrink')
def shrink(op):
    dtype = some('f4', 'f8', 'i4', 'i8', 'u1')
    x = whole(shape_of(2), 0 if dtype[0] == 'u' else -5, 5, dtype) if dtype[0] != 'f' else real(shape_of(2), dtype)
    return Case(op, [x], {**maybe(0.5, lambd=float(some(0.5, 1.0, 1.5))), **({} if dtype[0] != 'f' else maybe(0.5, bias=0.25))})


@maker('Gelu')
def gelu(op):
    return Case(op, [odd(real(shape_of(3), some('f4', 'f8')))], maybe(0.5, approximate='tanh'))


@maker('PRelu')
def prelu(op):
    s = shape_of(3)
    return Case(op, [real(s, some('f4', 'f8')), None], {}) if False else Case(op, [real(s), real(s[some(0, 1, 2):])])


@maker('SwiGLU')
def swiglu(op):
    s = shape_of(3)
    return Case(op, [real(s), real(s)], maybe(0.5, alpha=1.702))


@maker('Xor', 'And', 'Or')
def logic(op):
    s = shape_of(3)
    return Case(op, [rng.random(s) < 0.5, rng.random(s[up_to(2, 0):]) < 0.5])


@maker('IsInf')
def is_inf(op):
    return Case(op, [odd(odd(real(shape_of(2), some('f4', 'f8', 'f2'))))], {**maybe(0.5, detect_positive=up_to(1, 0)), **maybe(0.5, detect_negative=up_to(1, 0))})


@maker('Mean', 'Sum', 'Max', 'Min')
def many(op):
    s = shape_of(3)
    return Case(op, [real(s[up_to(2, 0):] if i else s) for i in range(up_to(4))])


@maker('Mod')
def mod(op):
    s, dtype = shape_of(2), some('i4', 'i8', 'f4', 'i1', 'u1')
    y = whole(s, 1, 7, 'i8') * (some(1, -1) if dtype[0] != 'u' else 1)
    return Case(op, [whole(s, 0 if dtype[0] == 'u' else -20, 20).astype(dtype), y.astype(dtype)], {'fmod': 1} if dtype == 'f4' or chance() else {})


@maker('BitShift')
def shift(op):
    s, dtype = shape_of(2), some('u1', 'u4', 'u8', 'u2')
    return Case(op, [whole(s, 0, 200, dtype), whole(s, 0, 7, dtype)], {'direction': some('LEFT', 'RIGHT')})


@maker('BitCast', moves=True)
def bit_cast(op):
    kinds = some(('f4', 'i4', 'u4'), ('f8', 'i8', 'u8'), ('f2', 'i2', 'u2'), ('i1', 'u1'))
    s = shape_of(2)
    x = whole(s, 0, 100).astype(some(*kinds))
    return Case(op, [x], {'to': helper.np_dtype_to_tensor_dtype(np.dtype(some(*kinds)))})


@maker('Clip')
def clip(op):
    dtype = some('f4', 'i4', 'i8', 'f8')
    x = whole(shape_of(2)).astype(dtype)
    return Case(op, [x, some(None, np.array(-2, dtype)), some(None, np.array(3, dtype))])


NUMBERS = ('f4', 'f8', 'f2', 'i8', 'i4', 'i2', 'i1', 'u1', 'u2', 'u4', 'u8')


def number(shape, dtype, most=8):
    return odd(real(shape, dtype)) if dtype[0] == 'f' else whole(shape, 0 if dtype[0] == 'u' else -most, most, dtype)


def pair_of_shapes():
    """Two shapes that broadcast."""
    s = shape_of(up_to(4, 0))
    t = tuple(1 if chance(0.2) else n for n in s)[some(0, 0, *range(len(s) + 1)):]
    return (s, t) if chance() else (t, s)


@maker('Add', 'Sub', 'Mul', 'Div', 'Equal', 'Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual')
def arithmetic(op):
    (s, t), dtype = pair_of_shapes(), some(*NUMBERS)
    y = number(t, dtype)
    if op == 'Div':  # by 0, and the least by -1, processors differ
        y = np.where((y == 0) | (y == -1), np.ones((), dtype), y).astype(dtype) if dtype[0] != 'f' else y
    return Case(op, [number(s, dtype), y])


@maker('Pow')
def power(op):
    (s, t), base = pair_of_shapes(), some('f4', 'f8', 'i4', 'i8')
    exponent = some(base, base, 'f4', 'i8', 'i4')
    y = real(t, exponent, 24) if exponent[0] == 'f' and base[0] == 'f' else whole(t, 0, 4).astype(exponent)
    return Case(op, [np.abs(real(s, base)) if exponent[0] == 'f' and base[0] == 'f' else whole(s, -4, 4).astype(base), y])


@maker('BitwiseAnd', 'BitwiseOr', 'BitwiseXor')
def bits(op):
    (s, t), dtype = pair_of_shapes(), some(*[d for d in NUMBERS if d[0] != 'f'])
    return Case(op, [number(s, dtype, 100), number(t, dtype, 100)], opset=18)


@maker('BitwiseNot')
def bits_of_one(op):
    return Case(op, [number(shape_of(3), some(*[d for d in NUMBERS if d[0] != 'f']))], opset=18)


@maker('Not')
def negation(op):
    return Case(op, [rng.random(shape_of(3)) < 0.5])


@maker('Abs', 'Neg', 'Sign', 'Relu')
def of_numbers(op):
    return Case(op, [number(shape_of(up_to(4, 0)), some(*[d for d in NUMBERS if d[0] != 'u' or op in ('Abs', 'Sign')]))], opset=22 if op == 'Abs' else 14)


@maker('Ceil', 'Floor', 'Round', 'Sqrt', 'Reciprocal', 'Exp', 'Log', 'Sigmoid', 'Tanh', 'Erf', 'Sin', 'Cos', 'Tan', 'Sinh', 'Cosh', 'Asin', 'Acos', 'Atan',
       'Asinh', 'Acosh', 'Atanh')
def of_reals(op):
    x = odd(real(shape_of(up_to(4, 0)), some('f4', 'f4', 'f8', 'f2')))
    return Case(op, [np.abs(x) if op in ('Sqrt', 'Log') else x / x.dtype.type(2) if op in ('Asin', 'Acos', 'Atanh') else np.abs(x) + 1 if op == 'Acosh' else x])


@maker('Where', moves=True)
def where(op):
    (s, t), c = pair_of_shapes(), some('s', 't')
    x = element(s)
    y = element(t)
    while y.dtype != x.dtype:
        y = element(t)
    return Case(op, [rng.random(s if c == 's' else t) < 0.5, x, y])


@maker('Cast', 'CastLike')
def cast(op):
    kinds = NUMBERS + ('b',)
    x, to = number(shape_of(up_to(3, 0)), some(*NUMBERS)), np.dtype('?' if (k := some(*kinds)) == 'b' else k)
    if x.dtype.kind == 'f' and to.kind != 'f':  # ONNX leaves open what a number out of range becomes
        x = np.abs(np.where(np.isfinite(x), x, 1)).astype(x.dtype)
    if op == 'CastLike':
        return Case(op, [x, np.zeros(1, to)], opset=19)
    return Case(op, [x], {'to': helper.np_dtype_to_tensor_dtype(to)}, opset=some(13, 19, 21))


# ---- norms, losses ----------------------------------------------------------------------------------------------------------

@maker('RMSNormalization', 'LayerNormalization')
def layer_norm(op):
    s, dtype = shape_of(up_to(4), empty=0), some('f4', 'f4', 'f8')
    axis = axis_of(len(s))
    inner = s[axis:] if axis < 0 else s[axis:]
    more = [real(inner, dtype)] if op[0] == 'L' and chance() else []
    return Case(op, [real(s, dtype), real(inner, dtype), *more], {**({} if axis == -1 and chance() else {'axis': axis}), **maybe(0.5, epsilon=0.01)},
                opset=some(17, 23) if op[0] == 'L' else 23)


@maker('InstanceNormalization')
def instance_norm(op):
    s = shape_of(some(3, 4), empty=0)
    return Case(op, [real(s), real(s[1]), real(s[1])], maybe(0.5, epsilon=0.01))


@maker('GroupNormalization')
def group_norm(op):
    groups, each, opset = up_to(3), up_to(3), some(18, 21)
    c = groups * each
    n = groups if opset == 18 else c
    return Case(op, [real((up_to(2), c, up_to(4), up_to(3))), real(n), real(n)], {'num_groups': groups, **maybe(0.5, epsilon=0.01)}, opset=opset)


@maker('BatchNormalization')
def batch_norm(op):
    s = shape_of(some(2, 3, 4), empty=0)
    opset, training = some(9, 14, 15), chance(0.3)
    training = training and opset >= 14
    return Case(op, [real(s), real(s[1]), real(s[1]), real(s[1]), np.abs(real(s[1])) + np.float32(0.5)],
                {**maybe(0.5, epsilon=0.01), **maybe(0.5, momentum=0.75), **({'training_mode': 1} if training else {})}, 3 if training else 1, opset)


@maker('LpNormalization')
def lp_norm(op):
    s = shape_of(up_to(3))
    return Case(op, [real(s)], {**maybe(0.7, axis=axis_of(len(s))), **maybe(0.5, p=some(1, 2))})


@maker('MeanVarianceNormalization')
def mvn(op):
    s = shape_of(4, 3, empty=0)
    return Case(op, [real(s)], maybe(0.5, axes=some([0, 1], [-1], [0, 2, 3], [1, -1])))


@maker('Hardmax', 'Softmax', 'LogSoftmax')
def softmax(op):
    s, opset = shape_of(up_to(4, 2)), some(11, 13)
    return Case(op, [real(s)], maybe(0.7, axis=axis_of(len(s)) if opset > 11 else int(rng.integers(0, len(s)))), opset=opset)


@maker('ReduceLogSumExp', 'ReduceLogSum', 'ReduceSum', 'ReduceMax', 'ReduceMean', 'ReduceProd', 'ReduceL1', 'ReduceL2', 'ReduceSumSquare', 'ReduceMin')
def reduction(op):
    s, new = shape_of(up_to(3)), chance(0.6)
    x = real(s, some('f4', 'f4', 'f8'))
    if op == 'ReduceLogSum':
        x = np.abs(x) + x.dtype.type(0.125)
    axes = [int(a) for a in rng.permutation(len(s))[:up_to(len(s))]]
    axes = [a - len(s) if chance(0.3) else a for a in axes]
    attrs = maybe(0.5, keepdims=up_to(1, 0))
    if new:
        attrs.update(maybe(0.3, noop_with_empty_axes=up_to(1, 0)))
        return Case(op, [x, some(None, ints(*axes), ints(*axes), ints())], attrs, constants=constants(1), opset=18)
    return Case(op, [x] + ([ints(*axes)] if op == 'ReduceSum' else []), {**attrs, **({} if op == 'ReduceSum' else maybe(0.8, axes=axes))}, opset=13, constants=(1,))


@maker('NegativeLogLikelihoodLoss', 'SoftmaxCrossEntropyLoss')
def loss(op):
    n, c, rest = up_to(4), up_to(5), shape_of(up_to(2, 0), 3, empty=0)
    target = whole((n, *rest), 0, c - 1)
    attrs = maybe(0.7, reduction=some('none', 'sum', 'mean'))
    if chance():
        attrs['ignore_index'] = some(0, -1, c - 1, c + 3)
        target.reshape(-1)[0] = attrs['ignore_index']
    weight = [np.abs(real(c)) + np.float32(0.125)] if chance() else []
    return Case(op, [real((n, c, *rest)), target.astype(some('i8', 'i4')), *weight], attrs, some(1, 2) if op[0] == 'S' else 1)


@maker('LRN')
def lrn(op):
    return Case(op, [real((up_to(2), up_to(7), *shape_of(2, 3)))], {'size': some(1, 3, 5), **maybe(0.5, alpha=0.25), **maybe(0.5, beta=0.5), **maybe(0.5, bias=2.0)})


# ---- attention --------------------------------------------------------------------------------------------------------------

@maker('Attention')
def attention(op):
    batch, heads, times, queries, keys, size, v_size, opset = up_to(2), up_to(2), some(1, 1, 2, 3), up_to(4), up_to(4), some(2, 4, 6), some(1, 3, 4), some(23, 24)
    flat, attrs, past = chance(0.4), {}, up_to(3) if chance(0.3) else 0
    q, k, v = real((batch, heads * times, queries, size)), real((batch, heads, keys, size)), real((batch, heads, keys, v_size))
    total = past + keys
    if flat:
        q, k, v = [a.transpose(0, 2, 1, 3).reshape(a.shape[0], a.shape[2], -1) for a in (q, k, v)]
        attrs.update(q_num_heads=heads * times, kv_num_heads=heads)
    attrs.update({**maybe(0.3, is_causal=up_to(1, 0)), **maybe(0.3, scale=some(0.25, 0.5)), **maybe(0.2, softcap=some(2.0, 0.5)), **maybe(0.2, softmax_precision=1)})
    mask = None
    if chance(0.4):
        s = some((queries, total), (1, total) if not attrs.get('is_causal') else (queries, total), (batch, 1, queries, total), (batch, heads * times, queries, total), (1, 1, queries, total))
        mask = rng.random(s) < 0.7 if chance() else real(s)
    inputs, outputs = [q, k, v, mask], 1
    if past:
        inputs += [real((batch, heads, past, size)), real((batch, heads, past, v_size))]
        outputs = 3
    elif opset > 23 and chance(0.3):
        inputs += [None, None, whole((batch,), min(queries, keys) if attrs.get('is_causal') else 0, keys)]
    if chance(0.3):
        attrs['qk_matmul_output_mode'] = up_to(3, 0)
        outputs = 4 if past else outputs
    return Case(op, inputs, attrs, outputs, opset)


@maker('RotaryEmbedding')
def rotary(op):
    batch, tokens, heads, half, flat = up_to(2), up_to(4), up_to(3), up_to(3), chance()
    turned = 2 * half
    size = turned + (2 * up_to(2) if chance(0.3) else 0)
    x, attrs = real((batch, heads, tokens, size)), {}
    if flat:
        x = x.transpose(0, 2, 1, 3).reshape(batch, tokens, heads * size)
    if size > turned or chance(0.2):
        attrs['rotary_embedding_dim'] = turned
    if flat or chance(0.2):
        attrs['num_heads'] = heads
    attrs.update(maybe(0.5, interleaved=up_to(1, 0)))
    if chance():
        n = tokens + up_to(3)
        return Case(op, [x, real((n, half)), real((n, half)), whole((batch, tokens), 0, n - 1)], attrs)
    return Case(op, [x, real((batch, tokens, half)), real((batch, tokens, half))], attrs)


@maker('LinearAttention')
def linear_attention(op):
    batch, tokens, heads, times, size, v_size = up_to(2), up_to(4), up_to(2), up_to(2), some(2, 4), up_to(3)
    rule = some('linear', 'gated', 'delta', 'gated_delta')
    inputs = [real((batch, tokens, heads * times * size)), real((batch, tokens, heads * size)), real((batch, tokens, heads * v_size)),
              real((batch, heads, size, v_size)) if chance() else None]
    if 'gated' in rule:
        inputs.append(-np.abs(real((batch, tokens, some(heads, heads * size)))))
    if 'delta' in rule:
        inputs += [None] * (5 - len(inputs)) + [np.abs(real((batch, tokens, some(1, heads)), most=8))]
    return Case(op, inputs, {'update_rule': rule, 'q_num_heads': heads * times, 'kv_num_heads': heads, **maybe(0.5, scale=0.5)}, 2)


# ---- places -----------------------------------------------------------------------------------------------------------------

@maker('Trilu', moves=True)
def trilu(op):
    k = [np.array(up_to(6) - 3, 'i8')] if chance(0.7) else []
    return Case(op, [element(shape_of(some(2, 3)))] + k, maybe(0.6, upper=up_to(1, 0)), constants=constants(1))


@maker('EyeLike')
def eye(op):
    return Case(op, [element(shape_of(2))], {**maybe(0.6, k=up_to(6) - 3), **maybe(0.6, dtype=some(1, 6, 7, 11, 10))})


@maker('Size', 'Shape')
def size(op):
    return Case(op, [element(shape_of(up_to(4, 0)))], {**(maybe(0.5, start=int(rng.integers(-5, 6))) if op == 'Shape' else {}), **(maybe(0.5, end=int(rng.integers(-5, 6))) if op == 'Shape' else {})})


@maker('DepthToSpace', 'SpaceToDepth', moves=True)
def depth(op):
    b, dtype = up_to(3), some('f4', 'f8')
    s = (up_to(2, 0), up_to(2) * b * b, up_to(3), up_to(3, 0)) if op[0] == 'D' else (up_to(2, 0), up_to(3), up_to(3) * b, up_to(2) * b)
    return Case(op, [real(s, dtype)], {'blocksize': b, **(maybe(0.6, mode=some('DCR', 'CRD')) if op[0] == 'D' else {})}, opset=13)


@maker('Identity', 'Transpose', 'Flatten', 'Reshape', 'Squeeze', 'Unsqueeze', moves=True)
def shapes(op):
    s = shape_of(up_to(4, 0))
    x = element(s)
    if op == 'Transpose':
        return Case(op, [x], maybe(0.7, perm=[int(d) for d in rng.permutation(len(s))]) if s else {})
    if op == 'Flatten':
        return Case(op, [x], {} if len(s) and chance(0.3) else {'axis': int(rng.integers(-len(s), len(s) + 1))})
    if op == 'Reshape':
        n, front = x.size, some(1, 2, 3)
        target = some([n], [-1], [1, n, 1], [0, -1] if len(s) > 1 and s[0] else [n], [front, -1] if n and n % front == 0 else [n])
        return Case(op, [x, ints(*target)], {'allowzero': 1} if n == 0 and -1 not in target else {}, constants=constants(1)) if n else Case(op, [x, ints(0)], {'allowzero': 1}, constants=(1,))
    if op == 'Squeeze':
        ones = [d - len(s) if chance(0.3) else d for d, n in enumerate(s) if n == 1]
        return Case(op, [x] + ([ints(*ones)] if ones and chance(0.7) else []), opset=13, constants=constants(1))
    if op == 'Unsqueeze':
        n = up_to(2)
        return Case(op, [x, ints(*[int(d) for d in rng.permutation(len(s) + n)[:n]])], opset=13, constants=constants(1))
    return Case(op, [x])


@maker('Concat', moves=True)
def concat(op):
    s = shape_of(up_to(4), empty=0)
    axis, x = axis_of(len(s)), element(s)
    more = [np.take(x, whole(up_to(4, 0), 0, s[axis] - 1), axis) for _ in range(up_to(3, 0))]
    return Case(op, [x, *more], {'axis': axis})


@maker('Range')
def count_up(op):
    dtype = some('i8', 'i4', 'f4', 'f8', 'i2')
    step = some(1, 2, -1, -3) if dtype[0] != 'f' else some(0.5, 1, -0.25)
    return Case(op, [np.array(v, dtype) for v in (up_to(5, -5), up_to(9, -5), step)], constants=constants(0, 1, 2))


@maker('ConstantOfShape', moves=True)
def of_shape(op):
    value = element((1,))
    return Case(op, [ints(*shape_of(up_to(3, 0)))], maybe(0.8, value=numpy_helper.from_array(value)), constants=constants(0))


@maker('TensorScatter', moves=True)
def tensor_scatter(op):
    rank = some(3, 4)
    s = list(shape_of(rank, empty=0))
    axis = some(*range(1, rank))
    u = list(s)
    circular = chance()
    u[axis] = up_to(s[axis])
    at = [whole((s[0],), 0, s[axis] - (1 if circular else u[axis]))] if chance(0.7) else []
    x = real(s)
    return Case(op, [x, real(u), *at], {**({} if axis == rank - 2 and chance() else {'axis': some(axis, axis - rank)}), **({'mode': 'circular'} if circular else maybe(0.5, mode='linear'))})


@maker('ReverseSequence', moves=True)
def reverse(op):
    s, time = shape_of(some(2, 3), empty=0), up_to(1, 0)
    return Case(op, [element(s), whole((s[1 - time],), 1, s[time])], {'time_axis': time, 'batch_axis': 1 - time} if time or chance() else {})


@maker('Dropout')
def dropout(op):
    x = real(shape_of(2))
    return Case(op, some([x], [x, np.array(0.25, 'f4')], [x, np.array(0.25, 'f4'), np.array(False)], [x, np.array(0, 'f4'), np.array(True)], [x, None, np.array(False)]),
                {}, some(1, 2), constants=(1, 2))


@maker('ArrayFeatureExtractor', moves=True)
def extractor(op):
    s = shape_of(up_to(3), empty=0)
    return Case(op, [some(real(s), whole(s)), whole(some((up_to(3),), (1, up_to(3))), 0, s[-1] - 1)], domain='ai.onnx.ml')


@maker('Binarizer')
def binarizer(op):
    s = shape_of(2)
    return Case(op, [some(real(s), whole(s), whole(s).astype('i4'), real(s, 'f8'))], maybe(0.7, threshold=some(0.5, -0.5, 1.0)), domain='ai.onnx.ml')


@maker('NonZero', moves=True)
def non_zero(op):
    x = element(shape_of(up_to(4)))
    return Case(op, [np.where(rng.random(x.shape) < 0.5, x, np.zeros((), x.dtype))])


@maker('Compress', moves=True)
def compress(op):
    s = shape_of(up_to(3))
    axis = None if chance(0.4) else axis_of(len(s))
    n = int(np.prod(s)) if axis is None else s[axis]
    return Case(op, [element(s), rng.random(up_to(max(n, 1), 0) if n else 0) < 0.5], {} if axis is None else {'axis': axis})


@maker('Unique', moves=True)
def unique(op):
    s = shape_of(up_to(3), empty=0)  # ONNX Runtime ends the process for slices of nothing
    return Case(op, [some(whole(s, 0, 3), real(s, most=2), whole(s, 0, 3, 'i1'))], {**maybe(0.5, axis=axis_of(len(s))), **maybe(0.5, sorted=up_to(1, 0))}, some(1, 2, 3, 4))


@maker('OneHot', moves=True)
def one_hot(op):
    s, depth, dtype = shape_of(up_to(3, 0)), up_to(5), some('f4', 'i8', 'i4')
    return Case(op, [whole(s, -depth - 1, depth + 1, some('i8', 'i4')), np.array(depth, 'i8') if chance() else ints(depth), np.array([0, 1] if chance() else [3, 5], dtype)],
                maybe(0.7, axis=int(rng.integers(-len(s) - 1, len(s) + 1))), constants=constants(1))


@maker('CumSum', 'CumProd')
def cumulative(op):
    s = shape_of(up_to(3))
    x = some(real(s), whole(s, -3, 3), whole(s, -3, 3, 'i4'), real(s, 'f8'))
    return Case(op, [x, some(np.array(axis_of(len(s)), some('i8', 'i4')), )], {**maybe(0.5, exclusive=up_to(1, 0)), **maybe(0.5, reverse=up_to(1, 0))}, constants=constants(1))


@maker('TopK', moves=True)
def top_k(op):
    s = shape_of(up_to(3), empty=0)
    axis = axis_of(len(s))
    x = rng.permutation(int(np.prod(s))).reshape(s).astype(some('f4', 'f8', 'i8', 'i4'))
    if x.dtype.kind == 'f' and chance():
        x = np.where(rng.random(s) < 0.3, some(np.nan, -np.nan, -0.0, np.inf, 1), x).astype(x.dtype)
    return Case(op, [x, ints(up_to(s[axis]))], {'axis': axis, **maybe(0.5, largest=up_to(1, 0))}, 2, constants=constants(1))


@maker('ArgMax', 'ArgMin')
def arg(op):
    s = shape_of(up_to(3), empty=0)
    return Case(op, [some(whole(s, 0, 3, 'i4'), odd(real(s, most=3)))], {**maybe(0.7, axis=axis_of(len(s))), **maybe(0.5, keepdims=up_to(1, 0)), **maybe(0.5, select_last_index=up_to(1, 0))})


@maker('Gather', 'GatherElements', moves=True)
def gather(op):
    s = shape_of(up_to(4), empty=0)
    axis = axis_of(len(s))
    shape = shape_of(up_to(2, 0)) if op == 'Gather' else tuple(n if d == axis % len(s) else up_to(n) for d, n in enumerate(s))
    return Case(op, [element(s), whole(shape, -s[axis], s[axis] - 1, some('i8', 'i4'))], maybe(0.9, axis=axis) if axis == 0 else {'axis': axis}, constants=constants(1))


@maker('GatherND', moves=True)
def gather_nd(op):
    s = shape_of(some(2, 3, 4), empty=0)
    batch = up_to(len(s) - 2, 0) if len(s) > 2 else 0
    depth = up_to(len(s) - batch)
    extents = np.array(s[batch:batch + depth])
    shape = (*s[:batch], *shape_of(up_to(2, 0), 3), depth)
    at = np.stack([whole(shape[:-1], -e, e - 1) for e in extents], -1)
    return Case(op, [element(s), at], maybe(0.9, batch_dims=batch) if batch == 0 else {'batch_dims': batch})


@maker('ScatterElements', 'ScatterND')
def scatter(op):
    s = shape_of(some(1, 2, 3), empty=0)
    x = whole(s, 0, 9, some('i8', 'i4', 'f4'))
    reduction = some('none', 'add', 'mul', 'max', 'min')
    if op == 'ScatterElements':
        axis = axis_of(len(s))
        shape = tuple(up_to(n) for n in s)
        if reduction == 'none':
            at = np.argsort(rng.random(s), axis)[tuple(slice(n) for n in shape)]
        else:
            at = whole(shape, -s[axis], s[axis] - 1)
        attrs, update = {'axis': axis}, whole(shape, -3, 3).astype(x.dtype)
    else:
        depth = up_to(len(s))
        rows = int(np.prod(s[:depth]))
        n = up_to(rows, 0)
        flat = rng.permutation(rows)[:n] if reduction == 'none' else whole((n,), 0, rows - 1)
        at, attrs = np.stack(np.unravel_index(flat, s[:depth]), -1).astype('i8'), {}
        update = whole((n, *s[depth:]), -3, 3).astype(x.dtype)
    return Case(op, [x, at, update], {**attrs, **({} if reduction == 'none' else {'reduction': reduction})}, opset=18)


@maker('Slice', moves=True)
def slices(op):
    s = shape_of(up_to(3))
    axes = [int(a) for a in rng.permutation(len(s))[:up_to(len(s))]]
    n = len(axes)
    return Case(op, [element(s), whole(n, -7, 7), whole(n, -7, 7), ints(*axes), np.where(rng.random(n) < 0.5, whole(n, 1, 3), whole(n, -3, -1))], constants=constants(1, 2, 3, 4))


@maker('Split', moves=True)
def split(op):
    s = shape_of(up_to(3), empty=0)
    axis = axis_of(len(s))
    if chance():
        cut = up_to(s[axis], 0)
        return Case(op, [element(s), ints(cut, s[axis] - cut)], {'axis': axis}, 2, constants=(1,))
    n = up_to(s[axis])
    n = n if -(-s[axis] // -(-s[axis] // n)) == n else 1
    return Case(op, [element(s)], {'axis': axis, 'num_outputs': n}, n)


@maker('Tile', 'Expand', moves=True)
def tile(op):
    s = shape_of(up_to(3))
    if op == 'Tile':
        return Case(op, [element(s), whole(len(s), 0, 3)], constants=constants(1))
    t = [up_to(3) if n == 1 else some(1, n) for n in s]
    return Case(op, [element(s), ints(*([up_to(2)] * up_to(1, 0) + t))], constants=constants(1))


@maker('Pad', moves=True)
def pad(op):
    s, mode = shape_of(up_to(3), empty=0.03), some('constant', 'reflect', 'edge', 'wrap')
    axes = sorted(int(a) for a in rng.permutation(len(s))[:up_to(len(s))]) if chance(0.3) else list(range(len(s)))
    low = -1 if mode == 'constant' and chance(0.3) else 0
    pads = [up_to((max(s[a] - 1, 0) if mode == 'reflect' else 3 if mode == 'constant' else s[a]), low) if s[a] > 1 or mode in ('constant', 'edge') else 0 for a in axes * 2]
    if mode == 'edge':
        pads = [up_to(3, 0) if s[a] else 0 for a in axes * 2]
    x = element(s)
    value = x.dtype.type(1) if mode == 'constant' and chance() else None
    inputs = [x, ints(*pads), None if value is None else np.array(value), ints(*axes) if len(axes) < len(s) else None]
    return Case(op, inputs, {'mode': mode} if mode != 'constant' or chance() else {}, constants=(1, 2, 3) if inputs[3] is not None else constants(1, 2), opset=some(19, 21))


@maker('CenterCropPad', moves=True)
def center(op):
    s = shape_of(up_to(3), empty=0)
    axes = [int(a) for a in rng.permutation(len(s))[:up_to(len(s))]] if chance() else None
    return Case(op, [element(s), whole(len(axes or s), 1, 7)], {} if axes is None else {'axes': [a - len(s) if chance(0.2) else a for a in axes]}, constants=constants(1))


# ---- windows ----------------------------------------------------------------------------------------------------------------

def window(s, dims, dilates=True, ceil=True):
    kernel = [up_to(3) for _ in range(dims)]
    attrs = {'kernel_shape': kernel, **maybe(0.6, strides=[up_to(3) for _ in range(dims)])}
    if dilates and chance(0.3):
        attrs['dilations'] = [up_to(2) for _ in range(dims)]
    if chance(0.3) and 'dilations' not in attrs:  # together the others understand them each in its own way
        attrs['auto_pad'] = some('SAME_UPPER', 'SAME_LOWER', 'VALID')
        attrs['strides'] = [up_to(k) for k in kernel]
    elif chance():
        attrs['pads'] = [up_to(k - 1, 0) for k in kernel * 2]
    if ceil and chance(0.3) and 'auto_pad' not in attrs:
        attrs['ceil_mode'] = 1
    return attrs


@maker('AveragePool', 'MaxPool', 'LpPool')
def pool(op):
    s = (up_to(2), up_to(2), *[up_to(8, 5) for _ in range(some(1, 2, 2, 3))])
    attrs = window(s, len(s) - 2)
    x = real(s) if op != 'MaxPool' else some(real(s), whole(s, 0, 9, 'u1'), whole(s, -9, 9, 'i1'))
    if op == 'AveragePool':
        attrs.update(maybe(0.5, count_include_pad=1))
    if op == 'LpPool':
        attrs.update(maybe(0.5, p=up_to(3)))
        attrs.pop('ceil_mode', None)
    outputs = some(1, 2) if op == 'MaxPool' else 1
    if outputs == 2:
        attrs.update(maybe(0.3, storage_order=1))
        x = rng.permutation(int(np.prod(s))).reshape(s).astype('f4')
    return Case(op, [x], attrs, outputs)


@maker('GlobalAveragePool', 'GlobalMaxPool', 'GlobalLpPool')
def global_pool(op):
    return Case(op, [real(shape_of(some(3, 4), empty=0))], maybe(0.5, p=up_to(3)) if op == 'GlobalLpPool' else {})


@maker('MaxUnpool', moves=True)
def unpool(op):
    n, c, h, w = up_to(2), up_to(2), up_to(3), up_to(3)
    k = up_to(3)
    out = (n, c, (h - 1) * k + k, (w - 1) * k + k)
    at = rng.permutation(int(np.prod(out)))[:n * c * h * w].reshape(n, c, h, w)
    more = [ints(n, c, out[2] + up_to(2, 0), out[3] + up_to(2, 0))] if chance(0.3) else []
    return Case(op, [real((n, c, h, w)), at, *more], {'kernel_shape': [k, k], 'strides': [k, k]}, constants=(2,))


@maker('ConvTranspose')
def conv_transpose(op):
    dims, group = some(1, 2, 2, 3), up_to(2)
    c, m, s = group * up_to(2), up_to(2), [up_to(5) for _ in range(dims)]
    kernel, stride = [up_to(3) for _ in s], [up_to(3) for _ in s]
    attrs = {'group': group, **maybe(0.8, kernel_shape=kernel)}
    if chance(0.7):
        attrs['strides'] = stride
    stride = attrs.get('strides', [1] * dims)
    if chance(0.3):
        attrs['dilations'] = [up_to(2) for _ in s]
    form = some('pads', 'auto', 'shape', '', 'more')
    if form == 'pads':
        attrs['pads'] = [up_to(max((k - 1) // 2, 0), 0) for k in kernel * 2]
    elif form == 'auto':
        attrs['auto_pad'] = some('SAME_UPPER', 'SAME_LOWER', 'VALID')
        attrs['strides'] = [min(k, t) for k, t in zip(kernel, stride)]
    elif form == 'shape':
        attrs['output_shape'] = [n * t for n, t in zip(s, stride)]
    elif form == 'more':
        attrs['output_padding'] = [up_to(t - 1, 0) for t in stride]
    return Case(op, [real((up_to(2), c, *s)), real((c, m, *kernel)), *([real(m * group)] if chance() else [])], attrs)


@maker('Conv')
def conv(op):
    dims, group = some(1, 2, 2, 3), up_to(2)
    attrs = window(None, dims, ceil=False)
    kernel = attrs['kernel_shape']
    s, c, m = [up_to(8, 5) for _ in kernel], group * up_to(2), group * up_to(2)
    return Case(op, [real((up_to(2), c, *s)), real((m, c // group, *kernel)), *([real(m)] if chance() else [])], {**attrs, 'group': group})


@maker('CausalConvWithState')
def causal_conv(op):
    n, c, length, k = up_to(2), up_to(3), up_to(5), up_to(4)
    past = real((n, c, k - 1)) if chance() else None
    return Case(op, [real((n, c, length)), real((c, 1, k)), real(c) if chance() else None, past], maybe(0.5, activation=some('silu', 'swish', 'none')), 2)


@maker('DeformConv')
def deform_conv(op):
    group, offsets = up_to(2), up_to(2)
    c, m, k = group * offsets * up_to(2), group * up_to(2), [up_to(3), up_to(3)]
    s = [up_to(6, 4), up_to(6, 4)]
    stride, pads = [up_to(2), up_to(2)], [up_to(1, 0) for _ in range(4)]
    out = [(s[d] + pads[d] + pads[d + 2] - k[d]) // stride[d] + 1 for d in (0, 1)]
    n = up_to(2)
    inputs = [real((n, c, *s)), real((m, c // group, *k)), real((n, offsets * k[0] * k[1] * 2, *out)), real(m) if chance() else None]
    if chance():
        inputs.append(real((n, offsets * k[0] * k[1], *out)))
    return Case(op, inputs, {'group': group, 'offset_group': offsets, 'kernel_shape': k, 'strides': stride, 'pads': pads})


@maker('Col2Im')
def col2im(op):
    dims = some(1, 2, 2, 3)
    image, block = [up_to(6, 3) for _ in range(dims)], [up_to(3) for _ in range(dims)]
    stride, dilation, pads = [up_to(2) for _ in image], [1] * dims, [0] * (2 * dims)
    attrs = maybe(0.5, strides=stride)
    stride = attrs.get('strides', [1] * dims)
    if chance(0.3):
        attrs['pads'] = pads = [up_to(1, 0) for _ in pads]
    n = 1
    for d in range(dims):
        n *= (image[d] + pads[d] + pads[dims + d] - dilation[d] * (block[d] - 1) - 1) // stride[d] + 1
    return Case(op, [real((up_to(2), up_to(2) * int(np.prod(block)), n)), ints(*image), ints(*block)], attrs, constants=constants(1, 2))


# ---- places that are computed -----------------------------------------------------------------------------------------------

@maker('Resize')
def resize(op):
    rank, opset = up_to(4), some(11, 13, 18, 19)
    s = [up_to(6) for _ in range(rank)]
    mode = some('nearest', 'linear', 'cubic')
    if mode == 'cubic':
        s[:-2] = [1] * len(s[:-2])
    coordinates = some('half_pixel', 'pytorch_half_pixel', 'align_corners', 'asymmetric', *(['half_pixel_symmetric'] if opset >= 19 else []))
    if (mode == 'cubic' or rank < 2) and coordinates == 'pytorch_half_pixel':
        coordinates = 'half_pixel'  # of one place the reference takes -0.5 for the specification's 0
    attrs = {'mode': mode, **maybe(0.8, coordinate_transformation_mode=coordinates), **maybe(0.4, cubic_coeff_a=-0.5), **maybe(0.3, exclude_outside=1)}
    if mode != 'cubic':
        attrs.pop('exclude_outside', None)
        attrs.pop('cubic_coeff_a', None)
    if mode == 'nearest' and chance(0.7):
        attrs['nearest_mode'] = some('round_prefer_floor', 'round_prefer_ceil', 'floor', 'ceil')
    axes = list(range(rank))
    if mode == 'cubic':
        moved = [max(rank - 2, 0), rank - 1]
    else:
        moved = axes
    if opset >= 18:
        if chance(0.3):
            axes = [int(a) for a in rng.permutation(moved)[:up_to(len(moved))]] if rank > 1 else [0]
            axes = list(dict.fromkeys(axes))
            attrs['axes'] = axes
        if mode != 'nearest' and chance(0.2):
            attrs['antialias'] = 1
    scales = sizes = None
    if chance():
        scales = np.array([some(0.5, 1.0, 2.0, 1.5, 0.6, 0.7, 2.5, 3.0) if a in moved else 1.0 for a in axes], 'f4')
        if any(np.floor(np.float32(s[a]) * c) < 1 for a, c in zip(axes, scales)):
            scales = np.maximum(scales, np.float32(1))
    else:
        sizes = ints(*[up_to(7) if a in moved else s[a] for a in axes])
        if opset >= 18 and chance(0.3):
            attrs['keep_aspect_ratio_policy'] = some('not_larger', 'not_smaller')
    x = real(s, most=64)
    if mode != 'nearest' and opset > 11 and rank > 1 and chance(0.2):  # all weights are exact, so that no order of sums tells
        attrs.pop('antialias', None)
        attrs.pop('axes', None)
        attrs.pop('keep_aspect_ratio_policy', None)
        attrs['coordinate_transformation_mode'] = some('half_pixel', 'asymmetric')
        x, sizes = whole(s, 0, 100).astype(some('u1', 'i1', 'i4')), None
        scales = np.array([some(0.5, 1, 2) if rank - d <= 2 and n % 2 == 0 else 1 for d, n in enumerate(s)], 'f4')
    return Case(op, [x, None, scales, sizes], attrs, opset=opset, constants=constants(2, 3))


@maker('Upsample')
def upsample(op):
    opset = some(7, 9)
    s, scales = shape_of(4, 4, empty=0), [1.0, 1.0, float(some(1, 2, 3, 1.5)), float(some(1, 2, 2.5))]
    attrs = maybe(0.7, mode=some('nearest', 'linear'))
    return Case(op, [real(s)] + ([np.array(scales, 'f4')] if opset > 7 else []), {**attrs, **({'scales': scales} if opset == 7 else {})}, opset=opset, constants=constants(1))


@maker('GridSample')
def grid_sample(op):
    dims, opset = some(2, 2, 3), some(16, 20)
    dims = 2 if opset == 16 else dims
    s, out = [up_to(5) for _ in range(dims)], [up_to(4) for _ in range(dims)]
    mode = some('bilinear', 'nearest', 'bicubic') if opset == 16 else some('linear', 'nearest', 'cubic') if dims == 2 else some('linear', 'nearest')
    n = up_to(2)
    return Case(op, [real((n, up_to(2), *s)), (rng.integers(-19, 20, (n, *out, dims)) / 13).astype('f4')],
                {'mode': mode, **maybe(0.8, padding_mode=some('zeros', 'reflection' if mode == 'bicubic' else 'border', 'reflection')), **maybe(0.5, align_corners=up_to(1, 0))}, opset=opset)


@maker('AffineGrid')
def affine_grid(op):
    dims, n = some(2, 3), up_to(2)
    return Case(op, [real((n, dims, dims + 1)), ints(n, up_to(3), *[up_to(4) for _ in range(dims)])], maybe(0.5, align_corners=up_to(1, 0)), constants=constants(1))


@maker('RoiAlign')
def roi_align(op):
    n, h, w, count, opset = up_to(2), up_to(8, 3), up_to(8, 3), up_to(3), some(10, 16)
    begin = rng.integers(0, 12, (count, 2)) / 4
    rois = np.concatenate([begin, begin + rng.integers(1, 16, (count, 2)) / 4], 1).astype('f4')
    attrs = {'output_height': up_to(3), 'output_width': up_to(3), 'sampling_ratio': up_to(3, 0), **maybe(0.5, spatial_scale=0.5)}
    if opset >= 16:
        attrs.update(maybe(0.5, coordinate_transformation_mode=some('half_pixel', 'output_half_pixel')))
    return Case(op, [real((n, up_to(2), h, w)), rois, whole((count,), 0, n - 1)], attrs, opset=opset)


@maker('NonMaxSuppression')
def suppression(op):
    batch, classes, n = up_to(2), up_to(2), up_to(6)
    center = chance(0.3)
    at = rng.integers(0, 10, (batch, n, 2)) / 2
    size = rng.integers(1, 8, (batch, n, 2)) / 2
    boxes = np.concatenate([at, size if center else at + size], 2).astype('f4')
    if not center and chance(0.2):
        boxes = boxes[..., [2, 3, 0, 1]]
    scores = (rng.permutation(batch * classes * n).reshape(batch, classes, n) / 64).astype('f4')
    inputs = [boxes, scores, some(None, ints(up_to(4, 0))), some(None, np.array([some(0.3, 0.5, 0.0)], 'f4')), some(None, np.array([0.1], 'f4'))]
    return Case(op, inputs, {'center_point_box': 1} if center else {})


# ---- recurrences ------------------------------------------------------------------------------------------------------------

@maker('RNN', 'GRU', 'LSTM')
def recurrent(op):
    gates = {'RNN': 1, 'GRU': 3, 'LSTM': 4}[op]
    times, batch, inputs, size = up_to(4), up_to(3), up_to(3), up_to(3)
    direction = some('forward', 'reverse', 'bidirectional')
    d, layout = 2 if direction == 'bidirectional' else 1, int(direction == 'forward' and chance(0.3))
    state = (batch, d, size) if layout else (d, batch, size)
    x = real((batch, times, inputs) if layout else (times, batch, inputs))
    given = [x, real((d, gates * size, inputs), most=8), real((d, gates * size, size), most=8), real((d, 2 * gates * size)) if chance() else None,
             whole((batch,), 1, times, 'i4') if chance(0.3) else None, real(state) if chance() else None]
    if op == 'LSTM':
        given += [real(state) if chance() else None, real((d, 3 * size)) if chance(0.3) else None]
    attrs = {'hidden_size': size, 'direction': direction, **({'layout': 1} if layout else {})}
    if op != 'LSTM':  # whose cell ONNX Runtime does not clip before its activation, and the reference nothing
        attrs.update(maybe(0.2, clip=0.5))
    if op == 'GRU':
        attrs.update(maybe(0.5, linear_before_reset=up_to(1, 0)))
    if op == 'LSTM':
        attrs.update(maybe(0.2, input_forget=1))
    if layout:  # which only the reference has, and no lengths, clip or other functions
        for name in ('clip', 'input_forget', 'linear_before_reset'):
            attrs.pop(name, None)
        given[4] = None
    elif chance(0.3):
        functions = {'RNN': 1, 'GRU': 2, 'LSTM': 3}[op]  # the first, of gates, stays bounded, so that states do
        attrs['activations'] = [some('Tanh', 'Sigmoid', 'HardSigmoid', 'Softsign', *(['Relu', 'Softplus', 'LeakyRelu', 'Elu'] if i % functions else []))
                                for i in range(functions * d)]
    return Case(op, given, attrs, some(*range(1, 4 if op == 'LSTM' else 3)), some(14, 22))


# ---- signals ----------------------------------------------------------------------------------------------------------------

@maker('DFT')
def dft(op):
    opset = some(17, 20)
    rank = some(2, 3, 4)
    s = [up_to(8) for _ in range(rank - 1)] + [some(1, 2)]
    inverse = chance(0.3)
    attrs = maybe(1.0, inverse=1) if inverse else {}
    if not inverse and s[-1] == 1 and chance():
        attrs['onesided'] = 1
    axis = some(*range(rank - 1))
    length = np.array(up_to(9), 'i8') if chance(0.3) else None
    if opset == 17:
        if rank < 3:
            axis = 0
        return Case(op, [real(s), length], {**attrs, 'axis': axis}, opset=17, constants=constants(1))
    return Case(op, [real(s), length, np.array(some(axis, axis - rank), 'i8') if chance(0.7) else None], attrs, opset=20, constants=constants(1, 2))


@maker('STFT')
def stft(op):
    n, length, hop = up_to(16, 8), some(4, 5, 8), up_to(4)
    window = np.abs(real(length)) if chance() else None
    return Case(op, [real((up_to(2), n, 1)), np.array(hop, 'i8'), window, None if window is not None and chance() else np.array(length, 'i8')],
                maybe(0.5, onesided=up_to(1, 0)), constants=constants(1, 3))


@maker('HannWindow', 'HammingWindow', 'BlackmanWindow')
def windows(op):
    return Case(op, [np.array(up_to(12, 2), some('i8', 'i4'))], {**maybe(0.5, periodic=up_to(1, 0)), **maybe(0.5, output_datatype=some(1, 11))}, constants=constants(0))


@maker('MelWeightMatrix')
def mel(op):
    return Case(op, [np.array(up_to(8), 'i8'), np.array(some(16, 32, 64), 'i8'), np.array(some(8000, 16000), 'i8'), np.array(some(0.0, 100.0), 'f4'), np.array(some(3000.0, 4000.0), 'f4')],
                constants=constants(0, 1, 2, 3, 4))


# ---- products ---------------------------------------------------------------------------------------------------------------

@maker('Einsum')
def einsum(op):
    terms, extent = [], {c: up_to(4) for c in 'abcde'}
    dots = [up_to(3) for _ in range(up_to(2, 0))]
    shapes, any_dots = [], False
    for _ in range(up_to(3)):
        letters = ''.join(rng.permutation(list('abcde'))[:up_to(3)])
        if chance(0.15):
            letters += letters[0]
        has = bool(dots) and chance(0.6)
        n = up_to(len(dots), 0) if has else 0
        any_dots |= has
        terms.append(('...' if has else '') + letters)
        shapes.append([d if chance(0.8) else 1 for d in dots[len(dots) - n:]] + [extent[c] for c in letters])
    equation = ','.join(terms)
    if chance(0.8):
        used = sorted({c for t in terms for c in t if c.isalpha()})
        out = ''.join(rng.permutation(used)[:up_to(len(used), 0)])
        equation += '->' + ('...' if any_dots else '') + out
    dtype = some('f4', 'f4', 'f8', 'i4', 'i8')
    return Case(op, [whole(s, -3, 3).astype(dtype) if dtype[0] == 'i' else real(s, dtype) for s in shapes], {'equation': equation})


@maker('Det')
def det(op):
    n = up_to(4)
    return Case(op, [whole((*shape_of(up_to(2, 0), 3, empty=0), n, n), -4, 4).astype('f4')])


@maker('MatMul')
def mat_mul(op):
    m, k, n = up_to(4), up_to(4), up_to(4)
    batch = shape_of(up_to(2, 0), 3)
    return Case(op, [real(some((*batch, m, k), (k,))), real(some((*batch, k, n), (k, n), (k,)))])


@maker('Gemm')
def gemm(op):
    m, k, n, ta, tb = up_to(4), up_to(4), up_to(4), chance(), chance()
    return Case(op, [real((k, m) if ta else (m, k)), real((n, k) if tb else (k, n)), *([real(some((m, n), (n,), (1, n), (m, 1), ()))] if chance() else [])],
                {**({'transA': 1} if ta else {}), **({'transB': 1} if tb else {}), **maybe(0.3, alpha=0.5), **maybe(0.3, beta=2.0)})


# ---- quantized --------------------------------------------------------------------------------------------------------------

def scale(shape=()):
    return (2.0 ** rng.integers(-4, 2, shape)).astype('f4')


@maker('DequantizeLinear', 'QuantizeLinear')
def quantize(op):
    s, q = list(shape_of(some(2, 3), empty=0)), some('u1', 'i1', 'i2', 'u2')
    axis, form, attrs = axis_of(len(s)), some('one', 'axis', 'block'), {}
    low, high = np.iinfo(q).min, np.iinfo(q).max
    t = ()
    if form == 'axis':
        t, attrs = (s[axis],), {} if axis % len(s) == 1 and chance() else {'axis': axis}
    elif form == 'block':
        block = up_to(3)
        t = tuple(-(-n // block) if d == axis % len(s) else n for d, n in enumerate(s))
        attrs = {'axis': axis, 'block_size': block}
    zero = rng.integers(max(low, -5), 6, t).astype(q) if chance(0.7) else None
    if op[0] == 'D':
        return Case(op, [rng.integers(low, high + 1, s).astype(q), scale(t), zero], attrs)
    x = real(s, most=400)
    if zero is None and q != 'u1':
        attrs['output_dtype'] = helper.np_dtype_to_tensor_dtype(np.dtype(q))
    if form == 'one' and chance(0.3):
        return Case(op, [x.astype('f2'), scale(t).astype('f2'), zero], attrs)
    return Case(op, [whole(s, -400, 400, 'i4') if chance(0.2) else x, scale(t), zero], attrs)


@maker('DynamicQuantizeLinear')
def dynamic(op):
    s = shape_of(2, empty=0)
    return Case(op, [(rng.integers(-500, 500, s) / 7).astype('f4')], {}, 3)


@maker('MatMulInteger')
def mat_mul_integer(op):
    m, k, n, a, b = up_to(3), up_to(4), up_to(3), some('u1', 'i1'), some('u1', 'i1')
    x, y = whole((m, k), 0, 100, a), whole((k, n), 0, 100, b)
    zeros = [some(None, whole((), 0, 9, a)), some(None, whole((), 0, 9, b), whole((n,), 0, 9, b))]
    return Case(op, [x, y, *zeros])


@maker('QLinearMatMul')
def qlinear_mat_mul(op):
    m, k, n, q = up_to(3), up_to(4), up_to(3), some('u1', 'i1')
    columns = chance(0.3)
    a, b = (), (n,) if columns else ()  # of rows, the others take none
    return Case(op, [whole((m, k), 0, 60, q), scale(a), whole(a, 0, 9, q), whole((k, n), 0, 60, q), scale(b), whole(b, 0, 9, q), scale(), whole((), 0, 9, q)])


@maker('ConvInteger', 'QLinearConv')
def conv_integer(op):
    c, m, q = up_to(2), up_to(3), some('u1', 'i1')
    x, w = whole((up_to(2), c, up_to(6, 3), up_to(6, 3)), 0, 60, q), whole((m, c, up_to(3), up_to(3)), 0, 60, q)
    attrs = {**maybe(0.5, pads=[1, 1, 1, 1]), **maybe(0.5, strides=[2, 1])}
    if op == 'ConvInteger':
        return Case(op, [x.astype('u1'), w.astype('u1'), some(None, np.array(3, 'u1')), None], attrs)
    rows = (m,) if chance(0.4) else ()
    return Case(op, [x, scale(), np.array(3, q), w, scale(rows), np.zeros(rows, q), scale(), np.array(5, q), *([whole((m,), -50, 50, 'i4')] if chance() else [])], attrs)


# ---- training, graphs -------------------------------------------------------------------------------------------------------

@maker('Momentum', 'Adagrad', 'Adam')
def train(op):
    n, s = up_to(2), [shape_of(up_to(2), empty=0) for _ in range(2)]
    kinds = 4 if op == 'Adam' else 3
    tensors = [np.abs(real(s[i])) if k >= 2 else real(s[i]) for k in range(kinds) for i in range(n)]
    attrs = {'Momentum': lambda: dict(alpha=0.9, beta=0.5, norm_coefficient=some(0.0, 0.25), mode=some('standard', 'nesterov')),
             'Adagrad': lambda: {**maybe(0.5, decay_factor=0.5), **maybe(0.5, epsilon=0.125), **maybe(0.5, norm_coefficient=0.25)},
             'Adam': lambda: {**maybe(0.5, alpha=0.5), **maybe(0.5, beta=0.75), **maybe(0.5, epsilon=0.125), **maybe(0.5, norm_coefficient=0.25)}}[op]()
    return Case(op, [np.array(0.5, 'f4'), np.array(up_to(3, 0), 'i8'), *tensors], attrs, (kinds - 1) * n, domain='ai.onnx.preview.training', opset=1)


def info(name, dtype, shape=None):
    return helper.make_tensor_value_info(name, dtype, shape)


@maker('If')
def branches(op):
    x = real(shape_of(2))
    outer = [helper.make_node('Add', ['x1', 'x1'], ['y'])], [helper.make_node('Neg', ['x1'], ['y'])]
    graphs = {name: helper.make_graph(nodes, name, [], [info('y', TensorProto.FLOAT)]) for name, nodes in zip(('then_branch', 'else_branch'), outer)}
    return Case(op, [some(np.array(chance()), np.array([chance()]))], graphs, graphs=[x])


@maker('Loop')
def loop(op):
    x = whole(shape_of(1, 3))
    nodes = [helper.make_node('Add', ['v', 'k'], ['w']), helper.make_node('ReduceSum', ['w'], ['s'], keepdims=0), helper.make_node('Less', ['s', 'x4'], ['on'])]
    body = helper.make_graph(nodes, 'body', [info('k', TensorProto.INT64, []), info('go', TensorProto.BOOL, []), info('v', TensorProto.INT64, [None])],
                             [info('on', TensorProto.BOOL), info('w', TensorProto.INT64, [None]), info('s', TensorProto.INT64, [])])
    held = chance()  # without a condition that of the graph is ignored, but for ONNX Runtime
    return Case(op, [some(None, np.array(up_to(5, 0))) if x.size and held else np.array(up_to(3, 0)), np.array(chance(0.8)) if held else None, x], {'body': body}, 2, graphs=[None, np.array(up_to(30) if held else 10 ** 6)])


@maker('Scan')
def scan(op):
    n, inner = up_to(4), shape_of(up_to(1, 0), 3, empty=0)
    nodes = [helper.make_node('Add', ['s', 'e'], ['t']), helper.make_node('Mul', ['t', 'e'], ['o'])]
    body = helper.make_graph(nodes, 'body', [info('s', TensorProto.INT64, inner), info('e', TensorProto.INT64, inner)], [info('t', TensorProto.INT64, inner), info('o', TensorProto.INT64, inner)])
    axis = some(*range(len(inner) + 1))
    x = whole((*inner[:axis], n, *inner[axis:]))
    out = some(*range(len(inner) + 1))
    return Case(op, [whole(inner), x], {'body': body, 'num_scan_inputs': 1, **maybe(0.5, scan_input_directions=[up_to(1, 0)]), **maybe(0.5, scan_output_directions=[up_to(1, 0)]),
                                        **({'scan_input_axes': [axis]} if axis or chance() else {}), **({'scan_output_axes': [out]} if out or chance() else {})}, 2)


# ---- running ----------------------------------------------------------------------------------------------------------------

folder = tempfile.TemporaryDirectory()


def path(name):
    return os.path.join(folder.name, name)


def declare(model, values):
    """The types of its results, by those of another's run."""
    for i, v in enumerate(values):
        model.graph.output[i].CopyFrom(info('y%d' % i, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape))


def model_of(case):
    """The model, and the arrays that it is given when it runs."""
    names = ['' if x is None else 'x%d' % i for i, x in enumerate(case.inputs)]
    while names and not names[-1]:
        names.pop()
    arrays = {n: np.asarray(x) for n, x in zip(names, case.inputs) if n}
    for i, x in enumerate(case.graphs):  # which graphs within the node take from around it
        if x is not None:
            arrays['x%d' % (i + len(case.inputs))] = np.asarray(x)
    held = {'x%d' % i for i in case.constants} & set(arrays)
    if len(held) == len(arrays):
        held = set()
    node = helper.make_node(case.op, names, ['y%d' % i for i in range(case.outputs)], domain=case.domain, **case.attrs)
    graph = helper.make_graph([node], 'g', [info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape) for n, a in arrays.items() if n not in held],
                              [onnx.ValueInfoProto(name='y%d' % i) for i in range(case.outputs)], [numpy_helper.from_array(arrays[n], n) for n in sorted(held)])
    opsets = [helper.make_opsetid('', case.opset if not case.domain else 22)] + ([helper.make_opsetid(case.domain, case.opset if case.opset == 1 else 3)] if case.domain else [])
    return helper.make_model(graph, opset_imports=opsets, ir_version=10), {n: a for n, a in arrays.items() if n not in held}, held


def older(case):
    """In an older opset, where onnx's checker takes the node there; what a text or a shape says is not checked by it."""
    if case.domain or case.op in ('GroupNormalization', 'ScatterElements', 'ScatterND'):
        return
    newest, case.opset = case.opset, up_to(case.opset, 7)
    context = onnx.checker.C.CheckerContext()
    context.ir_version, context.opset_imports = 10, {'': case.opset}
    try:
        onnx.checker.check_node(model_of(case)[0].graph.node[0], context)
    except onnx.checker.ValidationError:
        case.opset = newest


def by_reference(model, feeds):
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter('ignore')
            return [np.asarray(y) for y in ReferenceEvaluator(model).run(None, dict(feeds))]
    except Exception as e:
        return str(e) or type(e).__name__


def by_runtime(model, feeds):
    if onnxruntime is None:
        return 'there is no onnxruntime'
    try:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=['CPUExecutionProvider'])
        return session.run(None, dict(feeds))
    except Exception as e:
        return str(e) or type(e).__name__


def by_garner(model, feeds, outputs, *options):
    with open(path('m.onnx'), 'wb') as f:
        f.write(model.SerializeToString())
    files = []
    for i, a in enumerate(feeds.values()):
        files += ['--input', path('in_%d.pb' % i)]
        with open(files[-1], 'wb') as f:
            f.write(numpy_helper.from_array(a).SerializeToString())
    for i in range(outputs):
        with contextlib.suppress(FileNotFoundError):
            os.remove(os.path.join(path('out'), 'out_%d.npy' % i))
    said = subprocess.run([garner, 'run', *options, path('m.onnx'), *files, '--output', path('out')], capture_output=True, text=True, timeout=120)
    if said.returncode:
        return '%d: %s' % (said.returncode, said.stderr.strip())
    found = sorted((f for f in os.listdir(path('out')) if f.endswith('.npy')), key=lambda f: int(f.rsplit('_', 1)[1][:-4]))
    arrays = [np.load(os.path.join(path('out'), f)) for f in found]
    for f in found:
        os.remove(os.path.join(path('out'), f))
    return arrays


def least(v):
    """The difference that sums which cancel may have: 1e-7, or 8 units in the last place of the largest element."""
    sizes = np.abs(v[np.isfinite(v)], dtype='f8') if v.size else v
    return max(1e-7, 8 * float(np.finfo(v.dtype).eps) * float(np.max(sizes))) if sizes.size else 1e-7


def agree(got, want, moves):
    if isinstance(want, str) or len(got) != len(want):
        return False
    for a, b in zip(got, want):
        if a.shape != b.shape or (a.dtype != b.dtype and a.dtype.kind + b.dtype.kind != 'ff'):  # the reference widens some
            return False
        exact = moves or a.dtype.kind not in 'fc'
        with np.errstate(all='ignore'):
            if not (np.array_equal(a, b, equal_nan=a.dtype.kind == 'f') if exact else np.allclose(a, b, rtol=1e-3, atol=least(b), equal_nan=True)):
                return False
    return True


def shown(values):
    return values if isinstance(values, str) else '\n'.join('%s%s %s' % (v.dtype, list(v.shape), np.array2string(v, threshold=60)) for v in values)


EXTREMES = (0, -1, 1, 2, 7, -7, 2 ** 31 - 1, 2 ** 31, -2 ** 31, 2 ** 40, 2 ** 62, 2 ** 63 - 1, -2 ** 63)


def spoil(model):
    """Up to three of its numbers become others."""
    node = model.graph.node[0]
    lists = [a for a in node.attribute if a.type in (onnx.AttributeProto.INT, onnx.AttributeProto.INTS, onnx.AttributeProto.FLOAT)]
    held = [t for t in model.graph.initializer if t.data_type in (TensorProto.INT64, TensorProto.FLOAT)]
    dims = [d for i in [*model.graph.input, *model.graph.output] if i.HasField('type') for d in i.type.tensor_type.shape.dim]
    for _ in range(up_to(3)):
        what = some(*([lists] if lists else []), *([held] if held else []), *([dims] if dims and chance(0.2) else [[]]))
        if not what:
            continue
        x, v = some(*what), some(*EXTREMES)
        if what is dims:
            x.dim_value = some(0, 1, 2 ** 31, 2 ** 62, 2 ** 63 - 1)
        elif what is held:
            a = numpy_helper.to_array(x).copy()
            if a.size:
                a.reshape(-1)[int(rng.integers(a.size))] = v if a.dtype == 'i8' else some(np.inf, np.nan, -1, 0, 1e30, 1e-30)
            x.CopyFrom(numpy_helper.from_array(a, x.name))
        elif x.type == onnx.AttributeProto.INTS and x.ints and chance(0.8):
            x.ints[int(rng.integers(len(x.ints)))] = v
        elif x.type == onnx.AttributeProto.INTS:
            x.ints.append(v)
        elif x.type == onnx.AttributeProto.INT:
            x.i = v
        else:
            x.f = some(float('inf'), float('nan'), -1.0, 0.0, 1e30)


def survives(number, op, model, feeds, outputs):
    """Whether garner answers as it should: a result, or a message."""
    spoil(model)
    try:
        said = by_garner(model, feeds, outputs, '--max-memory', '256M')
    except subprocess.TimeoutExpired:
        said = '-1: it takes too long'
    fine = not isinstance(said, str) or (said.split(':')[0] in ('1', '2', '3', '4') and 'Sanitizer' not in said and 'runtime error' not in said)
    if not fine:
        print('FAILED: number %d (%s)\n%s\ngarner: %s' % (number, op, onnx.printer.to_text(model), said[-3000:]))
    return fine


def main():
    global rng
    todo = [m for m in makers if not wanted or m[0] in wanted]
    passed, without, failures, apart = 0, 0, {}, {}
    for number in range(count) if only is None else [only]:
        rng = np.random.default_rng([seed, number])
        op, make, moves = todo[number % len(todo)]
        case = make(op)
        if chance(0.3):
            older(case)
        model, feeds, held = model_of(case)
        if hostile:
            fine = survives(number, op, model, feeds, case.outputs)
            passed += fine
            if not fine:
                failures.setdefault(op, []).append(number)
            continue
        reference, runtime = by_reference(model, feeds), by_runtime(model, feeds)
        if isinstance(reference, str) and isinstance(runtime, str):
            without += 1
            if only is not None:
                print(onnx.printer.to_text(model), reference, runtime)
            continue
        both = not isinstance(reference, str) and not isinstance(runtime, str)
        if (not held or chance()) and not (both and [y.shape for y in reference] != [y.shape for y in runtime]):
            declare(model, runtime if isinstance(reference, str) else reference)
        got = by_garner(model, feeds, case.outputs)
        if both and not agree(runtime, reference, moves):
            apart[op] = apart.get(op, 0) + 1
        if not isinstance(got, str) and (agree(got, reference, moves) or agree(got, runtime, moves)):
            passed += 1
            continue
        failures.setdefault(op, []).append(number)
        if len(failures[op]) <= 3 or only is not None:
            print('FAILED: number %d (%s)\n%s\ngiven\n%s\ngarner: %s\nreference: %s\nruntime: %s' % (
                number, op, onnx.printer.to_text(model), shown(feeds.values()), shown(got), shown(reference), shown(runtime)))
    for op, numbers in sorted(failures.items()):
        print('%s: %d failed, number %s' % (op, len(numbers), ' '.join(map(str, numbers[:8]))))
    if apart:
        print('the reference and ONNX Runtime differ: ' + ', '.join('%d of %s' % (n, op) for op, n in sorted(apart.items())))
    failed = sum(map(len, failures.values()))
    print('%d passed, %d failed, %d without an answer to compare' % (passed, failed, without))
    sys.exit(failed > 0 or passed == 0)


main()
