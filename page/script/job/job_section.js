// A section of the job tab with a table whose columns may change, and selects for what a section shows.

import {element} from "../ui/dom.js";
import {paddingOfCells} from "../ui/columns.js";
import {Table} from "../ui/table.js";

export class JobSection {
    constructor(page, title, about, ...tools) {
        this.box = element("div.job-table");
        this.about = element("p.dim", about);
        this.tools = element("div.job-tools", tools);
        this.title = title;
        page.append(element("section", element("h2", title), this.about, this.tools, this.box));
        this.table = null;
    }

    // Show a table with other columns. The table is as high as its rows, but not higher than the window allows.
    show(options, rows) {
        this.close();
        this.box.replaceChildren();
        this.table = new Table(this.box, {label: this.title, onPick: () => {}, padding: paddingOfCells(), ...options});
        this.box.style.setProperty("--rows", rows.length);
        this.table.setRows(rows);
    }

    close() {
        this.table?.close();
        this.table = null;
    }
}

// Return a select for a value of the state, with a label in front. options: [[value, title], ...]
export function stateSelect(context, name, label, options) {
    const select = element("select", {"aria-label": label,
        onchange: () => context.adjust({[name]: select.value})},
        options.map(([value, title]) => element("option", {value}, title)));
    select.value = chosen(context.state[name], options);
    return element("label.job-choice", label, select);
}

// Return a value of the state, or the first of the options if it is none of them.
export function chosen(value, options) {
    return options.some(([one]) => one === value) ? value : options[0]?.[0];
}
