// Overview, Flame graph and Functions as a reader uses them.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";

const skip = missingBrowser("chrome");
const sample = samplePage();
const page = assemblePage(sample);
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

const indexOf = name => sample.tables.functions.findIndex(row => row.name === name);
const rows = () => browser.texts(".table-row");

// Finds a frame on the canvas as a user does: moves the pointer over the rows until the tooltip shows the frame's name.
async function frameOf(name) {
    const box = await (await browser.page.$(".flame canvas")).boundingBox();
    for (let y = 9; y < 200; y += 19) {
        for (let x = 4; x < box.width; x += 40) {
            await browser.page.mouse.move(box.x + x, box.y + y);
            const tip = await browser.page.$eval(".tip", one => one.hidden ? "" : one.querySelector("b")?.textContent);
            if (tip === name) {
                return {x: box.x + x, y: box.y + y};
            }
        }
    }
    return assert.fail(`no frame of ${name}`);
}

test("the overview shows the run's main numbers, where its time splits, and what never ran", {skip}, async () => {
    await browser.show(page);
    const figures = await browser.text(".figures-row");
    for (const figure of [/60\.0 ms\s+wall clock/, /of 21 lines ran/, /\d+ of \d+\s+functions with a source called/, /branch outcomes/, /60\s+virtual threads/]) {
        assert.match(figures, figure);
    }
    assert.match(await browser.text(".sentence"), /costliest function.* of all time.*time goes to/is);
    const cards = (await browser.texts(".card h2")).join("\n");
    for (const card of ["Where the time goes", "Data quality", "Call tree", "Files by time", "Missed lines by file",
        "Virtual threads"]) {
        assert.ok(cards.includes(card), card);
    }
    assert.match(await browser.text(".notes"), /file is complete/);
    const texts = await browser.page.$eval(".card details", details => details.textContent);
    assert.match(texts, /app\/server\/read\.lua.*app\/main\.lua/);
    await browser.picture("overview");
    browser.checkQuiet();
});

