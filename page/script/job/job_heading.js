// The main numbers of a job, and sentences about its balance, its messages and its waiting.

import {element, linkButton} from "../ui/dom.js";
import {formatBytes, formatCount, formatCounted, formatShare, formatTime} from "../data/number.js";
import {shortened} from "../data/naming.js";

const reasonWords = {"late sender": "late senders", "late receiver": "late receivers",
    collective: "late ranks in collective operations"};

export function jobHeading(context, job) {
    return [element("div.figures-row", jobFigures(job).filter(Boolean).map(([value, name]) =>
        element("div.figure", element("strong", value), element("span", name)))),
    element("p.sentence", [balanceSentence(context, job), waitSentence(context, job), messageSentence(job),
        missingSentence(job)].filter(Boolean).map(sentence => [sentence, " "]))];
}

function jobFigures(job) {
    const {facts, balance} = job;
    const messages = job.movedBy("message");
    const sums = ["program", "mpi", "joining"].map(column => job.balanceOf(column).sum);
    const whole = sums.reduce((all, sum) => all + sum, 0);
    const time = (at, words) => facts.has_times && sums[at] > 0 &&
        [formatTime(sums[at]), `${words}, ${formatShare(sums[at], whole)}`];
    return [
        [formatCount(facts.files), `${facts.files === 1 ? "rank" : "ranks"}${onHosts(job)}`],
        facts.has_times && balance.most > 0 && [formatShare(balance.imbalance, 1), "imbalance"],
        time(0, "in the program"), time(1, "in MPI"), time(2, "in MPI_Init and MPI_Finalize"),
        messages.count > 0 && [formatCount(messages.count),
            `${messages.count === 1 ? "message" : "messages"} of ${formatBytes(messages.bytes)} in all`],
        job.hasWaits && [formatTime(facts.waits.total_ns),
            `waiting, ${formatShare(facts.waits.total_ns, facts.waits.elapsed_ns)} of the ranks' time`],
    ];
}

function onHosts({facts, ranks}) {
    const name = ranks.host.find(Boolean);
    return facts.hosts > 1 ? ` on ${formatCount(facts.hosts)} hosts` : name ? ` on ${shortened(name)}` : "";
}

export function rankLink(context, job, rank) {
    return rank < 0 ? job.titleOfRank(rank) :
        linkButton(shortened(job.titleOfRank(rank)), () => context.go({view: "job", jobRank: rank}));
}

export function balanceSentence(context, job) {
    const {facts, balance} = job;
    if (!facts.has_times || balance.most === 0 || job.measured.length < 2) {
        return null;
    }
    return ["Time of a rank in the program: mean ", element("b", formatTime(balance.mean)), ", maximum ",
        element("b", formatTime(balance.most)), " (", rankLink(context, job, balance.rank), "), imbalance ",
        element("b", formatShare(balance.imbalance, 1)), ", which is (maximum − mean) / maximum."];
}

export function waitSentence(context, job) {
    if (!job.hasWaits) {
        return job.facts.waits === null ? null : ["No wait states: no message or collective operation was matched."];
    }
    const {total_ns: total, elapsed_ns: elapsed} = job.facts.waits;
    return ["Waiting took ", element("b", formatTime(total)), `, ${formatShare(total, elapsed)} of the ranks' time`,
        job.reasons.map(([reason, ns], at) => `${at === 0 ? ": " : ", "}${formatTime(ns)} for ` +
            (reasonWords[reason] ?? reason)), ".", worstSentence(context, job)];
}

// Name the line at which most of the time was lost, for all reasons together.
function worstSentence(context, job) {
    const {worst} = job.facts.waits;
    return worst && [" The largest part is at ", element("code", shortened(worst.site)), ": ",
        element("b", formatTime(worst.ns)), `, ${formatShare(worst.late_ns, worst.ns)} of that for `,
        rankLink(context, job, worst.late), "."];
}

function messageSentence(job) {
    const texts = [["one-sided", "one-sided access", "one-sided accesses"],
        ["collective", "call of a collective operation", "calls of collective operations"],
        ["file", "file operation", "file operations"]].map(([kind, one, many]) => {
        const {count, bytes} = job.movedBy(kind);
        return count > 0 && `${formatCount(count)} ${count === 1 ? one : many} (${formatBytes(bytes)})`;
    }).filter(Boolean);
    return texts.length > 0 ? [`Also ${texts.join(", ")}.`] : null;
}

// Name what the page lacks: ranks without a file.
function missingSentence({facts}) {
    const missing = facts.size - facts.files;
    return missing > 0 ? [element("span.note",
        `${formatCounted(missing, "rank")} of the job ${missing === 1 ? "has" : "have"} no file here.`)] : null;
}
