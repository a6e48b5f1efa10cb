/* launcher.h - how a program is started under a binding: what the commands `qii lua` and its like have in common.
 *
 * The command takes its own options from the words, and what is left goes here. It refuses a data file that the library
 * would not replace (tools/qii/data_file.h), so that nothing runs without its profile. Then it puts
 * kit_settings_write's text to where the binding finds it (code, a variable, an agent's options), and becomes the
 * user's interpreter, so that the program has its arguments, streams and exit status as without us. */
#ifndef KIT_LAUNCHER_H
#define KIT_LAUNCHER_H

#include "settings.h"

#ifdef __cplusplus
extern "C" {
#endif

enum kit_launcher_exit {
    KIT_LAUNCHER_NO_BINDING = 125, /* the interpreter cannot load the binding */
    KIT_LAUNCHER_NOT_RUN = 126,    /* as shells say it */
    KIT_LAUNCHER_NOT_FOUND = 127
};

/* Take an option that all such commands have: --cover[=line|branch|hit], --library=FILE, -o FILE or
 * --data-file=FILE, --NAME[=VALUE] of the library; and those of the binding's own, a bit 1 << KIT_... for each in
 * `own`: --include=PATTERN. Returns the number of words that it takes, 0 when the first one is none of these, -1 when
 * it is wrong: a line on stderr, which begins with the command's name, says why. */
int kit_launcher_take(struct kit_settings *settings, const char *command, unsigned own, char **words, int count);

/* Take an option that needs a value, in its own word or the next one: "--java" takes --java=X and --java X, "-o" takes
 * -oX and -o X. Returns as take does; *value is set where it is positive. */
int kit_launcher_take_value(const char *command, const char *option, const char *what, char **words, int count,
                            const char **value);

/* Name the run, for %v in a data file's name, unless an option does: the file name of the program's path, without
 * suffix. */
void kit_launcher_name(struct kit_settings *settings, const char *program, const char *suffix);

/* Become the interpreter that words[0] names. Returns only when that cannot be: its exit code; a line on stderr says
 * why. */
int kit_launcher_run(const char *command, char **words);

#ifdef __cplusplus
}
#endif

#endif
