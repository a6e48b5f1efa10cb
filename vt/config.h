/* config.h - the configuration of libvt: one table of names, kinds, defaults and help.
 *
 * VT_initialize reads the configuration (config_line.c): first the file that VT_CONFIG names, which has one option per
 * line, then one environment variable per option (VT_PCTRACE for PCTRACE). A later setting overrides an earlier one. An
 * invalid setting is reported in one line and skipped. A test compares doc/vt.md with the table. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The options: X(constant, name, kind, default, help). The default of a choice is the first word of its list. */
#define VT_OPTIONS(X)                                                                                                  \
    X(PCTRACE, "PCTRACE", RANGE, "off", "return addresses recorded with each event: off, on, N or skip:N")             \
    X(DETAILED_STATES, "DETAILED-STATES", DEGREE, "0",                                                                 \
      "number of slashes in VT_enterstate's names that count as colons")                                               \
    X(STATE, "STATE", STATES, "", "pattern of Class:state, and the rule of these states")                              \
    X(SYMBOL, "SYMBOL", SYMBOLS, "", "pattern of a state's name in any class, and the rule of these states")           \
    X(ACTIVITY, "ACTIVITY", CLASSES, "", "pattern of a class, and the rule of its states")                             \
    X(COUNTER, "COUNTER", COUNTERS, "", "pattern of counters, and whether they are recorded")                          \
    X(OS_COUNTER_DELAY, "OS-COUNTER-DELAY", TIME, "1s", "period of the operating system's counters")                   \
    X(LOGFILE_NAME, "LOGFILE-NAME", TEXT, "", "name of the data file; default: the program's name with .qii")          \
    X(LOGFILE_PREFIX, "LOGFILE-PREFIX", TEXT, "", "directory of the data file")                                        \
    X(MEM_BLOCKSIZE, "MEM-BLOCKSIZE", SIZE, "64KB",                                                                    \
      "block size of the event log, whose limit is this size times MEM-MAXBLOCKS")                                     \
    X(MEM_MAXBLOCKS, "MEM-MAXBLOCKS", NUMBER, "0", "maximum number of blocks of the event log; 0 = unlimited")         \
    X(MEM_OVERWRITE, "MEM-OVERWRITE", SWITCH, "off", "overwrite the oldest events at the limit")                       \
    X(MIN_CALL_TIME, "MIN-CALL-TIME", TIME, "0", "MPI calls that take less are counted, but not in the event log")     \
    X(AUTOFLUSH, "AUTOFLUSH", SWITCH, "on", "off = the log stops at the limit; on = only the file's limit counts")     \
    X(STATISTICS, "STATISTICS", CHOICE, "on|off|only",                                                                 \
      "totals: with a log, with a log but not in the summary, or without a log")                                       \
    X(PROGNAME, "PROGNAME", TEXT, "", "name of the program, for the data file and reports")                            \
    X(VERBOSE, "VERBOSE", DEGREE, "1", "output at the end: 0 = none, 1 = a line, 2 = also the summary")                \
    X(TIMER, "TIMER", CHOICE, "auto", "the clock: always chosen automatically")

enum vt_option {
#define X(constant, name, kind, value, help) VT_OPTION_##constant,
    VT_OPTIONS(X)
#undef X
        VT_OPTION_COUNT
};

/* Values of STATISTICS. */
enum { VT_STATISTICS_ON, VT_STATISTICS_OFF, VT_STATISTICS_ONLY };

struct vt_config {
    uint64_t number[VT_OPTION_COUNT]; /* times in microseconds; PCTRACE as bits of a rule (core/log/symbol.h) */
    char *text[VT_OPTION_COUNT];      /* owned; NULL = not given */
    uint32_t bad;                     /* number of bad lines and values */
};

/* The configuration that VT_initialize read, or the defaults before that. It does not change while events are
 * recorded. */
extern struct vt_config vt_config;

/* Set the defaults, without filters. */
void vt_config_reset(void);

/* Set the defaults and remove all filters. If `trusted`, then read the configuration file and the environment; a
 * setuid program must not read them. */
void vt_config_read(bool trusted);

/* Read the lines of a configuration text. `file` is the name of the text in messages. */
void vt_config_read_text(const char *file, const char *text, size_t size);

/* Return the configuration as options of the core, in memory that the caller frees. Return NULL if out of memory. */
char *vt_config_core_options(bool trusted);

/* ---- for the readers of lines and variables --------------------------------------------------------------- */

/* Results of vt_config_apply. A result of 0 or more is the index of the first invalid word. */
#define VT_LINE_GOOD      (-1)
#define VT_LINE_TOO_SHORT (-2)
#define VT_LINE_NO_MEMORY (-3)

/* Return the number of the option with this name, or -1 if there is none. In the name, '_' is the same as '-'. */
int vt_config_find(const char *word);

const char *vt_config_name(int option);

/* Write the name of an option's environment variable to `name`, such as VT_PCTRACE for PCTRACE, with '_' for '-'.
 * Return `name`. */
#define VT_CONFIG_VARIABLE 32
const char *vt_config_variable(int option, char name[VT_CONFIG_VARIABLE]);

/* Print one line with the variables that begin with VT_ but belong neither to an option nor to other software. */
void vt_config_warn_unknown(void);

/* Return true if the option's value is a single text that may contain blanks. */
bool vt_config_is_text(int option);

/* Set an option from the words after its name. */
int vt_config_apply(int option, char **words, int count);
