// onnx_words.mjs - the ONNX operators around a gather, against ONNX Runtime: programs with its answers as what is expected.
//
//   node tests/interop/onnx_words.mjs GARNER NODE_MODULES [CASES [SEED]]
//
// Each case is a function of one module: constants, the operator, check.expect_eq_const of what ONNX Runtime gave; `GARNER run`
// runs them all; a type that is not what garner infers fails the whole module. Ends with "N passed, N failed".
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { generator, model, options, product, times, types } from './onnx_model.mjs'

const [garner, modules, cases = '2000', seed = '1'] = process.argv.slice(2)
const ort = createRequire(path.join(path.resolve(modules), 'x.js'))('onnxruntime-node')
const random = generator(seed)
const pick = (list) => list[random(list.length)]
const chance = (percent) => random(100) < percent

// ---- tensors ----

const extent = () => chance(5) ? 0 : 1 + random(4)
const shape = (rank) => times(rank, extent)
function element(type) {
  if (type === 'bool') return random(2)
  return type === 'i64' ? BigInt(random(41) - 20) : type === 'f32' ? (random(401) - 200) / 8 : random(41) - 20
}
const tensor = (type, dims, f) => ({ type, shape: dims, data: types[type][2].from({ length: product(dims) }, f ?? (() => element(type))) })
const list = (numbers) => tensor('i64', [numbers.length], (_, i) => BigInt(numbers[i]))
const scalar = (type, v) => tensor(type, [], () => type === 'i64' ? BigInt(v) : v)

// A shape that broadcasts to `dims`: some extents 1, some of the first ones left out.
const broadcastable = (dims) => dims.slice(random(dims.length + 1)).map((n) => chance(35) ? 1 : n)
const shuffled = (n) => { const v = times(n, (i) => i); for (let i = n; i-- > 1;) { const k = random(i + 1); [v[i], v[k]] = [v[k], v[i]] } return v }
const signs = (axes, rank) => axes.map((a) => chance(40) ? a - rank : a)

// ---- cases: an operator, its operands (null: left out), its attributes, the type of its result ----

function elementwise(op, choice, told) {
  const dims = shape(random(4)), type = pick(choice), n = op === 'Min' || op === 'Max' ? 1 + random(3) : 2
  return { op, operands: times(n, () => tensor(type, broadcastable(dims))), out: told ? 'bool' : type }
}
function where() {
  const dims = shape(random(4)), type = pick(['i32', 'i64', 'f32'])
  return { op: 'Where', operands: [tensor('bool', broadcastable(dims)), ...times(2, () => tensor(type, broadcastable(dims)))], out: type }
}
function cast() {
  const [from, to] = [pick(['i32', 'i64', 'f32', 'bool', 'i8', 'u8']), pick(['i32', 'i64', 'f32', 'bool', 'i8', 'i16'])]
  return { op: 'Cast', operands: [tensor(from, shape(random(3)))], attr: { to: types[to][0] }, out: to }
}
function reshape() {
  const dims = shape(1 + random(3)).map((n) => n || 1), to = chance(50) ? [...dims].reverse() : [product(dims)]
  const rest = random(to.length)
  const asked = to.map((n, d) => chance(60) && d === rest ? -1 : chance(40) && d < dims.length && n === dims[d] ? 0 : n)
  return { op: 'Reshape', operands: [tensor('i32', dims), list(asked)], out: 'i32' }
}
function transpose() {
  const dims = shape(random(5))
  return { op: 'Transpose', operands: [tensor('i32', dims)], attr: chance(80) && dims.length ? { perm: shuffled(dims.length) } : {}, out: 'i32' }
}
function expand() {
  const dims = shape(random(4))
  return { op: 'Expand', operands: [tensor('i32', broadcastable(dims)), list(broadcastable(dims))], out: 'i32' }
}
function unsqueeze() {
  const dims = shape(random(3)), rank = dims.length + 1 + random(2)
  return { op: 'Unsqueeze', operands: [tensor('i32', dims), list(signs(shuffled(rank).slice(0, rank - dims.length), rank))], out: 'i32' }
}
function squeeze() { // no list of none: ONNX Runtime takes that for no list (ON-D6)
  const dims = shape(1 + random(4)).map((n) => chance(50) ? 1 : n), ones = dims.flatMap((n, d) => n === 1 ? [d] : [])
  const axes = ones.filter(() => chance(60))
  return { op: 'Squeeze', operands: [tensor('i32', dims), axes.length === 0 ? null : list(signs(axes, dims.length))], out: 'i32' }
}
function slice() {
  const dims = shape(1 + random(3)), all = chance(25), axes = all ? times(dims.length, (i) => i) : shuffled(dims.length).slice(0, 1 + random(dims.length))
  const far = () => chance(8) ? (chance(50) ? 1000 : -1000) : random(11) - 5
  const steps = chance(25) ? null : list(axes.map(() => pick([1, 1, 2, 3, -1, -2])))
  return { op: 'Slice', out: 'i32', operands: [tensor('i32', dims), list(axes.map(far)), list(axes.map(far)), all ? null : list(signs(axes, dims.length)), steps] }
}
function concat() {
  const dims = shape(1 + random(3)), axis = random(dims.length)
  const operands = times(1 + random(3), () => tensor('i32', dims.map((n, d) => d === axis ? extent() : n)))
  return { op: 'Concat', operands, attr: { axis: signs([axis], dims.length)[0] }, out: 'i32' }
}
function pad() {
  const dims = shape(1 + random(3)).map((n) => n || 1), axes = chance(50) ? null : shuffled(dims.length).slice(0, 1 + random(dims.length))
  const which = axes ?? times(dims.length, (i) => i)
  const low = which.map((d) => random(4) - (dims[d] > 1 ? 1 : 0)), high = which.map(() => random(3))
  return { op: 'Pad', out: 'i32', attr: { mode: 'constant' }, operands: [tensor('i32', dims), list([...low, ...high]),
    chance(30) ? null : scalar('i32', random(9)), axes && list(signs(axes, dims.length))] }
}
function range() {
  const type = pick(['i32', 'i64'])
  return { op: 'Range', operands: [random(21) - 10, random(21) - 10, pick([1, 2, 3, -1, -4])].map((v) => scalar(type, v)), out: type }
}

