// A table that creates elements only for the visible rows. It shows 20,000 rows in 30 ms; plain HTML takes 10 s. A
// click on a title sorts the table, and keys move the selection.
//
// A column is {id, title, width, isNumber, explain, value(row), show(row), hint(row), ascendsFirst}:
//     width         a track of a CSS grid: "84px", "minmax(160px, 1fr)"; optional for numeric columns (column_width.js)
//     explain       tooltip of the title
//     value         returns the sort key; a column without `value` is not sortable
//     show          returns the cell: text or an element
//     hint          returns the tooltip of the cell
//     ascendsFirst  the first click on the title sorts in ascending order, not in descending order
// Options: {label, columns, order: {id, isDescending}, onOrder(order), onPick(row), onOpen(row), rowClass(row), role,
//     attributesOf(row), padding}. If no column is sortable, rows stay in the given order. `padding` is the space left
//     and right of a cell in px.
// A row is any value of the caller: an index, an object.

import {element} from "./dom.js";
import {leastWidthOf, withWidths} from "./column_width.js";
import {VisibleRows} from "./visible_rows.js";

const tableRowHeight = 24;
const headHeight = 27;
const rowsPrinted = 500;
let tablesMade = 0;

export class Table extends VisibleRows {
    constructor(root, options) {
        super(tableRowHeight, 6);
        this.options = options;
        this.columns = withWidths(options.columns, options.padding);
        this.order = {...options.order};
        this.selected = undefined;
        this.current = -1;
        this.name = "table" + ++tablesMade;
        this.tracks = this.columns.map(column => column.width).join(" ");
        this.head = element("div.table-head", {role: "row", style: {"grid-template-columns": this.tracks}},
            this.columns.map(column => this.titleOf(column)));
        this.body = element("div.table-body", {role: "rowgroup"});
        this.box = element("div.table", {role: options.role || "grid", tabindex: 0, "aria-label": options.label,
            style: {"--least-width": leastWidthOf(this.columns) + "px",
                ...options.padding && {"--cell-padding": options.padding + "px"}},
            onscroll: () => this.paint(), onkeydown: event => this.key(event)},
            element("div", {role: "rowgroup", class: "table-title"}, this.head), this.body);
        root.append(this.box);
        this.watch(rowsPrinted);
    }

    titleOf(column) {
        const title = column.value ?
            element("button.link", {tabindex: -1, onclick: () => this.orderBy(column)}, column.title) :
            column.title || element("span.spoken", column.id);
        return element(column.isNumber ? "span.number" : "span",
            {role: "columnheader", title: column.explain, "data-column": column.id}, title);
    }

    orderBy(column) {
        const isDescending = this.order.id === column.id ? !this.order.isDescending : !column.ascendsFirst;
        this.setOrder({id: column.id, isDescending});
        if (this.options.onOrder) {
            this.options.onOrder(this.order);
        }
    }

    setOrder(order) {
        this.order = {...order};
        this.setRows(this.rows);
    }

    // Sort the rows and show them. Rows with equal keys keep their order.
    setRows(rows) {
        const column = this.columns.find(one => one.id === this.order.id && one.value) ||
            this.columns.find(one => one.value);
        const sign = this.order.isDescending ? -1 : 1;
        this.rows = column ? sortedBy(rows, column.value, sign) : rows;
        this.current = this.rows.indexOf(this.selected);
        this.box.setAttribute("aria-rowcount", this.rows.length + 1);
        for (const title of this.head.children) {
            const isOrder = column && title.dataset.column === column.id;
            title.setAttribute("aria-sort", isOrder ? (sign < 0 ? "descending" : "ascending") : "none");
        }
        this.repaint();
    }

    rowAt(index) {
        const row = this.rows[index];
        const made = element("div.table-row", {role: "row", id: `${this.name}-${index}`, "aria-rowindex": index + 2,
            "aria-selected": row === this.selected, ...this.options.attributesOf?.(row),
            style: {top: index * tableRowHeight + "px", "grid-template-columns": this.tracks},
            onclick: () => this.pick(index),
            ondblclick: () => this.open(index)},
            this.columns.map(column => element(column.isNumber ? "span.number" : "span",
                {role: "gridcell", title: column.hint ? column.hint(row) : null}, column.show(row))));
        if (this.options.rowClass && this.options.rowClass(row)) {
            made.classList.add(this.options.rowClass(row));
        }
        return made;
    }

    // Select a row without notifying the caller.
    select(row) {
        this.mark(false);
        this.selected = row;
        this.current = this.rows.indexOf(row);
        this.mark(true);
        this.box.setAttribute("aria-activedescendant", this.current >= 0 ? `${this.name}-${this.current}` : "");
    }

    mark(isSelected) {
        const row = this.made.get(this.current);
        if (row) {
            row.setAttribute("aria-selected", String(isSelected));
        }
    }

    pick(index) {
        if (index >= 0 && index < this.rows.length) {
            this.select(this.rows[index]);
            this.reveal();
            this.options.onPick(this.rows[index]);
        }
    }

    open(index) {
        if (this.options.onOpen && index >= 0) {
            this.options.onOpen(this.rows[index]);
        }
    }

    // Scroll to the selected row, only as far as needed.
    reveal() {
        if (this.current >= 0) {
            const top = this.current * tableRowHeight;
            const room = this.box.clientHeight - headHeight - tableRowHeight;
            if (top < this.box.scrollTop || top > this.box.scrollTop + room) {
                this.box.scrollTop = top < this.box.scrollTop ? top : top - room;
            }
            this.paint();
            this.select(this.selected);
        }
    }

    // Move the selection by a key. Views also call this for keys that were pressed outside of the table.
    key(event) {
        const page = Math.max(1, Math.floor((this.box.clientHeight - headHeight) / tableRowHeight) - 1);
        const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity};
        if (event.key in steps) {
            const wanted = this.current + steps[event.key];
            this.pick(Math.max(0, Math.min(this.rows.length - 1, wanted)));
        } else if (event.key === "Enter") {
            this.open(this.current);
        } else {
            return;
        }
        event.preventDefault();
    }
}

function sortedBy(rows, valueOf, sign) {
    const valued = rows.map(row => [valueOf(row), row]);
    valued.sort(([a], [b]) => a < b ? -sign : a > b ? sign : 0);
    return valued.map(([, row]) => row);
}
