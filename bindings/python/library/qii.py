"""Record this program with qii: the calls of its functions, their time, its threads and tasks.

A program that runs as `qii python app.py` controls its own recording:

    import qii

    qii.phase("load")                   # qii report --phase=load shows it alone
    load()
    with qii.phase("requests"):         # until the end of the block
        serve()
    qii.annotate("100 requests")        # qii info shows it

`qii python --record-data=no app.py` starts paused, at full speed. Then the program records only what it wants:

    with qii.record():                  # or qii.resume() and qii.pause()
        serve()

    @qii.record()                       # each call of the function
    def handle(request): ...

Without `qii python`, a program starts recordings itself. The folder of this file must be in sys.path (PYTHONPATH):

    qii.start("app.qii", quiet=True)
    work()
    qii.stop()

    with qii.record("app.qii"):
        work()

All threads are recorded. Functions that run already when the recording starts belong to it, but their calls are not
counted.

If nothing is recorded, all functions but `start` and `record` do nothing, and return False or None. So a program can keep them:
put a copy of this file beside the program, and it runs on machines without qii, too.
"""
import functools
import os
import sys

__all__ = ["Error", "annotate", "context", "context_within", "data_file", "is_recording", "pause", "phase", "record", "resume", "save", "start", "stop",
           "thread"]


class Error(RuntimeError):
    """A recording cannot start, for the reason in the message."""


def _load():
    """Return the recorder for this interpreter, or None and the reason why there is none."""
    try:
        import _qii  # `qii python` provides it
        return _qii, None
    except ImportError:
        pass
    version = "%d.%d" % sys.version_info[:2]
    name = sys.implementation.name.replace("cpython", "CPython")
    if "t" in getattr(sys, "abiflags", ""):
        name = "free-threaded " + name
    file = os.path.join(os.path.dirname(os.path.abspath(__file__)) + version, "_qii.so")
    if name != "CPython" or not os.path.exists(file):
        return None, "qii has no recorder for %s %s in %s" % (name, version, os.path.dirname(file))
    from importlib import machinery, util
    try:
        spec = util.spec_from_loader("_qii", machinery.ExtensionFileLoader("_qii", file))
        return util.module_from_spec(spec), None
    except ImportError as error:
        return None, "cannot load the recorder: %s" % error


_recorder, _reason = _load()
__version__ = _recorder.version if _recorder else None


def start(data_file=None, *, cover=None, filter=None, exclude=None, include=None, sample=None, quiet=None,
          **options):
    """Start to record into this data file, which replaces that of an earlier recording.

    In its name %v stands for the program's name, %p for the process id, %n for a number that makes it new; the default
    is "%v.%p.qii".

    filter, exclude -- patterns of the functions to record, as in reports: "app.Cart.*", or a list of patterns
    cover -- count lines instead of timing calls: True or "line", "branch" (lines and outcomes of branches), or "hit"
        (which lines ran; on CPython 3.11, only in one recording of a process)
    include -- patterns of files to show as never run if they are not loaded: "src/**/*.py"
    sample -- take samples instead: True for 100 per second of processor time, or their number
    quiet -- if true, print no table to stderr at the end
    options -- any other option of doc/options.md, such as record_min_max=True, with `_` for `-`

    Raise Error if a recording is running already, or if none can start.
    """
    if not _recorder:
        raise Error(_reason)
    program = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] not in ("-c", "-m", "-", "") else "python"
    options.setdefault("program_name", program[:-3] if program.endswith(".py") else program)
    options.update(data_file=data_file, cover=cover, filter=filter, exclude=exclude, include=include, sample=sample,
                   quiet=quiet)
    wrong = _recorder.record(options)
    if wrong:
        raise Error(wrong)


def stop():
    """End the recording and complete its data file. Another one may be started afterwards."""
    return bool(_recorder) and _recorder.stop()


def pause():
    """Pause the recording: calls are followed, but not counted."""
    return bool(_recorder) and _recorder.pause()


def resume():
    """Resume the recording."""
    return bool(_recorder) and _recorder.resume()


def is_recording():
    """Return whether a recording is running and not paused."""
    return bool(_recorder) and _recorder.is_recording()


