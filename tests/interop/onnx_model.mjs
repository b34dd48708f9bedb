// onnx_model.mjs - what the comparisons with ONNX Runtime share: ONNX models as bytes, and random numbers.

// ---- numbers that any run with one seed repeats (xorshift32) ----

export function generator(seed) {
  let state = Number(seed) * 2654435761 >>> 0 || 1
  return (n) => { // 0 .. n-1
    state ^= state << 13; state >>>= 0
    state ^= state >>> 17
    state ^= state << 5; state >>>= 0
    return state % n
  }
}
export const product = (shape) => shape.reduce((a, b) => a * b, 1)
export const times = (n, f) => Array.from({ length: n }, (_, i) => f(i))

// ---- element types: ONNX's number, ONNX Runtime's name, the array that holds them ----

export const types = {
  f32: [1, 'float32', Float32Array], u8: [2, 'uint8', Uint8Array], i8: [3, 'int8', Int8Array], u16: [4, 'uint16', Uint16Array],
  i16: [5, 'int16', Int16Array], i32: [6, 'int32', Int32Array], i64: [7, 'int64', BigInt64Array], bool: [9, 'bool', Uint8Array],
  f16: [10, 'float16', Uint16Array], f64: [11, 'float64', Float64Array], u32: [12, 'uint32', Uint32Array],
  u64: [13, 'uint64', BigUint64Array], bf16: [16, 'bfloat16', Uint16Array], str: [8, 'string', Array],
}

// ---- models (onnx.proto's field numbers) ----

const varint = (n) => { const out = []; for (; n > 127; n = Math.floor(n / 128)) out.push(n % 128 + 128); return [...out, n] }
function signed(n) { // 64 bits, two's complement
  const out = []
  let v = BigInt.asUintN(64, BigInt(n))
  for (; v > 127n; v >>= 7n) out.push(Number(v & 127n) + 128)
  return [...out, Number(v)]
}
const number = (field, n) => [...varint(field * 8), ...signed(n)]
const bytes = (field, b) => [...varint(field * 8 + 2), ...varint(b.length), ...b]
const text = (field, s) => bytes(field, [...Buffer.from(s)])
function attribute([name, v]) { // a number, numbers, a word or a graph
  if (typeof v === 'number') return bytes(5, [...text(1, name), ...number(3, v), ...number(20, 2)])
  if (Array.isArray(v)) return bytes(5, [...text(1, name), ...v.flatMap((n) => number(8, n)), ...number(20, 7)])
  if (typeof v === 'object') return bytes(5, [...text(1, name), ...bytes(6, graphOf(v)), ...number(20, 5)])
  return bytes(5, [...text(1, name), ...text(4, v), ...number(20, 3)])
}
const strings = (field, names) => names.flatMap((name) => text(field, name))
// A type, and a shape where there is one; an extent that is not known is null.
function value(field, { name, type, shape }) {
  const dims = shape ? bytes(2, shape.flatMap((n) => bytes(1, n === null ? [] : number(1, n)))) : []
  return bytes(field, [...text(1, name), ...bytes(2, bytes(1, [...number(1, types[type][0]), ...dims]))])
}
const nodeOf = ({ op, name = '', attr, inputs, outputs }) =>
  bytes(1, [...strings(1, inputs), ...strings(2, outputs), ...text(3, name), ...text(4, op), ...Object.entries(attr).flatMap(attribute)])
// A constant; `bits` are its bytes, or `file` has them.
const initializer = ({ name, type, shape, bits, file }) =>
  bytes(5, [...shape.flatMap((n) => number(1, n)), ...number(2, types[type][0]), ...text(8, name),
    ...(file ? [...bytes(13, [...text(1, 'location'), ...text(2, file)]), ...number(14, 1)] : bytes(9, [...bits]))])

// A graph of nodes {op, attr, inputs, outputs}, which may have a name; inputs, outputs and infos (values between nodes) are
// {name, type, shape}. An attribute may be such a graph.
function graphOf({ nodes, constants = [], inputs, outputs, infos = [] }) {
  return [nodes.flatMap(nodeOf), text(2, 'g'), constants.flatMap(initializer), inputs.flatMap((v) => value(11, v)),
    outputs.flatMap((v) => value(12, v)), infos.flatMap((v) => value(13, v))].flat()
}
export const graphModel = (graph) =>
  Uint8Array.from([...number(1, 8), ...bytes(7, graphOf(graph)), ...bytes(8, number(2, graph.opset))])

// One node. inputs: [name, type] each; the name '' leaves an optional one out. attr: by name.
export function model(op, attr, inputs, output) {
  return graphModel({ opset: 18, nodes: [{ op, attr, inputs: inputs.map(([name]) => name), outputs: ['out'] }],
    inputs: inputs.filter(([name]) => name).map(([name, type]) => ({ name, type })), outputs: [{ name: 'out', type: output }] })
}

// One thread: with several, updates of one place get lost.
export const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4 }
