"""Read the Firefox Profiler's processed format: samples with weights, and a table of their stacks."""
import collections
import decimal
import gzip
import json

NOT_FUNCTIONS = ("(outside functions)", "(path shortened)", "(blocked)", "(waiting)", "(runnable)")


def check_table(table):
    """Check that each column has as many elements as the length of the table."""
    for name, column in table.items():
        if isinstance(column, list):
            assert len(column) == table["length"], name


def read(path, timed):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        profile = json.load(file, parse_float=decimal.Decimal)
    shared = profile["shared"]
    texts = shared["stringArray"]
    stacks, frames, functions = shared["stackTable"], shared["frameTable"], shared["funcTable"]
    for table in (stacks, frames, functions, shared["sources"], *(it["markers"] for it in profile["threads"])):
        check_table(table)
    for at, offset in enumerate(stacks["prefixOffset"]):
        assert 0 <= offset <= at
    assert all(frame < frames["length"] for frame in stacks["frame"])
    assert all(function < functions["length"] for function in frames["func"])
    assert all(name < len(texts) for name in functions["name"])
    for source in functions["source"]:
        assert source is None or source < shared["sources"]["length"]
    facts = collections.defaultdict(collections.Counter)
    assert [thread["isMainThread"] for thread in profile["threads"]].index(True) == 0
    for thread in profile["threads"]:
        samples = thread["samples"]
        check_table(samples)
        calls = samples["weightType"] == "samples"
        assert calls == thread["name"].endswith(", calls")
        for stack, weight in zip(samples["stack"], samples["weight"]):
            name = texts[functions["name"][frames["func"][stacks["frame"][stack]]]]
            if name not in NOT_FUNCTIONS:
                facts["calls" if calls else "self"][name] += int(weight if calls else weight * 1000000)
    assert timed or not facts["self"]
    return facts
