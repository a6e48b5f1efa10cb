// The tables of the payload as objects of columns: table.count, table.name[row], table.self[row]. A column is decoded
// when it is asked for first. A column or a table that the payload leaves out reads as zeros, or as empty texts.
// "file+1" is stored plus one, since it may be missing: it reads as -1 then. The texts of the sources are not among
// them: they are large, and asked for one by one; see Model.sourceText().

const columnsOf = {
    files: {texts: "name short", numbers: "state lines lines_hit outcomes outcomes_taken functions functions_hit"},
    functions: {
        texts: "name",
        numbers: "file+1 line last_line calls self total elapsed runnable blocked waiting minimum maximum measured " +
            "cycles lines lines_hit estimated in_run elsewhere lacks_callers",
    },
    compared: {
        texts: "name place",
        numbers: "function+1 state order depth caller from_caller of_own a_least a_calls a_most b_least b_calls " +
            "b_most a_total b_total a_self b_self a_normal b_normal a_spread b_spread by_calls p differs",
    },
    tops: {texts: "phase", numbers: "node thread+1 group+1 outside"},
    other_tops: {texts: "phase", numbers: "node thread+1 group+1 outside"},
    calls: {texts: "", numbers: "caller+1 callee calls total"},
    lines: {texts: "", numbers: "file line count time excluded"},
    branches: {texts: "", numbers: "file line excluded outcomes taken"},
    outcomes: {texts: "", numbers: "count"},
    threads: {
        texts: "name",
        numbers: "number system_id calls running blocked waiting outside scheduler idle recorder paused wall",
    },
    groups: {
        texts: "name creator",
        numbers: "created ended living running runnable blocked waiting uncounted recorder paused wall migrations " +
            "estimated life_median life_99 life_longest delay_median delay_99 delay_longest",
    },
    vthreads: {
        texts: "name id state",
        numbers: "group+1 running runnable blocked waiting paused life migrations longest estimated",
    },
    phases: {texts: "name product", numbers: ""},
    marks: {texts: "kind text", numbers: "at"},
    tracks: {texts: "name unit", numbers: "kind thread+1 low high"},
    bars: {texts: "", numbers: "track start length depth kind value place+1"},
    samples: {texts: "", numbers: "track at value"},
    points: {texts: "kind text", numbers: "track at other+1"},
    places: {texts: "text", numbers: ""},
    states: {texts: "name", numbers: ""},
};

export function tableOf(payload, table) {
    const columns = columnsOf[table];
    const made = {count: payload.rows(table)};
    for (const column of columns.texts.split(" ").filter(Boolean)) {
        defineLazily(made, column, () => payload.texts(table, column));
    }
    for (const column of columns.numbers.split(" ").filter(Boolean)) {
        const [name, offset] = column.split("+");
        defineLazily(made, name, () => offset ? shifted(payload.numbers(table, name)) : payload.numbers(table, name));
    }
    return made;
}

function shifted(numbers) {
    return Int32Array.from(numbers, number => number - 1);
}

export function defineLazily(holder, name, make) {
    Object.defineProperty(holder, name, {
        configurable: true,
        enumerable: true,
        get() {
            const value = make();
            Object.defineProperty(holder, name, {value, enumerable: true});
            return value;
        },
    });
}
