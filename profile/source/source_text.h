/* source_text.h - the text of a source file, for reports that show lines: kept in the data file, or found on disk. */
#ifndef QP_SOURCE_SOURCE_TEXT_H
#define QP_SOURCE_SOURCE_TEXT_H

#include "profile/load/model.h"
#include "profile/source/source_path.h"

enum qp_source_text_state {
    QP_SOURCE_TEXT_SAME,    /* what was loaded in the run, or nothing is known of it */
    QP_SOURCE_TEXT_CHANGED, /* another content than in the run */
    QP_SOURCE_TEXT_MISSING
};

struct qp_source_text {
    enum qp_source_text_state state;
    char *bytes; /* owned; NULL when missing */
    size_t size;
    size_t at; /* where the next line begins */
};

/* Look for the file where its name says, on the path (NULL: none), and below the directory that the run was in. Returns
 * false without memory. */
bool qp_source_text_open(struct qp_source_text *source, const struct qp_profile *profile, uint32_t file,
                         struct qp_source_path *path);
void qp_source_text_close(struct qp_source_text *source);

/* Whether the run tells what the file contained, by its text or its hash. What is sent around has no other texts unless
 * somebody asks for them: a data file may name any file of the machine that it is read on. */
bool qp_source_text_is_known(const struct qp_profile *profile, uint32_t file);

/* The next line without its end. Returns false after the last. */
bool qp_source_text_line(struct qp_source_text *source, struct qp_text *line);

#endif
