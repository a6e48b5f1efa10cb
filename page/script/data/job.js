// The ranks of a parallel job, and what each of them sent to, or waited for, each other one.
//
// A rank is a row of the table `ranks`. In a large job, each row of the tables of pairs stands for `block` ranks as
// sender and as many as receiver. A position is the number of such a block, which is a rank if `block` is 1. The last
// position stands for unknown processes, if there are any.

import {formatCount, formatSize, formatTime, indexOfLargest} from "./number.js";
import {defineLazily, grouped, rowsOf} from "./tables.js";

export const noFile = "no file";        // ending of a process that has no file
const kindsOfPairs = ["message", "one-sided"];

// Numbers of a pair: {id, title, format, isWait}. `isWait`: the first rank waits for the second one.
export const pairNumbers = [
    {id: "bytes", title: "bytes", format: formatSize},
    {id: "messages", title: "messages", format: formatCount},
    {id: "time", title: "time to send and receive", format: formatTime},
    {id: "waiting", title: "waiting time", format: formatTime, isWait: true},
];

export class Job {
    // `facts`: the directory's facts about the job (page/job.c).
    constructor(model, facts) {
        const {ranks, pairs, pair_sizes: sizes, wait_pairs: waitPairs, waits, spreads} = model;
        Object.assign(this, {facts, ranks, pairs, sizes, waitPairs, waits, spreads});
        this.block = facts.block;
        this.blocks = Math.ceil(ranks.count / this.block);
        this.size = this.blocks + (this.hasUnknown() ? 1 : 0);
        this.measured = rowsOf(ranks).filter(rank => this.isMeasured(rank));
        this.isPair = facts.kinds.map(kind => kindsOfPairs.includes(kind));
        this.cells = new Map();
        defineLazily(this, "balance", () => this.balanceOf("program"));
        defineLazily(this, "pairRows", () => grouped(
            rowsOf(pairs).filter(row => this.isPair[pairs.kind[row]]),
            row => this.keyOf(pairs.from[row], pairs.to[row])));
        defineLazily(this, "waitRows", () => grouped(rowsOf(waitPairs),
            row => this.keyOf(waitPairs.rank[row], waitPairs.late[row])));
        defineLazily(this, "sizeRows", () => grouped(rowsOf(sizes), row => sizes.pair[row]));
    }

    // ---- names --------------------------------------------------------------------------------------------------

    nameOf(position) {
        const {name} = this.ranks;
        const first = position * this.block;
        if (position < 0 || position >= this.blocks) {
            return "?";
        }
        const last = Math.min(first + this.block, name.length) - 1;
        return first === last ? name[first] : `${name[first]}–${name[last]}`;
    }

    titleOf(position) {
        if (position < 0 || position >= this.blocks) {
            return "an unknown process";
        }
        const isOne = Math.min(this.block, this.ranks.count - position * this.block) === 1;
        return (isOne ? "rank " : "ranks ") + this.nameOf(position);
    }

    titleOfRank(rank) {
        return rank < 0 ? "an unknown process" : `rank ${this.ranks.name[rank]}`;
    }

    // Return the position of a rank, given as a row, or as -1 if it is unknown.
    positionOf(rank) {
        return rank < 0 ? this.blocks : Math.floor(rank / this.block);
    }

    hasUnknown() {
        const isUnknown = rank => rank < 0;
        const {pairs, waitPairs} = this;
        return [pairs.from, pairs.to, waitPairs.rank, waitPairs.late].some(column => column.some(isUnknown));
    }

    // ---- load balance -------------------------------------------------------------------------------------------

    isMeasured(rank) {
        const {elapsed, program, mpi, joining, calls} = this.ranks;
        return elapsed[rank] + program[rank] + mpi[rank] + joining[rank] + calls[rank] > 0;
    }

    // Return a column's sum, mean and maximum over the ranks, the rank that has the maximum, and the imbalance.
    balanceOf(column) {
        const values = this.ranks[column];
        const sum = values.reduce((all, value) => all + value, 0);
        const rank = indexOfLargest(Array.from(values));
        const most = rank < 0 ? 0 : values[rank];
        const mean = sum / Math.max(1, this.measured.length);
        return {sum, mean, most, rank, imbalance: imbalanceOf(sum, most, this.measured.length)};
    }

    // ---- messages and waiting -----------------------------------------------------------------------------------

