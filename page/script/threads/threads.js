// The threads tab: time by state of system threads (carriers), of groups of virtual threads, and of virtual threads.

import {element, linkButton} from "../ui/dom.js";
import {formatCounted, formatPart} from "../data/number.js";
import {countColumn, ifAny, nameColumn, paddingOfCells, timeColumn, timeText} from "../ui/columns.js";
import {widthOfNames, wordColumn} from "../ui/columns.js";
import {longestText} from "../ui/column_width.js";
import {Table} from "../ui/table.js";
import {orderInState} from "../ui/table_order.js";
import {groupTitle} from "../data/naming.js";
import {rowsOf} from "../data/tables.js";
import {threadTitle} from "../data/scope.js";
import {longestOf, stateBar, stateLegend, statesIn, stateSum, threadStates} from "./thread_states.js";

export const threadsView = {
    id: "threads",
    title: "Threads",
    state: {threadSearch: "", threadOrder: ""},
    keys: [["click", "select a thread or group for the flame graph"],
        ["Enter", "show the flame graph of a thread or group, the track of a virtual thread"]],
    isAvailable: model => model.threads.count + model.groups.count > 1 || model.vthreads.count > 0,
    count: model => model.groups.created.reduce((sum, created) => sum + created, 0) || model.threads.count,
    show: (root, context) => new ThreadsView(root, context),
};

class ThreadsView {
    constructor(root, context) {
        this.context = context;
        this.model = context.model;
        this.page = element("div.threads");
        root.append(this.page);
        this.tables = [];
        this.page.append(stateLegend(threadStates.filter(state =>
            [this.model.threads, this.model.groups, this.model.vthreads].some(table =>
                statesIn(table).includes(state)))));
        this.tracks = tracksOfVthreads(this.model);
        this.showTables();
        this.update(new Set(["scope"]));
    }

    // Add a table for each kind of thread. A program with only one thread gets only one table. This is the table of
    // virtual threads if the thread was ever suspended, because the table of system threads does not show suspensions.
    showTables() {
        const {groups, threads, vthreads} = this.model;
        const isAlone = threads.count === 1 && groups.count === 1 && groups.created[0] <= 1 && vthreads.count <= 1;
        const isSuspended = isAlone && groups.blocked[0] + groups.waiting[0] > 0;
        this.groups = groups.count > 0 && !isAlone ? this.showGroups() : null;
        this.spans = spanColumns(groups).length > 0 && !isAlone ? this.showSpans() : null;
        this.carriers = threads.count > 0 && !(isSuspended && vthreads.count > 0) ? this.showCarriers(isAlone) : null;
        this.single = vthreads.count > 0 && (isSuspended || !isAlone) ? this.showSingle() : null;
    }

    close() {
        this.tables.forEach(table => table.close());
    }

    update(changed) {
        if (changed.has("scope")) {
            this.markScope();
        }
        if (this.single && (changed.has("scope") || changed.has("threadSearch"))) {
            this.fillSingle();
        }
    }

    // Add a section with a table that is as high as its rows, but not higher than the window allows. Return an object
    // whose fill(rows) shows rows and returns the table.
    addTable(title, about, options, ...tools) {
        const box = element("div.threads-table");
        this.page.append(element("section", element("h2", title), element("p.dim", about),
            element("div.threads-tools", tools), box));
        const table = new Table(box, {label: title, onPick: () => {}, padding: paddingOfCells(),
            ...options});
        this.tables.push(table);
        const fill = rows => {
            box.style.setProperty("--rows", rows.length);
            table.setRows(rows);
            return table;
        };
        return {fill};
    }

    showCarriers(isAlone) {
        const {threads} = this.model;
        const states = statesIn(threads);
        const virtual = this.model.groups.count > 0 && !isAlone;
        const isEstimated = (id, row) => ["scheduler", "idle"].includes(id) && threads.estimated[row] > 0;
        return this.addTable(virtual ? "System threads" : "Threads",
            virtual ? "Virtual threads run on these. A ~ marks an estimate: CPU time separates scheduler from idle." :
                "All recorded threads, including those that called no recorded function.", {
                columns: [nameColumn("thread", row => threadTitle(this.model, row), widthOfNames(threads.name)),
                    barColumn(threads, states),
                    ...states.map(({id, meaning}) => timeColumn(id, row => threads[id][row], meaning,
                        row => isEstimated(id, row))),
                    timeColumn("wall", row => threads.wall[row], "from the first to the last event"),
                    countColumn(this.model.callWord + "s", threads.calls),
                    countColumn("system id", threads.system_id, String)],
                order: {id: "running", isDescending: true},
                onPick: row => this.chooseScope("thread " + row), onOpen: row => this.openScope("thread " + row),
            }).fill(rowsOf(threads));
    }

