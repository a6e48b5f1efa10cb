// Time that ranks waited for others, by call site, call path or communicator.

import {formatPart, formatShare, formatTime} from "../data/number.js";
import {rowsOf} from "../data/tables.js";
import {countColumn, nameColumn, timeColumn, wordColumn} from "../ui/columns.js";
import {longestText} from "../ui/column_width.js";
import {JobSection, chosen, stateSelect} from "./job_section.js";

const waitKeys = [["site", "call site"], ["path", "call path"], ["communicator", "communicator"]];

export class JobWaits {
    constructor(page, context, job) {
        Object.assign(this, {context, job, waits: job.waits});
        this.keys = waitKeys.filter(([key]) => this.waits.by.includes(key));
        this.section = new JobSection(page, "Waiting", this.about(),
            stateSelect(context, "jobWaitsBy", "by", this.keys));
        this.show();
    }

    // Explain the reasons, and name what could not be examined.
    about() {
        const {messages, matched, collectives, collectives_matched: rounds} = this.job.facts.waits;
        const missing = [
            matched < messages && formatPart(matched, messages, "message"),
            rounds < collectives && formatPart(rounds, collectives, "collective operation"),
        ].filter(Boolean);
        return "Late sender: a receive began before its message was sent. Late receiver: a send ended only after its " +
            "receive was posted. Collective: a rank entered before the one it needed." + (missing.length === 0 ? "" :
            ` The log has both sides of ${missing.join(" and of ")}; waiting in the others is unknown.`);
    }

    show() {
        const {waits, context, job} = this;
        const by = chosen(context.state.jobWaitsBy, this.keys);
        const rows = rowsOf(waits).filter(row => waits.by[row] === by);
        const elapsed = job.facts.waits.elapsed_ns;
        const late = row => (waits.late[row] < 0 ? "?" : job.ranks.name[waits.late[row]]);
        this.section.show({
            columns: [nameColumn(waitKeys.find(([key]) => key === by)[1], row => waits.name[row], "minmax(160px, 2fr)"),
                timeColumn("lost", row => waits.ns[row], "time that ranks waited"),
                {id: "share", title: "share", isNumber: true, explain: "share of the ranks' time",
                    value: row => waits.ns[row], show: row => formatShare(waits.ns[row], elapsed)},
                countColumn("calls", waits.calls),
                timeColumn("longest", row => waits.longest[row], "longest wait of a call"),
                wordColumn("reason", Array.from(waits.kind, kind => job.facts.wait_kinds[kind])),
                {id: "late", title: "late rank", isNumber: true,
                    widest: longestText(job.ranks.name).slice(0, 12) + " (99.9 %)",
                    explain: "rank for which they waited longest, and its part", value: row => waits.late[row],
                    hint: row => `${formatTime(waits.late_ns[row])} for ${job.titleOfRank(waits.late[row])}`,
                    show: row => `${late(row)} (${formatShare(waits.late_ns[row], waits.ns[row])})`}],
            order: {id: "lost", isDescending: true},
            onPick: row => waits.late[row] >= 0 && context.adjust({jobRank: waits.late[row]}),
        }, rows);
    }

    update(changed) {
        if (changed.has("jobWaitsBy")) {
            this.show();
        }
    }

    close() {
        this.section.close();
    }
}
