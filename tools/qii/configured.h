/* configured.h - the project's settings (tools/project/project.h) in commands: --config=FILE, --no-config or .qiirc. */
#pragma once

#include "bindings/kit/launcher.h"
#include "tools/project/project.h"

/* The options of a command line. A zeroed struct stands for none. */
struct qii_configured {
    const char *file; /* --config */
    bool none;        /* --no-config */
};

/* Read the settings. Return QII_OK, or another exit code after a message on stderr that begins with `command`. */
int qii_configured_open(const struct qii_configured *configured, const char *command, struct qii_project *project);

/* ---- commands that start a program ------------------------------------------------------------------------------- */

/* Take one of the options, as kit_launcher_take. */
int qii_configured_take(struct qii_configured *configured, const char *command, char **words, int count);

/* Read the settings, and complete those of a recording. Options of the command line and the environment precede. With
 * `language`, the name of a language whose recorder covers files that never run, set `sources`; if the project selects
 * files, its selection replaces that of the language's own settings. Return as above. */
enum qii_language { QII_NO_FILES, QII_LUA_FILES, QII_PYTHON_FILES };
int qii_configured_apply(const struct qii_configured *configured, const char *command, enum qii_language language,
                         struct kit_settings *settings);
