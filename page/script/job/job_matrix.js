// Who sends how much to whom: a heat map of pairs of ranks, with the details of the selected pair beside it.

import {element, linkButton, replaceAll} from "../ui/dom.js";
import {formatCount, formatShare} from "../data/number.js";
import {HeatScale} from "../ui/heat_scale.js";
import {pairNumbers} from "../data/job.js";
import {chosen, stateSelect} from "./job_section.js";
import {HeatMap, zoomStep} from "./heat_map.js";
import {largestPairs, pairDetails, pairTip} from "./job_pair.js";

const scales = [["log", "logarithmic"], ["linear", "linear"]];

export class JobMatrix {
    constructor(page, context, job) {
        Object.assign(this, {context, job});
        this.numbers = pairNumbers.filter(({id}) => job.cellsOf(id).values.length > 0)
            .map(({id, title}) => [id, title]);
        const place = element("div.heat-place");
        this.details = element("div.job-details", {role: "region", "aria-label": "selected pair of ranks"});
        this.legend = element("span");
        this.section = element("section", element("h2", "Senders and receivers"), element("p.dim", this.about()),
            element("div.job-tools", stateSelect(context, "jobCells", "colour", this.numbers),
                stateSelect(context, "jobScale", "scale", scales), this.legend, element("span.job-choice",
                    this.zoomButton("−", "zoom out (−)", 1 / zoomStep), this.zoomButton("+", "zoom in (+)", zoomStep),
                    this.zoomButton("Fit", "show the whole matrix (Escape)", 0))),
            element("div.job-matrix", place, this.details));
        page.append(this.section);
        this.map = new HeatMap(place, {palette: context.palette, tip: context.tip, size: job.size,
            nameOf: position => job.nameOf(position), tipOf: (from, to) => pairTip(job, from, to),
            onPick: (from, to) => this.pick(from, to)});
        this.paint();
        this.select();
        this.map.watch();
    }

    about() {
        const {job} = this;
        return "A row for each sender, a column for each receiver. For waiting time, the rank of a row waited for " +
            "that of a column." +
            (job.block > 1 ? ` A cell stands for ${formatCount(job.block)} × ${formatCount(job.block)} ranks.` : "") +
            (job.size > job.blocks ? " “?” is an unknown process." : "");
    }

    zoomButton(text, title, factor) {
        return element("button.plain", {title, onclick: () => this.map.zoomAround(factor)}, text);
    }

    get number() {
        return pairNumbers.find(({id}) => id === chosen(this.context.state.jobCells, this.numbers));
    }

    // Return the selected pair as [from, to], or null. The address may have any text.
    get pair() {
        const pair = /^(\d+)-(\d+)$/.exec(this.context.state.jobPair)?.slice(1).map(Number);
        return pair?.every(position => position < this.job.size) ? pair : null;
    }

    paint() {
        const {context, job, number} = this;
        const cells = job.cellsOf(number.id);
        const isLogarithmic = chosen(context.state.jobScale, scales) === "log";
        const scale = new HeatScale(context.palette, cells, isLogarithmic);
        replaceAll(this.legend, scale.legend(number.format));
        this.map.setCells(cells, {scale, format: number.format,
            titles: number.isWait ? ["waits ↓", "for rank →"] : ["from ↓", "to rank →"],
            label: `matrix of ${number.title} of ${formatCount(cells.values.length)} pairs of ranks; ` +
                "arrow keys select a pair, + and − zoom"});
    }

    select() {
        const {job, context, pair} = this;
        const {jobRank} = context.state;
        const cells = job.cellsOf(this.number.id);
        this.map.mark(jobRank < 0 ? -1 : job.positionOf(jobRank));
        this.map.select(pair);
        replaceAll(this.details, pair === null ?
            largestPairs(job, cells, this.number.id, (from, to) => this.pick(from, to)) :
            [pairDetails(job, pair), element("p", linkButton("largest pairs", () => context.adjust({jobPair: ""})))]);
    }

    pick(from, to) {
        const {job, number} = this;
        const cells = job.cellsOf(number.id);
        const value = cells.valueAt(from, to);
        this.context.adjust({jobPair: `${from}-${to}`});
        this.context.announce(`${job.titleOf(from)} to ${job.titleOf(to)}, ${number.format(value)}` +
            (value > 0 ? `, ${formatShare(value, cells.most)} of the largest` : ""));
    }

    update(changed) {
        if (["jobCells", "jobScale", "theme"].some(name => changed.has(name))) {
            this.paint();
            this.map.resize();
        }
        if (["jobCells", "jobPair", "jobRank"].some(name => changed.has(name))) {
            this.select();
        }
    }

    close() {
        this.map.close();
    }
}
