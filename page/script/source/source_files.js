// The list of files: a tree of folders with time and missed lines.

import {cutName, element, partsBar} from "../ui/dom.js";
import {formatCount, formatPart, formatShare} from "../data/number.js";
import {searchPattern} from "../data/search_pattern.js";
import {Table} from "../ui/table.js";
import {fileTree, missedLines, shownTree} from "./file_tree.js";

const indent = 12;              // px for each folder
const widthForBars = 1200;      // px: a narrower window has no space for bars beside the names

export class SourceFiles {
    // onPick(file) is called when the user selects a file.
    constructor(root, context, onPick) {
        this.context = context;
        this.model = context.model;
        this.onPick = onPick;
        this.closed = new Set();
        this.order = orderBy(this.firstOrder());
        this.root = root;
        root.addEventListener("keydown", event => this.key(event));
        this.rebuild();
    }

    // Build the table. Its columns depend on the measure, and its numbers on the scope, so a change of either requires
    // another table.
    rebuild() {
        this.table?.close();
        this.root.replaceChildren();
        this.table = new Table(this.root, {label: "files", columns: this.columns(), order: this.order,
            onOrder: order => this.sort(order), onPick: row => this.pick(row), onOpen: row => this.toggle(row)});
        this.fill();
    }

    close() {
        this.table.close();
    }

    firstOrder() {
        const wanted = this.context.state.fileOrder;
        const offered = [this.model.hasTime && "time", this.model.hasLines && "missed", "name"].filter(Boolean);
        return offered.includes(wanted) ? wanted : offered[0];
    }

    // Return the columns. Each has the row's position as its sort key, because the tree itself is sorted, so that files
    // stay in their folders.
    columns() {
        const place = row => this.order.isDescending ? -row.at : row.at;
        const measure = this.model.measure(this.context.state.measure);
        return [
            {id: "name", title: "file", width: "minmax(110px, 1fr)", value: place, show: row => this.nameOf(row),
                hint: ({node}) => node.path},
            this.model.hasTime && {id: "time", title: measure.id === "time" ? "self" : measure.id, isNumber: true,
                value: place, show: ({node}) => node.cost > 0 ? measure.figure(node.cost) : ""},
            this.model.hasLines && {id: "missed", title: "missed", isNumber: true, value: place,
                widest: formatCount(this.model.totals.lines),
                explain: "missed lines",
                show: ({node}) => node.lines > 0 ? formatCount(missedLines(node)) : ""},
            this.model.hasLines && innerWidth >= widthForBars && {id: "share", title: "ran", width: "56px",
                show: ({node}) => linesBar(node), hint: ({node}) => linesText(node)},
        ].filter(Boolean);
    }

    sort(order) {
        this.order = orderBy(order.id);
        this.table.order = this.order;
        this.context.adjust({fileOrder: order.id});
        this.fill();
    }

    // Show the files that match the search by their own name or by the name of one of their functions.
    fill() {
        const {model, context} = this;
        const {match} = context;
        const pattern = match && searchPattern(match.query);
        const isFound = file => match === null || pattern.test("", model.files.name[file]) ||
            model.functionsOfFile[file].some(index => match.functions[index]);
        const files = Array.from({length: model.files.count}, (_, file) => file).filter(isFound)
            .map(file => this.sumsOf(file));
        const rows = shownTree(fileTree(files), this.order.id, this.closed);
        rows.forEach((row, at) => {
            row.at = at;
        });
        this.table.setRows(rows);
        this.select(this.shown, false);
    }

    sumsOf(file) {
        const {model, context: {state}} = this;
        const {files} = model;
        return {file, name: files.name[file], cost: model.ownOfFiles(state.measure, state.scope)[file],
            calls: model.ownOfFiles("calls", state.scope)[file], lines: files.lines[file],
            hit: files.lines_hit[file], outcomes: files.outcomes[file], taken: files.outcomes_taken[file]};
    }

    nameOf({node, depth}) {
        const space = {"padding-left": depth * indent + "px"};
        if (node.children === null) {
            return element("span.file-name", {style: space}, cutName(node.name));
        }
        const isOpen = !this.closed.has(node.path);
        const toggle = element("button.folder-toggle", {tabindex: -1, "aria-expanded": isOpen,
            "aria-label": "folder " + node.name, onclick: () => this.toggle({node})}, isOpen ? "▾" : "▸");
        return element("span.folder-name", {style: space}, toggle, node.name + "/");
    }

    pick(row) {
        if (row.node.children === null) {
            this.shown = row.node.file;
            this.onPick(row.node.file);
        }
    }

    // Close a folder with the left key, open it with the right key.
    key(event) {
        const row = this.table.selected;
        if (row && row.node.children !== null && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
            if (this.closed.has(row.node.path) === (event.key === "ArrowRight")) {
                this.toggle(row);
            }
            event.preventDefault();
        }
    }

    // Open or close a folder. A click on its sign, a double click or Enter calls this.
    toggle({node}) {
        if (node.children === null) {
            return;
        }
        if (!this.closed.delete(node.path)) {
            this.closed.add(node.path);
        }
        this.fill();
        const row = this.table.rows.find(one => one.node.path === node.path && one.node.children !== null);
        this.table.select(row);
    }

    // Return the next file in the list if `step` is 1, the previous file if it is -1, the first file if it is 0. Return
    // -1 if there is none.
    neighbour(step) {
        const files = this.table.rows.filter(({node}) => node.children === null).map(({node}) => node.file);
        return (step === 0 ? files[0] : files[files.indexOf(this.shown) + step]) ?? -1;
    }

    select(file, isRevealed = true) {
        this.shown = file;
        const row = this.table.rows.find(one => one.node.children === null && one.node.file === file);
        if (row !== undefined) {
            this.table.select(row);
            if (isRevealed) {
                this.table.reveal();
            }
        }
    }
}

function orderBy(id) {
    return {id, isDescending: id !== "name"};
}

function linesBar(node) {
    if (node.lines === 0) {
        return "";
    }
    const share = node.hit / node.lines;
    return partsBar([[share, "var(--good)"], [1 - share, "var(--bad)"]]);
}

function linesText(node) {
    const lines = formatPart(node.hit, node.lines, "line") + " ran " +
        `(${formatShare(node.hit, node.lines)})`;
    const outcomes = formatPart(node.taken, node.outcomes, "branch outcome") + " taken";
    return node.lines === 0 ? "no line data" : node.outcomes > 0 ? lines + ", " + outcomes : lines;
}
