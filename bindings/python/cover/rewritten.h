/* rewritten.h - the instructions of a code object with probes (probes.h) inserted.
 *
 * The probes of the edges to an instruction are inserted before it, one for each counter. Jumps lead to the probe of
 * their edge, or behind all probes if the edge has none:
 *
 *              ...                     falls through without a counter
 *              JUMP_FORWARD done
 *     first:   LOAD_CONST, POP_TOP     for some of the jumps to the instruction
 *              JUMP_FORWARD done
 *     second:  LOAD_CONST, POP_TOP     for others
 *     done:    the instruction
 *
 * Mostly all edges have the same counter, so that one probe without jumps suffices. */
#pragma once

#include "bindings/python/cover/edges.h"

struct qpy_rewritten {
    PyObject *bytes;    /* new co_code */
    PyObject *handlers; /* new co_exceptiontable */
    int *place;         /* by instruction, and for the end: first code unit of the new code that belongs to it */
    struct qpy_site *sites;
    int site_count;
};

/* Instructions of a probe. */
struct qpy_site {
    int counter;
    int units; /* number of its code units */
};

/* Rewrite code. Probe i is constant number first_probe + i. If `each` is true, each site has its own probe, and probe i
 * is that of site i; otherwise probe i is that of counter i. Return false if out of memory, with an exception, or if a
 * probe would separate instructions that CPython runs as one. The caller calls qpy_rewritten_fini in any case. */
bool qpy_rewritten_init(struct qpy_rewritten *rewritten, const struct qpy_code *code, const struct qpy_edges *edges,
                        int first_probe, bool each);
void qpy_rewritten_fini(struct qpy_rewritten *rewritten);