test("a row of the overview leads to its function, a file to its source", {skip}, async () => {
    await browser.show(page);
    const name = await browser.text(".costliest tbody tr td:nth-last-child(2)");
    await browser.click(".costliest tbody tr");
    assert.equal(await browser.text(".panel-name"), name);
    await browser.show(page);
    await browser.page.locator("::-p-text(server/read.lua)").click();
    await browser.settle();
    assert.match(await browser.hash(), /^#source\?.*file=0/);
    browser.checkQuiet();
});

test("a run of coverage begins with what never ran, and does not mention time", {skip}, async () => {
    await browser.show(assemblePage(samplePage({time: false, compare: false, timeline: false})));
    assert.match(await browser.text(".card h2"), /Missed lines/);
    assert.match(await browser.text(".sentence"), /lines never ran/);
    await browser.press("3");
    const titles = (await browser.texts(".table-head > span")).join(" ");
    assert.doesNotMatch(titles, /self|total|per call/);
    assert.match(titles, /calls/);
    await browser.press("2");
    assert.match(await browser.text(".panel-name"), /\w/);
    browser.checkQuiet();
});

test("functions of a run without counts are in the order of the sources", {skip}, async () => {
    const hits = samplePage({time: false, compare: false, timeline: false});
    hits.run.hits = true;
    await browser.show(assemblePage(hits));
    assert.doesNotMatch(await browser.text(".figures-row"), /calls/);
    assert.doesNotMatch(await browser.text(".sentence"), /most calls/);
    await browser.press("3");
    const titles = await browser.texts(".table-head > span");
    assert.doesNotMatch(titles.join(" "), /calls|share/);
    assert.deepEqual((await browser.texts(".table-row > :last-child")).filter(place => place.includes(":")),
        ["app/main.lua:1", "app/main.lua:3", "server/read.lua:2", "server/read.lua:9", "server/read.lua:22",
            "server/write.lua:1"]);
    browser.checkQuiet();
});

// Makes a sampled run in which the calls of all functions but the first are counted.
function countedPage() {
    const counted = samplePage({compare: false, timeline: false});
    Object.assign(counted.run, {sampled: true, has_counted: true, counted_calls: 99000});
    counted.tables.functions.forEach((row, at) => Object.assign(row, {counted: at === 0 ? 0 : 1000 * at + 1}));
    counted.tables.lines.slice(0, 1).forEach(row => Object.assign(row, {uncounted: 1}));
    return counted;
}

test("a sampled run that counted calls has samples and calls", {skip}, async () => {
    await browser.show(assemblePage(countedPage()));
    assert.match(await browser.text(".figures-row"), /99.000\s*calls counted/);
    await browser.press("3");
    const titles = (await browser.texts(".table-head > span")).join(" ");
    assert.match(titles, /samples.*calls.*per call/);
    assert.match((await browser.texts(".table-row")).join(" "), /1.000/);
    browser.checkQuiet();
});

test("shares of a sampled run have their interval as tooltip", {skip}, async () => {
    const hints = () => browser.page.$$eval(".table-row > [title*=interval], .figures [title*=interval]",
        cells => cells.map(cell => cell.title));
    await browser.show(assemblePage(countedPage()), "#functions");
    assert.match((await hints())[0], /^95 % interval \d+\.\d–\d+\.\d.%$/);
    await browser.show(page, "#functions");
    assert.deepEqual(await hints(), []);
    browser.checkQuiet();
});

test("a run without a single call is noted", {skip}, async () => {
    const empty = samplePage({lines: false, compare: false, timeline: false});
    empty.run.calls = 0;
    empty.run.self_ns = 0;
    empty.tables = {};
    await browser.show(assemblePage(empty));
    assert.match(await browser.text(".sentence"), /no calls/);
    assert.deepEqual(await browser.texts("[role=tab]"), ["Overview"]);
    browser.checkQuiet();
});

test("a click on a frame zooms to it, and back zooms out", {skip}, async () => {
    await browser.show(page, "#flame");
    const {x, y} = await frameOf("read");
    await browser.page.mouse.click(x, y);
    await browser.settle();
    assert.match(await browser.hash(), new RegExp(`zoom=${indexOf("worker")}\\.${indexOf("read")}$`));
    assert.equal(await browser.text(".panel-name"), "read");
    assert.match(await browser.text(".figures"), /on this path/);
    await browser.picture("flame-zoomed");
    await browser.page.goBack();
    await browser.settle();
    assert.doesNotMatch(await browser.hash(), /zoom/);
    browser.checkQuiet();
});

test("arrow keys move between frames of the flame graph", {skip}, async () => {
    await browser.show(page, `#flame?zoom=${indexOf("worker")}`);
    await browser.press("ArrowDown");
    const first = await browser.text(".panel-name");
    await browser.press("ArrowRight");
    const second = await browser.text(".panel-name");
    assert.deepEqual([first, second].sort(), ["read", "write"]);
    await browser.press("ArrowUp");
    assert.equal(await browser.text(".panel-name"), "worker");
    assert.match(await browser.text(".spoken"), /worker, .* ms/);
    await browser.press("Escape");
    assert.doesNotMatch(await browser.hash(), /zoom/);
    browser.checkQuiet();
});

test("the search shows the share of the matched functions", {skip}, async () => {
    await browser.show(page, "#flame?search=parse");
    const {self, total} = sample.tables.functions[indexOf("parse")];
    assert.ok(total > self);
    const share = (100 * total / sample.run.self_ns).toFixed(1);
    assert.match(await browser.text(".filter-bar"), new RegExp(`1 of 11 functions, ${share} % of time`));
    browser.checkQuiet();
});

test("bottom-up, around a function, and the table show the same tree", {skip}, async () => {
    await browser.show(page, "#flame");
    await browser.press("i");
    assert.match(await browser.hash(), /mode=up/);
    await browser.press("t");
    const [first] = sample.tables.functions;
    assert.match((await rows())[0], new RegExp(first.name.replace(/[[\]]/g, "\\$&")));
    await browser.show(page, `#flame?mode=around&around=${indexOf("parse")}&form=table`);
    const tables = await browser.page.$$eval(".table", found => found.map(one => one.innerText));
    assert.match(tables[0], /parse[\s\S]*read[\s\S]*worker/);
    assert.match(tables[1], /parse[\s\S]*string\.match/);
    browser.checkQuiet();
});

test("rows of the tree open and close by keys", {skip}, async () => {
    await browser.show(page, `#flame?form=table&zoom=${indexOf("worker")}`);
    const before = (await rows()).length;
    await browser.press("ArrowRight");
    assert.ok((await rows()).length > before);
    assert.equal(await browser.page.$eval(".table-row[aria-selected=true]", row => row.ariaExpanded), "true");
    await browser.press("ArrowRight");
    assert.equal(await browser.page.$eval(".table-row[aria-selected=true]", row => row.ariaLevel), "2");
    await browser.press("ArrowLeft", "ArrowLeft");
    assert.equal((await rows()).length, before);
    browser.checkQuiet();
});

test("a part of the run has its own figures", {skip}, async () => {
    await browser.show(page, "#functions");
    const all = (await rows()).length;
    await browser.page.select("select[aria-label^=threads]", "group 0");
    await browser.settle();
    const some = await rows();
    assert.ok(some.length < all);
    assert.ok(!some.join(" ").includes("main chunk"));
    assert.match(await browser.text(".tools"), /in worker/);
    browser.checkQuiet();
});

test("a click on a title sorts functions, a second one reverses the order", {skip}, async () => {
    await browser.show(page, "#functions");
    await browser.click("[data-column=calls] button");
    const calls = async () => {
        const shown = await browser.page.$$eval(".table-row", found => found.map(row =>
            ({top: parseFloat(row.style.top), calls: Number(row.children[4].textContent.replace(/\D/g, ""))})));
        return shown.sort((a, b) => a.top - b.top).map(row => row.calls);
    };
    const down = await calls();
    assert.deepEqual(down, down.slice().sort((a, b) => b - a));
    await browser.click("[data-column=calls] button");
    assert.deepEqual(await calls(), down.slice().reverse());
    assert.match(await browser.hash(), /sort=calls&descending=false/);
    assert.equal(await browser.page.$eval("[data-column=calls]", title => title.ariaSort), "ascending");
    browser.checkQuiet();
});

test("keys select rows of the table of functions, and Enter opens the source", {skip}, async () => {
    await browser.show(page, "#functions?sort=name&descending=false");
    await browser.press("End");
    const {tables} = sample;
    const last = tables.functions.map(row => row.name).sort((a, b) => a.toLowerCase() < b.toLowerCase() ? -1 : 1).pop();
    assert.equal(await browser.text(".panel-name"), last);
    await browser.press("Enter");
    assert.match(await browser.hash(), /^#source\?/);
    browser.checkQuiet();
});

test("callers and callees are exact, and are links", {skip}, async () => {
    await browser.show(page, `#functions?function=${indexOf("read")}`);
    const [callers, callees] = await browser.texts(".panel-relations");
    assert.match(callers, /100 %\s+120\s+worker/);
    assert.match(callees, /1 320\s+parse/);
    await browser.click(".panel-relations tbody tr");
    assert.equal(await browser.text(".panel-name"), "worker");
    await browser.show(page, `#functions?measure=calls&function=${indexOf("read")}`);
    assert.match((await browser.texts(".panel-relations"))[2], /^Threads\n[^]*\n120\s+100 %\s+worker$/);
    browser.checkQuiet();
});

// Makes the sample with 5 s of blocked time, all in [C] io.write, which write calls. change(page) changes the page's data.
function blockedPage(change = () => {}) {
    const blocked = samplePage();
    const {functions, nodes} = blocked.tables;
    const write = indexOf("[C] io.write");
    nodes.forEach(node => {
        if (node.function === write + 2) {
            node.blocked = 5e9;
        }
    });
    functions[write].blocked = 5e9;
    functions.forEach(row => {
        row.elapsed += ["write", "worker", "[C] io.write"].includes(row.name) ? 5e9 : 0;
    });
    change(blocked);
    return assemblePage(blocked);
}

test("the overview of a blocked run begins with blocked time; callers are by that measure", {skip}, async () => {
    const blocked = blockedPage();
    await browser.show(blocked);
    assert.match(await browser.text(".sentence"),
        /^Threads were blocked for 5.00\ss \(\d+ times the running time\): 100\s% in \[C\] io\.write, called by write, on /);
    assert.match(await browser.text(".sentence"), /of all running time[^]*Running time goes to/);
    await browser.click(".sentence button");
    assert.match(await browser.hash(), /measure=blocked/);
    await browser.show(blocked, `#functions?measure=blocked&function=${indexOf("write")}`);
    const [callers, callees] = await browser.texts(".panel-relations");
    assert.match(callers, /blocked\s+share[^]*5.00\ss\s+100\s%\s+114\s+worker/);
    assert.match(callees, /5.00\ss\s+100\s%\s+114\s+\[C\] io\.write/);
    await browser.show(blocked, "#source?measure=blocked");
    assert.match(await browser.text(".tools"), /of all blocked time/);
    browser.checkQuiet();
});

test("the overview of one group does not name another thread that was blocked as well", {skip}, async () => {
    await browser.show(blockedPage(({tables}) => {
        tables.nodes.find(node => node.function === indexOf("[C] start") + 2).blocked = 3e9;
    }), "#overview?scope=group%200");
    assert.match(await browser.text(".sentence"),
        /^Threads were blocked for 5.00\ss [^:]*: 100\s% in \[C\] io\.write, called by write\./);
    browser.checkQuiet();
});

test("the overview names each caller that causes much of the blocked time", {skip}, async () => {
    const blocked = blockedPage(({tables}) => {
        const lock = indexOf("[C] io.write");
        tables.nodes.push({step: 2, function: lock + 2, calls: 1, self: 0, blocked: 0.5e9});
        tables.functions[lock].blocked += 0.5e9;
    });
    await browser.show(blocked);
    assert.match(await browser.text(".sentence"), /: 100.% in \[C\] io\.write, called by write \(90\.9.%\), worker \(9\.1.%\), on /);
    await browser.show(blocked, "#overview?measure=blocked");
    assert.match(await browser.text(".sentence"),
        /Below worker \(at the top, 100.%\) blocked time goes to write.90\.9.%, \[C\] io\.write.9\.1.%/);
    assert.doesNotMatch(await browser.text("main"), /frames? above/);
    browser.checkQuiet();
});

test("the overview says that virtual threads were ready to run before their first call", {skip}, async () => {
    const page = samplePage();
    page.run.runnable_ns = 774e9;
    await browser.show(assemblePage(page));
    assert.match(await browser.text(".sentence"), new RegExp("^Virtual threads were ready to run, but no thread ran them, " +
        "for 774.s \\(\\d+ times the running time\\): 100.% in no function, such as before the first call\\."));
    await browser.click(".sentence button");
    assert.match(await browser.hash(), /measure=runnable/);
    browser.checkQuiet();
});

test("the table of functions begins with the measure, and its totals are by the measure", {skip}, async () => {
    const titles = async () => (await browser.texts(".table-head > span")).filter(Boolean);
    await browser.show(blockedPage(), "#functions?measure=blocked", {width: 1024});
    assert.deepEqual(await titles(), ["blocked", "function", "share", "total", "calls", "per call",
        "lines"]);
    const rows = (await browser.texts(".table-row")).map(row => row.split(/\s*\n\s*/));
    assert.deepEqual(rows[0], ["5.00 s", "[C] io.write", "100 %", "5.00 s", "114", "43.9 ms"]);
    assert.deepEqual(rows.find(row => row.includes("write")).slice(0, 4), ["write", "5.00 s", "114", "43.9 ms"]);
    const name = await browser.page.$eval(".table-head [data-column=name]", title => title.offsetWidth);
    assert.ok(name > 240, `the name has ${name} px`);
    await browser.turn("#overview?measure=blocked");
    assert.match(await browser.text(".costliest"), /5\.00 s\s+100 %\s+5\.00 s\s+114\s+43\.9 ms\s+\[C\] io\.write/);
    await browser.turn(`#functions?measure=calls`);
    assert.equal((await titles())[0], "calls");
    browser.checkQuiet();
});

test("the panel of a lock below a lock names the callers with a source, and the threads", {skip}, async () => {
    const lock = indexOf("[C] os.clock");
    const blocked = blockedPage(({tables}) => {
        tables.nodes.push({step: 0, function: lock + 2, calls: 1, self: 0, blocked: 1e9});
        Object.assign(tables.functions[lock], {blocked: 1e9, calls: 1, in_run: 1});
    });
    await browser.show(blocked, `#functions?measure=blocked&function=${lock}`);
    const parts = await browser.texts(".panel-relations");
    assert.match(parts[0], /^Callers\n[^]*100 %\s+1\s+\[C\] io\.write$/);
    assert.match(parts[1], /^Nearest callers with a source\n[^]*1\.00 s\s+100 %\s+1\s+write$/);
    assert.match(parts[3], /^Threads\n[^]*1\.00 s\s+100 %\s+worker$/);
    await browser.click(".panel-relations:last-child tbody tr");
    assert.match(await browser.hash(), /scope=group/);
    assert.equal((await browser.texts(".panel-relations")).length, 3);
    browser.checkQuiet();
});

test("names that look like markup are shown as they are, and run nothing", {skip}, async () => {
    const hostile = samplePage();
    const names = ["<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "${alert(3)}", "__proto__",
        "constructor",
        "=cmd|' /C calc'!A0", "x".repeat(65536), "\" onclick=alert(4) x=\""];
    names.forEach((name, index) => {
        hostile.tables.functions[index].name = name;
    });
    hostile.run.program = names[0];
    hostile.notes[0] = {level: "__proto__", text: names[1]};
    hostile.tables.files[0].short_name = hostile.tables.files[0].name = names[1];
    hostile.tables.groups[0].name = names[0];
    hostile.tables.threads[0].name = names[3];
    const page = assemblePage(hostile);
    for (const view of ["overview", "flame", "flame?form=table", "flame?mode=around&around=1", "functions?function=1",
        "source", "threads", "timeline", "compare"]) {
        await browser.show(page, "#" + view);
        assert.equal(await browser.page.$("img"), null);
        await browser.picture("hostile-" + view.replace(/\W/g, "-"));
    }
    await browser.show(page, "#functions");
    const shown = (await rows()).join("\n");
    for (const name of names.slice(0, 5)) {
        assert.ok(shown.includes(name), name);
    }
    browser.checkQuiet();
});

test("estimates are marked", {skip}, async () => {
    const estimated = samplePage();
    estimated.tables.functions[0].estimated = 1;
    await browser.show(assemblePage(estimated), "#functions");
    assert.match((await rows())[0], /^~/);
    assert.doesNotMatch((await rows())[1], /~/);
    browser.checkQuiet();
});

test("n selects the frames that match the search, one after another", {skip}, async () => {
    for (const form of ["graph", "table"]) {
        await browser.show(page, `#flame?form=${form}&search=read.lua&zoom=${indexOf("worker")}.${indexOf("read")}`);
        await browser.press("n");
        const first = await browser.text(".panel-name");
        await browser.press("n");
        const second = await browser.text(".panel-name");
        assert.ok(["read", "parse"].includes(first) && ["read", "parse"].includes(second), `${first}, ${second}`);
        await browser.press("N");
        assert.equal(await browser.text(".panel-name"), first);
    }
    browser.checkQuiet();
});

test("deep in a recursion the address stays short and is found again", {skip}, async () => {
    const deep = samplePage({compare: false, timeline: false});
    deep.tables.nodes = [{function: 1}, ...Array.from({length: 3000}, () => ({function: 2, calls: 1, self: 1000}))];
    deep.tables.tops = [{thread: 1}];
    deep.run.running_ns = 3000 * 1000;
    const page = assemblePage(deep);
    await browser.show(page, "#flame?zoom=" + Array(1000).fill(0).join("."));
    await browser.press("ArrowDown", "Enter");
    await browser.page.waitForFunction(() => location.hash.includes("range="));
    assert.match(await browser.text(".panel-path summary"), /Below 1 000 frames/);
    await browser.show(page, "#flame?mode=up");
    await browser.show(page, "#flame?form=table");
    assert.ok((await rows()).every(row => row.includes("parse")));
    assert.equal(await browser.page.$eval(".table-row[aria-selected=true]", row => row.ariaLevel), "60");
    browser.checkQuiet();
});
