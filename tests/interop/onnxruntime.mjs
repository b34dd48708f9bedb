// onnxruntime.mjs - random gathers and scatters, by garner's ONNX calls and by ONNX Runtime: the same bits are expected.
//
//   node tests/interop/onnxruntime.mjs ONNX_CALLS NODE_MODULES [CASES [SEED]]
//
// ONNX_CALLS is tests/interop/onnx_calls.c compiled, NODE_MODULES the folder onnxruntime-node is in. A case whose difference is one
// that docs/frameworks.md lists (ON-D1 ...) counts as passed and is counted by that number. Ends with "N passed, N failed".
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { generator, model, options, product, times, types } from './onnx_model.mjs'

const [driver, modules, cases = '10000', seed = '1'] = process.argv.slice(2)
const ort = createRequire(path.join(path.resolve(modules), 'x.js'))('onnxruntime-node')

// ---- elements ----

const random = generator(seed)
const pick = (list) => list[random(list.length)]
const chance = (percent) => random(100) < percent
const special = { f32: [NaN, Infinity, -Infinity, -0, 0, 1e-45, 3e38], f64: [NaN, Infinity, -Infinity, -0, 0, 5e-324, 1e308],
  f16: [0x7e00, 0x7c00, 0xfc00, 0x8000, 0, 1, 0x7bff] }

function element(type) {
  if (special[type] && chance(8)) return pick(special[type])
  if (type === 'bool') return random(2)
  if (type === 'f16') return random(2) << 15 | 0x3000 + random(0x2000) // 1/8 .. 32
  if (type === 'f32' || type === 'f64') return (random(2001) - 1000) / 64
  if (type === 'i64' || type === 'u64') return BigInt(random(2001) - 1000) * (chance(5) ? 0x4000000000001n : 1n)
  return random(2001) - 1000 // wraps where the type is narrower
}
const tensor = (type, shape, f) => ({ type, shape, data: types[type][2].from({ length: product(shape) }, f ?? (() => element(type))) })

// ---- cases ----

const extent = () => chance(4) ? 0 : 1 + random(5)
const shape = (rank) => times(rank, extent)

// In [-n, n), now and then outside.
function index(n, c) {
  if (n === 0 || (c.wild && chance(8))) return n + random(3)
  if (c.wild && chance(8)) return -n - 1 - random(3)
  return random(2 * n) - n
}
const indices = (type, dims, n, c) => tensor(type, dims, (_, i) => type === 'i64' ? BigInt(index(n(i), c)) : index(n(i), c))
const axisOf = (rank) => random(2 * rank) - rank
const begin = () => ({ wild: chance(6) })

function gather(type) {
  const c = begin(), data = shape(1 + random(4)), axis = axisOf(data.length), q = shape(random(4))
  return { ...c, op: 'Gather', attr: { axis }, data: tensor(type, data), indices: indices(pick(['i32', 'i64']), q, () => data.at(axis), c) }
}

// The shape of indices: as data's or shorter, anything along axis.
function along(data, axis) {
  const at = axis < 0 ? axis + data.length : axis
  return data.map((n, d) => d === at ? extent() : chance(70) ? n : random(n + 1))
}

function gatherElements(type) {
  const c = begin(), data = shape(1 + random(4)), axis = axisOf(data.length)
  const i = indices(pick(['i32', 'i64']), along(data, axis), () => data.at(axis), c)
  return { ...c, op: 'GatherElements', attr: { axis }, data: tensor(type, data), indices: i }
}

// Vectors of k coordinates behind `lead`, for the dims of data after the first b.
function vectors(data, b, k, lead, c) {
  return indices('i64', [...lead, k], (i) => data[b + i % k], c)
}

function gatherND(type) {
  const c = begin(), data = shape(1 + random(4)), b = random(Math.min(data.length, 3))
  const k = 1 + random(data.length - b), lead = [...data.slice(0, b), ...shape(random(3))]
  return { ...c, op: 'GatherND', attr: { batch_dims: b }, data: tensor(type, data), indices: vectors(data, b, k, lead, c) }
}

