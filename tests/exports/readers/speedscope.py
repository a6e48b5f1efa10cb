"""Read speedscope's file format: samples with weights."""
import collections
import json


def read(path, timed):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    assert data["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = data["shared"]["frames"]
    costs = collections.Counter()
    used = set()
    for profile in data["profiles"]:
        assert profile["type"] == "sampled" and profile["unit"] == ("nanoseconds" if timed else "none")
        assert len(profile["samples"]) == len(profile["weights"])
        assert profile["startValue"] == 0 and profile["endValue"] == sum(profile["weights"])
        used.update(*profile["samples"])
        for stack, weight in zip(profile["samples"], profile["weights"]):
            if stack: # otherwise it is the thread's time outside of functions
                costs[frames[stack[-1]]["name"]] += weight
    for number, frame in enumerate(frames):
        assert number in used or not frame["name"].startswith("(path"), f"no stack has a frame {frame['name']}"
    return {"self" if timed else "calls": costs}
