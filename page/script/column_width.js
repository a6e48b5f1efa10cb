// How wide columns of figures are: their title with the sign of the order has room, and so has their longest figure.

const cellPadding = 16;         // px
const orderSign = " ▾";
const usualFigure = "~99.9 ms"; // the longest of times and shares
let rulers = null;

// Gives each column without a width one. `widest` is its longest figure, where one may be longer than a time.
export function withWidths(columns) {
    return columns.map(column => column.width ? column : {...column, width: widthOfFigures(column) + "px"});
}

// The longest text of a column of counts.
export function widestOf(values, format) {
    return format(values.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
}

// Below this width a table scrolls sideways: columns with a width as they are, others at their least.
export function leastWidthOf(columns) {
    return columns.reduce((width, column) => width + (Number(/(\d+)px/.exec(column.width)?.[1]) || 100), 0);
}

function widthOfFigures({title, widest = ""}) {
    rulers ??= {title: rulerOf("600", ""), figure: rulerOf("400", "number")};
    const longest = Math.max(rulers.figure(usualFigure), rulers.figure(widest), rulers.title(title + orderSign));
    return Math.ceil(longest) + cellPadding;
}

// A text's width in the font that the style sheet gives to a class.
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
