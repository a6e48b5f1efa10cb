"""Read pprof's profile."""
import collections
import gzip

from .messages import all_of, decode, number_of


def read(path, timed):
    with gzip.open(path) as file:
        profile = decode(file.read(), "pprof", "Profile")
    strings = all_of(profile, "string_table")
    assert strings[0] == ""
    types = [strings[number_of(it, "type")] for it in all_of(profile, "sample_type")]
    assert types[:2] == ["time", "calls"] if timed else types == ["calls"]
    assert strings[number_of(profile, "default_sample_type")] == types[0]
    names = {number_of(it, "id"): strings[number_of(it, "name")] for it in all_of(profile, "function")}
    function_of = {number_of(it, "id"): names[number_of(all_of(it, "line")[0], "function_id")]
                   for it in all_of(profile, "location")}
    (mapping,) = all_of(profile, "mapping")
    facts = collections.defaultdict(collections.Counter)
    for sample in all_of(profile, "sample"):
        innermost = function_of[int(all_of(sample, "location_id")[0])]
        values = [int(value) for value in all_of(sample, "value")]
        assert len(values) == len(types) and len(all_of(sample, "label")) == 1
        if innermost == "(outside functions)": # time of a thread or group, but of no function
            continue
        for type, value in zip(types, values):
            facts["self" if type == "time" else type][innermost] += value
    shortened = any("are shortened" in strings[int(index)] for index in all_of(profile, "comment"))
    used = {function_of[int(location)] for sample in all_of(profile, "sample")
            for location in all_of(sample, "location_id")}
    assert shortened == ("(path shortened)" in used)
    for name in names.values():
        assert name in used or not name.startswith(("(path", "(in no")), f"no sample has {name}"
    return facts
