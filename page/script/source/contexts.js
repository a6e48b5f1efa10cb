// The named contexts, such as tests, for which lines ran. Lines share lists of contexts (page/contexts.c).

export class Contexts {
    constructor(model) {
        this.model = model;
        this.count = model.contexts.count;
        this.lists = this.count > 0 ? readLists(model) : [];
    }

    // Return the contexts for which a row of the table of lines ran, ascending.
    ofRow(row) {
        return this.lists[this.model.lines.contexts[row]] ?? [];
    }

    // Return by context {lines, only}: the number of lines that ran for it, and of those that ran for no other context.
    // Excluded lines do not count.
    counts() {
        if (!this.counted) {
            this.counted = {lines: new Uint32Array(this.count), only: new Uint32Array(this.count)};
            linesByList(this.model, this.lists.length).forEach((lines, list) => {
                const {length} = this.lists[list];
                for (const one of this.lists[list]) {
                    this.counted.lines[one] += lines;
                    this.counted.only[one] += length === 1 ? lines : 0;
                }
            });
        }
        return this.counted;
    }

    // Return the files in which lines ran for a context, as [{file, lines, only}, ...] with lists of line numbers, most
    // lines that only it ran first. Excluded lines are left out.
    files(context) {
        const {lines} = this.model;
        const has = this.lists.map(list => list.includes(context));
        const files = new Map();
        for (let row = 0; row < lines.contexts.length; row++) {
            const list = lines.contexts[row];
            if (list >= 0 && has[list] && !(lines.excluded[row] > 0)) {
                const file = lines.file[row];
                const found = files.get(file) ?? {file, lines: [], only: []};
                files.set(file, found);
                found.lines.push(lines.line[row]);
                if (this.lists[list].length === 1) {
                    found.only.push(lines.line[row]);
                }
            }
        }
        return Array.from(files.values()).sort((a, b) => b.only.length - a.only.length ||
            b.lines.length - a.lines.length || a.file - b.file);
    }
}

function readLists({context_lists: lists, context_ranges: ranges}) {
    let range = 0;
    return Array.from({length: lists.count}, (_, list) => {
        const members = [];
        for (const end = range + lists.ranges[list]; range < end; range++) {
            for (let at = 0; at < ranges.count[range]; at++) {
                members.push(ranges.first[range] + at);
            }
        }
        return members;
    });
}

function linesByList({lines}, count) {
    const found = new Uint32Array(count);
    for (let row = 0; row < lines.contexts.length; row++) {
        if (lines.contexts[row] >= 0 && !(lines.excluded[row] > 0)) {
            found[lines.contexts[row]]++;
        }
    }
    return found;
}

// Return the sequences of consecutive numbers in an ascending list, as [{from, to}, ...].
export function sequences(numbers) {
    const found = [];
    for (const number of numbers) {
        if (found.at(-1)?.to === number - 1) {
            found.at(-1).to = number;
        } else {
            found.push({from: number, to: number});
        }
    }
    return found;
}
