// onnx_provider_node.mjs - garner as a provider in onnxruntime-node: the package garner-onnxruntime, as npm lays it out.
//
//   node onnx_provider_node.mjs NODE_MODULES [CASES [SEED]]
//
// NODE_MODULES has garner-onnxruntime and onnxruntime-node. CASES random nodes give the same bits with garner and without; every other
// value is worked out by hand. Ends with "N passed, N failed".

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { generator, graphModel, model, product, times, types } from './onnx_model.mjs'

const [modules, cases = '400', seed = '1'] = isMainThread ? process.argv.slice(2) : workerData
const here = fileURLToPath(import.meta.url)
const require = createRequire(path.join(path.resolve(modules), 'of.js'))
const ort = require('garner-onnxruntime')
const quiet = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4 }

const open = (bytes, providers, more = {}) => ort.InferenceSession.create(bytes, { ...quiet, executionProviders: providers, ...more })
const garner = (options = {}) => [{ name: 'garner', nodes: 'all', ...options }]
const tensor = (type, data, dims) => new ort.Tensor(type, data, dims)
const longs = (numbers, dims = [numbers.length]) => tensor('int64', BigInt64Array.from(numbers, BigInt), dims)
const floats = (numbers, dims = [numbers.length]) => tensor('float32', Float32Array.from(numbers), dims)

// ---- a row of three, of which an index names the fourth ----

const lookUp = graphModel({ opset: 18, nodes: [{ op: 'Gather', name: 'embedding', attr: {}, inputs: ['x', 'i'], outputs: ['y'] }],
  inputs: [{ name: 'x', type: 'f32' }, { name: 'i', type: 'i64' }], outputs: [{ name: 'y', type: 'f32' }] })
const row = { x: floats([10, 20, 30]) }
const inside = { ...row, i: longs([2, 0, -1]) }
const outside = { ...row, i: longs([2, 3, -5]) }
const looked = async (providers, feeds, more) => {
  const session = await open(lookUp, providers, more)
  const { y } = await session.run(feeds)
  await session.release()
  return [...y.data]
}

// ---- what other processes and threads do: their own onnxruntime-node, and what they say ----

const parts = {
  async report() { // warns by ONNX Runtime's log
    await looked(garner({ outOfRange: 'clamp', indices: 'report' }), outside, { logSeverityLevel: 2 })
  },
  async workers() { // garner is loaded by threads of workers alone, two at a time, and again when they have ended
    for (let i = 0; i < 3; i++) assert.deepEqual(await Promise.all([1, 2].map(inWorker)), [[30, 0, 0], [30, 0, 0]])
  },
  async absent() { // the package has no provider library
    assert.deepEqual(await looked(['garner', 'cpu'], inside), [30, 10, 30])
    await assert.rejects(open(lookUp, ['garner']), /no available backend found.*libgarner_ort\.so/)
  },
  async unbuilt() { // nor the add-on
    await assert.rejects(open(lookUp, ['garner']), /no available backend found.*garner-onnxruntime does not load on linux/)
  },
}
function inWorker() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(here, { workerData: [modules] })
    let answer
    worker.on('message', (message) => { answer = message })
    worker.on('error', reject)
    worker.on('exit', () => resolve(answer))
  })
}
function elsewhere(part, home = modules) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [here, home], { env: { ...process.env, PART: part }, encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
  return stderr
}

if (!isMainThread) {
  parentPort.postMessage(await looked(garner({ outOfRange: 'zero' }), outside))
} else if (process.env.PART) {
  await parts[process.env.PART]()
} else {
  await everything()
}

// ---- claims ----

