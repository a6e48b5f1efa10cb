/* launcher.h - start of a program under a binding: code shared by commands such as `qii lua`.
 *
 * A command handles its own options, and passes each other option to kit_launcher_take. It refuses a data file that the
 * library would not replace (tools/qii/data_file.h), since the program would then run without a profile. Next, it
 * passes the text of kit_settings_write to the binding: in code for the interpreter, in an environment variable, or as
 * options of an agent. Last, it executes the user's interpreter in place of itself, so that the program has its usual
 * arguments, streams and exit status. */
#pragma once

#include "settings.h"

__BEGIN_DECLS

enum kit_launcher_exit {
    KIT_LAUNCHER_NO_BINDING = 125, /* the interpreter cannot load the binding */
    KIT_LAUNCHER_NOT_RUN = 126,    /* the interpreter cannot be executed: the exit code that shells use */
    KIT_LAUNCHER_NOT_FOUND = 127
};

/* Apply the option in words[0] if it is one that all these commands have: --cover[=line|branch|hit], --library=FILE, -o
 * FILE, --data-file=FILE, or --NAME[=VALUE] for an option of the library. Options for the settings of a binding, such
 * as --include=PATTERN, are applied too: `own` has a bit 1 << KIT_... for each of these settings. Return the number of
 * words used, 0 if words[0] is not such an option. If the option is invalid, print a message that begins with
 * `command`, and return -1. */
int kit_launcher_take(struct kit_settings *settings, const char *command, unsigned own, char **words, int count);

/* Parse an option whose value is in the same word or in the next one: --java=X or --java X for "--java", -oX or -o X
 * for "-o". `what` describes the value in messages. Return the number of words used, 0 if words[0] is another option,
 * -1 after a message. *value is set if the result is positive. */
int kit_launcher_take_value(const char *command, const char *option, const char *what, char **words, int count,
                            const char **value);

/* Set the name of the run to the program's file name without this suffix. If an option names the run, do nothing.
 * The run's name replaces %v in the name of the data file. */
void kit_launcher_name(struct kit_settings *settings, const char *program, const char *suffix);

/* Replace this process by the interpreter that words[0] names. If that fails, print a message and return the exit
 * code. */
int kit_launcher_run(const char *command, char **words);

__END_DECLS
