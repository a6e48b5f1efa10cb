import assert from "node:assert/strict";
import {test} from "node:test";
import {State, formatHash, parseHash} from "../../page/script/shell/state.js";

const defaults = {view: "overview", search: "", function: -1, descending: true};

function addressLike(hash) {
    return {
        hash, entries: 1,
        read() {
            return this.hash;
        },
        write(hash, isNewEntry) {
            this.hash = hash;
            this.entries += isNewEntry ? 1 : 0;
        },
    };
}

test("a hash is parsed into the values it was made of", () => {
    const values = {view: "flame", search: "a=b&c#d?é", function: 12, descending: false};
    assert.deepEqual(parseHash(formatHash(values, defaults), defaults), values);
    assert.equal(formatHash({...defaults, view: "flame"}, defaults), "#flame");
});

test("unknown values and values of the wrong kind are dropped", () => {
    assert.deepEqual(parseHash("#flame?function=x&other=1&__proto__=2&search=%E0%A4%A", defaults),
        {...defaults, view: "flame"});
    assert.deepEqual(parseHash("", defaults), defaults);
    assert.equal(parseHash("#?view=x", defaults).view, "overview");
});

test("go adds an entry to the history, adjust does not, and neither does without a change", () => {
    const address = addressLike("");
    const state = new State(defaults, address);
    state.go({function: 3});
    state.adjust({search: "x"});
    state.go({function: 3});
    assert.equal(address.entries, 2);
    assert.equal(address.hash, "#overview?search=x&function=3");
});

test("listeners get the names of the changed values, and the state has the new ones", () => {
    const heard = [];
    const address = addressLike("#flame");
    const state = new State(defaults, address);
    state.subscribe(changed => heard.push([...changed, state.values.function]));
    state.go({function: 3, view: "flame"});
    address.hash = "#flame?function=4";
    state.reread();
    assert.deepEqual(heard, [["function", 3], ["function", 4]]);
});

test("an address with names that the run does not have is corrected", () => {
    const state = new State(defaults, addressLike("#flame?function=99"), values => ({...values,
        function: values.function < 10 ? values.function : -1}));
    assert.equal(state.values.function, -1);
    state.go({function: 12});
    assert.equal(state.values.function, -1);
});

test("the state works without a history", () => {
    const state = new State(defaults, {read: () => "", write() {}});
    state.go({view: "flame"});
    assert.equal(state.values.view, "flame");
});
