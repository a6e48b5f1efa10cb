/* source.h - the text of a source file, for reports that show lines: kept in the data file, or found on disk. */
#ifndef QII_SOURCE_H
#define QII_SOURCE_H

#include "data/profile.h"

enum qii_source_state {
    QII_SOURCE_SAME,    /* what was loaded in the run, or nothing is known of it */
    QII_SOURCE_CHANGED, /* another content than in the run */
    QII_SOURCE_MISSING
};

struct qii_source {
    enum qii_source_state state;
    char *bytes; /* owned; NULL when missing */
    size_t size;
    size_t at; /* where the next line begins */
};

/* Look for the file where its name says, below extra (may be NULL), and below the directory that the run was in.
 * Returns. false without memory. */
bool qii_source_open(struct qii_source *source, const struct qp_profile *profile, uint32_t file, const char *extra);
void qii_source_close(struct qii_source *source);

/* The next line without its end. Returns. false after the last. */
bool qii_source_line(struct qii_source *source, struct qp_text *line);

#endif
