/* settings.h - settings of a recording. They come from a launcher's command line (launcher.h), from a text that the
 * launcher passes to the binding inside the program, from environment variables, or from calls of the program.
 *
 * The text is "-library=NAME [-cover=line|branch|hit] [-include=PATTERNS] ... -- OPTIONS". Values are quoted like
 * values of the library's options (doc/options.md): a value with blanks or quotes is put in double quotes, and a double
 * quote itself in single quotes.
 *
 * The struct owns its strings. If an allocation fails, `no_memory` is set and stays set. */
#pragma once

#include <stdbool.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

enum kit_cover {
    KIT_COVER_UNSET,
    KIT_COVER_NOTHING, /* no lines are covered: a profile is recorded */
    KIT_COVER_HITS,    /* which lines ran */
    KIT_COVER_LINES,   /* how often lines ran */
    KIT_COVER_BRANCHES /* how often lines and branch outcomes ran */
};

/* Settings whose value is a text. Each binding accepts some of them. Patterns are separated by ';'. */
enum kit_setting {
    KIT_INCLUDE,       /* patterns of files to cover even if the program never loads them (includes.h) */
    KIT_CONFIGURATION, /* settings file of the language's own coverage tool; "none" = no file; NULL = the tool's default
                        */
    KIT_FILTER,        /* patterns of names to record (filter.h) */
    KIT_EXCLUDE,       /* patterns of names not to record */
    KIT_LEAF,          /* "time" or "count": time calls of small methods, or only count them */
    KIT_FILES,         /* "configured" or "all": the files that the configuration selects (default), or all files,
                        * because reports select them */
    KIT_SAMPLE,        /* "cpu" or "wall": the clock of the samples by which a program is recorded */
    KIT_COUNT,         /* "call", "line", "branch" or "none": what counters in the code count in a run of samples */
    KIT_CLASSES,  /* directories and archives of classes to cover even if the program never loads them, separated by
                   * ':' */
    KIT_CONTEXTS, /* "tests" or "none": make each test of a known test framework a named context, or do not */
    KIT_SETTINGS
};

struct kit_settings {
    enum kit_cover cover;
    char *library;             /* name or path for qii_load; NULL = chosen by `cover` */
    char *texts[KIT_SETTINGS]; /* NULL = not set */
    char *data_file; /* name of the data file, which may replace that of an earlier run; NULL = the library's options
                      * name the file */
    char *options;   /* options of the library, "-name=value ..."; NULL = none */
    bool no_memory;
};

void kit_settings_fini(struct kit_settings *settings);

void kit_settings_set_library(struct kit_settings *settings, const char *library);

/* Set the name of the data file. If this file exists and is the data file of an earlier run, the new file replaces
 * it. */
void kit_settings_set_data_file(struct kit_settings *settings, const char *name);

/* Set a text. Patterns and paths are appended to the earlier ones. If the setting does not accept the text, change
 * nothing and return false. */
bool kit_settings_set(struct kit_settings *settings, enum kit_setting setting, const char *text);

/* Print on stderr that a setting does not accept this text: "WHO: OPTION takes time or count, not 'TEXT'". */
void kit_settings_refuse(const char *who, const char *option, enum kit_setting setting, const char *text);

/* Return the name of a setting: "include" for KIT_INCLUDE. */
const char *kit_settings_name(enum kit_setting setting);

/* Set cover to "line", "branch" or "hit". For any other word, change nothing and return false. */
bool kit_settings_set_cover(struct kit_settings *settings, const char *word);

/* Add an option of the library with its value. If the name is empty, `value` is the whole option: "name" or
 * "name=value". */
void kit_settings_add_option(struct kit_settings *settings, const char *name, const char *value);

/* Append a text that consists of options of the library. */
void kit_settings_add_text(struct kit_settings *settings, const char *text);

/* For settings that are not set yet, read QII_LIBRARY, QII_INCLUDE, QII_FILTER, QII_EXCLUDE, QII_LEAF,
 * QII_CLASSES and QII_CONTEXTS.
 * QII_LIBRARY is ignored if `cover` is set, since `cover` chooses the library. Print a message for an invalid value,
 * and ignore the value. */
void kit_settings_read_environment(struct kit_settings *settings);

/* Read QII_COVER, for a program that was started without a launcher. If its value is not line, branch or hit, print a
 * message and count lines. */
void kit_settings_read_cover(struct kit_settings *settings);

/* Change settings of a program for its child processes, which record in files of their own: the data file has this
 * name, in the current directory if the name is relative, replaces no other file, and gets a number if it exists. The
 * children print no table. */
void kit_settings_follow_children(struct kit_settings *settings, const char *data_file);

/* Return all settings as a text that kit_settings_read can read, to be freed; NULL if out of memory. */
char *kit_settings_write(const struct kit_settings *settings);

/* Read the text of kit_settings_write into empty settings; data_file becomes part of the library's options. Return
 * false if the text is invalid, or if out of memory. */
bool kit_settings_read(struct kit_settings *settings, const char *text);

/* Return whether the settings request both the counting of lines and sampling. Bindings refuse this, since samples
 * measure time. */
bool kit_settings_sample_lines(const struct kit_settings *settings);

/* Return the name of the library to load: the requested one, or else cprof for coverage and qprof for a profile. */
const char *kit_settings_library(const struct kit_settings *settings);

__END_DECLS