def data_file():
    """Return the path of the data file, which qii can read at any time; None if nothing is recorded into a file."""
    return _recorder.data_file() if _recorder else None


def save():
    """Save a copy of the data so far, under the data file's name with a number. The recording continues."""
    return bool(_recorder) and _recorder.save()


class _Phase:
    """The result of `phase`: true if the phase has begun. As a context manager it ends the phase with the block."""

    innermost = None  # the phase in whose block the program is

    def __init__(self, name, begun):
        self.name = name
        self.begun = begun

    def __bool__(self):
        return self.begun

    def __enter__(self):
        self.outer = _Phase.innermost
        _Phase.innermost = self
        return self

    def __exit__(self, *exception):
        _Phase.innermost = self.outer
        phase(self.outer.name if self.outer else "(between phases)")


def phase(name=None):
    """Begin a phase: reports can show it alone (--phase=NAME). Phases with the same name are shown together.

    All that any thread does from now on belongs to the phase, until the next phase begins. In a `with` statement the
    phase ends with the block; then the phase of the block around it continues, or "(between phases)" begins.
    """
    return _Phase(name, bool(_recorder) and _recorder.phase(name))


class _Context:
    """The result of `context`: true if the context is set. As a context manager it ends the context with the block."""

    def __init__(self, before, of_threads):
        self.before = before
        self.of_threads = of_threads

    def __bool__(self):
        return self.before is not None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.before is not None:
            _recorder.return_to_context(self.before)
        if self.of_threads is not None:
            _recorder.inherit_context(self.of_threads)


def context(name=None, *, threads=False):
    """Set the context of what this thread, or this task, runs from now on: a test, a request, or whatever the program
    names. Reports can show it alone (--context=NAME). None ends the context.

    A task keeps its context while others run, and hands it to the tasks that it creates. In a `with` statement the
    context ends with the block; then the one before it continues. Threads that begin meanwhile have no context; if
    `threads` is true, they have this one, until the block ends.

    With --cover, lines have no thread. What any thread or task runs counts for the contexts that are set meanwhile. On
    CPython 3.11 --cover=hit stores a line once until the program first calls this function, and then for each context.
    """
    before = _recorder.context(name) if _recorder else None
    return _Context(before, _recorder.inherit_context(None) if threads and before is not None else None)


def context_within(name, outer):
    """Count code that runs in the context `outer`, such as the set-up of a group of tests, for the context `name`, too."""
    return bool(_recorder) and _recorder.context_within(name, outer)


def annotate(text):
    """Add a note to the data, with its time; qii info shows it."""
    return bool(_recorder) and _recorder.annotate(text)


def thread(name):
    """Name the running thread, or the running task, for reports by thread."""
    return bool(_recorder) and _recorder.thread(name)


class record:
    """Record a block, or each call of a function. The arguments are those of `start`.

        with qii.record("load.qii"):
            load()

        @qii.record("load.qii", quiet=True)
        def load(): ...

    If a recording is running already, for example under `qii python`, the block belongs to it, and the arguments are
    not used. If it is paused, it is resumed for the block. A function may be a coroutine (async def).
    """

    def __init__(self, data_file=None, **options):
        self._arguments = data_file, options
        self._ends = None  # what to do at the end of the innermost block, and the same for the block around it

    def __enter__(self):
        if is_recording():
            end = bool
        elif resume():
            end = pause
        else:
            start(self._arguments[0], **self._arguments[1])
            end = stop
        self._ends = end, self._ends
        return self

    def __exit__(self, *exception):
        end, self._ends = self._ends
        end()

    def __call__(self, function):
        flags = getattr(getattr(function, "__code__", None), "co_flags", 0)
        if flags & 0x220:  # inspect.CO_GENERATOR, inspect.CO_ASYNC_GENERATOR
            raise TypeError("a generator cannot be decorated; record what it does in a with statement")
        if flags & 0x80:  # inspect.CO_COROUTINE
            @functools.wraps(function)
            async def recorded(*arguments, **named):
                with self:
                    return await function(*arguments, **named)
        else:
            @functools.wraps(function)
            def recorded(*arguments, **named):
                with self:
                    return function(*arguments, **named)
        return recorded
