/* make_cover FILE [SOURCE WORD...]...: write a run of libcprof with chosen coverage, for tests of limits and formats.
 *
 * An argument that contains no '=' and no '?' begins a function in this source file, which may be any text. The words
 * after it describe the function:
 *
 *   LINE=COUNT          an executable line, and how often it ran
 *   LINE?TAKEN/TAKEN    a branch of two outcomes in this line, and how often each was taken
 *   text=HASH           the hash of the source file's text, hexadecimal
 *   exclude=FIRST-LAST  an exclusion of lines
 *   calls=COUNT         number of calls; by default, how often the first line ran */
#include "tests/support/builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 200 };

struct function {
    const char *file;
    int lines[MOST], branches[MOST];
    uint64_t counts[MOST], outcomes[2 * MOST];
    uint32_t line_count, branch_count;
    int64_t calls; /* -1: as often as the first line ran */
};

static void add_function(struct builder *builder, uint32_t root, uint64_t id, const struct function *function)
{
    char name[32];
    uint64_t calls = function->calls < 0 ? function->counts[0] : (uint64_t)function->calls;
    uint64_t values[3 * MOST];
    snprintf(name, sizeof name, "f%llu", (unsigned long long)id);
    uint32_t reference =
        builder_method(builder, QP_CPROF, id, name, function->file, function->lines, function->line_count);
    struct qp_method_record *method = builder_at(builder, reference);
    if (function->branch_count) {
        uint32_t table =
            builder_record(builder, QP_KIND_LINES, function->branch_count * sizeof(struct qp_branch_record));
        struct qp_branch_record *branches = builder_at(builder, table);
        for (uint32_t i = 0; i < function->branch_count; i++)
            branches[i] = (struct qp_branch_record){.line_number = function->branches[i],
                                                    .first_block = (int32_t)(function->line_count + 2 * i),
                                                    .outcomes = 2};
        method = builder_at(builder, reference);
        method->branches = table;
        method->branch_count = function->branch_count;
        method->block_count += 2 * function->branch_count;
    }
    memcpy(values, function->counts, function->line_count * sizeof *values);
    memcpy(values + function->line_count, function->outcomes, 2 * function->branch_count * sizeof *values);
    builder_blocks(builder, root, id, 0, values, function->line_count + 2 * function->branch_count);
    builder_node(builder, root, id, calls, 0);
}

static void add_text(struct builder *builder, const char *file, const char *hash)
{
    uint32_t reference = builder_record(builder, QP_KIND_SOURCE, sizeof(struct qp_source_record));
    struct qp_source_record source = {
        .published = 1, .file = builder_string(builder, file), .hashed = 1, .hash = strtoull(hash, NULL, 16)};
    *(struct qp_source_record *)builder_at(builder, reference) = source;
}

static void add_exclusion(struct builder *builder, const char *file, const char *range)
{
    uint32_t reference = builder_record(builder, QP_KIND_EXCLUSION, sizeof(struct qp_exclusion_record));
    struct qp_exclusion_record exclusion = {.published = 1, .file = builder_string(builder, file)};
    sscanf(range, "%d-%d", &exclusion.first, &exclusion.last);
    *(struct qp_exclusion_record *)builder_at(builder, reference) = exclusion;
}

static int add_word(struct builder *builder, struct function *function, const char *word)
{
    unsigned long long first, second;
    int line;
    char sign;
    if (!function->file || function->line_count == MOST || function->branch_count == MOST)
        return 0;
    if (strncmp(word, "text=", 5) == 0) {
        add_text(builder, function->file, word + 5);
    } else if (strncmp(word, "calls=", 6) == 0) {
        function->calls = strtol(word + 6, NULL, 10);
    } else if (strncmp(word, "exclude=", 8) == 0) {
        add_exclusion(builder, function->file, word + 8);
    } else if (sscanf(word, "%d?%llu/%llu", &line, &first, &second) == 3) {
        function->outcomes[2 * function->branch_count] = first;
        function->outcomes[2 * function->branch_count + 1] = second;
        function->branches[function->branch_count++] = line;
    } else if (sscanf(word, "%d%c%llu", &line, &sign, &first) == 3 && sign == '=') {
        function->counts[function->line_count] = first;
        function->lines[function->line_count++] = line;
    } else {
        return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    static struct function function;
    struct builder builder;
    uint64_t id = 0;
    int ok = argc >= 2;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    builder_header(&builder)->clock_latest[0] = (struct qp_clock_pair){2000000000, 2000000000};
    uint32_t root = builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, "main"), 0, 0);
    for (int i = 2; ok && i < argc; i++) {
        if (strpbrk(argv[i], "=?")) {
            ok = add_word(&builder, &function, argv[i]);
            continue;
        }
        if (function.file)
            add_function(&builder, root, ++id, &function);
        function = (struct function){.file = argv[i], .calls = -1};
    }
    if (!ok) {
        fputs("usage: make_cover FILE [SOURCE "
              "LINE=COUNT|LINE?TAKEN/TAKEN|text=HASH|exclude=FIRST-LAST|calls=COUNT...]...\n",
              stderr);
        return 2;
    }
    if (function.file)
        add_function(&builder, root, ++id, &function);
    builder_balance(&builder);
    builder_write(&builder, argv[1]);
    builder_free(&builder);
    return 0;
}
