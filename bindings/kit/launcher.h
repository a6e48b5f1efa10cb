/* launcher.h - start of a program under a binding, shared by commands such as `qii lua`.
 *
 * The command takes its own options from the words, and passes the others here. It refuses a data file that the library
 * would not replace (tools/qii/data_file.h), so that no program runs without its profile. Then it passes
 * kit_settings_write's text to the binding (in code, a variable, or an agent's options), and executes the user's
 * interpreter in its place, so that the program has its usual arguments, streams and exit status. */
#pragma once

#include "settings.h"

__BEGIN_DECLS

enum kit_launcher_exit {
    KIT_LAUNCHER_NO_BINDING = 125, /* the interpreter cannot load the binding */
    KIT_LAUNCHER_NOT_RUN = 126,    /* like shells */
    KIT_LAUNCHER_NOT_FOUND = 127
};

/* Take an option common to all such commands: --cover[=line|branch|hit], --library=FILE, -o FILE or --data-file=FILE,
 * --NAME[=VALUE] of the library; and the settings of the binding, such as --include=PATTERN, a bit 1 << KIT_... for
 * each in `own`. Return the number of words taken, 0 if the first word is not such an option. If it is invalid, print a
 * message that begins with the command's name, and return -1. */
int kit_launcher_take(struct kit_settings *settings, const char *command, unsigned own, char **words, int count);

/* Take an option with a value in the same word or the next one: --java=X or --java X for "--java", -oX or -o X for
 * "-o". what: name of the value in messages. Return like kit_launcher_take; *value is set if the result is positive. */
int kit_launcher_take_value(const char *command, const char *option, const char *what, char **words, int count,
                            const char **value);

/* Name the run, for %v in the name of the data file, after the program's file name without suffix, unless an option
 * names it. */
void kit_launcher_name(struct kit_settings *settings, const char *program, const char *suffix);

/* Execute the interpreter that words[0] names in place of this process. If that fails, print a message and return the
 * exit code. */
int kit_launcher_run(const char *command, char **words);

__END_DECLS
