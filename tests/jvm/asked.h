/* asked.h - a rewriting that gives the same answer for all methods, and records for which methods it was asked. */
#pragma once

#include "bindings/jvm/insert/rewrite.h"
#include "tests/jvm/built.h"

struct asked {
    struct qjvm_answer answer;
    bool filter;
    char methods[1000];      /* for each method "NAMEDESCRIPTOR SIZE LINES", then " leaf" if it calls nothing */
    char unchanged[1000];    /* "CLASS.METHOD: WHY" for each unchanged method */
    const char *source_file; /* source file of the class to which the last method belonged, "" = none */
    unsigned char *bytes;    /* the new class file, NULL if unchanged; the caller frees it */
    size_t size;
};

void asked_rewrite(struct asked *asked, const unsigned char *bytes, size_t size);

/* Call built_done and rewrite the class. Return the description of the rewritten method, or "unchanged". */
const char *asked_describe(struct asked *asked, struct built *built, const char *method);

/* Rewrite a class that contains only this method. asked_with_calls inserts calls of enter, leave and caught,
 * asked_with_lines counts of lines, and asked_with_branches counts of branch outcomes. Return the description of the
 * rewritten method, or the reason why it is unchanged. The addresses of counters are multiples of 1000 for lines, and
 * of 100 for branch outcomes. */
const char *asked_with_calls(unsigned version, uint32_t id, struct built_code code);
const char *asked_with_lines(uint64_t entry, struct built_code code);
const char *asked_with_branches(struct built_code code);

extern const uint64_t asked_thousands[5];
extern const uint64_t asked_hundreds[5];
