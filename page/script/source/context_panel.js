// The panel of contexts beside a source: the contexts of a line, or of the whole run, and the lines of one context.

import {cutName, element, fillBody, linkButton, pressable, replaceAll} from "../ui/dom.js";
import {formatCount, formatCounted} from "../data/number.js";
import {sequences} from "./contexts.js";

const rowsShown = 200;

export class ContextPanel {
    // options: {contexts, onContext(index), onLine(file, line), onClose()}
    constructor(root, context, options) {
        this.root = root;
        this.context = context;
        this.options = options;
    }

    // Show the chosen context, or else those of a line of a file (source_file.js), or else all if the line is 0.
    show(file, line) {
        const chosen = this.context.state.context;
        this.root.scrollTop = 0;
        replaceAll(this.root, ...chosen >= 0 ? this.contextPart(chosen, file, line) :
            line > 0 ? this.linePart(file, line) : this.allPart());
    }

    closeButton() {
        return element("button.plain", {title: "t", onclick: this.options.onClose}, "Close");
    }

    allPart() {
        const {contexts} = this.options;
        const all = Array.from({length: contexts.count}, (_, index) => index);
        return [element("h2.panel-name", formatCounted(contexts.count, "context")),
            element("p.panel-actions", this.closeButton()), ...this.table(all)];
    }

    linePart(file, line) {
        const found = file.contexts(line);
        const all = linkButton("all contexts", () => this.context.adjust({line: 0}));
        return [element("h2.panel-name", `${formatCounted(found.length, "context")} of line ${line}`),
            element("p.panel-actions", this.closeButton(), " ", all),
            ...found.length > 0 ? this.table(found) : [element("p.dim", "The line ran in no context.")]];
    }

    // Return a table of contexts with the numbers of their lines in the whole run.
    table(found) {
        const {lines, only} = this.options.contexts.counts();
        const {name} = this.context.model.contexts;
        const body = element("tbody");
        const more = fillBody(body, found, rowsShown, index => pressable(element("tr",
            element("td.number", formatCount(lines[index])), element("td.number", countOrNone(only[index])),
            element("td.context-name", name[index])), () => this.options.onContext(index)));
        return [element("table.fixed.context-table", element("thead", element("tr",
            element("th.number", "lines"), element("th.number", {title: "lines that ran in no other context"}, "only"),
            element("th", "context"))), body), more];
    }

    contextPart(index, file, line) {
        const {contexts, onContext} = this.options;
        const {lines, only} = contexts.counts();
        const back = line > 0 ? `Contexts of line ${line}` : "All contexts";
        return [element("h2.panel-name", this.context.model.contexts.name[index]),
            element("p", `${formatCounted(lines[index], "line")} ran in this context, ` +
                `${formatCount(only[index])} of them in no other.`),
            element("p.panel-actions", element("button.plain", {title: "Backspace", onclick: () => onContext(-1)},
                back), " ", this.closeButton()),
            ...this.filesPart(contexts.files(index), file)];
    }

    // Return the lines of the shown file that ran in the context, and the table of all files in which lines ran.
    filesPart(files, file) {
        const {model} = this.context;
        const own = files.find(found => found.file === file.file);
        const body = element("tbody");
        const more = fillBody(body, files, rowsShown, found => {
            const row = pressable(element("tr", element("td.number", formatCount(found.lines.length)),
                element("td.number", countOrNone(found.only.length)),
                element("td", {title: model.files.name[found.file]}, cutName(model.files.short_name[found.file]))),
            () => this.options.onLine(found.file, found.only[0] ?? found.lines[0]));
            row.classList.toggle("selected", found === own);
            return row;
        });
        return [own ? this.placesPart("Lines that only it ran", file.file, own.only) : null,
            own ? this.placesPart("Lines that ran", file.file, own.lines) : null,
            element("table.fixed.context-table", element("thead", element("tr", element("th.number", "lines"),
                element("th.number", {title: "lines that ran in no other context"}, "only"), element("th", "file"))),
            body), more];
    }

    placesPart(title, file, lines) {
        const places = sequences(lines);
        const links = places.slice(0, rowsShown).flatMap(({from, to}, at) => [at > 0 ? ", " : "",
            linkButton(from === to ? from : `${from}–${to}`, () => this.options.onLine(file, from))]);
        return places.length === 0 ? null : element("p.context-lines", `${title}: `, links,
            places.length > rowsShown ? ` and ${formatCounted(places.length - rowsShown, "more place")}` : "");
    }
}

function countOrNone(count) {
    return count > 0 ? formatCount(count) : "";
}
