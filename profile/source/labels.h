/* labels.h - unique function names, for people and for formats that identify functions by name.
 *
 * A function that two libraries recorded is one function.
 *
 *   fib                        its name, if it is unique
 *   fib (math.lua)             with as much of its file's path as makes it unique: the last part, two parts, all
 *   fib (src/math.lua:7)       with the line
 *   fib (src/math.lua:7) #12   with its index in the data file, if all else is the same
 *
 * Some formats list functions below their files, and their readers add up several runs. So names need to be unique
 * within a file only, and do not depend on which other files a run had:
 *
 *   fib                        its name, if it is unique in its file
 *   fib:7                      with the line
 *   fib:7 #12                  with its index in the data file */
#pragma once

#include "profile/load/model.h"

/* Style of labels; all zeros for people. */
struct qp_labels_style {
    bool in_files;    /* functions are listed below their files */
    char reserved[2]; /* a character that labels must not contain, and its replacement; 0 = none */
};

struct qp_labels {
    const struct qp_profile *profile;
    struct qp_labels_style style;
    uint8_t *levels; /* for each method: which parts follow the name (enum level in labels.c) */
};

#define QP_LABEL_SIZE 1024 /* size of a label with its NUL; longer names are truncated */

/* Find a unique label for each method. The profile must live longer. Return false if out of memory; then nothing needs
 * to be closed. */
bool qp_labels_open(struct qp_labels *labels, const struct qp_profile *profile, struct qp_labels_style style);
void qp_labels_close(struct qp_labels *labels);

/* Write the label of a method in printable characters, at most size bytes (QP_LABEL_SIZE is enough). Return its
 * length. */
size_t qp_labels_text(const struct qp_labels *labels, uint32_t method, char *shown, size_t size);

/* Replace the reserved character in another text that is shown beside labels. */
void qp_labels_unreserve(const struct qp_labels *labels, char *shown);
