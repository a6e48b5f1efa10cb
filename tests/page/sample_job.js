// A parallel job for tests: a page with ranks, messages and wait states. Rank r computes longer than rank r - 1, and
// sends to its two neighbours in a ring. Each rank but the last waits for the last one in a collective operation.

const kinds = ["message", "one-sided", "collective", "file"];
const waitKinds = ["late sender", "late receiver", "collective"];

export const programOf = rank => 40e6 + 10e6 * (rank % 7);

// Returns the page with the tables of a job. partners: number of ranks to which each rank sends. block: ranks per cell
export function withJob(page, {ranks = 4, hosts = 2, block = 1, partners = 2} = {}) {
    const most = Math.max(...Array.from({length: ranks}, (_, rank) => programOf(rank)));
    const waited = rank => (most - programOf(rank)) / 2;
    const late = Math.min(6, ranks - 1);
    const total = Array.from({length: ranks}, (_, rank) => waited(rank)).reduce((sum, ns) => sum + ns, 0);
    const rows = Array.from({length: ranks}, (_, rank) => ({name: String(rank), host: `node${rank % hosts}`,
        file: `/tmp/app.${rank}.qii`, ending: rank === 1 ? "killed" : "ended", elapsed: 300e6, program: programOf(rank),
        mpi: waited(rank) + 5e6, joining: 200e6, calls: 1000 + rank, waited: waited(rank),
        delayed: rank === late ? total : 0}));
    const pairs = pairsOf(ranks, block, partners);
    const cells = new Map();
    for (let rank = 0; rank < ranks; rank++) {
        const key = rank - rank % block;
        const cell = cells.get(key) ?? {kind: 2, rank: key + 1, late: late - late % block + 1, calls: 0, ns: 0};
        cells.set(key, {...cell, calls: cell.calls + 2, ns: cell.ns + waited(rank)});
    }
    const sum = column => pairs.reduce((all, row) => all + row[column], 0);
    const moved = {kind: 0, sent: sum("sent"), sent_bytes: sum("sent_bytes"), sent_ns: sum("sent_ns"),
        received: sum("received"), received_bytes: sum("received_bytes"), received_ns: sum("received_ns")};
    const collective = {kind: 2, sent: 10 * ranks, sent_bytes: 80 * ranks, sent_ns: 1e6, received: 10 * ranks,
        received_bytes: 80 * ranks, received_ns: 1e6};
    Object.assign(page.tables, {
        ranks: rows, pairs: [...pairs, ...Array.from({length: ranks}, (_, rank) => ({...collective, sent: 10,
            received: 10, sent_bytes: 80, received_bytes: 80, from: rank + 1, to: rank + 1}))],
        pair_sizes: pairs.flatMap((_, pair) => [{pair: pair + 1, bits: 4, number: 9}, {pair: pair + 1, bits: 13,
            number: 1}]),
        traffic: [
            {by: "communicator", name: "MPI_COMM_WORLD", members: ranks, least: 4, most: 13, ...moved},
            {by: "communicator", name: "MPI_COMM_WORLD", members: ranks, least: 4, most: 4, ...collective},
            {by: "tag", name: "7", least: 4, most: 13, ...moved},
            {by: "site", name: "exchange (ring.c:30)", least: 4, most: 13, ...moved, received: 0, received_bytes: 0},
            {by: "site", name: "reduce (ring.c:44)", least: 4, most: 4, ...collective},
            {by: "size", name: "8..15 B", least: 4, most: 4, ...moved},
            {by: "size", name: "4 KiB..8 KiB", least: 13, most: 13, ...moved},
        ],
        wait_pairs: Array.from(cells.values()).filter(cell => cell.ns > 0),
        waits: ["site", "path", "communicator"].map(by => ({by, kind: 2, name: {site: "reduce (ring.c:44)",
            path: "main > reduce", communicator: "MPI_COMM_WORLD"}[by], calls: 2 * ranks, ns: total, longest: 2e6,
        late: late + 1, late_ns: total})),
        spreads: page.tables.functions.slice(0, 4).map((row, at) => ({function: at + 1, ranks, least: 0,
            sum: row.self, most: row.self / 2, rank: 1 + at % ranks})),
    });
    page.job = {files: ranks, size: ranks, hosts, block, has_times: true, has_mpi: true, kinds, wait_kinds: waitKinds,
        waits: {worst: {site: "reduce (ring.c:44)", ns: total, late, late_ns: total}, total_ns: total,
            elapsed_ns: 300e6 * ranks, messages: 10 * pairs.length, matched: 9 * pairs.length, collectives: 20,
            collectives_matched: 20}};
    return page;
}

// The messages of a cell are those of its ranks together. The cell of rank 0 and its first partner has most of them.
function pairsOf(ranks, block, partners) {
    const cells = new Map();
    for (let rank = 0; rank < ranks; rank++) {
        for (let partner = 0; partner < partners; partner++) {
            const step = (partner >> 1) + 1;
            const to = (rank + (partner % 2 ? ranks - step : step)) % ranks;
            const key = [rank, to].map(one => one - one % block + 1);
            const bytes = 1000 * (1 + (rank + partner) % 5) + (rank + partner === 0 ? 9000 : 0);
            const cell = cells.get(key.join()) ?? {kind: 0, from: key[0], to: key[1], sent: 0, sent_bytes: 0, sent_ns: 0,
                received: 0, received_bytes: 0, received_ns: 0};
            cells.set(key.join(), {...cell, sent: cell.sent + 10, sent_bytes: cell.sent_bytes + bytes,
                sent_ns: cell.sent_ns + 2e5, received: cell.received + 10,
                received_bytes: cell.received_bytes + bytes, received_ns: cell.received_ns + 3e5});
        }
    }
    return Array.from(cells.values());
}