    // Return {count, bytes} of a kind, such as "message". The sender or the receiver may have no file, so these are the
    // larger numbers of both.
    movedBy(kind) {
        const {pairs} = this;
        const wanted = this.facts.kinds.indexOf(kind);
        const sum = column => pairs[column].reduce((all, value, row) =>
            pairs.kind[row] === wanted ? all + value : all, 0);
        return {count: Math.max(sum("sent"), sum("received")),
            bytes: Math.max(sum("sent_bytes"), sum("received_bytes"))};
    }

    // Return the bytes that each rank moved by operations of a kind that has no receiver: collective ones, files.
    bytesOfRanks(kind) {
        const {pairs} = this;
        const wanted = this.facts.kinds.indexOf(kind);
        const sums = new Float64Array(this.ranks.count);
        pairs.kind.forEach((one, row) => {
            if (one === wanted && pairs.from[row] >= 0) {
                sums[pairs.from[row]] += Math.max(pairs.sent_bytes[row], pairs.received_bytes[row]);
            }
        });
        return sums;
    }

    // Return [[reason, ns], ...] for the reasons for which ranks waited.
    get reasons() {
        const {facts, waitPairs: {kind, ns}} = this;
        return facts.wait_kinds.map((reason, index) => [reason,
            ns.reduce((sum, time, row) => kind[row] === index ? sum + time : sum, 0)])
            .filter(([, time]) => time > 0);
    }

    get hasWaits() {
        const {waits} = this.facts;
        return waits !== null && waits.matched + waits.collectives_matched > 0;
    }

    // ---- pairs --------------------------------------------------------------------------------------------------

    keyOf(from, to) {
        return this.positionOf(from) * this.size + this.positionOf(to);
    }

    // Return the rows of the tables `pairs` and `wait_pairs` for two positions.
    rowsOfPair(from, to) {
        const key = from * this.size + to;
        return {pairs: this.pairRows.get(key) ?? [], waits: this.waitRows.get(key) ?? []};
    }

    // Return one of pairNumbers for all pairs that have it: {rows, columns, values} in ascending order of values, their
    // `least` and `most`, and valueAt(from, to).
    cellsOf(id) {
        if (!this.cells.has(id)) {
            const {isWait} = pairNumbers.find(number => number.id === id);
            const sums = new Map();
            for (const [key, rows] of isWait ? this.waitRows : this.pairRows) {
                const value = rows.reduce((sum, row) => sum + this.numberOf(id, row), 0);
                if (value > 0) {
                    sums.set(key, value);
                }
            }
            this.cells.set(id, sortedCells(sums, this.size));
        }
        return this.cells.get(id);
    }

    numberOf(id, row) {
        const {pairs, waitPairs} = this;
        switch (id) {
        case "bytes":
            return Math.max(pairs.sent_bytes[row], pairs.received_bytes[row]);
        case "messages":
            return Math.max(pairs.sent[row], pairs.received[row]);
        case "time":
            return pairs.sent_ns[row] + pairs.received_ns[row];
        default:
            return waitPairs.ns[row];
        }
    }

    // Return [[binary digits, number of messages], ...] of rows of the table `pairs`, in the order of sizes.
    sizesOf(rows) {
        const sums = new Map();
        for (const size of rows.flatMap(row => this.sizeRows.get(row) ?? [])) {
            const bits = this.sizes.bits[size];
            sums.set(bits, (sums.get(bits) ?? 0) + this.sizes.number[size]);
        }
        return Array.from(sums).sort(([a], [b]) => a - b);
    }
}

// Return the share of the maximum by which the mean of `count` ranks is lower.
export function imbalanceOf(sum, most, count) {
    return most > 0 && count > 0 ? 1 - sum / count / most : 0;
}

function sortedCells(sums, size) {
    const list = Array.from(sums).sort(([keyA, a], [keyB, b]) => a - b || keyB - keyA);
    return {
        rows: Int32Array.from(list, ([key]) => Math.floor(key / size)),
        columns: Int32Array.from(list, ([key]) => key % size),
        values: Float64Array.from(list, ([, value]) => value),
        least: list.length > 0 ? list[0][1] : 0,
        most: list.length > 0 ? list[list.length - 1][1] : 0,
        valueAt: (from, to) => sums.get(from * size + to) ?? 0,
    };
}
