// The keyboard help dialog.

import {element} from "../ui/dom.js";

const pageKeys = [
    ["1 … 9", "select a tab"],
    ["/", "find a function or a file; Enter goes to the first match"],
    ["m  M", "next, previous measure"],
    ["d", "dark or light theme"],
    ["?", "this help"],
];

export function helpDialog(views, run) {
    const close = element("button.plain", {onclick: () => dialog.close()}, "Close");
    const dialog = element("dialog.help", {"aria-label": "help"},
        keyTable("Everywhere", pageKeys),
        views.filter(view => view.keys).map(view => keyTable(view.title, view.keys)),
        element("p.dim", "This is one file. It loads nothing and sends nothing: its content policy forbids both. ",
            `It was recorded by ${run.product}.`),
        close);
    dialog.addEventListener("click", event => {
        if (event.target === dialog) {
            dialog.close();
        }
    });
    return dialog;
}

function keyTable(title, keys) {
    return element("section", element("h2", title), element("table", keys.map(([key, meaning]) =>
        element("tr", element("td", element("kbd", key)), element("td", meaning)))));
}
