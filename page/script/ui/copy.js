// A button that copies a text.

import {element} from "./dom.js";

const shownTime = 1200;         // ms for which the button shows "Copied"

export function copyButton(title, text) {
    const button = element("button.plain", {onclick: async () => {
        button.textContent = await copyText(text) ? "Copied" : "Not copied";
        setTimeout(() => {
            button.textContent = title;
        }, shownTime);
    }}, title);
    return button;
}

// Copy a text, and return true if that succeeded. Some browsers give a page that was opened from a folder no access to
// the clipboard. In them, put the text into a field and use the older "copy" command, which copies the selected text.
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