// Not asked for: what ONNX Runtime 1.30 does not have. It reduces no bool, no f16 in ScatterND, and f16 in ScatterElements only by
// max and min.
const reductions = ['none', 'add', 'mul', 'max', 'min']
function reductionFor(op, type) {
  if (type === 'bool' || (type === 'f16' && op === 'ScatterND')) return 'none'
  return pick(type === 'f16' ? ['none', 'max', 'min'] : reductions)
}
function scatterElements(type) {
  const c = begin(), data = shape(1 + random(4)), axis = axisOf(data.length), reduction = reductionFor('ScatterElements', type)
  const dims = along(data, axis)
  return { ...c, op: 'ScatterElements', attr: { axis, reduction }, data: tensor(type, data),
    indices: indices(pick(['i32', 'i64']), dims, () => data.at(axis), c), updates: tensor(type, dims) }
}

function scatterND(type) {
  const c = begin(), data = shape(1 + random(4)), k = 1 + random(data.length), lead = shape(random(3)), reduction = reductionFor('ScatterND', type)
  return { ...c, op: 'ScatterND', attr: { reduction }, data: tensor(type, data), indices: vectors(data, 0, k, lead, c),
    updates: tensor(type, [...lead, ...data.slice(k)]) }
}

// ---- ONNX Runtime: sessions are one per type and attribute, whatever the shapes ----

const sessions = new Map()
async function runtime(c) {
  const inputs = c.updates ? ['data', 'indices', 'updates'] : ['data', 'indices']
  const key = JSON.stringify([c.op, c.attr, c.data.type, c.indices.type])
  if (!sessions.has(key))
    sessions.set(key, await ort.InferenceSession.create(model(c.op, c.attr, inputs.map((i) => [i, c[i].type]), c.data.type), options).catch((e) => ({ missing: e.message })))
  const session = sessions.get(key)
  if (session.missing) return session
  const feeds = Object.fromEntries(inputs.map((i) => [i, new ort.Tensor(types[c[i].type][1], c[i].data, c[i].shape)]))
  try {
    const { out } = await session.run(feeds)
    return { shape: [...out.dims], data: out.data }
  } catch (e) {
    return { error: e.message }
  }
}

// ---- garner: all cases at once ----

function words(...v) { return Buffer.from(Uint32Array.from(v).buffer) }
function longs(v) { return Buffer.from(BigInt64Array.from(v, BigInt).buffer) }
function raw(a) { return Buffer.from(a.buffer, a.byteOffset, a.byteLength) }
const packed = (t) => [words(types[t.type][0], t.shape.length), longs(t.shape), raw(t.data)]
const operators = ['Gather', 'GatherElements', 'GatherND', 'ScatterElements', 'ScatterND']

function asked(c) {
  const { axis, batch_dims: batch, reduction = 'none' } = c.attr
  return [words(operators.indexOf(c.op), reductions.indexOf(reduction)), longs([axis ?? batch ?? 0]), ...packed(c.data),
    ...packed(c.indices), ...(c.updates ? packed(c.updates) : [])]
}

function garner(all) {
  const run = spawnSync(driver, { input: Buffer.concat(all.flatMap(asked)), maxBuffer: 1 << 30 })
  if (run.status !== 0) throw new Error(`${driver}: ${run.error ?? run.stderr}`)
  let at = 0
  const word = () => { at += 4; return run.stdout.readUInt32LE(at - 4) }
  return all.map((c) => {
    const status = word()
    if (status !== 0) return { error: status }
    const dims = times(word(), () => { at += 8; return Number(run.stdout.readBigInt64LE(at - 8)) })
    const size = product(dims) * c.data.data.BYTES_PER_ELEMENT
    at += size
    return { shape: dims, bytes: run.stdout.subarray(at - size, at) }
  })
}

// ---- comparing ----

function isNaNOf(type, b) {
  if (type === 'f32') return Number.isNaN(b.readFloatLE(0))
  if (type === 'f64') return Number.isNaN(b.readDoubleLE(0))
  return type === 'f16' && (b.readUInt16LE(0) & 0x7fff) > 0x7c00
}

const isZero = (b) => b.every((byte, i) => i === b.length - 1 ? (byte & 0x7f) === 0 : byte === 0) // of a float, either sign

