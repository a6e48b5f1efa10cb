# Reads a project's settings for coverage.py, when `qii python --cover` starts. sitecustomize.py imports this file. It
# and the modules that it imports are removed again, so that the program finds none of them loaded.
#
# The order of the files, the names of their sections and the form of their values are those of coverage.py.
import os
import sys

# coverage.py's defaults; patterns of the user replace them, and those with names in "also" are added.
NO_COVER = r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(cover|COVER)"
NO_BRANCH = r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(branch|BRANCH)"
CONSTANTS = ["while (True|1|False|0):", "if (True|1|False|0):"]


# The rules are those of the version of coverage.py that supports this version of Python: 6.5 supports those up to 3.11.
IS_7 = sys.version_info >= (3, 12)


class Invalid(Exception):
    pass


# ---- files of settings -----------------------------------------------------------------------------------------------


def _expanded(text):
    """Replace $NAME, ${NAME}, ${NAME?} and ${NAME-DEFAULT} by the environment variable, and $$ by a dollar sign."""
    import re

    def value(match):
        name = match["plain"] or match["braced"]
        if match["sign"]:
            return "$"
        if match["strict"] and name not in os.environ:
            raise Invalid("the variable %s is not set" % name)
        return os.environ.get(name, match["default"] or "")

    braced = r"\{(?P<braced>\w+)(?:(?P<strict>\?)|-(?P<default>[^}]*))?\}"
    return re.sub(r"\$(?:(?P<sign>\$)|(?P<plain>\w+)|%s)" % braced, value, text)


class _Ini:
    """Settings in the syntax of configparser."""

    def __init__(self, text, own):
        import configparser

        self.parser = configparser.RawConfigParser()
        self.prefixes = ("coverage:", "") if own else ("coverage:",)
        try:
            self.parser.read_string(text)
        except configparser.Error as error:
            raise Invalid(" ".join(str(error).split())) from None

    def get(self, section, name):
        for prefix in self.prefixes:
            if self.parser.has_option(prefix + section, name):
                return _expanded(self.parser.get(prefix + section, name))
        return None

    def is_used(self):
        return any(section.startswith("coverage:") for section in self.parser.sections())

    def flag(self, section, name):
        text = self.get(section, name)
        if text is not None and text.lower() not in self.parser.BOOLEAN_STATES:
            raise Invalid("%s is not a boolean" % name)
        return text is not None and self.parser.BOOLEAN_STATES[text.lower()]

    def words(self, section, name):
        text = self.get(section, name)
        return None if text is None else [word.strip() for word in text.replace(",", "\n").split("\n") if word.strip()]

    def lines(self, section, name):
        text = self.get(section, name)
        return None if text is None else [line.strip() for line in text.splitlines() if line.strip()]


class _Toml:
    """Settings in TOML."""

    def __init__(self, text, own):
        import tomllib

        try:
            tables = tomllib.loads(_expanded(text))
        except tomllib.TOMLDecodeError as error:
            raise Invalid(str(error)) from None
        tool = tables.get("tool", {}).get("coverage")
        self.tables = tool if tool is not None else tables if own else {}

    def is_used(self):
        return bool(self.tables)

    def get(self, section, name, kind):
        value = self.tables.get(section, {}).get(name)
        if value is not None and not isinstance(value, kind):
            raise Invalid("%s is not a %s" % (name, kind.__name__))
        return value

    def flag(self, section, name):
        return bool(self.get(section, name, bool))

    def words(self, section, name):
        return self.get(section, name, list)

    lines = words


def _open(file, own):
    """Return the settings in a file, None if it has none or does not exist."""
    try:
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
    except OSError:
        return None
    except UnicodeError as error:
        raise Invalid("%s: %s" % (file, error)) from None
    if not own and "coverage" not in text:
        return None
    try:
        settings = (_Toml if file.endswith(".toml") else _Ini)(text, own)
    except Invalid as error:
        raise Invalid("%s: %s" % (file, error)) from None
    return settings if own or settings.is_used() else None


def _find(file):
    """Return the name of the first file with settings, and its settings; None and None if there is none."""
    named = file or os.environ.get("COVERAGE_RCFILE")
    if named:
        settings = _open(named, True)
        if not settings:
            sys.stderr.write("qii: cannot read the settings file %s\n" % named)
        return named, settings
    for name in ".coveragerc", "setup.cfg", "tox.ini", "pyproject.toml":
        settings = _open(name, name == ".coveragerc")
        if settings:
            return name, settings
    return None, None


# ---- patterns of files -----------------------------------------------------------------------------------------------


def _path(name):
    return os.path.abspath(os.path.realpath(name))


def _glob_of_7(pattern):
    """Return a regular expression for a pattern of coverage.py 7: * does not match a slash, but ** does."""
    import re

    pattern = pattern.replace("\\", "/")
    if "/" not in pattern:
        pattern = "**/" + pattern
    if re.search(r"\*\*\*|[^/]\*\*|\*\*[^/]|\*\*/\*\*", pattern):
        raise Invalid("invalid pattern of files: %s" % pattern)
    result = ""
    for part in re.findall(r"^\*+/|/\*+$|\*\*/|\*|\?|\[.*?\]|.", pattern):
        if part in ("*/", "**/"):
            result += "(.*/)?"
        elif part in ("/*", "/**"):
            result += "/.*"
        elif part[0] == "[" and len(part) > 1:
            result += part
        elif part in "[]":
            raise Invalid("invalid pattern of files: %s" % pattern)
        else:
            result += {"*": "[^/]*", "?": "[^/]"}.get(part) or re.escape(part)
    return "(?:%s)\\Z" % result


