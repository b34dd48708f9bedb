// onnx_programs.mjs - whole programs that became ONNX, by ONNX Runtime: the bits that garner gives of what they were made from.
//
//   node tests/interop/onnx_programs.mjs ONNX_PROGRAMS NODE_MODULES [CASES [SEED]]
//
// ONNX_PROGRAMS is tests/interop/onnx_programs.c compiled. A function's text becomes a model of as many nodes: constants are
// initializers, types and shapes of all values are said (null: an extent that is not known), the opset is the one that the function names. What garner answers with
// an error, ONNX Runtime must refuse. Differences that docs/frameworks.md lists (ON-D1 ...) count as passed. Ends with "N
// passed, N failed".
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { graphModel, options, product, types } from './onnx_model.mjs'

const [driver, modules, cases = '2000', seed = '1'] = process.argv.slice(2)
const ort = createRequire(path.join(path.resolve(modules), 'x.js'))('onnxruntime-node')

// ---- element types ----

const byMlir = { i1: 'bool', i8: 'i8', i16: 'i16', i32: 'i32', i64: 'i64', ui8: 'u8', ui16: 'u16', ui32: 'u32', ui64: 'u64',
  f16: 'f16', bf16: 'bf16', f32: 'f32', f64: 'f64' }
const floats = { f16: [10, 5], bf16: [7, 8], f32: [23, 8], f64: [52, 11] } // bits of the fraction, of the exponent
const sizeOf = (type) => types[type][2].BYTES_PER_ELEMENT
const bytesOf = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength)

function readNumber(type, bits, at) { // the bits of one element
  return BigInt('0x' + Buffer.from(bits.subarray(at, at + sizeOf(type))).reverse().toString('hex'))
}
function isNaNOf(type, bits) {
  if (!floats[type]) return false
  const [fraction, exponent] = floats[type].map(BigInt)
  const ones = (1n << exponent) - 1n
  return (bits >> fraction & ones) === ones && (bits & (1n << fraction) - 1n) !== 0n
}
const isZeroOf = (type, bits) => floats[type] !== undefined && (bits & (1n << BigInt(floats[type][0] + floats[type][1])) - 1n) === 0n

// A double as f16 or bf16, to nearest even. The constants of the programs are none of the edges.
function narrowed(type, v) {
  const [fraction, exponent] = floats[type], bias = 2 ** (exponent - 1) - 1, sign = v < 0 || Object.is(v, -0) ? 1 : 0
  let a = Math.abs(v)
  if (Number.isNaN(a)) return ((2 ** exponent - 1) << fraction) + 2 ** (fraction - 1)
  if (a === 0) return sign * 2 ** (fraction + exponent)
  let e = Math.max(Math.floor(Math.log2(a)), 1 - bias)
  if (a >= 2 ** (e + 1)) e++
  let n = a / 2 ** (e - fraction), whole = Math.floor(n), rest = n - whole
  if (rest > 0.5 || (rest === 0.5 && whole % 2 === 1)) whole++
  const bits = whole >= 2 ** fraction ? (e + bias - 1) * 2 ** fraction + whole : whole // a carry goes into the exponent
  return sign * 2 ** (fraction + exponent) + Math.min(bits, (2 ** exponent - 1) * 2 ** fraction)
}

// ---- constants: dense<[[1, 2], [3, 4]]>, dense<1>, dense<"0x0102">, dense<> ----

function elementBytes(type, word) {
  const one = new types[type][2](1)
  if (/^0x/.test(word)) {
    const hex = word.slice(2).padStart(2 * sizeOf(type), '0')
    return Buffer.from(hex, 'hex').reverse()
  }
  if (type === 'bool') one[0] = word === 'true' ? 1 : 0
  else if (type === 'f16' || type === 'bf16') one[0] = narrowed(type, Number(word))
  else one[0] = sizeOf(type) === 8 && !floats[type] ? BigInt(word) : Number(word)
  return bytesOf(one)
}
function constantBytes(literal, { type, shape }) {
  const count = product(shape), raw = literal.match(/^"0x([0-9A-Fa-f]*)"$/)
  if (raw) return Buffer.from(raw[1], 'hex')
  const words = literal.match(/[^\s,[\]]+/g) ?? []
  const each = words.map((word) => elementBytes(type, word))
  return Buffer.concat(count > 1 && each.length === 1 ? Array(count).fill(each[0]) : each.slice(0, count))
}