async function everything() {
  let passed = 0, failed = 0
  const claim = async (text, check) => {
    try {
      await check()
      passed++
    } catch (error) {
      failed++
      console.log(`${text}: ${error.message}`)
    }
  }
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'garner-'))
  const inTemp = (name) => path.join(temp, name)

  // -- what is loaded
  await claim('the package is onnxruntime-node', () => assert.equal(ort, require('onnxruntime-node')))
  await claim('names are imported from it as from onnxruntime-node', async () => {
    const { InferenceSession, Tensor } = await import(require.resolve('garner-onnxruntime'))
    assert.equal(InferenceSession, ort.InferenceSession)
    assert.equal(Tensor, ort.Tensor)
  })

  // -- who runs a node
  await claim('zero: an index out of range gathers 0', async () =>
    assert.deepEqual(await looked(garner({ outOfRange: 'zero' }), outside), [30, 0, 0]))
  await claim('clamp: it gathers the nearest', async () =>
    assert.deepEqual(await looked(garner({ outOfRange: 'clamp' }), outside), [30, 30, 10]))
  await claim('an option may have its name in C', async () =>
    assert.deepEqual(await looked(garner({ out_of_range: 'clamp' }), outside), [30, 30, 10]))
  await claim('error: node, value and place are told', async () => {
    await assert.rejects(looked(garner(), outside), (e) => /'embedding'/.test(e.message) && /idx=3\b/.test(e.message) &&
      /3 at \[1\]/.test(e.message) && /-3 to 2/.test(e.message))
  })
  for (const [said, providers] of [['cpu', ['cpu']], ['no provider', undefined]]) {
    await claim(`a session of ${said} is ONNX Runtime's own`, async () => {
      assert.deepEqual(await looked(providers, inside), [30, 10, 30])
      await assert.rejects(looked(providers, outside), (e) => /idx=3\b/.test(e.message) && !/at \[1\]/.test(e.message))
    })
  }
  const profiles = [[garner(), 3, 'Garner'], [['garner'], 3, 'CPU'], [['garner'], 20000, 'Garner'], [['cpu'], 20000, 'CPU'], [undefined, 20000, 'CPU']]
  for (const [i, [providers, size, runs]] of profiles.entries()) {
    await claim(`a profile of ${size} elements by ${JSON.stringify(providers)} names ${runs}`, async () => {
      const table = graphModel({ opset: 18, nodes: [{ op: 'Gather', name: 'embedding', attr: {}, inputs: ['x', 'i'], outputs: ['y'] }],
        inputs: [{ name: 'x', type: 'f32', shape: [3] }, { name: 'i', type: 'i64', shape: [size] }],
        outputs: [{ name: 'y', type: 'f32', shape: [size] }] })
      const session = await open(table, providers, { enableProfiling: true, profileFilePrefix: inTemp(`profile${i}`) })
      await session.run({ ...row, i: longs(times(size, () => 1)) })
      session.endProfiling()
      const file = fs.readdirSync(temp).find((name) => name.startsWith(`profile${i}`))
      const kernel = JSON.parse(fs.readFileSync(inTemp(file), 'utf8')).find(({ name }) => name === 'embedding_kernel_time')
      assert.equal(kernel.args.provider, `${runs}ExecutionProvider`)
    })
  }
  await claim('report: the log names node, index and place', () => assert.match(elsewhere('report'), /embedding.*3 at \[1\]/))

  // -- the same bits
  const random = generator(seed)
  for (let i = 0; i < Number(cases); i++) {
    const { op, attr, inputs } = randomNode(random)
    const bytes = model(op, attr, Object.entries(inputs).map(([name, [type]]) => [name, type]), inputs.data[0])
    const feeds = Object.fromEntries(Object.entries(inputs).map(([name, [type, dims, data]]) => [name, tensor(types[type][1], data, dims)]))
    await claim(`case ${i} of seed ${seed}: ${op} ${JSON.stringify(attr)} of ${inputs.data[0]} [${inputs.data[1]}]`, async () => {
      const [a, b] = await Promise.all([open(bytes, ['cpu']), open(bytes, garner({ threads: 1 + random(2) }))])
      const [{ out: want }, { out: seen }] = await Promise.all([a.run(feeds), b.run(feeds)])
      assert.deepEqual([seen.type, seen.dims], [want.type, want.dims])
      assert.deepEqual(Buffer.from(seen.data.buffer, seen.data.byteOffset, seen.data.byteLength),
        Buffer.from(want.data.buffer, want.data.byteOffset, want.data.byteLength))
      await Promise.all([a.release(), b.release()])
    })
  }

  // -- values
  const same = graphModel({ opset: 18, nodes: [{ op: 'Identity', attr: {}, inputs: ['x'], outputs: ['y'] },
    { op: 'Gather', attr: {}, inputs: ['t', 'i'], outputs: ['z'] }],
    inputs: [{ name: 'x', type: 'str', shape: [null] }, { name: 't', type: 'bool', shape: [2, null] }, { name: 'i', type: 'i64', shape: [] }],
    outputs: [{ name: 'y', type: 'str', shape: [null] }, { name: 'z', type: 'bool', shape: [null] }] })
  await claim('strings, booleans, a scalar index', async () => {
    const words = ['', 'ä', 'more than a few letters 漢字', 'x\u0000y'.slice(0, 1)]
    const { y, z } = await (await open(same, garner())).run(
      { x: tensor('string', words, [4]), t: tensor('bool', Uint8Array.of(1, 0, 0, 1), [2, 2]), i: longs([1], []) })
    assert.deepEqual([y.data, y.dims, y.type], [words, [4], 'string'])
    assert.deepEqual([[...z.data], z.dims, z.type], [[0, 1], [2], 'bool'])
  })
  await claim('tensors without elements', async () => {
    const { y } = await (await open(lookUp, garner())).run({ x: floats([], [0, 4]), i: longs([]) })
    assert.deepEqual([y.dims, y.data.length], [[0, 4], 0])
  })
  await claim('a view of a larger buffer', async () => {
    const session = await open(lookUp, garner())
    const { y } = await session.run({ x: floats([1, 2, 3]), i: tensor('int64', BigInt64Array.of(9n, 9n, 1n, 2n).subarray(2), [2]) })
    assert.deepEqual([...y.data], [2, 3])
  })
  await claim('memory that threads share', async () => {
    const shared = new Float32Array(new SharedArrayBuffer(8))
    shared.set([4, 5])
    const { y } = await (await open(lookUp, garner())).run({ x: tensor('float32', shared, [2]), i: longs([1]) })
    assert.deepEqual([...y.data], [5])
  })
  await claim('an output is written where its tensor lies', async () => {
    const session = await open(lookUp, garner())
    const y = floats([0, 0, 0])
    const result = await session.run(inside, { y })
    assert.equal(result.y, y)
    assert.deepEqual([...y.data], [30, 10, 30])
    await assert.rejects(session.run(inside, { y: floats([0, 0]) }), /shape/)
  })
  await claim('names and metadata are those that onnxruntime-node says', async () => {
    const [a, b] = await Promise.all([open(same, ['cpu']), open(same, garner())])
    for (const part of ['inputNames', 'outputNames', 'inputMetadata', 'outputMetadata']) assert.deepEqual(b[part], a[part])
  })

  // -- sessions
  await claim('several sessions, each with its options', async () => {
    const rules = ['zero', 'clamp', 'zero', 'clamp']
    const sessions = await Promise.all(rules.map((outOfRange) => open(lookUp, garner({ outOfRange }))))
    const answers = await Promise.all(sessions.map((session) => session.run(outside)))
    assert.deepEqual(answers.map(({ y }) => y.data[1]), [0, 30, 0, 30])
  })
  await claim('a model by its path', async () => {
    fs.writeFileSync(inTemp('model.onnx'), lookUp)
    const session = await ort.InferenceSession.create(inTemp('model.onnx'), { executionProviders: garner({ outOfRange: 'zero' }) })
    assert.deepEqual([...(await session.run(outside)).y.data], [30, 0, 0])
  })
  await claim('a released session says so', async () => {
    const session = await open(lookUp, garner())
    await session.release()
    await assert.rejects(session.run(inside), /already disposed/)
    await assert.rejects(session.release(), /already disposed/)
    assert.throws(() => session.endProfiling(), /already disposed/)
  })
  await claim('many sessions one after the other, none released', async () => {
    for (let i = 0; i < 50; i++) assert.deepEqual([...(await (await open(lookUp, garner())).run(inside)).y.data], [30, 10, 30])
  })
  await claim('workers beside this thread', async () => assert.deepEqual(await Promise.all([1, 2, 3].map(inWorker)), times(3, () => [30, 0, 0])))
  await claim('workers alone', () => elsewhere('workers'))

  // -- options that are ONNX Runtime's
  await claim('extra is entries of the session', () =>
    assert.rejects(open(same, garner(), { extra: { session: { disable_cpu_ep_fallback: '1' } } }), /fallback to CPU EP has been explicitly disabled/))
  await claim('optimizedModelFilePath and graphOptimizationLevel', async () => {
    const added = graphModel({ opset: 18, nodes: [{ op: 'Identity', attr: {}, inputs: ['x'], outputs: ['h'] },
      { op: 'Neg', attr: {}, inputs: ['h'], outputs: ['y'] }],
      inputs: [{ name: 'x', type: 'f32' }], outputs: [{ name: 'y', type: 'f32' }] })
    const write = async (level) => {
      await open(added, garner(), { graphOptimizationLevel: level, optimizedModelFilePath: inTemp(level) })
      return fs.readFileSync(inTemp(level)).includes('Identity')
    }
    assert.deepEqual([await write('disabled'), await write('all')], [true, false])
  })
  await claim('externalData is the bytes of files', async () => {
    const constant = graphModel({ opset: 18, nodes: [{ op: 'Gather', attr: {}, inputs: ['x', 'i'], outputs: ['y'] }],
      constants: [{ name: 'x', type: 'f32', shape: [3], file: 'x.bin' }],
      inputs: [{ name: 'i', type: 'i64' }], outputs: [{ name: 'y', type: 'f32' }] })
    const data = new Uint8Array(Float32Array.of(5, 6, 7).buffer)
    const session = await open(constant, garner(), { externalData: [{ path: 'x.bin', data }] })
    assert.deepEqual([...(await session.run({ i: longs([2, 0]) })).y.data], [7, 5])
  })
  await claim('all others are taken', async () => {
    const session = await open(lookUp, garner(), { intraOpNumThreads: 2, interOpNumThreads: 2, executionMode: 'parallel', logId: 'me',
      enableCpuMemArena: false, enableMemPattern: false, enableProfiling: false })
    assert.deepEqual([...(await session.run(inside, { tag: 'mine', logSeverityLevel: 3 })).y.data], [30, 10, 30])
  })

  // -- misuse
  const wrong = [
    ['an option that there is not', garner({ outofRange: 'zero' }), {}, /no option 'outof_range'; there are out_of_range, threads/],
    ['a value that there is not', garner({ outOfRange: 'wrap' }), {}, /out_of_range is 'wrap', it takes error, clamp or zero/],
    ['threads that are no number', garner({ threads: -1 }), {}, /threads is '-1'/],
    ['a session option of another kind', garner(), { intraOpNumThreads: '2' }, /intraOpNumThreads is "2", it takes a whole number/],
    ['a level that there is not', garner(), { graphOptimizationLevel: 'most' }, /graphOptimizationLevel is "most", it takes one of disabled/],
    ['a flag that is none', garner(), { enableMemPattern: 1 }, /enableMemPattern is 1, it takes true or false/],
    ['a severity that there is not', garner(), { logSeverityLevel: 5 }, /logSeverityLevel is 5, it takes a whole number from 0 to 4/],
    ['profiles without a place', garner(), { enableProfiling: true }, /profileFilePrefix is undefined, it takes a string/],
    ['entries that are no object', garner(), { extra: 'x' }, /extra is "x", it takes an object/],
    ['an entry that is no string', garner(), { extra: { a: { b: 1 } } }, /extra\.a\.b is 1, it takes a string/],
    ['files without data', garner(), { externalData: [{ path: 'x' }] }, /externalData\[0\]\.data/],
  ]
  for (const [text, providers, more, said] of wrong) await claim(text, () => assert.rejects(open(lookUp, providers, more), said))
  await claim('bytes that are no model', () => assert.rejects(open(Uint8Array.of(1, 2, 3), garner()), /protobuf|parsing/i))
  await claim('a path that leads nowhere', () => assert.rejects(open(inTemp('none.onnx'), garner()), /none\.onnx/))
  const session = await open(lookUp, garner())
  const feeds = [
    ['an input of another type', { ...row, i: floats([1]) }, /Unexpected input data type/],
    ['an input that is no tensor', { ...row, i: {} }, /'i' is a tensor of undefined/],
    ['an input elsewhere', { ...row, i: { type: 'int64', dims: [1], location: 'gpu-buffer' } }, /'i' is a tensor at 'gpu-buffer'/],
    ['a type that the binding has not', { ...row, i: { type: 'int4', dims: [1], location: 'cpu' } }, /'i' is a tensor of int4/],
    ['more elements than data', { ...row, i: { type: 'int64', dims: [9], location: 'cpu', data: BigInt64Array.of(1n) } }, /72/],
    ['an extent below zero', { ...row, i: { type: 'int64', dims: [-1], location: 'cpu', data: BigInt64Array.of(1n) } }, /-1|negative/],
    ['an extent that is no number', { ...row, i: { type: 'int64', dims: ['1'], location: 'cpu', data: BigInt64Array.of(1n) } }, /number was expected/],
    ['extents whose product has no end', { ...row, i: { type: 'int64', dims: [2 ** 62, 2 ** 62], location: 'cpu', data: BigInt64Array.of(1n) } }, /overflow/i],
    ['data that is none', { ...row, i: { type: 'int64', dims: [1], location: 'cpu', data: 5 } }, /./],
    ['extents that are none', { ...row, i: { type: 'int64', dims: 5, location: 'cpu', data: BigInt64Array.of(1n) } }, /./],
  ]
  for (const [text, feed, said] of feeds) await claim(text, () => assert.rejects(session.run(feed), said))
  await claim('a run option of another kind', () => assert.rejects(session.run(inside, { tag: 1 }), /runOptions\.tag is 1, it takes a string/))
  await claim('the session goes on after all that', async () => assert.deepEqual([...(await session.run(inside)).y.data], [30, 10, 30]))
  await claim('the add-on by itself refuses what backend.js never hands it', () => {
    const addon = require('garner-onnxruntime/garner_onnxruntime.node')
    for (const [call, ...a] of [['open'], ['open', 1, 2], ['create'], ['create', 1, [], [], []], ['create', lookUp, [['none']], [], []],
      ['create', lookUp, [['logId', 5]], [], []], ['create', lookUp, [], ['x'], []], ['create', lookUp, 5, [], []], ['describe', {}],
      ['run', 1, 2, 3, 4, 5, 6], ['run', {}], ['release'], ['endProfiling', null]]) {
      assert.throws(() => addon[call](...a), Error, `${call}(${a})`)
    }
  })
  await claim('without its binaries a session is the next provider\'s, with a warning', () => {
    fs.cpSync(path.join(modules, 'garner-onnxruntime'), inTemp('node_modules/garner-onnxruntime'), { recursive: true })
    fs.symlinkSync(fs.realpathSync(path.join(modules, 'onnxruntime-node')), inTemp('node_modules/onnxruntime-node'))
    fs.rmSync(inTemp('node_modules/garner-onnxruntime/libgarner_ort.so'))
    assert.match(elsewhere('absent', inTemp('node_modules')), /removing requested execution provider "garner".*libgarner_ort\.so/s)
    fs.rmSync(inTemp('node_modules/garner-onnxruntime/garner_onnxruntime.node'))
    elsewhere('unbuilt', inTemp('node_modules'))
  })

  fs.rmSync(temp, { recursive: true })
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

