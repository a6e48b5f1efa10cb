"""Plugin of pytest that makes each test a phase and a context with the test's node id. Under `qii python` pytest finds
it by itself.

    qii python -m pytest tests
    qii report --by=phase                                       # tests, most running time first
    qii report --phase='tests/test_cart.py::test_total[2]'      # what one test called
    qii cover --context='tests/test_cart.py::test_total[2]'      # with --cover: the lines that it ran

A test's phase includes its fixtures: those of a class, a module or the session belong to the test that first uses them,
and their ends to the test that was the last one. The rest, such as collection, is "(between tests)". A test's context
includes all its fixtures and the import of all files that it uses. --qii-contexts=no sets no contexts.

With --qii-summary pytest prints the tests and functions with the most running time at its end. Workers of pytest-xdist
have data files of their own; --qii-merge=FILE merges them:

    qii python --follow-child-processes -o 'tests.%p.qii' -m pytest -n 4 --qii-merge=tests.qii
"""
import os
import shutil
import subprocess

import pytest

import qii

_FOLLOWS = "QII_PYTHON_FOLLOW" in os.environ  # workers of xdist have this plugin


def pytest_addoption(parser):
    group = parser.getgroup("qii", "recording by qii")
    group.addoption("--qii-summary", action="store_true", help="print tests and functions with the most running time")
    group.addoption("--qii-contexts", choices=("yes", "no"), default="yes", help="set a context for each test")
    group.addoption("--qii-merge", metavar="FILE", help="merge the data files of pytest and its xdist workers into FILE")


# ---- contexts --------------------------------------------------------------------------------------------------------

_BETWEEN = "(between tests)"


def pytest_load_initial_conftests(early_config):
    if early_config.known_args_namespace.qii_contexts == "yes" and not _Contexts.test_runs:
        early_config.pluginmanager.register(_Contexts(), "qii_contexts")
        context = qii.context(_BETWEEN)
        early_config.add_cleanup(context.__exit__)


class _Contexts:
    """Each test has a context, which lies within others: those of its fixtures, and of the collection of its file and
    folders. All of them lie within "(between tests)", because a test needs what runs there, such as hooks.
    """

    test_runs = False  # a test that runs pytest in its own process keeps its context meanwhile

    def _name_of_collector(self, node):
        return "collection of " + node.nodeid if node.nodeid else _BETWEEN

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_make_collect_report(self, collector):
        name = self._name_of_collector(collector)
        if collector.parent:
            qii.context_within(name, self._name_of_collector(collector.parent))
        with qii.context(name):
            yield

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        qii.context_within(item.nodeid, self._name_of_collector(item.parent))
        with qii.context(item.nodeid, threads=True):
            _Contexts.test_runs = True
            yield
            _Contexts.test_runs = False

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef, request):
        """Set the context of a fixture of a class, a module or the session. Its end belongs to it, too."""
        if fixturedef.scope == "function":
            yield
            return
        name = self._name_of_fixture(fixturedef, request)
        fixturedef.qii_context = name
        ends = []
        known = self._requested(request)
        fixturedef.addfinalizer(lambda: ends and ends.pop().__exit__())  # finalizers run in reverse order
        with qii.context(name, threads=True):
            yield
        fixturedef.addfinalizer(lambda: ends.append(qii.context(name)))
        for other in self._requested(request):
            if not any(other is one for one in known):
                self._use(name, other)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item):
        for fixture in self._requested(getattr(item, "_request", None)) + self._declared(item):
            self._use(item.nodeid, fixture)
        yield

    def _name_of_fixture(self, fixture, request):
        number = "[%d]" % request.param_index if fixture.params else ""
        return "fixture %s%s of %s" % (fixture.argname, number, request.node.nodeid or "the session")

    def _use(self, name, fixture):
        outer = getattr(fixture, "qii_context", None)  # None: a fixture of a function, or one that has not begun
        if outer and outer != name:
            qii.context_within(name, outer)

    def _requested(self, request):
        """Return the fixtures that a test has used so far."""
        return list(getattr(request, "_fixture_defs", {}).values())

    def _declared(self, item):
        """Return the fixtures that a test uses by its arguments and those of its fixtures: also those that failed."""
        used = []
        for name, fixtures in getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {}).items():
            for fixture in reversed(fixtures):
                used.append(fixture)
                if name not in fixture.argnames:  # it does not extend the next one, which has the same name
                    break
        return used


# ---- phases ----------------------------------------------------------------------------------------------------------


def pytest_configure(config):
    # pytest's header lists the plugins of installed packages; qii is not installed for the program.
    known = getattr(config.pluginmanager, "_plugin_distinfo", None)
    if isinstance(known, list):
        known[:] = [(plugin, package) for plugin, package in known if plugin.__name__ != __name__]
    between = qii.phase("(between tests)").__enter__()
    config.add_cleanup(between.__exit__)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Summary(config), "qii_summary")


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    with qii.phase(item.nodeid):
        yield


# ---- summary ---------------------------------------------------------------------------------------------------------


def _data_file():
    path = qii.data_file()
    return path and os.path.abspath(path)


def pytest_sessionfinish(session):
    output = getattr(session.config, "workeroutput", None)  # what a worker of xdist returns
    if output is not None:
        output["qii_data_file"] = _data_file()


def _tool():
    """Return the command qii that belongs to this file."""
    folder = os.path.dirname(os.path.abspath(__file__))
    while folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
        if os.access(os.path.join(folder, "bin", "qii"), os.X_OK):
            return os.path.join(folder, "bin", "qii")
    return shutil.which("qii") or "qii"


class _Summary:
    """What is done at the end of the tests, in the process that has the terminal."""

    def __init__(self, config):
        self.files = [_data_file()]
        self.crashed = []  # workers whose data files are not known
        self.wanted = config.option.qii_summary
        self.merge = config.option.qii_merge and os.path.abspath(config.option.qii_merge)
        if (self.wanted or self.merge) and getattr(config.option, "dist", "no") != "no" and not _FOLLOWS:
            raise pytest.UsageError("--qii-summary and --qii-merge need: qii python --follow-child-processes")

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        file = (getattr(node, "workeroutput", None) or {}).get("qii_data_file")
        if file:
            self.files.append(file)
        else:
            self.crashed.append(node.gateway.id)

    @pytest.hookimpl(trylast=True)  # after the table of durations
    def pytest_terminal_summary(self, terminalreporter):
        if not self.wanted and not self.merge:
            return
        terminalreporter.section("qii")
        files = [file for file in self.files if file]
        if self.crashed:
            terminalreporter.line("without the data of workers that crashed: " + " ".join(sorted(self.crashed)))
        if not files:
            terminalreporter.line("nothing is recorded into a file")
        elif not self.merge or self._run(terminalreporter, "merge", "-o", self.merge, *files):
            self._report(terminalreporter, [self.merge] if self.merge else files)

    def _report(self, terminalreporter, files):
        if self.wanted:
            self._run(terminalreporter, "report", "--by=phase", "--filter=::", "--top=10", *files)
            terminalreporter.line("")
            self._run(terminalreporter, "report", "--top=10", *files)
        else:
            terminalreporter.line("data: " + " ".join(files))

    def _run(self, terminalreporter, *words):
        """Run qii, print what it prints, and return whether it succeeded."""
        try:
            done = subprocess.run([_tool(), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            terminalreporter.line("qii: %s" % error)
            return False
        terminalreporter.write(done.stdout.decode(errors="replace"))
        if done.returncode != 0:
            terminalreporter.write(done.stderr.decode(errors="replace"))
        return done.returncode == 0
