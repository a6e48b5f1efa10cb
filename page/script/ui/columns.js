// Columns of tables: names, words, counts and times of rows of the payload.

import {cutName} from "./dom.js";
import {longestText, widestOf} from "./column_width.js";
import {formatCount, formatSize, formatTime} from "../data/number.js";

const widthForSpace = 1200;     // px: in a narrower window, cells have less space around their texts

// Return the space left and right of a cell in px.
export function paddingOfCells() {
    return innerWidth < widthForSpace ? 4 : 8;
}

// Return a list with the column if any of its values is neither 0 nor "". A column without such values is left out, so
// that the others are visible in narrow windows.
export function ifAny(values, column) {
    return values.some(Boolean) ? [column] : [];
}

// Return the width of a column of names. Its minimum is the approximate width of the longest name, from 80 to 130 px.
export function widthOfNames(names) {
    return `minmax(${Math.max(80, Math.min(130, 7 * longestText(names).length + 16))}px, 1fr)`;
}

export function nameColumn(title, text, width = "minmax(80px, 1fr)") {
    return {id: title, title, width, ascendsFirst: true, value: row => text(row).toLowerCase(),
        show: row => cutName(text(row)), hint: text};
}

// Return a column of short texts, which is as wide as the longest one.
export function wordColumn(title, texts) {
    return {...nameColumn(title, row => texts[row]), width: undefined, widest: longestText(texts),
        show: row => texts[row]};
}

export function countColumn(title, counts, format = formatCount) {
    return {id: title, title, isNumber: true, widest: widestOf(counts, format), value: row => counts[row],
        show: row => format(counts[row])};
}

export function bytesColumn(title, counts) {
    return {...countColumn(title, counts, formatSize), widest: "1 023 KiB"};
}

export function timeColumn(title, time, explain, isEstimated = () => false) {
    return {id: title, title, isNumber: true, explain, value: time,
        show: row => timeText(time(row), isEstimated(row))};
}

// Return a time as text, with "~" for an estimate. A time of 0 is an empty text.
export function timeText(ns, isEstimated = false) {
    return ns === 0 ? "" : (isEstimated ? "~" : "") + formatTime(ns);
}
