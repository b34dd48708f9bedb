#!/bin/sh
# onnx_provider_node.sh - garner as a provider in onnxruntime-node, by the package that bindings/node/build.sh makes, and what
# docs/onnxruntime.md shows of it.
#
#   tests/interop/onnx_provider_node.sh [--sanitized] BUILD [CASES [SEED]]
#
# --sanitized: the add-on is compiled with gcc's address and undefined-behaviour sanitizers.
# BUILD has libgarner_ort.so and the add-on (-DGARNER_ORT=ON). onnxruntime-node is in GARNER_ONNXRUNTIME, else in BUILD/onnxruntime,
# where `tests/interop/onnxruntime.sh --install BUILD` puts it. Without one of these, or without node or npm, nothing runs, and the
# status is 77.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
sanitized=
if [ "$1" = --sanitized ]; then
    sanitized=1
    shift
fi
build=$(cd "$1" && pwd)
shift
skip() {
    echo "onnx_provider_node.sh: skipped: $1"
    exit 77
}
command -v node >/dev/null && command -v npm >/dev/null || skip "there is no node, or no npm"
for file in libgarner_ort.so garner_onnxruntime.node; do
    [ -f "$build/$file" ] || skip "$build has no $file (-DGARNER_ORT=ON)"
done
! grep -q '^GARNER_SANITIZE:STRING=.' "$build/CMakeCache.txt" || skip "node is not instrumented"
peer=${GARNER_ONNXRUNTIME:-$build/onnxruntime}/node_modules/onnxruntime-node
[ -d "$peer" ] || skip "there is no $peer (tests/interop/onnxruntime.sh --install)"

# As npm lays them out.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
package=$(sh "$root/bindings/node/build.sh" "$home" "$build") || exit 1
mkdir -p "$home/node_modules/garner-onnxruntime"
tar -xzf "$package" -C "$home/node_modules/garner-onnxruntime" --strip-components=1
ln -s "$(cd "$peer" && pwd -P)" "$home/node_modules/onnxruntime-node"

run() { node "$@"; }
if [ -n "$sanitized" ]; then
    preload=$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libubsan.so)
    case $preload in /*:/*) ;; *) skip "gcc has no sanitizers" ;; esac
    gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g -fPIC -shared -fvisibility=hidden -fsanitize=address,undefined \
        -fno-sanitize-recover=all -I"$root/include" "$root"/bindings/node/src/*.c \
        -o "$home/node_modules/garner-onnxruntime/garner_onnxruntime.node" || exit 1
    run() { env LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0 node "$@"; } # Node itself leaks as it ends
fi

failed=0
run "$here/onnx_provider_node.mjs" "$home/node_modules" "$@" || failed=1
# The page's programs, each on a model that is there.
cat >"$home/page.mjs" <<'JS'
import fs from 'node:fs'
const { graphModel } = await import(`file://${process.argv[3]}`)
const ports = { inputs: [{ name: 'x', type: 'f32' }, { name: 'i', type: 'i64' }], outputs: [{ name: 'y', type: 'f32' }] }
fs.writeFileSync('model.onnx', graphModel({ opset: 18, nodes: [{ op: 'Gather', attr: {}, inputs: ['x', 'i'], outputs: ['y'] }], ...ports }))
const blocks = [...fs.readFileSync(process.argv[2], 'utf8').matchAll(/```js by=tests\/interop\/onnx_provider_node\.sh\n(.*?)```/gs)]
blocks.forEach(([, text], i) => fs.writeFileSync(`page${i}.cjs`, `(async () => {\n${text}
  const { y } = await session.run({ x: new ort.Tensor(Float32Array.of(10, 20)), i: new ort.Tensor(BigInt64Array.of(1n, 5n)) })
  if (y.data[0] !== 20 || y.data[1] !== 20) throw new Error('garner did not clamp')
})()`))
if (blocks.length !== 1) throw new Error(`the page has ${blocks.length} programs`)
JS
if (cd "$home" && node page.mjs "$root/docs/onnxruntime.md" "$here/onnx_model.mjs" && run page0.cjs); then
    echo "docs/onnxruntime.md: 1 passed, 0 failed"
else
    echo "docs/onnxruntime.md: 0 passed, 1 failed"
    failed=1
fi
exit $failed
