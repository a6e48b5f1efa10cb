/* texts.h - texts that outlive whom they came from, each kept once: of two equal ones both are the same bytes. Tables
 * of numbers are kept in the same way.
 *
 * Without memory a text is none from then on and failed is set: so code reads straight and checks once. */
#ifndef QP_FORMAT_TEXTS_H
#define QP_FORMAT_TEXTS_H

#include "base/map.h"
#include "base/text.h"

struct qp_texts {
    struct qp_map known;          /* hash: address of the newest one */
    struct qp_texts_block *block; /* the one that is filled; each leads to the one before */
    size_t left;                  /* bytes in it */
    bool failed;
};

/* A zeroed struct has none. Texts stay where they are until the end, aligned for any record. */
struct qp_text qp_texts_keep(struct qp_texts *texts, struct qp_text text);
void qp_texts_fini(struct qp_texts *texts);

#endif
