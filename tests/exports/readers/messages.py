"""Read messages of protobuf, which protoc decodes with our .proto files in export/."""
import os
import re
import subprocess

EXPORT = os.path.join(os.path.dirname(__file__), "../../../export")
LETTERS = {"n": "\n", "r": "\r", "t": "\t"}


def decode(bytes, format, message):
    """Return a message as a list of fields (name, value). A value is a number, a text, or a list of fields."""
    text = subprocess.run(["protoc", f"--proto_path={EXPORT}", f"--decode={format}.{message}", f"{format}.proto"],
                          input=bytes, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")
    fields, outer = [], []
    for line in text.splitlines():
        line = line.strip()
        if line == "}":
            fields = outer.pop()
        elif line.endswith(" {"):
            inner = []
            fields.append((line[:-2], inner))
            outer.append(fields)
            fields = inner
        else:
            name, value = line.split(": ", 1)
            assert not name.isdigit(), f"a field that {format}.proto does not have: {line}"
            fields.append((name, unquoted(value) if value.startswith('"') else value))
    return fields


def unquoted(text):
    """Return the text that protoc wrote in quotes, with octal numbers for bytes."""
    def byte(match):
        return bytes([int(match[1], 8)]) if len(match[1]) == 3 else LETTERS.get(match[1].decode(), match[1].decode()).encode()
    return re.sub(rb"\\([0-7]{3}|.)", byte, text[1:-1].encode()).decode("utf-8")


def all_of(fields, name):
    return [value for key, value in fields if key == name]


def one_of(fields, name, missing="0"):
    (value,) = all_of(fields, name) or [missing]
    return value


def number_of(fields, name):
    return int(one_of(fields, name))
