'use strict'
// What a session's and a run's options say, as the add-on takes it: a list of settings, each a name and its values. The names, values
// and defaults are those of onnxruntime-node, which leaves out what it does not know; a value of the wrong kind is an error.

const has = (options, name) => options[name] !== undefined

function refuse(where, name, value, takes) {
  throw new TypeError(`${where}.${name} is ${JSON.stringify(value) ?? String(value)}, it takes ${takes}`)
}

// ---- kinds of values: what is given, as the add-on takes it; undefined: another kind ----

const count = { takes: 'a whole number from 0 on', read: (v) => Number.isInteger(v) && v >= 0 && v < 2 ** 31 ? v : undefined }
const level = { takes: 'a whole number from 0 to 4', read: (v) => Number.isInteger(v) && v >= 0 && v <= 4 ? v : undefined }
const flag = { takes: 'true or false', read: (v) => typeof v === 'boolean' ? Number(v) : undefined }
const text = { takes: 'a string', read: (v) => typeof v === 'string' ? v : undefined }
const oneOf = (words) => ({
  takes: `one of ${Object.keys(words).join(', ')}`,
  read: (v) => Object.prototype.hasOwnProperty.call(words, v) ? words[v] : undefined,
})

const sessionRows = {
  intraOpNumThreads: count,
  interOpNumThreads: count,
  graphOptimizationLevel: oneOf({ disabled: 0, basic: 1, extended: 2, layout: 3, all: 99 }),
  executionMode: oneOf({ sequential: 0, parallel: 1 }),
  enableCpuMemArena: flag,
  enableMemPattern: flag,
  logSeverityLevel: level,
  logId: text,
  optimizedModelFilePath: text,
}
const runRows = { logSeverityLevel: level, tag: text }

function read(where, name, value, { takes, read: kind }) {
  const found = kind(value)
  return found === undefined ? refuse(where, name, value, takes) : found
}
const settingsOf = (where, options, rows) =>
  Object.entries(rows).filter(([name]) => has(options, name)).map(([name, kind]) => [name, read(where, name, options[name], kind)])

// ---- what is more than one value ----

// {session: {disable_prepacking: '1'}} is the entry 'session.disable_prepacking'.
function entries(extra, prefix = '') {
  if (typeof extra !== 'object' || extra === null) refuse('sessionOptions', 'extra', extra, 'an object')
  return Object.entries(extra).flatMap(([key, value]) => {
    if (typeof value === 'object' && value !== null) return entries(value, `${prefix}${key}.`)
    return [['extra', prefix + key, read('sessionOptions.extra', prefix + key, value, text)]]
  })
}

function profile(options) {
  if (!has(options, 'enableProfiling') || read('sessionOptions', 'enableProfiling', options.enableProfiling, flag) === 0) return []
  return [['profileFilePrefix', read('sessionOptions', 'profileFilePrefix', options.profileFilePrefix, text)]]
}

function externalData(files) {
  if (!Array.isArray(files)) refuse('sessionOptions', 'externalData', files, 'an array')
  return files.map((file, i) => {
    if (!(file?.data instanceof Uint8Array)) refuse('sessionOptions', `externalData[${i}].data`, typeof file?.data, 'an Uint8Array')
    return ['externalData', read('sessionOptions', `externalData[${i}].path`, file.path, text), file.data]
  })
}

exports.session = (options) => [
  ...settingsOf('sessionOptions', options, sessionRows),
  ...profile(options),
  ...(has(options, 'extra') ? entries(options.extra) : []),
  ...(has(options, 'externalData') ? externalData(options.externalData) : []),
]
exports.run = (options) => settingsOf('runOptions', options, runRows)

// garner's own: outOfRange is the provider's out_of_range. Which there are, and what they take, the provider says.
exports.provider = (provider) => {
  const given = typeof provider === 'object' ? Object.entries(provider).filter(([name, v]) => name !== 'name' && v !== undefined) : []
  return {
    keys: given.map(([name]) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    values: given.map(([, value]) => String(value)),
  }
}