    showGroups() {
        const {groups} = this.model;
        const states = statesIn(groups);
        const time = (id, title, meaning) => timeColumn(title, row => groups[id][row], meaning,
            row => groups.estimated[row] > 0);
        return this.addTable("Groups of virtual threads",
            "Virtual threads with the same name and creation site share a call tree.", {
                columns: [nameColumn("group", row => groupTitle(this.model, row), widthOfNames(groups.name)),
                    barColumn(groups, states),
                    ...states.map(state => time(state.id, state.id, state.meaning)),
                    timeColumn("life", row => groups.life[row], "from creation to end, total of the group"),
                    countColumn("created", groups.created), countColumn("ended", groups.ended),
                    countColumn("living", groups.living),
                    ...ifAny(groups.migrations, countColumn("migrations", groups.migrations)),
                    ...ifAny(groups.creator, {...nameColumn("created in", row => groups.creator[row]),
                        id: "creator"})],
                order: {id: "running", isDescending: true},
                onPick: row => this.chooseScope("group " + row), onOpen: row => this.openScope("group " + row),
            }).fill(rowsOf(groups));
    }

    showSpans() {
        const {groups} = this.model;
        return this.addTable("Lives and delays",
            "A delay is the time a virtual thread was runnable before it ran. A ~ marks a value from a histogram, " +
            "within a factor of 2.", {
                columns: [nameColumn("group", row => groupTitle(this.model, row), widthOfNames(groups.name)),
                    ...spanColumns(groups)],
                order: {id: "group", isDescending: false},
                onPick: row => this.chooseScope("group " + row), onOpen: row => this.openScope("group " + row),
            }).fill(rowsOf(groups));
    }

    showSingle() {
        const {vthreads, groups} = this.model;
        const states = statesIn(vthreads);
        const {threadSearch} = this.context.state;
        this.found = element("span.dim", {"aria-live": "polite"});
        this.search = element("input.search", {type: "search", placeholder: "Find virtual thread", value: threadSearch,
            "aria-label": "find a virtual thread by name, id, group or state",
            oninput: () => this.context.adjust({threadSearch: this.search.value})});
        const isEstimated = row => vthreads.estimated[row] > 0;
        const time = (id, meaning) => timeColumn(id, row => vthreads[id][row], meaning, isEstimated);
        const nameOfGroup = row => groups.name[vthreads.group[row]] || "";
        this.names = Array.from({length: vthreads.count}, (_, row) => [vthreads.name[row], vthreads.id[row],
            groups.name[vthreads.group[row]], vthreads.state[row]].join(" ").toLowerCase());
        return this.addTable("Virtual threads", this.aboutSingle(), {
            columns: [nameColumn("virtual thread", row => vthreads.name[row] || "(no name)",
                widthOfNames(vthreads.name)),
                idColumn(vthreads.id), ...(this.tracks.some(track => track >= 0) ? [this.trackColumn()] : []),
                barColumn(vthreads, states), ...states.map(state => time(state.id, state.meaning)),
                time("life", "from creation to end, or to the end of the run"),
                time("longest", "longest uninterrupted time on a system thread"),
                ...ifAny(vthreads.migrations, countColumn("migrations", vthreads.migrations)),
                ...ifAny(vthreads.state, wordColumn("state", vthreads.state)),
                ...(vthreads.name.every((name, row) => name === nameOfGroup(row)) ? [] :
                    [nameColumn("group", nameOfGroup, "minmax(70px, 0.6fr)")])],
            ...orderInState(this.context, "threadOrder", {id: "running", isDescending: true}),
            onOpen: row => this.openSingle(row),
        }, this.search, this.found);
    }

