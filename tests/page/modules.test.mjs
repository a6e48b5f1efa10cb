// The rules that the modules must follow so that page/bundle can join them line by line.

import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {dirname, join} from "node:path";
import {test} from "node:test";

const folder = new URL("../../page/script/", import.meta.url);
const modules = readdirSync(folder, {recursive: true}).filter(name => name.endsWith(".js"))
    .map(name => ({name, lines: readFileSync(new URL(name, folder), "utf8").split("\n")}));

test("names of all modules are unique", () => {
    const owners = new Map();
    const twice = [];
    for (const {name, lines} of modules) {
        for (const line of lines) {
            const [, declared] = /^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/.exec(line) || [];
            if (owners.has(declared)) {
                twice.push(`${declared} is in ${name} and in ${owners.get(declared)}`);
            }
            if (declared) {
                owners.set(declared, name);
            }
        }
    }
    assert.deepEqual(twice, []);
});

test("imports and exports are on lines of their own, and imported names exist", () => {
    const exported = new Map(modules.map(({name, lines}) => [name, new Set(lines.flatMap(line =>
        /^export (?:async )?(?:function|const|class|let) (\w+)/.exec(line)?.[1] ?? []))]));
    for (const {name, lines} of modules) {
        for (const line of lines.filter(one => /^(import|export)\b/.test(one))) {
            assert.match(line,
                /^import \{[\w, ]+\} from "\.\.?\/[\w/]+\.js";$|^export (async )?(function|const|class|let) /, name);
            const [, names, from] = /^import \{(.*)\} from "(.*)";/.exec(line) || [];
            for (const wanted of names ? names.split(", ") : []) {
                const path = join(dirname(name), from);
                assert.ok(exported.get(path)?.has(wanted), `${name} imports ${wanted}, which ${path} does not export`);
            }
        }
    }
});

// The modules of a folder import only from folders that precede it in this list; "." is the top folder.
const folders = ["data", "ui", "shell", "functions", "source", "threads", "job", "timeline", "flame", "overview",
    "compare", "."];

test("no folder imports from one that stands after it", () => {
    for (const {name, lines} of modules) {
        for (const [, from] of lines.map(line => /^import .* from "(.*)";/.exec(line)).filter(Boolean)) {
            const [room, other] = [name, join(dirname(name), from)].map(path => folders.indexOf(dirname(path)));
            assert.ok(other >= 0 && other <= room, `${name} imports ${from}`);
        }
    }
});

test("no line is longer than 120 columns", () => {
    for (const {name, lines} of modules) {
        lines.forEach((line, at) => assert.ok(line.length <= 120, `${name}:${at + 1}`));
    }
});

test("no module imports what it does not use", () => {
    for (const {name, lines} of modules) {
        const body = lines.filter(line => !line.startsWith("import ")).join("\n");
        for (const line of lines) {
            for (const wanted of /^import \{(.*)\}/.exec(line)?.[1].split(", ") || []) {
                assert.match(body, new RegExp(`\\b${wanted}\\b`), `${name} does not use ${wanted}`);
            }
        }
    }
});

test("no text becomes markup or code", () => {
    for (const {name, lines} of modules) {
        for (const line of lines) {
            assert.doesNotMatch(line,
                /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|setAttribute\("style/,
                    name);
        }
    }
});
