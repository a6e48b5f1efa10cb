"""Read qii's own JSON, to which all other formats are compared. Labels follow the rules of profile/source/labels.h."""
import collections
import json
import re


HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")


def escaped(hidden):
    return [f"\\x{byte:02x}" for byte in hidden.encode()]


def shown(name, most=None):
    """Return at most `most` bytes of a name as exports show it: unprintable and bidirectional characters as \\xNN."""
    if not most:
        return HIDDEN.sub(lambda hidden: "".join(escaped(hidden[0])), name)
    text, size = [], 0
    for character in name[:most]:
        for part in escaped(character) if HIDDEN.match(character) else [character]:
            size += len(part.encode())
            if size > most:
                return "".join(text)
            text.append(part)
    return "".join(text)


def place(path, parts):
    path = shown(path, 479)
    return "/".join(path.split("/")[-parts:]) if parts else path


# JSON contains the constants of qprof.h, where other formats contain words.
PREDEFINED = {"qprof_JITCompiler": "(compiler)", "qprof_GarbageCollector": "(garbage collector)",
              "qprof_ClassLoader": "(class loader)", "qprof_Start": "(start)"}


def label(method, level):
    name = method["name"] if method["class"] else PREDEFINED.get(method["name"], method["name"])
    if method["class"] and name != method["client_id"]: # a method without a name has its id there
        name = method["class"] + (":" if method["product"] == "vt" else ".") + name
    name = shown(name, 511)
    if level and method["file"]:
        path = place(method["file"], level if level < 3 else 0)
        name += f" ({path}:{method['line']})" if level > 3 else f" ({path})"
    return name + (f" #{method['id']}" if level > 4 else "")


def labels(methods):
    levels = {method["id"]: 0 for method in methods}
    while True:
        texts = {method["id"]: label(method, levels[method["id"]]) for method in methods}
        taken = collections.Counter((method["product"], texts[method["id"]]) for method in methods)
        same = [it for it in methods if taken[it["product"], texts[it["id"]]] > 1 and levels[it["id"]] < 5]
        if not same:
            return texts
        for method in same:
            levels[method["id"]] = levels[method["id"]] + 1 if method["file"] else 5


def last_part(path):
    return path.rpartition("/")[2]


def read(path, timed):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    (totals,) = data["run"]["totals"]
    name_of = labels(data["methods"])
    facts = collections.defaultdict(collections.Counter)
    for method in data["methods"]:
        facts["calls"][name_of[method["id"]]] += method["calls"]
        facts["self"][name_of[method["id"]]] += method["self_ns"]
        facts["total"][name_of[method["id"]]] += method["total_ns"]
        if method["registered"] and method["file"]:
            facts["functions"][method["file"], method["line"]] += method["calls"]
            facts["called"][last_part(method["file"]), method["line"]] += method["calls"] > 0
        for line in method["lines"] if method["file"] else []:
            facts["lines"][method["file"], line["line"]] += line["count"]
            if not line["excluded"]:
                facts["covered"][method["file"], line["line"]] += line["count"]
    for (file, line), count in facts["covered"].items():
        facts["ran"][last_part(file), line] += count > 0
    for file in data["files"]:
        for key in "lines", "lines_hit", "outcomes", "outcomes_taken":
            facts["coverage"][key] += file[key] if file["lines_counted"] else 0
    assert sum(facts["self"].values()) <= totals["self_ns"], "functions have more than all together"
    assert timed == (totals["elapsed_ns"] > 0), "the test's facts do not match the run's times"
    return facts
