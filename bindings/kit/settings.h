/* settings.h - what a user wants recorded, and the four ways to say it: the words of a launcher (launcher.h), one text,
 * which a launcher hands on to the binding inside the program, environment variables, and calls of the program.
 *
 * The text is "-library=NAME [-cover=line|branch|hit] [-include=PATTERNS] ... -- OPTIONS", with values quoted as those
 * of the library's options are (doc/options.md): with blanks or quotes in it a value stands in double quotes, and a
 * double quote itself in single ones.
 *
 * Memory: the strings are the struct's own. Without memory for one, no_memory is set and stays. */
#ifndef KIT_SETTINGS_H
#define KIT_SETTINGS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum kit_cover {
    KIT_COVER_UNSAID,
    KIT_COVER_NOTHING, /* profile */
    KIT_COVER_HITS,    /* which lines ran */
    KIT_COVER_LINES,   /* and how often */
    KIT_COVER_BRANCHES /* and lines */
};

/* Texts that a binding may take; which of them, is its language's. Patterns are several, with a ';' between two. */
enum kit_setting {
    KIT_INCLUDE,       /* patterns of files to tell of even if never loaded (includes.h) */
    KIT_CONFIGURATION, /* file of settings for the language's own coverage tool; "none"; NULL = where it looks */
    KIT_FILTER,        /* patterns of what is told (filter.h) */
    KIT_EXCLUDE,       /* and of what is not */
    KIT_LEAF,          /* "time" or "count": whether calls of small methods are timed */
    KIT_SETTINGS
};

struct kit_settings {
    enum kit_cover cover;
    char *library;             /* name or path for qii_load; NULL = the one that cover asks for */
    char *texts[KIT_SETTINGS]; /* NULL = nothing was said */
    char *data_file;           /* to write in place of an earlier run's; NULL = named by an option of the library */
    char *options;             /* of the library, "-name=value ..."; NULL = none */
    bool no_memory;
};

void kit_settings_fini(struct kit_settings *settings);

void kit_settings_set_library(struct kit_settings *settings, const char *library);

/* Name the data file, which replaces one of an earlier run. */
void kit_settings_set_data_file(struct kit_settings *settings, const char *name);

/* Patterns come to those that stand there. Returns false for a word that the setting does not take, and changes
 * nothing. */
bool kit_settings_set(struct kit_settings *settings, enum kit_setting setting, const char *text);

/* Tell on stderr that an option does not take this word: "WHO: OPTION takes time or count, not 'TEXT'". */
void kit_settings_refuse(const char *who, const char *option, enum kit_setting setting, const char *text);

/* "include" for KIT_INCLUDE. */
const char *kit_settings_name(enum kit_setting setting);

/* "line", "branch" or "hit"; returns false for any other word, and changes nothing. */
bool kit_settings_set_cover(struct kit_settings *settings, const char *word);

/* Add an option of the library, with its value, or without a name as it was written: "name" or "name=value"; or any
 * text of options. */
void kit_settings_add_option(struct kit_settings *settings, const char *name, const char *value);
void kit_settings_add_text(struct kit_settings *settings, const char *text);

/* Where nothing was said yet: QII_LIBRARY, QII_INCLUDE, QII_FILTER, QII_EXCLUDE, QII_LEAF. A library that cover asks
 * for counts as said. A word that one does not take is a line on stderr, and counts as not said. */
void kit_settings_read_environment(struct kit_settings *settings);

/* QII_COVER, for a program that no launcher started. Another word than line, branch or hit is a line on stderr, and
 * counts lines. */
void kit_settings_read_cover(struct kit_settings *settings);

/* All as one text, in memory of its own, NULL without memory; and back, into empty settings, where data_file is among
 * the library's options. read returns false for what is no such text, or without memory. */
char *kit_settings_write(const struct kit_settings *settings);
bool kit_settings_read(struct kit_settings *settings, const char *text);

/* Whether lines are to be counted and samples to be taken, which measure time: a binding that samples refuses that. */
bool kit_settings_sample_lines(const struct kit_settings *settings);

/* The library to load: the one that was asked for, else libcprof to cover and libqprof to profile. */
const char *kit_settings_library(const struct kit_settings *settings);

#ifdef __cplusplus
}
#endif

#endif
