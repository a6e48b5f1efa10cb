// Load balance: a chart of all ranks, and a table with a bar of each rank's time.

import {element, partsBar, swatch} from "../ui/dom.js";
import {formatCount, formatShare, formatTime} from "../data/number.js";
import {bytesColumn, countColumn, ifAny, nameColumn, timeColumn, wordColumn} from "../ui/columns.js";
import {longestText} from "../ui/column_width.js";
import {orderInState} from "../ui/table_order.js";
import {noFile} from "../data/job.js";
import {rowsOf} from "../data/tables.js";
import {JobSection, chosen, stateSelect} from "./job_section.js";
import {RankChart} from "./rank_chart.js";

const parts = [
    {id: "program", colour: "var(--running)", title: "in the program"},
    {id: "moving", colour: "var(--runnable)", title: "in MPI, not waiting"},
    {id: "waited", colour: "var(--waiting)", title: "waiting for other ranks"},
    {id: "joining", colour: "var(--idle)", title: "in MPI_Init and MPI_Finalize"},
];
const charts = [["program", "time in the program"], ["mpi", "time in MPI"], ["waited", "waiting time"],
    ["delayed", "time that others waited for it"], ["elapsed", "elapsed time"], ["calls", "calls"]];

export class JobRanks {
    constructor(page, context, job) {
        Object.assign(this, {context, job, ranks: job.ranks});
        this.moving = Float64Array.from(this.ranks.mpi, (mpi, rank) => Math.max(0, mpi - this.ranks.waited[rank]));
        this.charts = charts.filter(([column]) => this.ranks[column].some(value => value > 0));
        this.legend = element("p.legend");
        this.section = new JobSection(page, "Load balance", this.aboutChart(), this.charts.length < 2 ? null :
            stateSelect(context, "jobChart", "chart", this.charts), this.joiningBox());
        this.chart = this.charts.length === 0 ? null : new RankChart(this.section.tools, {palette: context.palette,
            tip: context.tip, nameOf: rank => this.ranks.name[rank], tipOf: rank => this.tipOf(rank),
            onPick: rank => this.pick(rank)});
        this.section.box.before(this.legend);
        this.chart?.watch();
        this.showChart();
        this.showTable();
        this.select();
    }

    aboutChart() {
        return "A column for each rank; the dashed line is the mean." +
            (this.ranks.count > innerWidth ? " A column of several ranks is solid up to the smallest " +
                "value, and pale up to the largest one." : "");
    }

    // MPI_Init and MPI_Finalize may take most of the time of a short program, so bars have them only on request.
    joiningBox() {
        if (!this.ranks.joining.some(time => time > 0)) {
            return null;
        }
        this.joining = element("input", {type: "checkbox", checked: this.context.state.jobJoining,
            onchange: () => this.context.adjust({jobJoining: this.joining.checked})});
        return element("label.job-choice", this.joining, "MPI_Init and MPI_Finalize in the bars");
    }

    timeOf(part, rank) {
        return part.id === "moving" ? this.moving[rank] : this.ranks[part.id][rank];
    }

    get shownParts() {
        const {jobJoining} = this.context.state;
        return parts.filter(part => (part.id !== "joining" || jobJoining) &&
            this.job.measured.some(rank => this.timeOf(part, rank) > 0));
    }

    get column() {
        return chosen(this.context.state.jobChart, this.charts);
    }

    format(column) {
        return column === "calls" ? formatCount : formatTime;
    }

    showChart() {
        if (!this.chart) {
            return;
        }
        const {column} = this;
        const balance = this.job.balanceOf(column);
        const title = charts.find(([id]) => id === column)[1];
        const [mean, most] = [balance.mean, balance.most].map(this.format(column));
        this.chart.setValues(this.ranks[column], balance, `mean ${mean}`, `${title} by rank: mean ${mean}, ` +
            `maximum ${most}, ${this.job.titleOfRank(balance.rank)}`);
    }

    tipOf(rank) {
        const {ranks, column} = this;
        const [id, title] = charts.find(([one]) => one === column);
        return [element("b", this.job.titleOfRank(rank)),
            element("div", `${this.format(id)(ranks[id][rank])} ${title}`),
            this.shownParts.filter(part => part.id !== column && this.timeOf(part, rank) > 0).map(part =>
                element("div", `${formatTime(this.timeOf(part, rank))} ${part.title}`)),
            element("div.dim", ranks.host[rank] || ranks.ending[rank])];
    }

