// A list that only creates its visible rows, all of which have the same height. Subclasses set `box`, which scrolls,
// `body`, which contains the rows, and `rows`. Their rowAt(index) returns the element of a row.

export class VisibleRows {
    // rowHeight is in px, and the same as in the style sheet. rowsAround is the number of rows that are created above
    // and below the visible ones, so that no gap shows if painting is late.
    constructor(rowHeight, rowsAround) {
        this.rowHeight = rowHeight;
        this.rowsAround = rowsAround;
        this.rows = [];
        this.made = new Map();
        this.printed = 0;
    }

    // Repaint at each change of the size of the box. When the page is printed, show up to `rowsPrinted` rows. Call this
    // when `box` and `body` are in the document.
    watch(rowsPrinted) {
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(this.box);
        this.printing = new AbortController();
        window.addEventListener("beforeprint", () => this.print(rowsPrinted), {signal: this.printing.signal});
        window.addEventListener("afterprint", () => this.print(0), {signal: this.printing.signal});
    }

    close() {
        this.observer.disconnect();
        this.printing.abort();
    }

    resize() {
        this.paint();
    }

    // Show the first `rows` rows, in document order, for printing. 0 means to show the visible rows again.
    print(rows) {
        this.printed = rows;
        this.repaint();
    }

    repaint() {
        this.made.forEach(row => row.remove());
        this.made.clear();
        this.body.style.height = this.rows.length * this.rowHeight + "px";
        this.paint();
    }

    paint() {
        const {scrollTop, clientHeight} = this.box;
        const above = Math.max(0, Math.floor(scrollTop / this.rowHeight) - this.rowsAround);
        const below = Math.ceil((scrollTop + clientHeight) / this.rowHeight) + this.rowsAround;
        const first = this.printed > 0 ? 0 : above;
        const last = Math.min(this.rows.length, this.printed || below);
        for (const [index, row] of this.made) {
            if (index < first || index >= last) {
                row.remove();
                this.made.delete(index);
            }
        }
        const fresh = document.createDocumentFragment();
        for (let index = first; index < last; index++) {
            if (!this.made.has(index)) {
                const row = this.rowAt(index);
                this.made.set(index, row);
                fresh.append(row);
            }
        }
        this.body.append(fresh);
    }
}
