/* source_text.h - text of a source file for reports, from the data file or from disk. */
#pragma once

#include "profile/load/model.h"
#include "profile/source/source_path.h"

enum qp_source_text_state {
    QP_SOURCE_TEXT_SAME,    /* the text is the one that the run loaded, or it is unknown whether the text has changed
                             * since */
    QP_SOURCE_TEXT_CHANGED, /* the text differs from the one that the run loaded */
    QP_SOURCE_TEXT_MISSING
};

struct qp_source_text {
    enum qp_source_text_state state;
    enum qp_source_origin origin;
    bool is_verified; /* the text is the one that the run loaded: the run recorded the text or its hash */
    char *bytes;      /* owned by this struct; NULL if missing */
    size_t size;
    size_t at; /* offset of the next line */
};

/* Read a file's text from the data file. If the data file lacks the text, look for the path in the working directory,
 * in the folders of `path` (NULL = none) and below the run's directory. Return false if out of memory. */
bool qp_source_text_open(struct qp_source_text *source, const struct qp_profile *profile, uint32_t file,
                         struct qp_source_path *path);
void qp_source_text_close(struct qp_source_text *source);

/* Return true if the run recorded the file's content, as text or hash. */
bool qp_source_text_is_known(const struct qp_profile *profile, uint32_t file);

/* Set *hash to the hash of the file's content. Return false if the run recorded neither the hash nor the text. */
bool qp_source_text_hash(const struct qp_profile *profile, uint32_t file, uint64_t *hash);

/* Return true if a text may be in output that users pass to others, such as a page (source_origin.h). A text that
 * the run verified may be in it if the text is below the working directory or a folder that the user specified
 * (`path`), or if every user of the machine may read the text. A text that the run did not verify may be in it only if
 * the user specified a folder, and the text is below such a folder or the working directory. */
bool qp_source_text_may_be_shared(const struct qp_source_text *source, const struct qp_source_path *path);

/* Set *line to the next line without its end. Return false after the last line. */
bool qp_source_text_line(struct qp_source_text *source, struct qp_text *line);
