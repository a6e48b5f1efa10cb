/* input.h - the data file of a command (the one named, or the newest *.qii here; several are merged in memory). */
#pragma once

#include "profile/query/query.h"
#include "tools/qii/qii.h"

struct qii_input {
    const char *path;   /* the first if there are several */
    const char **paths; /* all paths, then NULL */
    uint32_t path_count;
    uint32_t first_side; /* number of paths of the first side */
    bool separated;      /* -- was given between two sides */
    const char *product; /* "qprof", "cprof", "vt", NULL = the first that has data */
    const char *phase;
    const char *group; /* only the virtual threads of this name; NULL = all */
    bool raw;
    struct qii_view view;
    bool cover;        /* prefer libcprof's data by default */
    bool quiet;        /* do not report damage when opening */
    uint64_t watch_ns; /* --watch interval: read again while the run continues; 0 = read once */
    char newest[300];  /* path found when none was given */
    int merged;        /* descriptor of the merged file, 0 = none */
    struct qp_profile profile;
    struct qp_query query;
};

/* Append a file. Return false if out of memory. */
bool qii_input_add(struct qii_input *input, const char *path);

/* Open the data file, with a warning on stderr if it is damaged; then the query for the selected product and phase.
 * Return QII_OK or an exit code, after a message on stderr. */
int qii_input_open(struct qii_input *input);
int qii_input_query(struct qii_input *input);

/* Reopen the query for one group; NULL = keep the query. */
int qii_input_choose_group(struct qii_input *input, const char *group);

/* Open another data file and its query, chosen as in asked. Return as above; must be closed in either case. */
int qii_input_open_other(struct qii_input *input, const struct qii_input *asked, const char *path);
void qii_input_close(struct qii_input *input);

struct qp_selection qii_input_selection(const struct qii_input *input);

/* Warn about damage on stderr, for a command that is quiet when opening and reads more first. */
void qii_input_warn_damage(const struct qii_input *input);
