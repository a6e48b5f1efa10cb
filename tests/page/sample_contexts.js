// Contexts of the sample's lines: "parses" ran lines 3, 6 and 12 of read.lua, "reads" lines 6 and 12, and "parses" and
// "writes" a line of write.lua. No context ran other lines.

const listOf = {"0 3": 1, "0 6": 2, "0 12": 2, "0 14": 1, "1 2": 3};

export function withContexts(page) {
    Object.assign(page.tables, {
        contexts: ["spec: parses", "spec: reads", "spec: writes"].map(name => ({name})),
        context_lists: [{ranges: 1}, {ranges: 1}, {ranges: 2}],
        context_ranges: [{first: 0, count: 1}, {first: 0, count: 2}, {first: 0, count: 1}, {first: 2, count: 1}],
        lines: page.tables.lines.map(row => ({...row, contexts: listOf[`${row.file} ${row.line}`] ?? 0})),
    });
    return page;
}
