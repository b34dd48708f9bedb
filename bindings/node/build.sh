#!/bin/sh
# build.sh - makes the Node package, with the add-on and the provider as this machine compiles them: garner-onnxruntime-<version>.tgz,
# which npm installs as it is.
#
#   bindings/node/build.sh [OUT_DIR [BUILD]]      OUT_DIR: the current directory by default
#
# BUILD is a build folder with -DGARNER_ORT=ON, whose binaries are taken; without one they are built in a folder of their own. That needs
# cmake and a C compiler, neither headers of Node nor the network. The binaries need as new a glibc as that of this machine. The last
# line printed is the path of the package.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "${1:-.}" && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

if [ -n "${2:-}" ]; then
    build=$(cd "$2" && pwd)
else
    build=$temp/build
    (cd "$here/../.." && cmake --preset release -B "$build" -DGARNER_ORT=ON && cmake --build "$build" --target garner_ort garner_node) >&2
fi

mkdir "$temp/package"
cp "$here/package.json" "$here/README.md" "$here/LICENSE" "$here"/*.js "$here"/*.d.ts \
    "$build/garner_onnxruntime.node" "$build/libgarner_ort.so" "$temp/package/"
strip --strip-unneeded "$temp/package/garner_onnxruntime.node" "$temp/package/libgarner_ort.so" 2>/dev/null || :
machine=$(node -p process.arch)
sed -i.full "s/^  \"os\": \[/  \"cpu\": [\n    \"$machine\"\n  ],\n&/" "$temp/package/package.json"
rm "$temp/package/package.json.full"
(cd "$temp/package" && npm pack --silent --pack-destination "$temp" >/dev/null)
mv "$temp"/garner-onnxruntime-*.tgz "$out/"
ls "$out"/garner-onnxruntime-*.tgz
