// Where the time of threads went: of system threads that carry others, of groups of virtual threads, and of virtual
// threads one by one.

import {element} from "./dom.js";
import {formatCount} from "./number.js";
import {Table} from "./table.js";
import {threadTitle} from "./scope.js";
import {longestOf, stateBar, stateLegend, statesIn, stateSum, threadStates, timeText} from "./thread_states.js";

export const threadsView = {
    id: "threads",
    title: "Threads",
    state: {threadSearch: "", threadOrder: ""},
    keys: [["click", "choose a thread or a group for the flame graph"], ["Enter", "its flame graph"]],
    isAvailable: model => model.threads.count + model.groups.count > 1 || model.vthreads.count > 0,
    count: model => model.threads.count + Array.from(model.groups.created).reduce((sum, created) => sum + created, 0),
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
        this.groups = this.model.groups.count > 0 ? this.showGroups() : null;
        this.carriers = this.model.threads.count > 0 ? this.showCarriers() : null;
        this.single = this.model.vthreads.count > 0 ? this.showSingle() : null;
        this.markScope();
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

    // A section with a table as high as its rows, or as the window allows.
    addTable(title, about, options, ...tools) {
        const box = element("div.threads-table");
        this.page.append(element("section", element("h2", title), element("p.dim", about),
            element("div.threads-tools", tools), box));
        const table = new Table(box, {label: title, onPick: () => {}, ...options});
        this.tables.push(table);
        const fill = rows => {
            box.style.setProperty("--rows", rows.length);
            table.setRows(rows);
        };
        return {table, fill};
    }

    showCarriers() {
        const {threads} = this.model;
        const states = statesIn(threads);
        const virtual = this.model.groups.count > 0;
        const made = this.addTable(virtual ? "System threads (carriers)" : "Threads",
            virtual ? "Virtual threads run on these." : "Each thread of the program that called a recorded function.", {
                columns: [nameColumn("thread", row => threadTitle(this.model, row)),
                    countColumn("calls", row => threads.calls[row]),
                    barColumn(threads, states),
                    ...states.map(state => timeColumn(state.id, row => threads[state.id][row], state.meaning)),
                    timeColumn("wall", row => threads.wall[row], "from its first event to its last one"),
                    countColumn("system id", row => threads.system_id[row], String)],
                order: {id: "running", isDescending: true},
                onPick: row => this.chooseScope("thread " + row), onOpen: row => this.openScope("thread " + row),
            });
        made.fill(rowsOf(threads));
        return made;
    }

    showGroups() {
        const {groups} = this.model;
        const states = statesIn(groups);
        const time = (id, title, meaning) => timeColumn(title, row => groups[id][row], meaning,
            row => groups.estimated[row] > 0);
        const optional = (id, title, meaning) => groups[id].some(value => value > 0) ? time(id, title, meaning) : null;
        const made = this.addTable("Groups of virtual threads",
            "Virtual threads of one name and one place of creation share a call tree.", {
                columns: [nameColumn("group", row => groups.name[row] || "(no name)"),
                    countColumn("created", row => groups.created[row]), countColumn("ended", row => groups.ended[row]),
                    countColumn("living", row => groups.living[row]), barColumn(groups, states),
                    ...states.map(state => time(state.id, state.id, state.meaning)),
                    optional("life_median", "life, median", "half of the virtual threads lived no longer"),
                    optional("life_99", "life, 99 %", "99 of 100 lived no longer"),
                    optional("life_longest", "life, most"),
                    optional("delay_median", "delay, median",
                        "how long one was runnable before it went on: half of all times"),
                    optional("delay_99", "delay, 99 %", "99 of 100 delays were no longer"),
                    optional("delay_longest", "delay, most"),
                    countColumn("migrations", row => groups.migrations[row]),
                    {...nameColumn("created in", row => groups.creator[row]), id: "creator"}].filter(Boolean),
                order: {id: "running", isDescending: true},
                onPick: row => this.chooseScope("group " + row), onOpen: row => this.openScope("group " + row),
            });
        made.fill(rowsOf(groups));
        return made;
    }

    showSingle() {
        const {vthreads, groups} = this.model;
        const states = statesIn(vthreads);
        const {threadOrder, threadSearch} = this.context.state;
        this.found = element("span.dim", {"aria-live": "polite"});
        this.search = element("input.search", {type: "search", placeholder: "Find virtual thread", value: threadSearch,
            "aria-label": "find a virtual thread by name, id, group or state",
            oninput: () => this.context.adjust({threadSearch: this.search.value})});
        const isEstimated = row => vthreads.estimated[row] > 0;
        const time = (id, meaning) => timeColumn(id, row => vthreads[id][row], meaning, isEstimated);
        this.names = Array.from({length: vthreads.count}, (_, row) => [vthreads.name[row], vthreads.id[row],
            groups.name[vthreads.group[row]], vthreads.state[row]].join("\n").toLowerCase());
        const made = this.addTable("Virtual threads", "Those that ran longest, one by one. A ~ marks an estimate.", {
            columns: [nameColumn("virtual thread", row => vthreads.name[row] || "(no name)"),
                nameColumn("id", row => vthreads.id[row], "136px"),
                nameColumn("state", row => vthreads.state[row], "90px"),
                nameColumn("group", row => groups.name[vthreads.group[row]] || "", "minmax(90px, 0.6fr)"),
                barColumn(vthreads, states), ...states.map(state => time(state.id, state.meaning)),
                time("life", "from creation to end, or to the end of the run"),
                time("longest", "its longest time on a carrier without leaving it"),
                countColumn("migrations", row => vthreads.migrations[row])],
            order: {id: threadOrder.replace("-", "") || "running",
                isDescending: !threadOrder || threadOrder[0] === "-"},
            onOrder: order => this.context.adjust({threadOrder: (order.isDescending ? "-" : "") + order.id}),
            onOpen: row => vthreads.group[row] >= 0 && this.openScope("group " + vthreads.group[row]),
        }, this.search, this.found);
        this.single = made;
        this.fillSingle();
        return made;
    }

    // Those of the chosen group that the search finds.
    fillSingle() {
        const {vthreads} = this.model;
        const {state} = this.context;
        const wanted = state.threadSearch.trim().toLowerCase();
        const group = /^group (\d+)$/.exec(state.scope);
        const rows = rowsOf(vthreads).filter(row => (!group || vthreads.group[row] === Number(group[1])) &&
            this.names[row].includes(wanted));
        this.found.textContent = rows.length === vthreads.count ? `${formatCount(rows.length)} virtual threads` :
            `${formatCount(rows.length)} of ${formatCount(vthreads.count)} virtual threads` +
            (group ? `, of the group ${this.model.groups.name[group[1]]}` : "");
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

    // The row of the chosen thread or group is marked, however it was chosen.
    markScope() {
        const [kind, row] = this.context.state.scope.split(" ");
        this.carriers?.table.select(kind === "thread" ? Number(row) : undefined);
        this.groups?.table.select(kind === "group" ? Number(row) : undefined);
    }
}

function rowsOf(table) {
    return Array.from({length: table.count}, (_, row) => row);
}

function nameColumn(title, text, width = "minmax(130px, 1fr)") {
    return {id: title, title, width, ascendsFirst: true, value: row => text(row).toLowerCase(), show: text, hint: text};
}

function countColumn(title, count, format = formatCount) {
    return {id: title, title, width: "82px", isNumber: true, value: count, show: row => format(count(row))};
}

function timeColumn(title, time, explain, isEstimated = () => false) {
    return {id: title, title, width: "94px", isNumber: true, explain, value: time,
        show: row => timeText(time(row), isEstimated(row))};
}

function barColumn(table, states) {
    const longest = longestOf(table, states);
    return {id: "bar", title: "", width: "minmax(140px, 1.6fr)", show: row => stateBar(table, states, row, longest),
        hint: row => states.filter(state => table[state.id][row] > 0)
            .map(state => `${state.id} ${timeText(table[state.id][row])}`).join(", ") +
                ` of ${timeText(stateSum(table, states, row))}`};
}