// Elements that differ, each as [position, ours, theirs].
function different(c, ours, theirs) {
  const size = c.data.data.BYTES_PER_ELEMENT, out = []
  for (let i = 0; i * size < ours.length; i++) {
    const a = ours.subarray(i * size, i * size + size), b = theirs.subarray(i * size, i * size + size)
    if (!a.equals(b)) out.push([i, a, b])
  }
  return out
}

// Whether an index of a GatherND is out of range.
function isOutside(c) {
  const k = c.indices.shape.at(-1)
  return c.indices.data.some((v, i) => { const n = c.data.shape[c.attr.batch_dims + i % k]; return v < -n || v >= n })
}

const everyDifference = (c, ours, theirs, holds) => ours.bytes !== undefined && theirs.data !== undefined &&
  ours.bytes.length === raw(theirs.data).length && different(c, ours.bytes, raw(theirs.data)).every(([, a, b]) => holds(a, b))

// Differences that are known and meant: docs/frameworks.md has the reason of each.
const known = [
  { id: 'ON-D1', // in max and min a NaN stays, and -0 is less than 0
    holds: (c, a, b) => ['max', 'min'].includes(c.attr.reduction) &&
      everyDifference(c, a, b, (ours, theirs) => isNaNOf(c.data.type, ours) || (isZero(ours) && isZero(theirs))) },
  { id: 'ON-D2', // a NaN that a sum or a product gives is always the same one
    holds: (c, a, b) => ['add', 'mul'].includes(c.attr.reduction) &&
      everyDifference(c, a, b, (ours, theirs) => isNaNOf(c.data.type, ours) && isNaNOf(c.data.type, theirs)) },
  { id: 'ON-D3', // GatherND looks at its indices even where the slices have no element
    holds: (c, a, b) => c.op === 'GatherND' && a.error !== undefined && b.data?.length === 0 && isOutside(c) },
]

function compare(c, ours, theirs) {
  if (theirs.missing) return 'missing'
  if (ours.error !== undefined || theirs.error !== undefined) return (ours.error !== undefined) === (theirs.error !== undefined) ? 'same' : null
  if (String(ours.shape) !== String(theirs.shape)) return null
  return raw(theirs.data).equals(ours.bytes) ? 'same' : null
}

function told(c, ours, theirs) {
  const t = (x) => x && `${x.type}[${x.shape}] ${JSON.stringify([...x.data].map(String)).slice(0, 300)}`
  console.log(`FAILED ${c.op} ${JSON.stringify(c.attr)}\n    data ${t(c.data)}\n    indices ${t(c.indices)}\n    updates ${t(c.updates)}`)
  console.log(`    garner ${ours.error !== undefined ? 'status ' + ours.error : `[${ours.shape}]`}, ONNX Runtime ${theirs.error ?? `[${theirs.shape}]`}`)
  if (!ours.bytes || !theirs.data) return
  for (const [i, a, b] of different(c, ours.bytes, raw(theirs.data)).slice(0, 3))
    console.log(`    element ${i}: garner 0x${Buffer.from(a).reverse().toString('hex')}, ONNX Runtime 0x${Buffer.from(b).reverse().toString('hex')}`)
}

const makers = [gather, gatherElements, gatherND, scatterElements, scatterND]
const all = times(Number(cases), (i) => makers[i % makers.length](pick(Object.keys(types).filter((type) => type !== 'bf16' && type !== 'str'))))
const answers = garner(all)
const count = {}
let failed = 0
for (let i = 0; i < all.length; i++) {
  const theirs = await runtime(all[i])
  const outcome = compare(all[i], answers[i], theirs) ?? known.find((k) => k.holds(all[i], answers[i], theirs))?.id
  if (!outcome && ++failed <= 10) told(all[i], answers[i], theirs)
  const key = outcome === 'missing' ? `missing ${all[i].op} ${all[i].attr.reduction ?? ''} ${all[i].data.type}` : outcome ?? 'failed'
  count[key] = (count[key] ?? 0) + 1
}
console.log(`${sessions.size} sessions; ` + Object.entries(count).map(([k, n]) => `${k}: ${n}`).join(', '))
console.log(`${all.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
