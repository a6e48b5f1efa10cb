// A button that copies a text.

import {element} from "./dom.js";

const shownTime = 1200;         // ms for which the button shows that it copied

export function copyButton(title, text) {
    const button = element("button.plain", {type: "button", onclick: async () => {
        button.textContent = await copyText(text) ? "Copied" : "Not copied";
        setTimeout(() => {
            button.textContent = title;
        }, shownTime);
    }}, title);
    return button;
}

// Return true if the text was copied. Some browsers have no clipboard for a page opened from a folder. Then the text is
// selected in a field for the old command.
async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const field = element("textarea", {value: text, readonly: true, style: {position: "fixed", opacity: "0"}});
        document.body.append(field);
        field.select();
        const isCopied = document.execCommand("copy");
        field.remove();
        return isCopied;
    }
}
