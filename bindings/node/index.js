'use strict'
// onnxruntime-node, which it is, with garner among its providers: executionProviders: ['garner'] of a session's options. A session that
// does not name garner is onnxruntime-node's own.

const { registerBackend } = require('onnxruntime-node')

registerBackend('garner', require('./backend.js'), -1) // below zero: never chosen for sessions that name no provider
module.exports = require('onnxruntime-node')
