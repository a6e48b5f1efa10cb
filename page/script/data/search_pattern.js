// Patterns of the search and of filters:
//     text      a name or file that contains the text
//     "name"    the function of exactly this name
//     /regex/   a name or file that the regular expression matches
// The case of letters is ignored, except in "name".

// Return {test(name, file), error}, or null for an empty pattern. A wrong regular expression matches nothing, and
// `error` is the reason why it is wrong. Otherwise `error` is "".
export function searchPattern(text) {
    const pattern = text.trim();
    if (pattern === "") {
        return null;
    }
    if (/^".*"$/s.test(pattern)) {
        const wanted = pattern.slice(1, -1);
        return {test: name => name === wanted, error: ""};
    }
    if (/^\/.+\/$/s.test(pattern)) {
        try {
            const regex = new RegExp(pattern.slice(1, -1), "i");
            return {test: (name, file) => regex.test(name) || regex.test(file), error: ""};
        } catch (error) {
            return {test: () => false, error: error.message};
        }
    }
    const wanted = pattern.toLowerCase();
    const test = (name, file) => name.toLowerCase().includes(wanted) || file.toLowerCase().includes(wanted);
    return {test, error: ""};
}

export function exactPattern(name) {
    return `"${name}"`;
}
