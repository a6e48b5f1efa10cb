// Messages and other operations by communicator, tag, call site, call path or size.

import {formatCount, formatSizes} from "../data/number.js";
import {rowsOf} from "../data/tables.js";
import {bytesColumn, countColumn, ifAny, nameColumn, timeColumn, wordColumn} from "../ui/columns.js";
import {JobSection, chosen, stateSelect} from "./job_section.js";

const trafficKeys = [["communicator", "communicator"], ["tag", "tag"], ["site", "call site"], ["path", "call path"],
    ["size", "size"]];

export class JobTraffic {
    constructor(page, context, job) {
        const {traffic} = context.model;
        Object.assign(this, {context, job, traffic});
        this.keys = trafficKeys.filter(([key]) => traffic.by.includes(key));
        this.kinds = [["", "all"], ...job.facts.kinds.filter((_, kind) => traffic.kind.includes(kind))
            .map(kind => [kind, kind])];
        this.section = new JobSection(page, "Messages by group", this.about(),
            stateSelect(context, "jobBy", "by", this.keys),
            this.kinds.length < 3 ? null : stateSelect(context, "jobKind", "kind", this.kinds));
        this.show();
    }

    about() {
        return "Number and bytes: the larger of what was sent and what was received. Bytes of a collective operation " +
            "are those of each rank's own buffers.";
    }

    show() {
        const {traffic, context, job} = this;
        const by = chosen(context.state.jobBy, this.keys);
        const kind = chosen(context.state.jobKind, this.kinds);
        const rows = rowsOf(traffic).filter(row => traffic.by[row] === by &&
            (kind === "" || job.facts.kinds[traffic.kind[row]] === kind));
        this.section.show({columns: this.columns(by, rows), order: {id: "bytes", isDescending: true}}, rows);
    }

    columns(by, rows) {
        const {traffic, job} = this;
        const both = (a, b) => Float64Array.from(traffic[a], (value, row) => Math.max(value, traffic[b][row]));
        const [number, bytes] = [both("sent", "received"), both("sent_bytes", "received_bytes")];
        const differs = rows.some(row => traffic.sent[row] !== traffic.received[row]);
        const bytesDiffer = rows.some(row => traffic.sent[row] > 0 && traffic.received[row] > 0 &&
            traffic.sent_bytes[row] !== traffic.received_bytes[row]);
        const mean = number.map((count, row) => count > 0 ? bytes[row] / count : 0);
        const kinds = new Set(rows.map(row => traffic.kind[row]));
        const sizes = row => traffic.most[row] > 0 ? formatSizes(traffic.least[row], traffic.most[row]) : "";
        const key = trafficKeys.find(([id]) => id === by)[1];
        return [{...nameColumn(key, row => traffic.name[row], "minmax(160px, 2fr)"),
            ...by === "size" ? {value: row => traffic.least[row]} : {}},
        ...kinds.size > 1 ? [wordColumn("kind", Array.from(traffic.kind, kind => job.facts.kinds[kind]))] : [],
        ...differs ?
            [countColumn("sent", traffic.sent), countColumn("received", traffic.received)] :
            [countColumn("number", number)],
        bytesColumn("bytes", bytes),
        ...bytesDiffer ? [bytesColumn("sent bytes", traffic.sent_bytes),
            bytesColumn("received bytes", traffic.received_bytes)] : [],
        bytesColumn("mean size", mean),
        ...ifAny(traffic.sent_ns, timeColumn("send time", row => traffic.sent_ns[row],
            "in calls that send, or in collective operations")),
        ...ifAny(traffic.received_ns, timeColumn("receive time", row => traffic.received_ns[row],
            "in calls that receive")),
        ...by === "size" ? [] : [{id: "sizes", title: "sizes", widest: "512 KiB..512 MiB",
            value: row => traffic.most[row], show: sizes}],
        ...by === "communicator" ? ifAny(traffic.members, countColumn("members", traffic.members, count =>
            count > 0 ? formatCount(count) : "")) : []];
    }

    update(changed) {
        if (changed.has("jobBy") || changed.has("jobKind")) {
            this.show();
        }
    }

    close() {
        this.section.close();
    }
}