const numbers = ['i32', 'i64', 'f32'], integers = ['i32', 'i64']
const makers = [...['Add', 'Sub', 'Mul', 'Min', 'Max'].map((op) => () => elementwise(op, numbers)),
  ...['Less', 'LessOrEqual', 'Greater', 'GreaterOrEqual'].map((op) => () => elementwise(op, numbers, true)),
  () => elementwise('Equal', ['bool', ...numbers], true), ...['And', 'Or'].map((op) => () => elementwise(op, ['bool'])),
  ...['BitwiseAnd', 'BitwiseOr'].map((op) => () => elementwise(op, integers)),
  () => ({ op: 'Not', operands: [tensor('bool', shape(random(3)))], out: 'bool' }),
  () => ({ op: 'Identity', operands: [tensor('i32', shape(random(3)))], out: 'i32' }),
  where, cast, reshape, transpose, expand, unsqueeze, squeeze, slice, concat, pad, range]

// ---- ONNX Runtime ----

async function runtime(c) {
  const inputs = c.operands.map((t, i) => [t ? `x${i}` : '', t?.type])
  while (!inputs.at(-1)[0]) inputs.pop()
  const session = await ort.InferenceSession.create(model(c.op, c.attr ?? {}, inputs, c.out), options)
  const feeds = Object.fromEntries(inputs.flatMap(([name], i) => name ? [[name, new ort.Tensor(types[c.operands[i].type][1], c.operands[i].data, c.operands[i].shape)]] : []))
  const { out } = await session.run(feeds)
  await session.release()
  return { type: c.out, shape: [...out.dims], data: out.data }
}

// ---- a function of a case ----

const mlir = { i8: 'i8', i16: 'i16', i32: 'i32', i64: 'i64', u8: 'ui8', bool: 'i1', f32: 'f32' }
const typeOf = (t) => t ? `tensor<${t.shape.map((n) => n + 'x').join('')}${mlir[t.type]}>` : 'none'
const elementText = (type, v) => type === 'bool' ? String(Boolean(v)) : type === 'f32' ? Number(v).toFixed(6) : String(v)
function nested(t, dims, at, size) {
  if (dims.length === 0) return elementText(t.type, t.data[at])
  const step = size / dims[0]
  return `[${times(dims[0], (i) => nested(t, dims.slice(1), at + i * step, step)).join(', ')}]`
}
const literal = (t) => `dense<${product(t.shape) ? nested(t, t.shape, 0, product(t.shape)) : ''}> : ${typeOf(t)}`

function attributes(c) {
  const texts = Object.entries(c.attr ?? {}).map(([name, v]) => name === 'to' ? `to = ${mlir[c.out]}`
    : Array.isArray(v) ? `${name} = [${v.join(', ')}]` : typeof v === 'number' ? `${name} = ${v} : si64` : `${name} = "${v}"`)
  return texts.length ? `{${texts.join(', ')}} ` : ''
}

function program(c, want, k) {
  const operands = c.operands.map((t, i) => `  %${i} = ` + (t ? `onnx.Constant ${literal(t)}` : '"onnx.NoValue"() {value} : () -> none'))
  const names = c.operands.map((_, i) => `%${i}`).join(', ')
  return `func.func @c${k}() {\n${operands.join('\n')}\n  %r = "onnx.${c.op}"(${names}) ${attributes(c)}: ` +
    `(${c.operands.map(typeOf).join(', ')}) -> ${typeOf(want)}\n  check.expect_eq_const %r, ${literal(want)}\n  return\n}\n`
}

const all = times(Number(cases), (i) => makers[i % makers.length]())
const texts = []
for (const [k, c] of all.entries()) texts.push(program(c, await runtime(c), k))

const run = spawnSync(garner, ['run', '-'], { input: texts.join('\n'), maxBuffer: 1 << 28, encoding: 'utf8' })
const passed = (run.stdout.match(/^@c\d+: ok$/gm) ?? []).length
if (passed < all.length) {
  const good = new Set(run.stdout.match(/^@c\d+: ok$/gm))
  console.log(run.stderr.slice(0, 3000))
  for (const [k, t] of texts.entries()) if (!good.has(`@c${k}: ok`)) { console.log(t); break }
}
console.log(`${passed} passed, ${all.length - passed} failed`)
process.exit(passed === all.length && run.status === 0 ? 0 : 1)
