'use strict'
// This module is onnxruntime-node, with one more name for executionProviders: 'garner'. A session that does not name it is
// onnxruntime-node's own. It relies on registerBackend, which onnxruntime-common exports for packages that add backends.

const { registerBackend } = require('onnxruntime-node')

registerBackend('garner', require('./backend.js'), -1) // below zero: never chosen for sessions that name no provider
module.exports = require('onnxruntime-node')
