/* asked.h - a rewriting that gives one answer for all methods, and records what it was asked. */
#pragma once

#include "bindings/jvm/insert/rewrite.h"
#include "tests/jvm/built.h"

struct asked {
    struct qjvm_answer answer;
    char methods[1000];      /* "NAMEDESCRIPTOR SIZE LINES" of each, then " leaf" if it calls nothing */
    char unchanged[1000];    /* "CLASS.METHOD: WHY" */
    const char *source_file; /* at the last request for a method, "" = none */
    unsigned char *bytes;    /* the new class file, NULL if unchanged; the caller frees it */
    size_t size;
};

void asked_rewrite(struct asked *asked, const unsigned char *bytes, size_t size);

/* Call built_done, rewrite, and return the description of a method then, or "unchanged". */
const char *asked_describe(struct asked *asked, struct built *built, const char *method);

/* Return the description of a method alone in a class, with calls or with counts: counter numbers are thousands for
 * lines, hundreds for outcomes of branches. Or return why it is unchanged. */
const char *asked_with_calls(unsigned version, uint32_t id, struct built_code code);
const char *asked_with_lines(uint64_t entry, struct built_code code);
const char *asked_with_branches(struct built_code code);

extern const uint64_t asked_thousands[5];
extern const uint64_t asked_hundreds[5];
