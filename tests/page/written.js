// What the tool prints, and the data of the pages that it writes. The environment variable QII names the tool.

import {execFileSync} from "node:child_process";
import {Model} from "../../page/script/data/model.js";
import {readPayload} from "../../page/script/data/payload.js";

// Returns what a command prints. If it fails, the error has its messages.
export function runTool(...words) {
    return execFileSync(process.env.QII, words,
        {encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"]});
}

// Returns the rows that a command prints with --format=tsv, as objects.
export function printedRows(...words) {
    const [titles, ...rows] = runTool(...words, "--format=tsv").split("\n").filter(line => line.includes("\t"))
        .map(line => line.split("\t"));
    return rows.map(row => Object.fromEntries(row.map((cell, at) => [titles[at], cell])));
}

export function payloadIn(page) {
    return readPayload(/<script type=application\/octet-stream id=payload>([^<]*)<\/script>/.exec(page)[1]);
}

export async function modelIn(page) {
    return new Model(await payloadIn(page));
}

// Returns the model of the page that `qii html` writes with these words.
export async function modelOf(...words) {
    return modelIn(runTool("html", ...words));
}
