// Assembles a page as `qii html` does: the policy, the style, a static part, a payload, and the script as one block.
// Tests use such a page to show any tables; other tests check the pages of `qii html` itself.

import {spawnSync} from "node:child_process";
import {createHash} from "node:crypto";
import {readFileSync, readdirSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {encodeBase64} from "./encode.js";

const pageFolder = resolve(dirname(fileURLToPath(import.meta.url)), "../../page");

// change: a function that gets the page's script and returns a changed one.
export function assemblePage(page, change = script => script) {
    return frame(change(scriptBlock()), styleSheet(), encodeBase64(page));
}

function frame(script, style, payload) {
    const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; ` +
        "base-uri 'none'; form-action 'none'";
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>test</title>
<style>${style}</style>
</head>
<body>
<div id="static"><h1>Readable without JavaScript</h1></div>
<script type="application/octet-stream" id="payload">${payload}</script>
<script>${script}</script>
</body>
</html>
`;
}

function hashOf(text) {
    return "sha256-" + createHash("sha256").update(text).digest("base64");
}

// Joins the modules as the build does.
function scriptBlock() {
    const {status, stdout, stderr} = spawnSync("sh", [join(pageFolder, "bundle"),
        join(pageFolder, "script", "main.js")],
        {encoding: "utf8", maxBuffer: 1 << 26});
    if (status !== 0) {
        throw new Error(stderr);
    }
    return stdout;
}

function styleSheet() {
    const folder = join(pageFolder, "style");
    return readdirSync(folder).filter(name => name.endsWith(".css")).sort()
        .map(name => readFileSync(join(folder, name), "utf8")).join("\n");
}