// ---- text to a graph ----

function typeOf(text) {
  const [, dims, element] = text.match(/^tensor<((?:(?:\d+|\?)x)*)(\w+)>$/) ?? []
  if (!byMlir[element]) throw new Error(`a type that is none of ONNX's: ${text}`)
  return { type: byMlir[element], shape: dims.split('x').slice(0, -1).map((n) => n === '?' ? null : Number(n)) }
}
const typesOf = (text) => (text.match(/tensor<[^>]*>|none/g) ?? [])
const namesOf = (text) => (text.match(/%[\w#]+/g) ?? []).map((n) => n.slice(1))

function attributes(text) {
  const found = {}
  for (const [, name, v] of (text ?? '').matchAll(/(\w+) = (\[[^\]]*\]|"[^"]*"|-?\d+|\w+)/g)) {
    if (v[0] === '[') found[name] = (v.match(/-?\d+/g) ?? []).map(Number)
    else if (v[0] === '"') found[name] = v.slice(1, -1)
    else if (name === 'to') found[name] = types[byMlir[v]][0]
    else found[name] = Number(v)
  }
  return found
}

const argumentsOf = (text) => [...text.matchAll(/%(\w+): (tensor<[^>]*>)/g)].map(([, name, type]) => ({ name, ...typeOf(type) }))

// %v = "onnx.Op"(operands), then {attributes} : (types) -> types; with graphs, those are behind them.
function putNode(graph, [names, count, op, operands], rest, graphs) {
  const [, attr, results] = rest.match(/^(?: \{(.*)\})? : \(.*\) -> (\S.*)$/)
  if (op === 'NoValue') return graph.none.add(names)
  const inputs = namesOf(operands).map((n) => graph.none.has(n) ? '' : n)
  while (inputs.at(-1) === '') inputs.pop()
  const outputs = count ? Array.from({ length: Number(count) }, (_, i) => `${names}#${i}`) : [names]
  const called = attr?.match(/onnx\.graphs = \[([^\]]*)\]/)?.[1].match(/\w+/g) ?? []
  const own = attributes(attr?.replace(/onnx\.graphs = \[[^\]]*\]/, ''))
  graph.nodes.push({ op, attr: { ...own, ...Object.fromEntries(called.map((name, i) => [name, graphs[i]])) }, inputs, outputs })
  typesOf(results).forEach((type, i) => graph.infos.push({ name: outputs[i], ...typeOf(type) }))
}

// An operator whose graphs are on the lines behind it, each within "({" or "}, {" and "})".
function parseGraphs(lines, graph, head) {
  const graphs = []
  do {
    const inputs = /^\^bb0\(/.test(lines[0]) ? argumentsOf(lines.shift()) : []
    graphs.push(withOutputs(parseBlock(lines, { nodes: [], constants: [], infos: [], none: graph.none, inputs })))
  } while (lines[0].startsWith('}, {') && lines.shift())
  putNode(graph, head, lines.shift().slice(2), graphs)
}

// The lines of a graph until what it gives, which are taken.
function parseBlock(lines, graph) {
  for (;;) {
    const line = lines.shift()
    const constant = line.match(/^%(\w+) = onnx\.Constant dense<(.*)> : (\S+)$/)
    const last = line.match(/^(?:return|onnx\.Yield)(?: (.*?) : (.*))?$/)
    const node = line.match(/^%(\w+)(?::(\d+))? = "onnx\.(\w+)"\(([^)]*)\)(.*)$/)
    if (constant) {
      const type = typeOf(constant[3])
      graph.constants.push({ name: constant[1], ...type, bits: constantBytes(constant[2], type) })
    } else if (last) {
      const result = typesOf(last[2] ?? '').map(typeOf)
      graph.outputs = namesOf(last[1] ?? '').map((name, i) => ({ name, ...result[i] }))
      return graph
    } else if (node?.[5] === ' ({') parseGraphs(lines, graph, node.slice(1, 5))
    else if (node) putNode(graph, node.slice(1, 5), node[5], [])
    else throw new Error(`not an operator of ONNX's: ${line}`)
  }
}

// What a graph within another gives is made in it, under a name that no other has.
let given = 0
function withOutputs(graph) {
  const outputs = graph.outputs.map((v) => ({ ...v, name: `given${given++}` }))
  const last = graph.outputs.map((v, i) => ({ op: 'Identity', attr: {}, inputs: [v.name], outputs: [outputs[i].name] }))
  return { ...graph, outputs, nodes: [...graph.nodes, ...last] }
}

function parse(text) {
  const lines = text.trim().split('\n').map((l) => l.trim())
  const head = lines.shift().match(/^func\.func @main\((.*)\) -> (.*?)(?: attributes \{(.*)\})? \{$/)
  const opset = head[3]?.match(/onnx\.opset_version = (\d+) : si64/)
  if (!opset) throw new Error('the function names no opset')
  return parseBlock(lines, { opset: Number(opset[1]), nodes: [], constants: [], infos: [], none: new Set(), inputs: argumentsOf(head[1]) })
}

// The nodes of a graph, and of those in it.
const nodesOf = (graph) =>
  graph.nodes.flatMap((n) => [n, ...Object.values(n.attr).filter((v) => v.nodes !== undefined).flatMap(nodesOf)])
const infosOf = (graph) =>
  [...graph.infos, ...graph.nodes.flatMap((n) => Object.values(n.attr).filter((v) => v.nodes !== undefined).flatMap(infosOf))]

// Results have names of their own: an input or a constant may be one, or one value twice. No bf16 goes in or out of
// onnxruntime-node: it goes as f32.
function withEnds(graph) {
  const f32 = (v) => ({ ...v, type: v.type === 'bf16' ? 'f32' : v.type })
  const first = [], last = [], inputs = graph.inputs.map((v) => v.type === 'bf16' ? { ...f32(v), name: `${v.name}_f32` } : v)
  for (const [i, v] of graph.inputs.entries())
    if (v.type === 'bf16') first.push({ op: 'Cast', attr: { to: types.bf16[0] }, inputs: [inputs[i].name], outputs: [v.name] })
  const outputs = graph.outputs.map((v, i) => ({ ...f32(v), name: `result${i}` }))
  for (const [i, v] of graph.outputs.entries())
    last.push(v.type === 'bf16' ? { op: 'Cast', attr: { to: types.f32[0] }, inputs: [v.name], outputs: [`result${i}`] }
      : { op: 'Identity', attr: {}, inputs: [v.name], outputs: [`result${i}`] })
  return { ...graph, inputs, outputs, nodes: [...first, ...graph.nodes, ...last], typeOf: new Map(infosOf(graph).map((v) => [v.name, v.type])) }
}

// ---- running ----

function widened({ type, shape, hex }) { // a tensor as it is given: bf16 is the upper half of an f32
  const bits = Buffer.from(hex, 'hex')
  if (type !== 'bf16') return { type, shape, bits }
  const wide = Buffer.alloc(2 * bits.length)
  for (let i = 0; i < bits.length; i += 2) bits.copy(wide, 2 * i + 2, i, i + 2)
  return { type: 'f32', shape, bits: wide }
}
const tensor = (t) => ({ ...t, type: byMlir[t.type] })

function feedOf(t) {
  const { type, shape, bits } = widened(t), [, name, Kind] = types[type]
  return new ort.Tensor(name, new Kind(bits.buffer.slice(bits.byteOffset, bits.byteOffset + bits.byteLength)), shape)
}

async function runtime(graph, inputs) {
  const session = await ort.InferenceSession.create(graphModel(graph), options)
  try {
    const feeds = Object.fromEntries(graph.inputs.map((v, i) => [v.name, feedOf(inputs[i])]))
    const out = await session.run(feeds)
    return graph.outputs.map((v) => ({ shape: [...out[v.name].dims], bits: bytesOf(out[v.name].data) }))
  } catch (e) {
    return { error: e.message }
  } finally {
    await session.release()
  }
}

// ---- comparing ----

const hasOperator = (graph, ops) => nodesOf(graph).some((n) => ops.includes(n.op))
const steps = (graph, type) => nodesOf(graph).filter((n) => ['Add', 'Sub', 'Mul'].includes(n.op) && graph.typeOf.get(n.outputs[0]) === type).length
const reduces = (graph, ways) => nodesOf(graph).some((n) => ways.includes(n.attr.reduction))
const makesBools = (graph) => nodesOf(graph).some((n) => n.op === 'Cast' && n.attr.to === types.bool[0])
const apart = (a, b) => a > b ? a - b : b - a

// Differences that are known: docs/frameworks.md has the reason of each. `holds` is of one element's type and bits.
const known = [
  { id: 'ON-D1', holds: (graph, type, ours, theirs) => // in max and min a NaN stays, and -0 is less than 0
    (hasOperator(graph, ['Min', 'Max']) || reduces(graph, ['min', 'max'])) &&
    (isNaNOf(type, ours) || (isZeroOf(type, ours) && isZeroOf(type, theirs)) ||
     (makesBools(graph) && isZeroOf(type, theirs))) }, // the NaN is true
  { id: 'ON-D7', holds: (graph, type, ours, theirs) => // a -0 that a Where gives is a 0
    hasOperator(graph, ['Where']) && isZeroOf(type, ours) && isZeroOf(type, theirs) },
  { id: 'ON-D8', holds: (graph, type, ours, theirs) => // between two steps of f16, or within a reduction, nothing is rounded
    type === 'f16' && (steps(graph, 'f16') > 1 || reduces(graph, ['add', 'mul'])) && apart(ours, theirs) <= 4n },
]

// Whether all elements are the same, or which of the known differences there are; null: another one.
function different(graph, type, ours, theirs) {
  const found = new Set()
  for (let at = 0; at < ours.length; at += sizeOf(type)) {
    const a = readNumber(type, ours, at), b = readNumber(type, theirs, at)
    if (a === b || (isNaNOf(type, a) && isNaNOf(type, b))) continue
    const id = known.find((k) => k.holds(graph, type, a, b))?.id
    if (!id) return null
    found.add(id)
  }
  return found
}

// ON-D5: no sum or product of f16 or bf16 where one place may get several updates.
const isNotThere = (message) => /^.*data type is not supported with Scatter\w+ opset \d+ when reduction is '(add|mul)'/.test(message)

// ON-D10: what a node makes for a graph within the graph alone is gone.
function isLost(graph, message) {
  const name = message.match(/Missing Input: (\w+)/)?.[1], inner = nodesOf(graph).filter((n) => !graph.nodes.includes(n))
  return graph.nodes.some((n) => n.outputs.includes(name)) && inner.some((n) => n.inputs.includes(name))
}

function compare(graph, c, got) {
  if (got.error !== undefined)
    return c.error ? 'same error' : isNotThere(got.error) ? 'ON-D5' : isLost(graph, got.error) ? 'ON-D10' : 'failed'
  if (c.error) return 'failed'
  const all = new Set()
  for (const [i, t] of c.results.map(tensor).entries()) {
    const { type, bits } = widened(t)
    if (String(t.shape) !== String(got[i].shape) || bits.length !== got[i].bits.length) return 'failed'
    const found = different(graph, type, bits, got[i].bits)
    if (!found) return 'failed'
    for (const id of found) all.add(id)
  }
  return all.size ? [...all].sort().join(' ') : c.lost ? 'same, error lost' : 'same'
}

async function outcomeOf(c) {
  try {
    const graph = withEnds(parse(c.onnx)), got = await runtime(graph, c.inputs.map(tensor))
    return { graph, got, is: compare(graph, c, got) }
  } catch (e) {
    return { got: { error: e.message }, is: 'failed' }
  }
}

function told(c, { got }) {
  console.log(`FAILED seed ${c.seed}, from ${c.from}\n${c.source}\n${c.onnx}\n${JSON.stringify(c.inputs).slice(0, 1500)}`)
  console.log(`garner gives ${c.error ? 'an error' : JSON.stringify(c.results).slice(0, 600)}`)
  console.log('ONNX Runtime gives', got.error ?? JSON.stringify(got.map((t) => [t.shape, Buffer.from(t.bits).toString('hex')])).slice(0, 600))
}

const run = spawnSync(driver, [cases, seed], { maxBuffer: 1 << 30, encoding: 'utf8' })
if (run.status !== 0) throw new Error(`${driver}: ${run.error ?? run.stderr}`)
const all = run.stdout.trim().split('\n').map((line) => JSON.parse(line)), count = {}
let failed = 0
for (const c of all) {
  const outcome = await outcomeOf(c), key = `${c.from} ${outcome.is}`
  if (outcome.is === 'failed' && ++failed <= 3) told(c, outcome)
  count[key] = (count[key] ?? 0) + 1
}
console.log(Object.entries(count).sort().map(([k, n]) => `${k}: ${n}`).join(', '))
console.log(`${all.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
