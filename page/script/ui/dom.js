// Functions that create the elements of the page. Text is always inserted as text, so names and sources can never
// become markup.

import {formatCount} from "../data/number.js";

const longestEnd = 10;          // characters at the end of a name that stay visible when the name is cut
const characterWidth = 0.85;    // average width of a letter, relative to a digit; with this value, few names have a gap

// Create an element: element("button.plain", {title: "...", onclick: f, style: {width: "3px"}}, "text", [more, null],
// node). Attributes are optional. Styles are set as properties, since the Content-Security-Policy forbids style
// attributes. Children that are null, undefined or false are skipped; lists are flattened.
export function element(description, ...parts) {
    const [tag, ...classes] = description.split(".");
    const made = document.createElement(tag);
    if (classes.length > 0) {
        made.className = classes.join(" ");
    }
    if (tag === "button") {
        made.type = "button";
    }
    if (isAttributes(parts[0])) {
        setAttributes(made, parts.shift());
    }
    appendAll(made, parts);
    return made;
}

function appendAll(parent, children) {
    for (const child of children.flat(Infinity)) {
        if (child !== null && child !== undefined && child !== false) {
            parent.append(child instanceof Node ? child : String(child));
        }
    }
}

export function replaceAll(parent, ...children) {
    parent.replaceChildren();
    appendAll(parent, children);
}

function isAttributes(part) {
    return typeof part === "object" && part !== null && !(part instanceof Node) && !Array.isArray(part);
}

function setAttributes(made, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name === "style") {
            for (const [property, setting] of Object.entries(value)) {
                made.style.setProperty(property, setting);
            }
        } else if (name.startsWith("on")) {
            made.addEventListener(name.slice(2), value);
        } else if (name === "value" || name === "checked") {
            made[name] = value;
        } else if (name.startsWith("aria-") && value !== null && value !== undefined) {
            made.setAttribute(name, String(value));
        } else if (value !== null && value !== undefined && value !== false) {
            made.setAttribute(name, value === true ? "" : String(value));
        }
    }
}

// Return a button that looks like a link and goes to another place of the page.
export function linkButton(text, onclick, title = null) {
    return element("button.link", {title, onclick}, text);
}

// Return a name that the style sheet cuts in the middle if it lacks space. The end stays, because it often
// distinguishes the name from others, as in "stage.run (detect_unused_fields)".
export function cutName(name) {
    const end = Math.min(longestEnd, Math.floor(name.length / 2));
    return element("span.cut-name", {style: {"--end": end * characterWidth + "ch"}},
        element("span", name.slice(0, name.length - end)), name.slice(name.length - end));
}

export function swatch(colour, text) {
    return element("span.swatch", element("i", {style: {background: colour}}), text);
}

// Make a row of a plain table act as a link, for pointer and keyboard.
export function pressable(row, action) {
    row.classList.add("pressable");
    row.tabIndex = 0;
    row.addEventListener("click", action);
    row.addEventListener("keydown", event => {
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            action(event);
        }
    });
    return row;
}

// Fill the body of a table with its first rows: rowOf(row) returns the element of a row. Return a button that shows all
// rows, or null if `shown` rows are all.
export function fillBody(body, rows, shown, rowOf) {
    const show = count => replaceAll(body, rows.slice(0, count).map(rowOf));
    show(shown);
    const more = linkButton(`all ${formatCount(rows.length)}`, () => {
        show(rows.length);
        more.remove();
    });
    return rows.length > shown ? more : null;
}

// Return a bar. `share` (0 to 1) is its length relative to the longest bar of the table.
export function shareBar(share) {
    const width = Math.max(0, Math.min(1, share || 0)) * 100;
    return element("span.bar", {"aria-hidden": true}, width > 0 ? element("i", {style: {width: width + "%"}}) : null);
}

// Return a bar of several parts, such as covered and missed lines: [[share, colour], ...].
export function partsBar(parts) {
    return element("span.bar.parts", {"aria-hidden": true}, parts.map(([share, colour]) =>
        element("i", {style: {width: Math.max(0, Math.min(1, share || 0)) * 100 + "%", background: colour}})));
}
