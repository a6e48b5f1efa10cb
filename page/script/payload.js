// The data of the page: tables of columns that are decoded when a view first asks for them, so that a page with
// 858,000 call paths is ready before columns that nobody looks at are read.

// Inflates what stands in the element of the page and finds the tables in it. Throws an Error when the data is damaged.
export async function readPayload(base64) {
    const packed = decodeBase64(base64);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return openPayload(new Uint8Array(await new Response(stream).arrayBuffer()));
}

// The tables in bytes that are inflated already.
export function openPayload(bytes) {
    if (bytes.length < 4) {
        throw new Error("the page's data is too short");
    }
    const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(bytes.length - 4, true);
    const start = bytes.length - 4 - size;
    if (start < 0) {
        throw new Error("the page's data has no directory");
    }
    const directory = JSON.parse(new TextDecoder().decode(bytes.subarray(start, bytes.length - 4)));
    if (directory.version !== 1) {
        throw new Error(`the page's data has version ${directory.version}, not 1`);
    }
    return new Payload(bytes.subarray(0, start), directory);
}

// Columns are kept once decoded. A column that is not there is all zeros, or all empty texts: the writer leaves out
// what says nothing.
class Payload {
    constructor(bytes, directory) {
        this.bytes = bytes;
        this.run = directory.run;
        this.other = directory.other || null;
        this.cover = directory.cover || null;
        this.comparison = directory.comparison || null;
        this.notes = directory.notes || [];
        this.tables = directory.tables || {};
        this.decoded = new Map();
    }

    rows(table) {
        return this.tables[table] ? this.tables[table].rows : 0;
    }

    has(table, column) {
        return Boolean(this.tables[table] && this.tables[table].columns[column]);
    }

    // A typed array with one number for each row.
    numbers(table, column) {
        return this.keep(`${table} ${column}`, () => {
            const place = this.place(table, column);
            return place ? decodeNumbers(place) : new Uint8Array(this.rows(table));
        });
    }

    // An array with one string for each row.
    texts(table, column) {
        return this.keep(`${table} ${column}`, () => {
            const place = this.place(table, column);
            if (!place) {
                return new Array(this.rows(table)).fill("");
            }
            const offsets = textOffsets(place);
            return Array.from({length: place.rows}, (_, row) => textAt(place, offsets, row));
        });
    }

    // One string, without decoding those of the other rows: the texts of all sources may be many megabytes.
    text(table, column, row) {
        const place = this.place(table, column);
        if (!place) {
            return "";
        }
        const offsets = this.keep(`${table} ${column} offsets`, () => textOffsets(place));
        return textAt(place, offsets, row);
    }

    keep(name, make) {
        if (!this.decoded.has(name)) {
            this.decoded.set(name, make());
        }
        return this.decoded.get(name);
    }

    // The bytes of a column, or nothing where the table has no such column.
    place(table, column) {
        if (!this.has(table, column)) {
            return null;
        }
        const {type, at, size} = this.tables[table].columns[column];
        const rows = this.rows(table);
        const least = type === "real" ? 8 * rows : rows;
        if (!(at >= 0 && size >= least && at + size <= this.bytes.length)) {
            throw new Error(`the page's data is damaged: column ${column} of ${table}`);
        }
        return {type, rows, bytes: this.bytes.subarray(at, at + size)};
    }
}

function decodeBase64(text) {
    if (Uint8Array.fromBase64) {
        return Uint8Array.fromBase64(text);
    }
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) {
        bytes[i] = letters.charCodeAt(i);
    }
    return bytes;
}

function decodeNumbers(place) {
    if (place.type === "uint") {
        return decodeUint(place);
    }
    if (place.type === "delta") {
        return decodeDelta(place);
    }
    if (place.type === "real") {
        return decodeReal(place);
    }
    throw new Error(`the page's data is damaged: ${place.type} is no type of numbers`);
}

// Most columns fit 32 bits, which halves the memory. The first value that does not turns the column into doubles.
function decodeUint({bytes, rows}) {
    let values = new Uint32Array(rows);
    let at = 0;
    for (let row = 0; row < rows; row++) {
        let byte = bytes[at++];
        let value = byte & 127;
        let scale = 128;
        while (byte > 127) {
            byte = bytes[at++];
            value += (byte & 127) * scale;
            scale *= 128;
        }
        if (value > 0xffffffff && values instanceof Uint32Array) {
            values = Float64Array.from(values);
        }
        values[row] = value;
    }
    checkEnd(at, bytes);
    return values;
}

// Doubles hold whole numbers up to 2^53 ns, which is 104 days.
function decodeDelta({bytes, rows}) {
    const values = new Float64Array(rows);
    let at = 0;
    let sum = 0;
    for (let row = 0; row < rows; row++) {
        let byte = bytes[at++];
        let value = byte & 127;
        let scale = 128;
        while (byte > 127) {
            byte = bytes[at++];
            value += (byte & 127) * scale;
            scale *= 128;
        }
        sum += value % 2 ? -(value + 1) / 2 : value / 2;
        values[row] = sum;
    }
    checkEnd(at, bytes);
    return values;
}

function decodeReal({bytes, rows}) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const values = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
        values[row] = view.getFloat64(8 * row, true);
    }
    return values;
}

function textOffsets({bytes, rows}) {
    const offsets = new Uint32Array(2 * rows);
    let at = 0;
    for (let row = 0; row < rows; row++) {
        let byte = bytes[at++];
        let size = byte & 127;
        let scale = 128;
        while (byte > 127) {
            byte = bytes[at++];
            size += (byte & 127) * scale;
            scale *= 128;
        }
        offsets[2 * row] = at;
        at += size;
        offsets[2 * row + 1] = at;
    }
    checkEnd(at, bytes);
    return offsets;
}

function textAt({bytes}, offsets, row) {
    return textDecoder.decode(bytes.subarray(offsets[2 * row], offsets[2 * row + 1]));
}

const textDecoder = new TextDecoder("utf-8", {ignoreBOM: true});

// A reader that ran past the end has read `undefined`, which counts as 0: the values would be wrong without a word.
function checkEnd(at, bytes) {
    if (at !== bytes.length) {
        throw new Error("the page's data is damaged: a column has another length than its rows");
    }
}