    showTable() {
        const {job, ranks, context, shownParts} = this;
        const shown = rowsOf(ranks).filter(rank => ranks.ending[rank] !== noFile);
        const sum = rank => ["program", "mpi", "joining"].reduce((all, column) => all + ranks[column][rank], 0);
        const time = (id, title, explain) => ifAny(ranks[id], timeColumn(title, rank => ranks[id][rank], explain));
        const bytes = kind => {
            const moved = job.block === 1 ? job.bytesOfRanks(kind) : [];
            return ifAny(moved, {...bytesColumn(kind, moved),
                explain: kind === "file" ? "bytes of files" : "bytes of collective operations"});
        };
        this.legend.replaceChildren(...shownParts.map(part => swatch(part.colour, part.title)));
        this.section.show({
            columns: [this.nameColumn(), ...shownParts.length > 0 ? [this.barColumn(shown, shownParts)] : [],
                ...time("elapsed", "elapsed", "from the first to the last event"),
                ...time("program", "program", "in functions of the program"),
                ...time("mpi", "MPI", "in functions of MPI without MPI_Init and MPI_Finalize"),
                ...ifAny(ranks.mpi, {id: "share", title: "MPI %", isNumber: true, explain: "share of the rank's time",
                    value: rank => ranks.mpi[rank] / (sum(rank) || 1),
                    show: rank => sum(rank) > 0 ? formatShare(ranks.mpi[rank], sum(rank)) : ""}),
                ...time("waited", "waited", "part of MPI in which it waited for other ranks"),
                ...time("delayed", "delayed", "time that others waited for it"),
                ...time("joining", "Init, Finalize", "in MPI_Init and MPI_Finalize"),
                countColumn("calls", ranks.calls), ...bytes("collective"), ...bytes("file"),
                ...shown.some(rank => ranks.ending[rank] !== "ended") ? [wordColumn("end", ranks.ending)] : [],
                ...job.facts.hosts > 1 ? [nameColumn("host", rank => ranks.host[rank], "minmax(60px, 0.8fr)")] : []],
            ...orderInState(context, "jobOrder", {id: "rank", isDescending: false}),
            onPick: rank => this.pick(rank), onOpen: rank => this.openTrack(rank),
        }, shown);
    }

    nameColumn() {
        const {name, file} = this.ranks;
        return {id: "rank", title: "rank", widest: longestText(name).slice(0, 12), isNumber: true, ascendsFirst: true,
            explain: "rank in MPI_COMM_WORLD", value: rank => rank, show: rank => name[rank],
            hint: rank => file[rank]};
    }

    barColumn(shown, shownParts) {
        const sum = rank => shownParts.reduce((all, part) => all + this.timeOf(part, rank), 0);
        const longest = shown.reduce((most, rank) => Math.max(most, sum(rank)), 1);
        return {id: "bar", title: "", width: "minmax(90px, 2fr)",
            show: rank => partsBar(shownParts.map(part => [this.timeOf(part, rank) / longest, part.colour])),
            hint: rank => shownParts.filter(part => this.timeOf(part, rank) > 0)
                .map(part => `${formatTime(this.timeOf(part, rank))} ${part.title}`).join(", ")};
    }

    pick(rank) {
        const [column, title] = charts.find(([id]) => id === this.column);
        this.context.adjust({jobRank: rank});
        this.context.announce(`${this.job.titleOfRank(rank)}, ` +
            `${this.format(column)(this.ranks[column][rank])} ${title}`);
    }

    // Show the first track of a rank in the timeline.
    openTrack(rank) {
        const track = this.context.model.tracks.rank.indexOf(rank);
        if (track >= 0) {
            this.context.go({view: "timeline", track, trackSearch: "", span: ""});
        }
    }

    // Select the chosen rank, and scroll the table to it if it was chosen elsewhere.
    select() {
        const {jobRank} = this.context.state;
        const {table} = this.section;
        const isKnown = table.selected === jobRank;
        this.chart?.select(jobRank);
        table.select(jobRank < 0 ? undefined : jobRank);
        if (!isKnown) {
            table.reveal();
        }
    }

    update(changed) {
        if (changed.has("jobJoining")) {
            this.joining.checked = this.context.state.jobJoining;
            this.showTable();
            this.select();
        }
        if (changed.has("jobChart") || changed.has("theme")) {
            this.showChart();
        }
        if (changed.has("jobRank")) {
            this.select();
        }
    }

    close() {
        this.chart?.close();
        this.section.close();
    }
}
