'use strict'
// The backend that onnxruntime-common asks for sessions whose first provider is 'garner' (Backend and InferenceSessionHandler of its
// types). Sessions are made by the add-on, from the ONNX Runtime that onnxruntime-node has loaded.

const path = require('node:path')
const { env } = require('onnxruntime-node')
const options = require('./options.js')

// ---- tensors: ONNX's number of a type, and the array that holds its elements ----

const string = 8
const types = {
  float32: [1, Float32Array], uint8: [2, Uint8Array], int8: [3, Int8Array], uint16: [4, Uint16Array], int16: [5, Int16Array],
  int32: [6, Int32Array], int64: [7, BigInt64Array], string: [string, Array], bool: [9, Uint8Array], float16: [10, Uint16Array],
  float64: [11, Float64Array], uint32: [12, Uint32Array], uint64: [13, BigUint64Array],
}
const names = Object.fromEntries(Object.entries(types).map(([name, [number]]) => [number, name]))

function toNative(name, tensor) {
  const [number] = types[tensor.type] ?? []
  if (number === undefined) throw new TypeError(`'${name}' is a tensor of ${tensor.type}, which sessions with garner do not take`)
  if (tensor.location !== 'cpu' && tensor.location !== 'cpu-pinned') {
    throw new TypeError(`'${name}' is a tensor at '${tensor.location}'; sessions with garner take those at 'cpu'`)
  }
  const data = tensor.data
  return [number, tensor.dims, number === string ? data : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]
}

function toScript([number, dims, data]) {
  const type = names[number]
  return { type, dims, data: number === string ? data : new types[type][1](data) }
}

function toMetadata([name, number, extents, symbols]) {
  if (number === 0) return { name, isTensor: false }
  if (names[number] === undefined) throw new Error(`'${name}' has element type ${number} of ONNX, for which JavaScript has no array`)
  return { name, isTensor: true, type: names[number], shape: extents.map((extent, d) => extent < 0 ? symbols[d] : extent) }
}

// ---- sessions ----

let native // once the provider is registered

function open() {
  const levels = ['verbose', 'info', 'warning', 'error', 'fatal']
  let addon
  try {
    addon = require('./garner_onnxruntime.node')
  } catch (error) {
    throw new Error(`garner-onnxruntime does not load on ${process.platform} ${process.arch}: ${error.message}`)
  }
  addon.open(path.join(__dirname, 'libgarner_ort.so'), Math.max(levels.indexOf(env.logLevel ?? 'warning'), 0))
  native = addon
}

class Session {
  #session
  constructor(model, sessionOptions) {
    const provider = sessionOptions.executionProviders?.find((p) => p === 'garner' || p.name === 'garner')
    const { keys, values } = options.provider(provider)
    this.#session = native.create(model, options.session(sessionOptions), keys, values)
    const [inputs, outputs] = native.describe(this.#session)
    this.inputMetadata = inputs.map(toMetadata)
    this.outputMetadata = outputs.map(toMetadata)
    this.inputNames = inputs.map(([name]) => name)
    this.outputNames = outputs.map(([name]) => name)
  }

  #run(feeds, fetches, runOptions) {
    const inputs = this.inputNames.filter((name) => feeds[name] !== undefined)
    const outputs = this.outputNames.filter((name) => fetches[name] !== undefined)
    const given = outputs.map((name) => fetches[name] && toNative(name, fetches[name]))
    const results = native.run(this.#session, inputs, inputs.map((name) => toNative(name, feeds[name])), outputs, given,
      options.run(runOptions))
    return Object.fromEntries(outputs.map((name, i) => [name, given[i] ? fetches[name] : toScript(results[i])]))
  }

  // As onnxruntime-node does: on the program's thread, after what waits there.
  async run(feeds, fetches, runOptions) {
    await new Promise(setImmediate)
    return this.#run(feeds, fetches, runOptions ?? {})
  }

  startProfiling() {} // with the session, by enableProfiling
  endProfiling() { native.endProfiling(this.#session) }
  async dispose() { native.release(this.#session) }
}

exports.init = async () => open()
exports.createInferenceSessionHandler = async (model, sessionOptions) => {
  await new Promise(setImmediate)
  return new Session(model, sessionOptions ?? {})
}
