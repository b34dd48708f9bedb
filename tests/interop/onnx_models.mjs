// onnx_models.mjs NODE_MODULES LIST.json - ONNX Runtime runs models on inputs. LIST has {model, inputs: [{name, type, dims, file}], out}:
// elements of inputs are raw bytes in a file; outputs go to OUT_0.bin, .., and their types and dims to OUT.json.
import { createRequire } from 'node:module';
import fs from 'node:fs';
const [modules, list] = process.argv.slice(2);
const ort = createRequire(modules + '/x.js')('onnxruntime-node');
const arrays = {
  float32: Float32Array, float64: Float64Array, int32: Int32Array, int64: BigInt64Array, uint8: Uint8Array, int8: Int8Array,
  bool: Uint8Array, uint16: Uint16Array, int16: Int16Array, uint32: Uint32Array, uint64: BigUint64Array, float16: Uint16Array,
};
const options = { logSeverityLevel: 4 };
for (const job of JSON.parse(fs.readFileSync(list))) {
  let said;
  try {
    const session = await ort.InferenceSession.create(job.model, options);
    const feeds = {};
    for (const input of job.inputs) {
      const bytes = fs.readFileSync(input.file);
      const data = new arrays[input.type](bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      feeds[input.name] = new ort.Tensor(input.type, data, input.dims);
    }
    const results = await session.run(feeds);
    said = { outputs: [] };
    session.outputNames.forEach((name, i) => {
      const t = results[name];
      fs.writeFileSync(`${job.out}_${i}.bin`, Buffer.from(t.data.buffer, t.data.byteOffset, t.data.byteLength));
      said.outputs.push({ type: t.type, dims: t.dims });
    });
  } catch (e) {
    said = { error: String(e.message || e) };
  }
  fs.writeFileSync(`${job.out}.json`, JSON.stringify(said));
}
