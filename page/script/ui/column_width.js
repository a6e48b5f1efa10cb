// Widths of numeric columns: they fit the title with its sort sign, and the longest number.

const usualPadding = 8;         // px, left and right of a cell
const orderSign = " ▾";
const usualFigure = "~99.9 ms"; // the longest time or share
let rulers = null;

// Set the width of columns that have none. A column whose cells are neither times nor shares must have `widest`, its
// longest text. `padding` is the space left and right of a cell in px.
export function withWidths(columns, padding = usualPadding) {
    return columns.map(column => column.width ? column :
        {...column, width: widthOfFigures(column) + 2 * padding + "px"});
}

// Return the longest number of a column of counts, as text.
export function widestOf(values, format) {
    return format(values.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
}

// Return the longest number of a column of times or counts, as text. `largest` is its largest number, which may be
// shorter than a smaller one: 682 ms and 94.0 ms.
export function widestFigure(largest) {
    return longestText([largest, usualFigure]);
}

// Return the longest of some texts.
export function longestText(texts) {
    return texts.reduce((longest, text) => text.length > longest.length ? text : longest, "");
}

// Return the width in px below which a table scrolls sideways: the sum of its columns' fixed or minimum widths.
export function leastWidthOf(columns) {
    return columns.reduce((width, column) => width + (Number(/(\d+)px/.exec(column.width)?.[1]) || 100), 0);
}

function widthOfFigures({title, widest = usualFigure}) {
    rulers ??= {title: rulerOf("600", ""), figure: rulerOf("400", "number")};
    return Math.ceil(Math.max(rulers.figure(widest), rulers.title(title + orderSign)));
}

// Return a function that measures the width of a text in the font of a CSS class.
function rulerOf(weight, className) {
    const probe = document.createElement("span");
    probe.className = className;
    document.body.append(probe);
    const {fontFamily} = getComputedStyle(probe);
    probe.remove();
    const drawing = document.createElement("canvas").getContext("2d");
    drawing.font = `${weight} 12px ${fontFamily}`;
    return text => drawing.measureText(text).width;
}
