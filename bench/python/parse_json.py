"""A JSON parser and writer in pure Python: recursive descent, strings and characters, dictionaries, exceptions.

usage: parse_json.py ROUNDS
"""
import sys


class Failure(Exception):
    pass


class Parser:
    WORDS = {"true": True, "false": False, "null": None}
    ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

    def __init__(self, text):
        self.text = text
        self.at = 0

    def parse(self):
        value = self.value()
        self.blanks()
        if self.at != len(self.text):
            raise self.failure("end of text")
        return value

    def failure(self, expected):
        return Failure("%s expected at %d" % (expected, self.at))

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def blanks(self):
        while self.peek() in (" ", "\n", "\t", "\r"):
            self.at += 1

    def take(self, wanted):
        self.blanks()
        if self.peek() != wanted:
            return False
        self.at += 1
        return True

    def expect(self, wanted):
        if not self.take(wanted):
            raise self.failure(wanted)

    def value(self):
        self.blanks()
        first = self.peek()
        if first == "{":
            return self.object()
        if first == "[":
            return self.array()
        if first == '"':
            return self.string()
        if first.isdigit() or first == "-":
            return self.number()
        return self.word()

    def object(self):
        self.expect("{")
        result = {}
        if self.take("}"):
            return result
        while True:
            self.blanks()
            name = self.string()
            self.expect(":")
            result[name] = self.value()
            if self.take("}"):
                return result
            self.expect(",")

    def array(self):
        self.expect("[")
        result = []
        if self.take("]"):
            return result
        while True:
            result.append(self.value())
            if self.take("]"):
                return result
            self.expect(",")

    def string(self):
        self.expect('"')
        parts = []
        while True:
            character = self.peek()
            self.at += 1
            if character == '"':
                return "".join(parts)
            if character == "\\":
                parts.append(self.escape())
            elif character == "":
                raise self.failure('"')
            else:
                parts.append(character)

    def escape(self):
        character = self.peek()
        self.at += 1
        if character == "u":
            self.at += 4
            return chr(int(self.text[self.at - 4 : self.at], 16))
        try:
            return self.ESCAPES[character]
        except KeyError:
            raise self.failure("escape") from None

    def number(self):
        begin = self.at
        while self.peek() and self.peek() in "+-.eE0123456789":
            self.at += 1
        text = self.text[begin : self.at]
        try:
            return int(text)
        except ValueError:
            return float(text)

    def word(self):
        for word, value in self.WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        raise self.failure("value")


def quoted(text):
    return '"' + "".join("\\" + c if c in '"\\' else c for c in text) + '"'


def written(value):
    if isinstance(value, dict):
        return "{" + ",".join(quoted(name) + ":" + written(each) for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)


def document(n):
    return {
        "name": 'item "%d"' % n,
        "tags": ["a\tb", "c\\d", "\u00e9"] * (n % 4),
        "sizes": [n, n * 1.5, -n],
        "inner": {"flag": n % 2 == 0, "nothing": None, "deep": [[[n]]]},
    }


def main(rounds):
    text = written([document(n) for n in range(40)])
    broken = text[:-1] + "x"
    failures = 0
    for _ in range(rounds):
        assert written(Parser(text).parse()) == text
        try:
            Parser(broken).parse()
        except Failure:
            failures += 1
    print(len(text), failures)


main(int(sys.argv[1]))
