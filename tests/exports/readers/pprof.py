"""pprof's profile, as protoc tells it by export/pprof.proto."""
import collections
import gzip
import os
import re
import subprocess

EXPORT = os.path.join(os.path.dirname(__file__), "../../../export")


def decode(bytes):
    """A message as a list of fields: (name, number or text or fields)."""
    text = subprocess.run(["protoc", f"--proto_path={EXPORT}", "--decode=pprof.Profile", "pprof.proto"], input=bytes,
                          stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")
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
            fields.append((name, unquoted(value) if value.startswith('"') else value))
    return fields


def unquoted(text):
    """What protoc writes between quotes: octal escapes of bytes."""
    simple = {"n": "\n", "r": "\r", "t": "\t"}
    bytes = re.sub(rb"\\([0-7]{3}|.)", lambda it: int(it[1], 8).to_bytes(1, "big") if len(it[1]) == 3
                   else simple.get(it[1].decode(), it[1].decode()).encode(), text[1:-1].encode())
    return bytes.decode("utf-8")


def all_of(fields, name):
    return [value for key, value in fields if key == name]


def one_of(fields, name):
    return int((all_of(fields, name) or ["0"])[0])


def read(path, timed):
    with gzip.open(path) as file:
        profile = decode(file.read())
    strings = all_of(profile, "string_table")
    assert strings[0] == ""
    types = [strings[one_of(it, "type")] for it in all_of(profile, "sample_type")]
    assert types[:2] == ["time", "calls"] if timed else types == ["calls"]
    assert strings[one_of(profile, "default_sample_type")] == types[0]
    names = {one_of(it, "id"): strings[one_of(it, "name")] for it in all_of(profile, "function")}
    function_of = {one_of(it, "id"): names[one_of(all_of(it, "line")[0], "function_id")]
                   for it in all_of(profile, "location")}
    (mapping,) = all_of(profile, "mapping")
    facts = collections.defaultdict(collections.Counter)
    for sample in all_of(profile, "sample"):
        innermost = function_of[int(all_of(sample, "location_id")[0])]
        values = [int(value) for value in all_of(sample, "value")]
        assert len(values) == len(types) and len(all_of(sample, "label")) == 1
        if innermost == "(in no function)": # time of a thread or group alone
            continue
        for type, value in zip(types, values):
            facts["self" if type == "time" else type][innermost] += value
    shortened = any("are shortened" in strings[int(index)] for index in all_of(profile, "comment"))
    assert shortened == ("(path shortened)" in {function_of[int(location)] for sample in all_of(profile, "sample")
                                                for location in all_of(sample, "location_id")})
    return facts
