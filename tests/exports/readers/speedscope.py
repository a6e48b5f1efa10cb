"""speedscope's file format: samples with weights."""
import collections
import json


def read(path, timed):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    assert data["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = data["shared"]["frames"]
    costs = collections.Counter()
    for profile in data["profiles"]:
        assert profile["type"] == "sampled" and profile["unit"] == ("nanoseconds" if timed else "none")
        assert len(profile["samples"]) == len(profile["weights"])
        assert profile["startValue"] == 0 and profile["endValue"] == sum(profile["weights"])
        for stack, weight in zip(profile["samples"], profile["weights"]):
            if stack: # time in no function is the thread's alone
                costs[frames[stack[-1]]["name"]] += weight
    return {"self" if timed else "calls": costs}
