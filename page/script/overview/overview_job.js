// The overview card of a parallel job: imbalance and waiting.

import {element, linkButton, partsBar, pressable} from "../ui/dom.js";
import {formatTime} from "../data/number.js";
import {balanceSentence, waitSentence} from "../job/job_heading.js";
import {card} from "./overview_cards.js";

const ranksShown = 5;

export function jobCard(context) {
    const {model: {job}, go} = context;
    if (job === null) {
        return null;
    }
    const sentences = [balanceSentence(context, job), job.hasWaits ? waitSentence(context, job) : null].filter(Boolean);
    return card("half", "Job", linkButton("more", () => go({view: "job"})),
        sentences.map(sentence => element("p", sentence)), busiestRanks(context, job));
}

// Return a table of the ranks with most time in the program.
function busiestRanks({go}, job) {
    const {program, mpi, name} = job.ranks;
    if (job.balance.most === 0) {
        return null;
    }
    const ranks = Array.from(job.measured).sort((a, b) => program[b] - program[a]).slice(0, ranksShown);
    const whole = rank => program[rank] + mpi[rank];
    const longest = job.measured.reduce((most, rank) => Math.max(most, whole(rank)), 1);
    return element("table.fixed.files", element("thead", element("tr", element("th.number.wide", "program"),
        element("th.number.wide", "MPI"), element("td"), element("th", "rank"))),
    element("tbody", ranks.map(rank => pressable(element("tr", element("td.number", formatTime(program[rank])),
        element("td.number", formatTime(mpi[rank])),
        element("td", partsBar([[program[rank] / longest, "var(--running)"],
            [mpi[rank] / longest, "var(--runnable)"]])),
        element("td.cut", {title: name[rank]}, name[rank])), () => go({view: "job", jobRank: rank})))));
}
