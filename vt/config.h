/* config.h - the configuration of libvt: one table of names, kinds, defaults and help.
 *
 * Read at VT_initialize (config_line.c): the file that VT_CONFIG names, an option a line, then a variable an option
 * (VT_PCTRACE for PCTRACE); what comes later wins. What is wrong is told in one line each and left out. doc/vt.md is
 * checked against the table. */
#ifndef QP_VT_CONFIG_H
#define QP_VT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(constant, name, kind, default, help); for a choice the default is the first word of the list. */
#define VT_OPTIONS(X)                                                                                                  \
    X(PCTRACE, "PCTRACE", RANGE, "off", "return addresses to record with each event: off, on, N or skip:N")            \
    X(DETAILED_STATES, "DETAILED-STATES", DEGREE, "0", "how many slashes of VT_enterstate's names count as colons")    \
    X(STATE, "STATE", STATES, "", "pattern of Class:state, and what is done with these states")                        \
    X(SYMBOL, "SYMBOL", SYMBOLS, "", "the same; pattern of the state's name in any class")                             \
    X(ACTIVITY, "ACTIVITY", CLASSES, "", "the same; pattern of the class")                                             \
    X(COUNTER, "COUNTER", COUNTERS, "", "pattern of counters, and whether they are recorded")                          \
    X(OS_COUNTER_DELAY, "OS-COUNTER-DELAY", TIME, "1s", "how often the counters of the system are read")               \
    X(LOGFILE_NAME, "LOGFILE-NAME", TEXT, "", "name of the data file; without it the program's, with .qii")            \
    X(LOGFILE_PREFIX, "LOGFILE-PREFIX", TEXT, "", "directory of the data file")                                        \
    X(MEM_BLOCKSIZE, "MEM-BLOCKSIZE", SIZE, "64KB", "a block of the event log; times MEM-MAXBLOCKS = its bound")       \
    X(MEM_MAXBLOCKS, "MEM-MAXBLOCKS", NUMBER, "0", "most blocks of the event log; 0 = no bound")                       \
    X(MEM_OVERWRITE, "MEM-OVERWRITE", SWITCH, "off", "at the bound overwrite the oldest events")                       \
    X(AUTOFLUSH, "AUTOFLUSH", SWITCH, "on", "off = at the bound the log stops; on = it has none but the file's")       \
    X(STATISTICS, "STATISTICS", CHOICE, "on|off|only", "totals: with the log, not in the summary, or without a log")   \
    X(PROGNAME, "PROGNAME", TEXT, "", "name of the program, for the data file and in reports")                         \
    X(VERBOSE, "VERBOSE", DEGREE, "1", "at the end 0 = nothing, 1 = a line, 2 = the summary too")                      \
    X(TIMER, "TIMER", CHOICE, "auto", "the clock: chosen by itself, as there is no other")

enum vt_option {
#define X(constant, name, kind, value, help) VT_OPTION_##constant,
    VT_OPTIONS(X)
#undef X
        VT_OPTION_COUNT
};

/* What STATISTICS says. */
enum { VT_STATISTICS_ON, VT_STATISTICS_OFF, VT_STATISTICS_ONLY };

struct vt_config {
    uint64_t number[VT_OPTION_COUNT]; /* times in microseconds; PCTRACE as bits of a rule (core/log/symbol.h) */
    char *text[VT_OPTION_COUNT];      /* owned; NULL = not given */
    uint32_t bad;                     /* lines and values that were wrong */
};

/* As VT_initialize read it; the defaults before. Constant while events are recorded. */
extern struct vt_config vt_config;

/* The defaults, and no filters. */
void vt_config_reset(void);

/* Begin anew with the defaults and no filters, then read the file and the environment; not in a setuid program. */
void vt_config_read(bool trusted);

/* Read lines of a file that is called so in messages. */
void vt_config_read_text(const char *file, const char *text, size_t size);

/* The configuration as options of the core, to be freed; NULL without memory. */
char *vt_config_core_options(bool trusted);

/* ---- for the readers of lines and variables --------------------------------------------------------------- */

/* What became of a line's words, or the number of the word that is wrong, from 0. */
#define VT_LINE_GOOD      (-1)
#define VT_LINE_TOO_SHORT (-2)
#define VT_LINE_NO_MEMORY (-3)

/* The option of this name; '_' is as good as '-'. Returns its number, -1 when there is none. */
int vt_config_find(const char *word);

const char *vt_config_name(int option);

/* The variable that sets an option: VT_PCTRACE for PCTRACE, '_' for '-'. Returns name. */
#define VT_CONFIG_VARIABLE 32
const char *vt_config_variable(int option, char name[VT_CONFIG_VARIABLE]);

/* Tell in one line which variables begin with VT_ and are neither an option's nor those of other software. */
void vt_config_tell_unknown(void);

/* Whether its value is one text, blanks included. */
bool vt_config_is_text(int option);

/* Set an option to what the words behind its name say. */
int vt_config_obey(int option, char **words, int count);

#endif