def _matcher(patterns):
    """Return a function that returns whether one of these patterns matches a path, None if there is no pattern. They
    are absolute, unless they begin with a wildcard."""
    import fnmatch
    import re

    translate = _glob_of_7 if IS_7 else fnmatch.translate  # before, * matched a slash
    paths = [pattern if pattern.startswith(("*", "?")) else _path(pattern) for pattern in patterns or []]
    return re.compile("|".join("(?:%s)" % translate(path) for path in paths)).match if paths else None


def _included(patterns):
    """Return the directories and the files that --include names."""
    import glob

    directories, files = [], []
    for pattern in filter(None, patterns.split(";")):
        found = [pattern]
        if not os.path.exists(pattern):
            found = [name for name in sorted(glob.glob(pattern, recursive=True)) if name.endswith((".py", ".pyw"))]
        if not found:
            sys.stderr.write("qii: include: no file matches %s\n" % pattern)
        directories += [_path(name) for name in found if os.path.isdir(name)]
        files += [_path(name) for name in found if not os.path.isdir(name)]
    return directories, files


# ---- the meaning of settings -----------------------------------------------------------------------------------------


def _search(default, own, also):
    """Return a method of a regular expression for all these patterns, None if they are the default: `search` for a
    line, or since version 7 of coverage.py `finditer` for a text."""
    import re

    if own is None and not also:
        return None
    patterns = (default if own is None else own) + (also or [])
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            raise Invalid("invalid regular expression %s: %s" % (pattern, error)) from None
    expression = re.compile("|".join("(?:%s)" % pattern for pattern in patterns), re.MULTILINE if IS_7 else 0)
    return expression.finditer if IS_7 else expression.search


def _defaults():
    """Return the settings of a project that has none. selection/settings.h describes them."""
    programs = [os.path.join(sys.prefix, "bin"), os.path.join(sys.base_prefix, "bin"), "/usr/local/bin",
                os.path.expanduser("~/.local/bin"), os.path.dirname(_path(__file__))]
    result = dict.fromkeys(("file", "include", "omit", "report", "excluded", "no_branch"))
    result.update(dict.fromkeys(("source", "folders", "files", "packages"), []))
    return dict(result, branch=False, library=[_path(os.path.dirname(os.__file__))], programs=programs)


def _add_files(result, settings):
    """Set which files a project's settings select."""
    words = settings.words
    source = words("run", "source") or []
    result["source"] = [_path(name) for name in source + (words("run", "source_dirs") or []) if os.path.isdir(name)]
    result["packages"] = [name for name in source if not os.path.isdir(name)] + (words("run", "source_pkgs") or [])
    result["include"] = _matcher(words("run", "include"))
    result["omit"] = _matcher((words("run", "omit") or []) + (words("report", "omit") or []))
    result["report"] = _matcher(words("report", "include"))


def _add(result, settings, selects):
    """Set what a project's settings say; which files they select only if `selects` is true."""
    lines = settings.lines
    partial, always = lines("report", "partial_branches"), lines("report", "partial_branches_always")
    result["branch"] = settings.flag("run", "branch")
    if selects:
        _add_files(result, settings)
    result["excluded"] = _search([NO_COVER], lines("report", "exclude_lines"), lines("report", "exclude_also"))
    own = ([NO_BRANCH] if partial is None else partial) + (CONSTANTS if always is None else always)
    changed = partial is not None or always is not None
    result["no_branch"] = _search([NO_BRANCH] + CONSTANTS, own if changed else None, lines("report", "partial_also"))
    if settings.flag("run", "cover_pylib"):
        result["library"] = []


def _read(file, includes, selects):
    result = _defaults()
    try:
        name, settings = _find(file)
        if settings:
            result["file"] = name
            try:
                _add(result, settings, selects)
            except Invalid as error:
                raise Invalid("%s: %s" % (name, error)) from None
            if settings.words("run", "plugins"):
                sys.stderr.write("qii: %s: plugins are ignored\n" % name)
    except Invalid as error:
        sys.stderr.write("qii: %s; the settings are ignored\n" % error)
        result = _defaults()
    if includes:
        result["folders"], result["files"] = _included(includes)
    return result


def read(file, includes, selects=True):
    """Return a project's settings as a dictionary. `file` is the name of the settings file, or None; `includes` are the
    patterns of --include, or None. If `selects` is false, the settings do not select files."""
    before, folders = set(sys.modules), set(sys.path_importer_cache)
    try:
        return _read(file, includes, selects)
    finally:
        for name in set(sys.modules) - before:
            package, _, module = name.rpartition(".")
            del sys.modules[name]
            if package in before:
                vars(sys.modules[package]).pop(module, None)
        for folder in set(sys.path_importer_cache) - folders:
            del sys.path_importer_cache[folder]
