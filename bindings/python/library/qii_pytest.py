"""Plugin of pytest that makes each test a phase of its node id. Under `qii python` pytest finds it by itself.

    qii python -m pytest tests
    qii report --phase='tests/test_cart.py::test_total[2]'      # what one test called
    qii report --by=phase                                       # tests, most running time first

A test's phase includes its fixtures: those of a class, a module or the session belong to the test that first uses them,
and their ends to the test that was the last one. The rest, such as collection, is "(between tests)".
"""
import pytest

import qii

def pytest_configure(config):
    # pytest's header lists the plugins of installed packages; qii is not installed for the program.
    known = getattr(config.pluginmanager, "_plugin_distinfo", None)
    if isinstance(known, list):
        known[:] = [(plugin, package) for plugin, package in known if plugin.__name__ != __name__]
    between = qii.phase("(between tests)").__enter__()
    config.add_cleanup(between.__exit__)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    with qii.phase(item.nodeid):
        yield
