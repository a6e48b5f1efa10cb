/* labels.h - unique function names, for people and for formats that identify functions by name.
 *
 * If two libraries recorded a function, its label is the same in both.
 *
 *   fib                        its name, if it is unique
 *   fib (math.lua)             with a part of its file's path if that makes it unique: the last part, the last two, or
 *                              the whole path
 *   fib (src/math.lua:7)       with its line, too
 *   fib (src/math.lua:7) #12   with its index in the data file, if nothing else makes it unique
 *
 * Some formats list functions below their files, and programs that read these formats add up several runs. For them, a
 * label is unique within its file only. So it does not depend on which other files a run had:
 *
 *   fib                        its name, if it is unique in its file
 *   fib:7                      with the line
 *   fib:7 #12                  with its index in the data file  */
#pragma once

#include "profile/load/model.h"

/* Style of labels. A zeroed struct is the style for people. */
struct qp_labels_style {
    bool in_files;    /* functions are listed below their files */
    char reserved[2]; /* a character that labels must not contain, and its replacement; 0 = none */
};

struct qp_labels {
    const struct qp_profile *profile;
    struct qp_labels_style style;
    uint8_t *levels; /* for each method: which details follow the name (enum level in labels.c) */
};

#define QP_LABEL_SIZE 1024 /* size of a label with its NUL; longer names are truncated */

/* Find a unique label for each method. The profile must outlive the labels. Return false if out of memory; then
 * nothing needs to be closed. */
bool qp_labels_open(struct qp_labels *labels, const struct qp_profile *profile, struct qp_labels_style style);
void qp_labels_close(struct qp_labels *labels);

/* Write the label of a method in printable characters, at most size bytes (QP_LABEL_SIZE is enough). Return its
 * length. */
size_t qp_labels_text(const struct qp_labels *labels, uint32_t method, char *shown, size_t size);

/* Replace the reserved character in a text that is shown together with labels, such as the name of a thread. */
void qp_labels_unreserve(const struct qp_labels *labels, char *shown);