    aboutSingle() {
        const {vthreads, groups} = this.model;
        const created = groups.created.reduce((sum, number) => sum + number, 0);
        const estimates = "A ~ marks an estimate" + (this.tracks.some(track => track >= 0) ?
            ", or times from the event log." : ".");
        return created <= vthreads.count ? `All virtual threads. ${estimates}` :
            `${formatPart(vthreads.count, created, "virtual thread")}: those that are alive, and the ` +
            `longest-running ended ones of each group. Record with -record-timeline to list all. ${estimates}`;
    }

    trackColumn() {
        return {id: "track", title: "track", width: "46px", show: row => this.tracks[row] < 0 ? "" :
            linkButton("show", () => this.openTrack(row), "show it in the timeline")};
    }

    openTrack(row) {
        this.context.go({view: "timeline", track: this.tracks[row], trackSearch: "", span: ""});
    }

    openSingle(row) {
        const group = this.model.vthreads.group[row];
        if (this.tracks[row] >= 0) {
            this.openTrack(row);
        } else if (group >= 0) {
            this.openScope("group " + group);
        }
    }

    // List the virtual threads that match the search. If a group is selected, list only its virtual threads.
    fillSingle() {
        const {vthreads} = this.model;
        const {state} = this.context;
        const wanted = state.threadSearch.trim().toLowerCase();
        const group = /^group (\d+)$/.exec(state.scope);
        const rows = rowsOf(vthreads).filter(row => (!group || vthreads.group[row] === Number(group[1])) &&
            this.names[row].includes(wanted));
        this.found.textContent = rows.length === vthreads.count ? formatCounted(rows.length, "virtual thread") :
            formatPart(rows.length, vthreads.count, "virtual thread") +
            (group ? `, of the group ${groupTitle(this.model, Number(group[1]))}` : "");
        if (this.search.value !== state.threadSearch) {
            this.search.value = state.threadSearch;
        }
        this.single.fill(rows);
    }

    chooseScope(id) {
        this.context.adjust({scope: this.model.scope(id).id});
    }

    openScope(id) {
        this.context.go({view: "flame", scope: this.model.scope(id).id});
    }

    // Mark the row of the selected thread or group, which may have been selected elsewhere on the page.
    markScope() {
        const [kind, row] = this.context.state.scope.split(" ");
        this.carriers?.select(kind === "thread" ? Number(row) : undefined);
        this.groups?.select(kind === "group" ? Number(row) : undefined);
        this.spans?.select(kind === "group" ? Number(row) : undefined);
    }
}

// Return the track of each virtual thread in the timeline, -1 for none.
function tracksOfVthreads({tracks, vthreads}) {
    const found = new Int32Array(vthreads.count).fill(-1);
    for (let track = 0; track < tracks.count; track++) {
        found[tracks.vthread[track]] = track;
    }
    return found;
}

// Return the columns of lives (from creation to end) and of delays (from runnable to running). Medians and percentiles
// are estimated from the buckets of a histogram; the longest times are exact.
function spanColumns(groups) {
    return [["life_median", "life, median", "half of the virtual threads lived no longer"],
        ["life_99", "life, 99 %", "99 of 100 lived no longer"], ["life_longest", "life, longest"],
        ["delay_median", "delay, median", "half of the delays were no longer"],
        ["delay_99", "delay, 99 %", "99 of 100 delays were no longer"], ["delay_longest", "delay, longest"],
    ].filter(([id]) => groups[id].some(value => value > 0))
        .map(([id, title, meaning]) => timeColumn(title, row => groups[id][row], meaning,
            row => groups[id][row] !== groups[id.replace(/_.*/, "_longest")][row]));
}

// Return a column of ids. Without space for the longest one, the starts of ids are cut, since their ends differ.
function idColumn(ids) {
    const longest = Math.ceil(7.3 * longestText(ids).length) + 16;
    const column = nameColumn("id", row => ids[row], `minmax(${Math.min(longest, 72)}px, ${longest}px)`);
    return {...column, show: row => element("code.cut-start", element("bdi", ids[row]))};
}

function barColumn(table, states) {
    const longest = longestOf(table, states);
    return {id: "bar", title: "", width: "minmax(40px, 1.6fr)", show: row => stateBar(table, states, row, longest),
        hint: row => states.filter(state => table[state.id][row] > 0)
            .map(state => `${state.id} ${timeText(table[state.id][row])}`).join(", ") +
                ` of ${timeText(stateSum(table, states, row))}`};
}
