// The data of the page: tables whose columns are decoded when they are first used. A page with 858,000 call paths thus
// starts without decoding the columns that it does not show.

// Inflate the text of the page's payload element and read its directory. Throw an Error if the data is damaged.
export async function readPayload(base64) {
    const packed = decodeBase64(base64);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return openPayload(new Uint8Array(await new Response(stream).arrayBuffer()));
}

// Read the tables from inflated bytes.
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

// The decoded payload. Its directory has each table and column that the writer may fill (page/schema.def); access to
// any other name is an error. Decoded columns are cached.
class Payload {
    constructor(bytes, directory) {
        this.bytes = bytes;
        this.run = directory.run;
        this.other = directory.other || null;
        this.cover = directory.cover || null;
        this.comparison = directory.comparison || null;
        this.job = directory.job || null;
        this.notes = directory.notes || [];
        this.tables = directory.tables;
        this.decoded = new Map();
    }

    table(name) {
        if (!Object.hasOwn(this.tables, name)) {
            throw new Error(`the page's data has no table ${name}`);
        }
        return this.tables[name];
    }

    column(table, name) {
        const {columns} = this.table(table);
        if (!Object.hasOwn(columns, name)) {
            throw new Error(`the page's data has no column ${name} in ${table}`);
        }
        return columns[name];
    }

    rows(table) {
        return this.table(table).rows;
    }

    // Return false if all values of a column are 0 or empty texts. The writer omits the bytes of such columns.
    has(table, column) {
        return this.column(table, column).size > 0;
    }

    // Return an array with one value per row: strings, or a typed array of numbers.
    values(table, column) {
        return this.keep(`${table} ${column}`, () => {
            const place = this.place(table, column);
            if (place.type === "text") {
                const offsets = textOffsets(place);
                return Array.from({length: place.rows}, (_, row) => textAt(place, offsets, row));
            }
            return decodeNumbers(place);
        });
    }

    // Return the string of one row without decoding the other rows: the texts of all sources may be many megabytes.
    text(table, column, row) {
        const place = this.place(table, column);
        const offsets = this.keep(`${table} ${column} offsets`, () => textOffsets(place));
        return textAt(place, offsets, row);
    }

    keep(name, make) {
        if (!this.decoded.has(name)) {
            this.decoded.set(name, make());
        }
        return this.decoded.get(name);
    }

    // Return the bytes of a column with its type and number of rows. If the writer omitted the bytes, return zeros.
    place(table, column) {
        const {type, at, size} = this.column(table, column);
        const rows = this.rows(table);
        const least = type === "real" ? 8 * rows : rows;
        if (size === 0) {
            return {type, rows, bytes: new Uint8Array(least)};
        }
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
    switch (place.type) {
    case "uint":
        return decodeUint(place);
    case "delta":
        return decodeDelta(place);
    case "row":
        return Int32Array.from(decodeUint(place), number => number - 1);
    case "real":
        return decodeReal(place);
    default:
        throw new Error(`the page's data is damaged: ${place.type} is not a column type`);
    }
}

// Decode a column of numbers. A number below 128 is one byte. If all numbers are below 128, return the bytes
// themselves. Otherwise use 32 bits per number, which takes half the memory of doubles. The first number that needs
// more bits converts the column to doubles.
function decodeUint({bytes, rows}) {
    if (bytes.length === rows && bytes.every(byte => byte < 128)) {
        return bytes;
    }
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

// Decode a column of differences into doubles, which are exact up to 2^53 ns, or 104 days.
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

// Check that decoding ended at the end of a column. A read past the end yields `undefined`, which counts as 0. Without
// this check, values would be silently wrong.
function checkEnd(at, bytes) {
    if (at !== bytes.length) {
        throw new Error("the page's data is damaged: the length of a column does not match its number of rows");
    }
}
