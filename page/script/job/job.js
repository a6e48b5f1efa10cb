// The job tab: load balance of the ranks of a parallel job, messages between them, and where they waited.

import {element} from "../ui/dom.js";
import {jobHeading} from "./job_heading.js";
import {JobRanks} from "./job_ranks.js";
import {JobMatrix} from "./job_matrix.js";
import {JobTraffic} from "./job_traffic.js";
import {JobWaits} from "./job_waits.js";
import {JobSpreads} from "./job_spreads.js";

export const jobView = {
    id: "job",
    title: "Job",
    state: {jobRank: -1, jobPair: "", jobChart: "program", jobJoining: false, jobOrder: "", jobCells: "bytes",
        jobScale: "log", jobBy: "communicator", jobKind: "", jobWaitsBy: "site", jobSpreadOrder: ""},
    keys: [["click", "select a rank, a pair of ranks, a function"],
        ["← ↑ → ↓", "next pair in the matrix"],
        ["Ctrl + wheel, + −", "zoom the matrix"],
        ["Esc", "show the whole matrix"],
        ["Enter", "show a rank in the timeline, a function among all functions"]],
    isAvailable: model => model.job !== null,
    count: model => model.job.facts.files,
    show: (root, context) => new JobView(root, context),
};

class JobView {
    constructor(root, context) {
        const {model} = context;
        const {job} = model;
        const page = element("div.job", {tabindex: -1});
        root.append(page);
        page.append(...jobHeading(context, job));
        this.parts = [
            job.measured.length > 0 && new JobRanks(page, context, job),
            (job.pairRows.size > 0 || job.waitRows.size > 0) && new JobMatrix(page, context, job),
            model.waits.count > 0 && new JobWaits(page, context, job),
            model.traffic.count > 0 && new JobTraffic(page, context, job),
            model.spreads.count > 0 && new JobSpreads(page, context, job),
        ].filter(Boolean);
    }

    update(changed) {
        this.parts.forEach(part => part.update(changed));
    }

    close() {
        this.parts.forEach(part => part.close());
    }
}
