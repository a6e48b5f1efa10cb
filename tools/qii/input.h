/* input.h - the data file of a command: the named file, or the newest *.qii in the current directory; several files,
 * and the files of a job, are merged in memory. */
#pragma once

#include "profile/job/job.h"
#include "profile/query/query.h"
#include "tools/qii/configured.h"
#include "tools/qii/named.h"
#include "tools/qii/qii.h"

struct qii_input {
    const char *path;   /* first path; NULL if none is known yet */
    const char **paths; /* all paths, then NULL */
    uint32_t path_count;
    uint32_t first_side;  /* number of paths of side A; the others are of side B */
    bool separated;       /* true if -- was given between two sides */
    bool all_ranks;       /* --job: read all files of the job that the file belongs to */
    bool ranks;           /* the command reads the files of a job one after another: they are found, but not opened */
    const char *one_file; /* reason why only one file is accepted, unless several are of one job; NULL = files are
                           * merged */
    const char *product;  /* library whose data is shown: "qprof", "cprof" or "vt"; NULL = the first that has data */
    const char *phase;
    const char *context;
    const char *group; /* name of the virtual threads that are shown; NULL = all */
    bool raw;
    unsigned measure; /* enum qp_measure */
    struct qii_view view;
    struct qii_configured configured;
    struct qii_project project; /* empty if the command does not use it (qii_command.configured) */
    bool cover;                 /* if `product` is NULL, prefer libcprof's data */
    bool quiet;                 /* do not report damage when opening */
    uint64_t watch_ns;          /* --watch interval: read again while the run continues; 0 = read once */
    char newest[300];           /* path of the newest file, if no path was given */
    int merged;                 /* descriptor of the merged file, 0 = none */
    struct qii_named named;     /* the files that the paths name; empty if that is a single file */
    struct qp_job job;          /* the files of the job that the paths name; job.id is 0 if they name no job */
    const char **files;         /* set by qii_input_find; the paths belong to other fields */
    uint32_t file_count;
    struct qp_profile profile;
    struct qp_query query;
};

/* Make a profile that was opened for the input one of the chosen measure. Return QII_OK, or another exit code after a
 * message on stderr. */
int qii_input_measure(const struct qii_input *input, struct qp_profile *profile);

/* Return a hint how to record data of a library. */
const char *qii_input_how(enum qp_product product);

/* Append a file name. Return false if out of memory. */
bool qii_input_add(struct qii_input *input, const char *path);

/* Set `files` to the files of the job that the paths name, otherwise to all files that they name, or to the newest data
 * file. No file is opened. Return QII_OK, or another exit code after a message on stderr. */
int qii_input_find(struct qii_input *input);

/* Open the data file. If it is damaged, print a warning on stderr. Return QII_OK. On failure, print a message on
 * stderr and return another exit code. It is a failure, too, if the file has no data of the chosen library. */
int qii_input_open(struct qii_input *input);

/* Return true if the input is a job whose files were found, but not opened (see `ranks`). */
bool qii_input_is_unopened(const struct qii_input *input);

/* If the input is a job whose files are not open, merge them in memory, and open the result and its query. If `apart`
 * is true, the threads of different ranks stay separate. Return an exit code like qii_input_open. */
int qii_input_query_job(struct qii_input *input, bool apart);

/* Open the query for the selected library and phase. Return QII_OK, or another exit code after a message on stderr. */
int qii_input_query(struct qii_input *input);

/* Complete a filter of files by the project's `include` and `exclude`; options of the same kind precede. */
void qii_input_filter(const struct qii_input *input, struct qp_filter *filter);

/* As qii_matches, for such a filter: if the project's patterns leave nothing, the message names their file. */
int qii_input_matches(const struct qii_input *input, const struct qp_filter *filter, bool any);

/* Reopen the query for a single group of virtual threads. Keep the query if `group` is NULL. Return an exit code. */
int qii_input_choose_group(struct qii_input *input, const char *group);

/* Open another data file, and its query with the library and phase of `asked`. Return QII_OK, or another exit code
 * after a message on stderr. The input must be closed even after an error. */
int qii_input_open_other(struct qii_input *input, const struct qii_input *asked, const char *path);

/* Likewise for several paths, whose array may be freed then. */
int qii_input_open_others(struct qii_input *input, const struct qii_input *asked, const char **paths, uint32_t count);
void qii_input_close(struct qii_input *input);

struct qp_selection qii_input_selection(const struct qii_input *input);

/* If the file is damaged, print a warning on stderr. A command with `quiet` calls this function after it has read more
 * of the file. */
void qii_input_warn_damage(const struct qii_input *input);
