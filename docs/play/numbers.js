/* numbers.js - the elements of a result as a person writes them: 5 for 5.000000e+00, inf and NaN for their bit patterns. */
"use strict";

// Of the types with infinities: the bits of the fraction. All others have only NaN to print as a pattern.
const FRACTION_BITS = { f64: 52, f32: 23, f16: 10, bf16: 7, f8E5M2: 2, f8E4M3: 3, f8E3M4: 4 };

function patternText(hex, dtype) {
    const bits = BigInt(hex), fraction = FRACTION_BITS[dtype];
    if (fraction === undefined || bits & ((1n << BigInt(fraction)) - 1n))
        return "NaN";
    return bits >> BigInt(4 * (hex.length - 2) - 1) ? "-inf" : "inf";
}

function decimalText(text) {
    const value = Number(text);
    return Object.is(value, -0) ? "-0" : String(value);
}

function elementText(text, dtype) {
    const part = { "complex<f32>": "f32", "complex<f64>": "f64" }[dtype] || dtype;
    return text.replace(/0x[0-9A-Fa-f]+/g, hex => patternText(hex, part)).replace(/-?\d+\.\d+(e[+-]?\d+)?/g, decimalText);
}
