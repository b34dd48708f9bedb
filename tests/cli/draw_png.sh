# garner draw -o FILE.png, where librsvg is there: the pixels that rsvg-convert makes of the SVG. In the command's process run librsvg and
# what it draws with; .ci/run leaves this out where a sanitizer wants all of a process to be instrumented.
. "$(dirname "$0")/common.sh"
examples=$(dirname "$0")/../../examples
python=$(command -v python3 || true)
if ! command -v rsvg-convert >/dev/null || [ -z "$python" ]; then
    echo "no rsvg-convert, or no python3, to hold the pixels against: nothing is drawn"
    exit 77
fi
cat >"$dir/pixels.py" <<'END'
import struct, sys, zlib
def pixels(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, bits = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            head = struct.unpack(">IIBB", data[at + 8:at + 18])
        if kind == b"IDAT":
            bits += data[at + 8:at + 8 + size]
        at += 12 + size
    return head, zlib.decompress(bits)
a, b = pixels(sys.argv[1]), pixels(sys.argv[2])
assert a[0][:2] == b[0][:2], (a[0], b[0])
assert len(set(a[1])) > 10, "an empty picture"
assert a == b, "other pixels"
END
expect 0 draw "$examples/batched_gather.mlir" -o "$dir/p.svg"
# fontconfig, which librsvg asks for fonts, keeps what it read until the process ends: no leak of the command's.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 expect 0 draw "$examples/batched_gather.mlir" -o "$dir/p.PNG"
silent out
rsvg-convert --zoom 2 --background-color white "$dir/p.svg" -o "$dir/q.png"
"$python" "$dir/pixels.py" "$dir/p.PNG" "$dir/q.png" 2>"$dir/err" || fail 'the pixels of a PNG'
finish