// ---- a random node, whose indices are all in range ----

function randomNode(random) {
  const type = ['f32', 'f64', 'i32', 'i64', 'u8', 'bool', 'i16'][random(7)]
  const dims = times(2 + random(2), () => 1 + random(6))
  const elements = (name, shape) => { // small whole numbers, which any order adds to the same
    const [, , TypedArray] = types[name]
    const big = TypedArray === BigInt64Array
    return TypedArray.from({ length: product(shape) }, () => { const n = random(name === 'bool' ? 2 : 9); return big ? BigInt(n) : n })
  }
  const indices = (shape, extent) => BigInt64Array.from({ length: product(shape) }, (_, i) => {
    const n = extent(i)
    return BigInt(random(2 * n) - n)
  })
  const axis = random(dims.length)
  const data = [type, dims, elements(type, dims)]
  const shape = dims.map((n, d) => d === axis ? 1 + random(8) : 1 + random(n))
  switch (['Gather', 'GatherElements', 'GatherND', 'ScatterElements', 'ScatterND'][random(5)]) {
    case 'Gather': {
      const own = times(random(3), () => 1 + random(5))
      return { op: 'Gather', attr: { axis }, inputs: { data, i: ['i64', own, indices(own, () => dims[axis])] } }
    }
    case 'GatherElements':
      return { op: 'GatherElements', attr: { axis }, inputs: { data, i: ['i64', shape, indices(shape, () => dims[axis])] } }
    case 'GatherND': {
      const own = [1 + random(5), 2]
      return { op: 'GatherND', attr: {}, inputs: { data, i: ['i64', own, indices(own, (i) => dims[i % 2])] } }
    }
    case 'ScatterElements': {
      const attr = type === 'bool' ? { axis } : { axis, reduction: ['add', 'mul', 'max', 'min'][random(4)] }
      if (type === 'bool' || type === 'u8' || type === 'i16') delete attr.reduction
      const many = attr.reduction ? shape : shape.map((n, d) => d === axis ? 1 : n) // one update of each place
      return { op: 'ScatterElements', attr, inputs: { data, i: ['i64', many, indices(many, () => dims[axis])], u: [type, many, elements(type, many)] } }
    }
    default: {
      const own = [1, 2]
      const window = [1, ...dims.slice(2)]
      return { op: 'ScatterND', attr: {}, inputs: { data, i: ['i64', own, indices(own, (i) => dims[i % 2])], u: [type, window, elements(type, window)] } }
    }
  }
}
