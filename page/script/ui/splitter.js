// A bar between two parts of a view that sets the width of the first part, by pointer or arrow keys.

import {element} from "./dom.js";

const step = 20;                // px per press of an arrow key
const least = 180;              // px that each part keeps

// Return the bar, which the caller inserts after `part`. `width` is the part's width in px, or 0 for the width in the
// style sheet. onWidth(width) is called after a change.
export function splitter(part, width, onWidth) {
    const bar = element("div.splitter", {role: "separator", tabindex: 0, "aria-orientation": "vertical",
        "aria-label": "width of the list"});
    const set = wanted => {
        const most = Math.max(least, part.parentNode.clientWidth - least);
        const now = Math.round(Math.max(least, Math.min(most, wanted)));
        part.style.setProperty("width", now + "px");
        bar.setAttribute("aria-valuenow", now);
        return now;
    };
    bar.addEventListener("pointerdown", event => {
        bar.setPointerCapture(event.pointerId);
        event.preventDefault();
    });
    bar.addEventListener("pointermove", event => {
        if (bar.hasPointerCapture(event.pointerId)) {
            set(event.clientX - part.getBoundingClientRect().left);
        }
    });
    bar.addEventListener("pointerup", () => onWidth(part.offsetWidth));
    bar.addEventListener("keydown", event => {
        const sign = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (sign !== undefined) {
            onWidth(set(part.offsetWidth + sign * step));
            event.preventDefault();
            event.stopPropagation();
        }
    });
    if (width > 0) {
        requestAnimationFrame(() => set(width));
    }
    return bar;
}
