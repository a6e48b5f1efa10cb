/* input.h - the data file of a command: the one named, or the newest *.qii of the current directory, and which of its
 * data. Several files are merged in memory, and are one to the command. */
#ifndef QII_INPUT_H
#define QII_INPUT_H

#include "profile/query/query.h"
#include "tools/qii/qii.h"

struct qii_input {
    const char *path;   /* of several files the first */
    const char **paths; /* all of them, NULL at the end */
    uint32_t path_count;
    uint32_t first_side; /* of the paths of two sides so many are the first one's */
    bool separated;      /* a -- stands between them */
    const char *product; /* "qprof", "cprof", "vt", NULL = the one that has data */
    const char *phase;
    bool raw;
    struct qii_view view;
    bool cover;        /* when nothing is said, libcprof's data first */
    bool quiet;        /* damage is not told at opening */
    uint64_t watch_ns; /* read it again and again, so often, while its run goes on; 0 = once */
    char newest[300];  /* the path when none was given */
    int merged;        /* descriptor of the merged files, 0 = none */
    struct qp_profile profile;
    struct qp_query query;
};

/* Add a file to those that are named. Returns false without memory. */
bool qii_input_add(struct qii_input *input, const char *path);

/* Open the data file, with a line on standard error when it is damaged; then the query of the product and phase asked
 * for. Return QII_OK or an exit code, after a line on standard error. */
int qii_input_open(struct qii_input *input);
int qii_input_query(struct qii_input *input);

/* The query anew, of the virtual threads of one name; NULL = as it was. */
int qii_input_choose_name(struct qii_input *input, const char *name);
void qii_input_close(struct qii_input *input);

struct qp_selection qii_input_selection(const struct qii_input *input);

/* The line on standard error about damage, if there is any: for a command that is quiet and reads more first. */
void qii_input_tell_damage(const struct qii_input *input);

#endif
