// png.mjs - the pixels of a screenshot: 8-bit RGB or RGBA, not interlaced, as chromium writes them.
import { inflateSync } from "node:zlib";

function paeth(a, b, c) {
    const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

export function pixels(png) {
    const width = png.readUInt32BE(16), height = png.readUInt32BE(20), depth = png[24], kind = png[25], parts = [];
    if (depth !== 8 || ![2, 6].includes(kind) || png[28])
        throw new Error(`a PNG of depth ${depth}, colour type ${kind} is not read here`);
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
        if (png.toString("latin1", at + 4, at + 8) === "IDAT")
            parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    const raw = inflateSync(Buffer.concat(parts)), bytes = kind === 6 ? 4 : 3, stride = width * bytes, data = Buffer.alloc(stride * height);
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (stride + 1)];
        for (let x = 0; x < stride; x++) {
            const left = x >= bytes ? data[y * stride + x - bytes] : 0, up = y ? data[(y - 1) * stride + x] : 0;
            const corner = x >= bytes && y ? data[(y - 1) * stride + x - bytes] : 0;
            const before = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
            data[y * stride + x] = raw[y * (stride + 1) + 1 + x] + before;
        }
    }
    return { width, height, at: (x, y) => [...data.subarray((y * width + x) * bytes, (y * width + x) * bytes + 3)] };
}

/* How light a colour is, and how far two are apart: WCAG 2's relative luminance and contrast ratio. */
export function luminance(rgb) {
    const [r, g, b] = rgb.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
export function contrast(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}

/* Of a box of the picture: its most frequent colour, and the greatest contrast that any pixel has to it. */
export function ink(picture, { x, y, width, height }) {
    const counts = new Map();
    for (let j = Math.ceil(y); j < Math.min(y + height, picture.height); j++)
        for (let i = Math.ceil(x); i < Math.min(x + width, picture.width); i++) {
            const key = picture.at(i, j).join(",");
            counts.set(key, (counts.get(key) || 0) + 1);
        }
    const colours = [...counts].sort((a, b) => b[1] - a[1]).map(([key]) => key.split(",").map(Number));
    return { ground: colours[0], colours: colours.length, contrast: Math.max(1, ...colours.map(each => contrast(colours[0], each))) };
}
