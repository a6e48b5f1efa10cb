/* labels.h - a name for each function that no other function of the profile has, for people and for formats that know
 * functions by their names alone. A function that two libraries recorded is one function.
 *
 *   fib                    its name, where nobody else has it
 *   fib (math.lua)         with as much of its file's path as tells it apart: the last part, two, all
 *   fib (src/math.lua:7)   with the line
 *   fib (src/math.lua:7) #12   with its place in the data file, where all of that is the same
 *
 * Where functions stand below their files, a name must differ from those of the same file alone, and does not depend on
 * which other files a run had: such formats are added up over runs.
 *
 *   fib                    its name, where nobody else in its file has it
 *   fib:7                  with the line
 *   fib:7 #12              with its place in the data file */
#ifndef QP_SOURCE_LABELS_H
#define QP_SOURCE_LABELS_H

#include "profile/load/model.h"

/* How labels are made; all zeros for people. */
struct qp_labels_style {
    bool in_files;    /* functions stand below their files */
    char reserved[2]; /* a character that no label may have, and the one that it has instead; 0 = there is none */
};

struct qp_labels {
    const struct qp_profile *profile;
    struct qp_labels_style style;
    uint8_t *levels; /* by method: how much is told beside its name */
};

#define QP_LABEL_SIZE 1024 /* of a label with its NUL; longer names are cut */

/* Returns false without memory; nothing is to be closed then. The profile must live longer. */
bool qp_labels_open(struct qp_labels *labels, const struct qp_profile *profile); /* for people */
bool qp_labels_open_styled(struct qp_labels *labels, const struct qp_profile *profile, struct qp_labels_style style);
void qp_labels_close(struct qp_labels *labels);

/* The label of a method, printable, at most size bytes (QP_LABEL_SIZE is enough). Returns its length. */
size_t qp_labels_text(const struct qp_labels *labels, uint32_t method, char *shown, size_t size);

/* Replace the reserved character in a text that stands beside labels. */
void qp_labels_unreserve(const struct qp_labels *labels, char *shown);

#endif
