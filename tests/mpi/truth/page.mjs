// page.mjs PAGE: print what the page of a job has, for comparison with other reports:
//     pair FROM TO SENT BYTES RECEIVED BYTES      messages from one rank to another
//     line FROM TO COUNT BYTES                    those that the timeline shows as lines
//     rank NAME ELAPSED PROGRAM MPI JOINING       times of a rank in ns
//     note SENTENCE
//     wait RANK LATE COUNT NS REASON              waiting of one rank for another

import {readFileSync} from "node:fs";
import {Model} from "../../../page/script/data/model.js";
import {readPayload} from "../../../page/script/data/payload.js";

const page = readFileSync(process.argv[2], "utf8");
const model = new Model(await readPayload(/id=payload>([^<]*)<\/script>/.exec(page)[1]));
const {job: {facts}, messages, pairs, ranks, tracks, wait_pairs: waits} = model;
const rows = table => Array.from({length: table.count}, (_, row) => row);

for (const row of rows(pairs).filter(one => facts.kinds[pairs.kind[one]] === "message")) {
    console.log("pair", ranks.name[pairs.from[row]], ranks.name[pairs.to[row]], pairs.sent[row], pairs.sent_bytes[row],
        pairs.received[row], pairs.received_bytes[row]);
}

const lines = new Map();
for (const row of rows(messages)) {
    const key = [messages.from, messages.to].map(track => ranks.name[tracks.rank[track[row]]]).join(" ");
    const [count, bytes] = lines.get(key) ?? [0, 0];
    lines.set(key, [count + 1, bytes + messages.bytes[row]]);
}
for (const [key, sums] of lines) {
    console.log("line", key, ...sums);
}

for (const {text} of model.notes) {
    console.log("note", text);
}
for (const row of rows(ranks)) {
    console.log("rank", ranks.name[row], ranks.elapsed[row], ranks.program[row], ranks.mpi[row], ranks.joining[row]);
}
for (const row of rows(waits)) {
    console.log("wait", ranks.name[waits.rank[row]], ranks.name[waits.late[row]], waits.calls[row], waits.ns[row],
        facts.wait_kinds[waits.kind[row]]);
}
