// Tokens of a source text by kind, for syntax colours. The lexer knows just enough of each language to find comments,
// strings, numbers and keywords.

const cWords = "auto bool break case char const continue default do double else enum extern false float for " +
    "goto if inline int long register return short signed sizeof static struct switch true typedef " +
    "union unsigned void volatile while abstract as async await boolean byte catch class delete " +
    "export extends final finally fn func function go impl implements import in instanceof interface " +
    "let match mut namespace native new null nullptr of package private protected pub public select " +
    "super synchronized template this throw throws transient try type typeof use using var virtual " +
    "where yield";
const luaWords = "and break do else elseif end false for function goto if in local nil not or repeat return " +
    "then true until while";
const pythonWords = "and as assert async await begin break class continue def del do done elif else elsif end " +
    "ensure esac except False fi finally for from global if import in is lambda module next nil " +
    "None nonlocal not or pass raise redo rescue retry return self super then True try undef " +
    "unless until when while with yield";
const fortranWords = "allocatable allocate call case character complex contains cycle data deallocate dimension " +
    "do double elemental else elseif end enddo endif endfunction endsubroutine exit external " +
    "forall format function go goto if implicit in inout integer intent interface intrinsic " +
    "kind logical module none nullify only out parameter pointer precision print private " +
    "procedure program public pure read real recursive result return save select stop " +
    "subroutine target then to type use where while write";

// A pattern never fails after its first characters matched, because an unterminated string or comment extends to the
// end of the line or text. So each character is read once, whatever the text.
const doubleQuoted = String.raw`"(?:\\[^]|[^"\\\n])*"?`;
const singleQuoted = String.raw`'(?:\\[^]|[^'\\\n])*'?`;
const numberPattern = String.raw`\d[\w.]*`;
const wordPattern = String.raw`[A-Za-z_$][\w$]*`;

const languages = {
    c: language(cWords, String.raw`\/\/[^\n]*|\/\*(?:[^]*?\*\/|[^]*)`,
        String.raw`\x60(?:\\[^]|[^\\\x60])*\x60?|${doubleQuoted}|${singleQuoted}`),
    lua: language(luaWords, String.raw`--\[(?<a>=*)\[(?:[^]*?\]\k<a>\]|[^]*)|--[^\n]*`,
        String.raw`\[(?<b>=*)\[(?:[^]*?\]\k<b>\]|[^]*)|${doubleQuoted}|${singleQuoted}`),
    python: language(pythonWords, String.raw`#[^\n]*`,
        String.raw`"""(?:[^]*?"""|[^]*)|'''(?:[^]*?'''|[^]*)|${doubleQuoted}|${singleQuoted}`),
    fortran: language(fortranWords, String.raw`![^\n]*`, String.raw`"[^"\n]*"?|'[^'\n]*'?`, "i"),
};
const languageOfEnding = new Map(Object.entries({
    lua: "lua", rockspec: "lua", py: "python", rb: "python", sh: "python", tiny: "python", pl: "python", r: "python",
    f: "fortran", f90: "fortran", f95: "fortran", f03: "fortran", f08: "fortran", for: "fortran",
}));

function language(words, comments, texts, flags = "") {
    const pattern = `(?<comment>${comments})|(?<string>${texts})|(?<number>${numberPattern})|(?<word>${wordPattern})`;
    return {words: new Set(words.split(" ")), pattern, flags};
}

// Return the language of a file, by the extension of its name. Without an extension, use the "#!" line of a script.
export function languageOf(name, text) {
    const ending = /\.(\w+)(?::|$)/.exec(name.replace(/^.*\//, ""));
    const first = /^#!.*\b(lua|python|sh|ruby|perl)/.exec(text.slice(0, 200));
    if (first && !ending) {
        return first[1] === "lua" ? "lua" : "python";
    }
    return (ending && languageOfEnding.get(ending[1].toLowerCase())) || "c";
}

// The lines of a text, split into tokens. The constructor finds the tokens that span lines. All other tokens are found
// when their line is shown.
export class Lexer {
    constructor(text, name) {
        const known = languages[languageOf(name, text)];
        this.text = text;
        this.words = known.words;
        this.folds = known.flags === "i";
        this.pattern = new RegExp(known.pattern, "g" + known.flags);
        this.starts = lineStarts(text);
        this.spans = this.findSpans();
    }

    get lines() {
        return this.starts.length;
    }

    // Return the tokens of a line (counted from 1) as [[text, kind], ...]. The kind is "", "comment", "string",
    // "number" or "keyword". A line of a megabyte is cut at `limit` characters.
    line(number, limit = 2000) {
        const start = this.starts[number - 1];
        const whole = this.endOf(number);
        const end = Math.min(whole, start + limit);
        const parts = this.partsBetween(start, end);
        if (end < whole) {
            parts.push([" … " + (whole - end) + " more", "comment"]);
        }
        return parts;
    }

    // Return the index after the last character of a line, without the one or two characters of its line end.
    endOf(number) {
        const start = this.starts[number - 1];
        let end = number < this.starts.length ? this.starts[number] : this.text.length;
        end -= end > start && this.text[end - 1] === "\n" ? 1 : 0;
        return end > start && this.text[end - 1] === "\r" ? end - 1 : end;
    }

    partsBetween(start, end) {
        const parts = [];
        let at = start;
        const put = (to, kind) => {
            const stop = Math.min(to, end);
            if (stop > at) {
                parts.push([this.text.slice(at, stop), kind]);
                at = stop;
            }
        };
        const open = this.spanAt(start);
        if (open) {
            put(open.end, open.kind);
        }
        this.pattern.lastIndex = at;
        while (at < end) {
            const found = this.pattern.exec(this.text);
            put(found ? found.index : end, "");
            if (!found) {
                break;
            }
            put(found.index + found[0].length, this.kindOf(found.groups));
        }
        return parts;
    }

    kindOf(groups) {
        if (groups.word !== undefined) {
            return this.words.has(this.folds ? groups.word.toLowerCase() : groups.word) ? "keyword" : "";
        }
        return groups.comment !== undefined ? "comment" : groups.string !== undefined ? "string" : "number";
    }

    findSpans() {
        const spans = [];
        for (const found of this.text.matchAll(this.pattern)) {
            if (found[0].includes("\n")) {
                spans.push({start: found.index, end: found.index + found[0].length, kind: this.kindOf(found.groups)});
            }
        }
        return spans;
    }

    // Return the comment or string that started before `at` and continues there.
    spanAt(at) {
        let low = 0;
        let high = this.spans.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.spans[middle].start < at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        const span = this.spans[low - 1];
        return span && span.end > at ? span : null;
    }
}

// Return the index of each line's first character. The line end at the end of the text does not start another line.
function lineStarts(text) {
    const starts = text.length > 0 ? [0] : [];
    for (let at = text.indexOf("\n"); at >= 0 && at + 1 < text.length; at = text.indexOf("\n", at + 1)) {
        starts.push(at + 1);
    }
    return starts;
}
