# A parser and a writer of JSON in pure Python.
import random

ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class ParseError(ValueError):
    def __init__(self, text, position):
        super().__init__("at %d: %r" % (position, text[position : position + 10]))


class Parser:
    def __init__(self, text):
        self.text = text
        self.position = 0

    def parse(self):
        value = self.value()
        self.blank()
        if self.position < len(self.text):
            raise ParseError(self.text, self.position)
        return value

    def blank(self):
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1

    def peek(self):
        self.blank()
        return self.text[self.position : self.position + 1]

    def expect(self, word):
        self.blank()
        if not self.text.startswith(word, self.position):
            raise ParseError(self.text, self.position)
        self.position += len(word)

    def value(self):
        first = self.peek()
        if first == "{":
            return dict(self.members("{", "}", self.pair))
        if first == "[":
            return list(self.members("[", "]", self.value))
        if first == '"':
            return self.string()
        for word, value in ("true", True), ("false", False), ("null", None):
            if self.text.startswith(word, self.position):
                self.position += len(word)
                return value
        return self.number()

    def members(self, begin, end, member):
        self.expect(begin)
        if self.peek() != end:
            yield member()
            while self.peek() == ",":
                self.expect(",")
                yield member()
        self.expect(end)

    def pair(self):
        self.blank()
        key = self.string()
        self.expect(":")
        return key, self.value()

    def string(self):
        self.expect('"')
        parts = []
        while True:
            character = self.text[self.position]
            self.position += 1
            if character == '"':
                return "".join(parts)
            if character == "\\":
                parts.append(self.escape())
            else:
                parts.append(character)

    def escape(self):
        letter = self.text[self.position]
        self.position += 1
        if letter == "u":
            self.position += 4
            return chr(int(self.text[self.position - 4 : self.position], 16))
        return ESCAPES[letter]

    def number(self):
        begin = self.position
        while self.position < len(self.text) and self.text[self.position] in "+-.0123456789eE":
            self.position += 1
        try:
            word = self.text[begin : self.position]
            return float(word) if set(word) & set(".eE") else int(word)
        except ValueError:
            raise ParseError(self.text, begin) from None


def write(value):
    if isinstance(value, str):
        return '"%s"' % "".join("\\u%04x" % ord(c) if c in '"\\' or c < " " else c for c in value)
    if isinstance(value, dict):
        return "{%s}" % ",".join("%s: %s" % (write(k), write(v)) for k, v in value.items())
    if isinstance(value, list):
        return "[%s]" % ", ".join(map(write, value))
    return {True: "true", False: "false", None: "null"}.get(value, repr(value)) if not is_number(value) else repr(value)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def made(depth, source):
    if depth == 0:
        return source.choice([1, -2.5, "text", 'quoted "\\', True, None, 1e30])
    if depth % 2:
        return [made(depth - 1, source) for _ in range(source.randrange(5))]
    return {"key %d" % i: made(depth - 1, source) for i in range(source.randrange(5))}


source = random.Random(29)
size = 0
for i in range(60):
    value = made(i % 6, source)
    text = write(value)
    assert Parser(text).parse() == value
    size += len(text)
wrong = 0
for text in "[1,", "{,}", "nothing", "[1] 2", "--1":
    try:
        Parser(text).parse()
    except (ParseError, IndexError):
        wrong += 1
print(size, wrong)
