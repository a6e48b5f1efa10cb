// Number formats for people: times with three digits, counts in groups of three digits, and shares that are "0 %" or
// "100 %" only if they are exactly that.

const thinSpace = "\u202f";
const noBreakSpace = "\u00a0";

// Format a time in ns: "7.60 s", "315 ms", "1.38 µs", "49 ns". Three digits match the precision of measurements.
export function formatTime(ns) {
    const size = Math.abs(ns);
    if (size >= 999.5e9) {
        return formatCount(ns / 1e9) + noBreakSpace + "s";
    }
    if (size >= 999.5e6) {
        return threeDigits(ns / 1e9) + noBreakSpace + "s";
    }
    if (size >= 999.5e3) {
        return threeDigits(ns / 1e6) + noBreakSpace + "ms";
    }
    if (size >= 999.5) {
        return threeDigits(ns / 1e3) + noBreakSpace + "µs";
    }
    return Math.round(ns) + noBreakSpace + "ns";
}

// Format a number of bytes as the terminal's reports do: "8 bytes", "32 KiB", "1.5 MiB".
export function formatBytes(bytes) {
    return bytes < 1024 ? formatCounted(bytes, "byte") : formatSize(bytes);
}

// Format a number of bytes with a short unit: "17 B", "1.2 KiB". As in the terminal, ties are rounded to even.
export function formatSize(bytes) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let step = 0;
    let value = bytes;
    for (; value >= 1024 && step + 1 < units.length; step++) {
        value /= 1024;
    }
    const text = step > 0 && value < 10 && !Number.isInteger(value) ? (roundedToEven(10 * value) / 10).toFixed(1) :
        formatCount(roundedToEven(value));
    return text + noBreakSpace + units[step];
}

// Format a range of sizes of messages, from the smallest number of bytes with `least` binary digits to the largest one
// with `most` binary digits: "8..15 B", "4 KiB..8 KiB".
export function formatSizes(least, most = least) {
    const first = least > 0 ? 2 ** (least - 1) : 0;
    const end = 2 ** most;
    if (end > 1024) {
        return `${formatSize(first)}..${formatSize(end)}`;
    }
    return (first < end - 1 ? `${first}..${end - 1}` : String(first)) + noBreakSpace + "B";
}

export function formatCount(count) {
    const digits = String(Math.abs(Math.round(count)));
    const sign = count <= -0.5 ? "−" : "";
    return sign + digits.replace(/\B(?=(\d{3})+$)/g, thinSpace);
}

// Format a count with its noun: "1 call", "2 calls".
export function formatCounted(count, noun) {
    return formatCount(count) + " " + noun + (count === 1 ? "" : "s");
}

// Format "1 of 2 functions".
export function formatPart(part, whole, noun) {
    return formatCount(part) + " of " + formatCounted(whole, noun);
}

// Format a part of a whole in percent. "100 %" means all of it, "0 %" means nothing; a rounded share is never one of
// these.
export function formatShare(part, whole) {
    const share = part / whole;
    if (!Number.isFinite(share)) {
        return "–";
    }
    if (share <= 0) {
        return "0" + noBreakSpace + "%";
    }
    if (share < 0.001) {
        return "<0.1" + noBreakSpace + "%";
    }
    if (share < 1) {
        return Math.min(99.9, 100 * share).toFixed(1) + noBreakSpace + "%";
    }
    if (share < 1.0005) {
        return "100" + noBreakSpace + "%";
    }
    return (100 * share).toFixed(share < 10 ? 1 : 0) + noBreakSpace + "%";
}

// Format a range of shares, each from 0 to 1: "12.3–15.0 %".
export function formatShares([low, high]) {
    return `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}${noBreakSpace}%`;
}

// Return a number per call, rounded down as in the terminal's reports. Return 0 if there are no calls.
export function perCallOf(total, calls) {
    return calls > 0 ? Math.floor(total / calls) : 0;
}

export function formatPerCall(ns, calls) {
    return calls > 0 ? formatTime(perCallOf(ns, calls)) : "";
}

// Format a difference with its sign: "+153 130", "−3.2 ms", "±0".
export function formatDifference(value, format) {
    if (value > 0) {
        return "+" + format(value);
    }
    if (value < 0) {
        return "−" + format(-value);
    }
    return "±0";
}

// Format a counter's value, which may be of any magnitude.
export function formatReal(value) {
    const size = Math.abs(value);
    if (Number.isInteger(value) && size < 1e12) {
        return formatCount(value);
    }
    if (size !== 0 && (size >= 1e9 || size < 1e-3)) {
        return value.toExponential(3);
    }
    return String(Number(value.toPrecision(5)));
}

// Format a point in time. `step` is the distance of two marks of the axis in ns and determines the unit. `finest` is
// the smallest difference in ns that the digits must show.
export function formatInstant(ns, step, finest = step) {
    const [scale, unit] = step >= 1e8 ? [1e9, "s"] : step >= 1e5 ? [1e6, "ms"] : step >= 1e2 ? [1e3, "µs"] : [1, "ns"];
    const digits = Math.max(0, Math.ceil(-Math.log10(finest / scale) - 1e-9));
    return (ns / scale).toFixed(Math.min(digits, 9)) + noBreakSpace + unit;
}

// Return the distance of two marks of an axis: the smallest of 1, 2, 5, 10, 20, ... that is not less than a value.
// Measures are integers, so a smaller distance would repeat their labels.
export function roundStep(value) {
    const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
    return power * [1, 2, 5, 10].find(step => step * power >= value * 0.999999);
}

// Return the index of the largest value, -1 for no values. (Math.max(...values) fails with about 100,000 values or
// more.)
export function indexOfLargest(values) {
    return values.reduce((best, value, index) => best < 0 || value > values[best] ? index : best, -1);
}

function roundedToEven(value) {
    const whole = Math.floor(value);
    return value - whole > 0.5 || (value - whole === 0.5 && whole % 2 === 1) ? whole + 1 : whole;
}

function threeDigits(value) {
    const size = Math.abs(value);
    const text = size >= 99.95 ? value.toFixed(0) : size >= 9.995 ? value.toFixed(1) : value.toFixed(2);
    return text.replace("-", "−");
}
