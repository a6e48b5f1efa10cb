"""Check the counted forms of the standard library's code objects against their originals, without running them.

usage: rewritten.py MODULE-DIRECTORY line|branch|hit STEP DATA

MODULE-DIRECTORY has the module _qii. Only each STEP-th file is read. A counted form has the instructions of the original
with probes and jumps over probes between them: each instruction has the same argument, positions and handler, each jump
leads to the instruction or to probes before it, and the stack is deep enough.
"""
import dis
import glob
import os
import sys
import sysconfig
import warnings

directory, cover, step, data = sys.argv[1:]
sys.path.insert(0, directory)
import _qii

settings = dict.fromkeys(("file", "include", "omit", "report", "excluded", "no_branch"))
settings.update(dict.fromkeys(("source", "folders", "files", "packages", "library", "programs"), []), branch=False)
_qii.start("-library=cprof -cover=%s -- -quiet -data-file=%s" % (cover, data), lambda *names: settings)
counts = {"files": 0, "code objects": 0, "instructions": 0, "probes": 0, "jumps over probes": 0}


ENDS = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD",
        "JUMP_BACKWARD_NO_INTERRUPT")
if not hasattr(dis, "hasarg"):  # before Python 3.12
    dis.hasarg = range(dis.HAVE_ARGUMENT, 256)


class Wrong(Exception):
    pass


def check(condition, *words):
    if not condition:
        raise Wrong(*words)


def is_probe(instruction, first):
    return instruction.opname == "LOAD_CONST" and instruction.arg >= first


def is_over_probes(counted, starts, first, i, following):
    """Return whether jump i leads over probes and other such jumps to the counterpart of this instruction."""
    end = i + 1
    while starts[end] < counted[i].argval:
        if is_probe(counted[end], first):
            end += 2
        elif counted[end].opname == "JUMP_FORWARD" and counted[end].argval == counted[i].argval:
            end += 1
        else:
            return False
    if end == i + 1:
        return False
    while is_probe(counted[end], first):  # of a return
        end += 2
    return counted[end].opname == following.opname


def match(original, counted, starts, first):
    """Return for each original instruction its index in the counted form, and the index of the first probe before it."""
    places, zones = [], []
    i = zone = 0
    while i < len(counted):
        here = counted[i]
        if is_probe(here, first):
            check(counted[i + 1].opname == "POP_TOP", "a probe is not released", here)
            counts["probes"] += 1
            i += 2
            continue
        if here.opname == "JUMP_FORWARD" and is_over_probes(counted, starts, first, i, original[len(places)]):
            counts["jumps over probes"] += 1
            i += 1
            continue
        places.append(i)
        zones.append(zone)
        i += 1
        zone = i
    check(len(places) == len(original), "instructions are missing or added", len(places), len(original))
    return places, zones


def handler_of(entries, offset):
    for entry in entries:
        if entry.start <= offset < entry.end:
            return entry
    return None


def depth_needed(instructions, index, entries):
    """Return the greatest stack depth."""
    seen, todo, most = {}, [(0, 0)], 0
    while todo:
        i, depth = todo.pop()
        while i < len(instructions) and i not in seen:
            instruction = instructions[i]
            seen[i] = depth
            most = max(most, depth)
            entry = handler_of(entries, instruction.offset)
            if entry:
                todo.append((index[entry.target], entry.depth + 1 + entry.lasti))
            argument = instruction.arg if instruction.opcode in dis.hasarg else None
            if instruction.opcode in dis.hasjrel:
                todo.append((index[instruction.argval], depth + dis.stack_effect(instruction.opcode, argument, jump=True)))
            depth += dis.stack_effect(instruction.opcode, argument, jump=False)
            if instruction.opname in ENDS:
                break
            i += 1
    return most


def read(code):
    """Return the instructions, and the offset at which each begins with its EXTENDED_ARGs."""
    instructions, starts = [], []
    begin = None
    for instruction in dis.get_instructions(code):
        begin = instruction.offset if begin is None else begin
        if instruction.opname != "EXTENDED_ARG":
            instructions.append(instruction)
            starts.append(begin)
            begin = None
    return instructions, starts


def compare(code, form):
    (original, starts), (counted, new_starts) = read(code), read(form)
    places, zones = match(original, counted, new_starts, len(code.co_consts))
    old_starts = {offset: i for i, offset in enumerate(starts)}
    new_starts = {offset: i for i, offset in enumerate(new_starts)}
    entries, new_entries = dis._parse_exception_table(code), dis._parse_exception_table(form)
    for i, before in enumerate(original):
        after = counted[places[i]]
        check(before.opname == after.opname, "another instruction", before, after)
        check(before.positions == after.positions, "other positions", before, after)
        for probe in counted[zones[i]:places[i]]:
            check(probe.positions.lineno == before.positions.lineno, "a probe is on another line", probe, before)
        if before.opcode in dis.hasjrel:
            target = old_starts[before.argval]
            check(zones[target] <= new_starts[after.argval] <= places[target], "another target", before, after)
        else:
            check(before.arg == after.arg, "another argument", before, after)
        old, new = handler_of(entries, before.offset), handler_of(new_entries, after.offset)
        check(bool(old) == bool(new), "a handler is missing or added", before, old, new)
        if old:
            target = old_starts[old.target]
            check(zones[target] <= new_starts[new.target] <= places[target], "another handler", before, old, new)
            check((old.depth, old.lasti) == (new.depth, new.lasti), "another stack in a handler", before, old, new)
    check(depth_needed(counted, new_starts, new_entries) <= form.co_stacksize, "the stack is too small")
    counts["instructions"] += len(original)


def walk(code, form):
    counts["code objects"] += 1
    try:
        check(code is not form, "it was not rewritten")
        for name in dir(code):
            if name.startswith("co_") and name not in ("co_code", "co_consts", "co_linetable", "co_lnotab", "co_stacksize",
                                                       "co_exceptiontable", "co_lines", "co_positions", "co_branches"):
                check(getattr(code, name) == getattr(form, name), name, "differs")
        compare(code, form)
    except Wrong as wrong:
        sys.exit("%s, line %d, %s: %s" % (code.co_filename, code.co_firstlineno, code.co_qualname,
                                          " ".join(map(str, wrong.args))))
    for one, other in zip(code.co_consts, form.co_consts):
        if isinstance(one, type(code)):
            walk(one, other)
        else:
            check(one is other, "another constant", one, other)


warnings.simplefilter("ignore")
files = sorted(glob.glob(os.path.join(sysconfig.get_path("stdlib"), "**/*.py"), recursive=True))
for file in files[::int(step)]:
    with open(file, "rb") as source:
        text = source.read()
    try:
        code = compile(text, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        continue  # for tests of the parser
    counts["files"] += 1
    walk(code, _qii.counted(code))
print(counts)
if counts["probes"] < 1000:
    sys.exit(1)
