import assert from "node:assert/strict";
import {test} from "node:test";
import {Lexer, languageOf} from "../../page/script/source/lexer.js";

// Returns the words of a line as "kind:text", without those that have no kind.
function kinds(text, name, line = 1) {
    return new Lexer(text, name).line(line).filter(part => part[1]).map(part => part[1] + ":" + part[0]);
}

function wholeText(lexer) {
    return Array.from({length: lexer.lines}, (_, i) => lexer.line(i + 1, Infinity).map(part => part[0]).join(""));
}

test("languages by name, or by the first line", () => {
    assert.equal(languageOf("a/b.lua", ""), "lua");
    assert.equal(languageOf("heat.F90", ""), "fortran");
    assert.equal(languageOf("bin/luacheck", "#!/usr/bin/env lua5.4\n"), "lua");
    assert.equal(languageOf("tool", "#!/usr/bin/python3"), "python");
    assert.equal(languageOf("Main.java", ""), "c");
    assert.equal(languageOf("a.constructor", ""), "c");
});

test("keywords, texts, numbers and comments", () => {
    assert.deepEqual(kinds("local x = 'a\\'b' .. [[c]] -- end", "a.lua"),
        ["keyword:local", "string:'a\\'b'", "string:[[c]]", "comment:-- end"]);
    assert.deepEqual(kinds("int x = 0x1f; // for", "a.c"), ["keyword:int", "number:0x1f", "comment:// for"]);
    assert.deepEqual(kinds("CALL f('it', 2) ! do", "a.f90"),
        ["keyword:CALL", "string:'it'", "number:2", "comment:! do"]);
    assert.deepEqual(kinds("let a = `x${1}` + b", "a.js"), ["keyword:let", "string:`x${1}`"]);
    assert.deepEqual(kinds("def f(): # return", "a.py"), ["keyword:def", "comment:# return"]);
});

test("a token that spans lines has its colour on each of them", () => {
    const lua = "x = 1 --[==[ a\nlocal ]] b\n]==] return 2";
    assert.deepEqual(kinds(lua, "a.lua", 1), ["number:1", "comment:--[==[ a"]);
    assert.deepEqual(kinds(lua, "a.lua", 2), ["comment:local ]] b"]);
    assert.deepEqual(kinds(lua, "a.lua", 3), ["comment:]==]", "keyword:return", "number:2"]);
    assert.deepEqual(kinds("/* a\n\nb", "a.c", 3), ["comment:b"]);
    assert.deepEqual(kinds("s = '''a\nif'''", "a.py", 2), ["string:if'''"]);
});

test("the tokens of all lines contain each character", () => {
    for (const name of ["a.lua", "a.c", "a.py", "a.f90"]) {
        const text = "a \"b\r\n'c --[[ d\n]] /* e\n*/ \"\"\" f\n\n! g\n";
        assert.deepEqual(wholeText(new Lexer(text, name)), text.replace(/\r/g, "").slice(0, -1).split("\n"), name);
    }
    assert.equal(new Lexer("", "a.c").lines, 0);
    assert.equal(new Lexer("\n\n", "a.c").lines, 2);
});

test("a line of a megabyte is truncated", () => {
    const parts = new Lexer("x".repeat(1000000), "a.c").line(1);
    assert.equal(parts[0][0].length, 2000);
    assert.match(parts[1][0], /998000 more/);
});

test("hostile texts take linear time", () => {
    const size = 200000;
    const hostile = ["--[[", "--[=[", "[[", "/*", "\"", "'", "\"\"\"", "`", "\\", "\"\\", "[=", "--[====", "1.", "$",
        "/", "-"];
    for (const name of ["a.lua", "a.c", "a.py", "a.f90"]) {
        for (const piece of hostile) {
            const begin = process.cpuUsage();
            const lexer = new Lexer(piece.repeat(size / piece.length), name);
            lexer.line(1);
            const lined = new Lexer((piece + "\n").repeat(size / piece.length), name);
            lined.line(lined.lines);
            const spent = process.cpuUsage(begin).user / 1000;
            assert.ok(spent < 2000, `${piece} as ${name} took ${spent} ms of the processor`);
        }
    }
});
