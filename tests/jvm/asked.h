/* asked.h - a rewriting that answers the same for each method, and remembers what it was told. */
#ifndef TEST_ASKED_H
#define TEST_ASKED_H

#include "bindings/jvm/insert/rewrite.h"
#include "tests/jvm/built.h"

struct asked {
    struct qjvm_answer answer;
    char methods[1000];      /* "NAMEDESCRIPTOR SIZE LINES" of each, then " leaf" if it calls nothing */
    char unchanged[1000];    /* "CLASS.METHOD: WHY" */
    const char *source_file; /* what it was when a method was asked for, "" = none */
    unsigned char *bytes;    /* the new ones, NULL where the class is to stay; the caller's to free */
    size_t size;
};

void asked_rewrite(struct asked *asked, const unsigned char *bytes, size_t size);

/* built_done, the rewriting, and what is in the method then, or "unchanged". */
const char *asked_told(struct asked *asked, struct built *built, const char *method);

/* The method alone in a class, then with calls, or with counts: thousands for the lines, hundreds for the outcomes of
 * branches. Or why it is unchanged. */
const char *asked_with_calls(unsigned version, uint32_t id, struct built_code code);
const char *asked_with_lines(uint64_t entry, struct built_code code);
const char *asked_with_branches(struct built_code code);

extern const uint64_t asked_thousands[5];
extern const uint64_t asked_hundreds[5];

#endif
