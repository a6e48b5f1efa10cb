/* lcov.c - tracefiles of LCOV (geninfo(1), "FILES"), as lcov and genhtml 1.16 read them and later versions still do.
 *
 * What is to be known of the data stands in comments before all else, which lcov 2 knows and earlier ones skip.
 *
 * We do not say: where functions end (1.x does not know it), test names, checksums of lines. Lines and functions that
 * the program left out are left out here. A function's name is unique in its file, and holds no comma, which readers
 * of FN take for a separator. Checked with lcov --summary, lcov -a and genhtml 1.16. */
#include "export/export.h"

#include "base/hash.h"
#include "base/map.h"
#include "data/branches.h"
#include "data/coverage.h"

#include <stdlib.h>
#include <string.h>

struct numbers {
    uint32_t found;
    uint32_t hit;
};

static bool begin(struct qp_export *export)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        for (uint32_t i = 0; i < export->quality[product].count; i++)
            fprintf(export->out, "# %s\n", export->quality[product].items[i].text);
    }
    fputs("TN:\n", export->out);
    return true;
}

/* ---- functions -------------------------------------------------------------------------------------------------- */

#define NAME_SIZE 600

static void name_of(const struct qp_profile *profile, uint32_t method, char *name)
{
    qp_profile_method_name(profile, method, name, NAME_SIZE - 64);
    for (char *at = name; *at; at++) {
        if (*at == ',')
            *at = ';';
    }
}

/* A name that came before gets its line, and when that came before too, its place in the data file. */
static bool unique_name(const struct qp_profile *profile, struct qp_map *names, uint32_t method, char *name)
{
    name_of(profile, method, name);
    size_t length = strlen(name);
    for (int try = 0; try < 2 && qp_map_get(names, qp_hash_bytes(name, strlen(name))); try++) {
        if (try == 0)
            snprintf(name + length, 64, ":%d", profile->methods[method].line);
        else
            snprintf(name + length, 64, ":%d#%u", profile->methods[method].line, method);
    }
    return qp_map_put(names, qp_hash_bytes(name, strlen(name)), 1) == 0;
}

/* Names are made twice in the same way, so that none is kept. */
static bool write_functions(struct qp_export *export, uint32_t file, const char *keyword, struct numbers *numbers)
{
    const struct qp_profile *profile = export->profile;
    struct qp_map names = {0};
    char name[NAME_SIZE];
    bool ok = true;
    *numbers = (struct numbers){0, 0};
    for (uint32_t i = profile->files[file].first_method; ok && i != QP_NONE; i = profile->methods[i].next_in_file) {
        const struct qp_profile_method *method = &profile->methods[i];
        if (!qp_coverage_counts(export->query, i))
            continue;
        ok = unique_name(profile, &names, i, name);
        uint64_t calls = export->query->methods[i].calls;
        if (strcmp(keyword, "FN") == 0)
            fprintf(export->out, "FN:%d,%s\n", method->line ? method->line : 1, name);
        else
            fprintf(export->out, "FNDA:%llu,%s\n", (unsigned long long)calls, name);
        numbers->found++;
        numbers->hit += calls != 0;
    }
    qp_map_fini(&names);
    return ok;
}

/* ---- branches --------------------------------------------------------------------------------------------------- */

static void write_branch(struct qp_export *export, const struct qp_branch *branch, uint32_t number)
{
    for (uint32_t i = 0; i < branch->outcomes; i++) {
        if (branch->taken)
            fprintf(export->out, "BRDA:%d,%u,%u,%llu\n", branch->line, number, i,
                    (unsigned long long)branch->counts[i]);
        else
            fprintf(export->out, "BRDA:%d,%u,%u,-\n", branch->line, number, i);
    }
}

static bool write_branches(struct qp_export *export, uint32_t file)
{
    struct qp_branches branches;
    uint32_t number = 0;
    if (!qp_branches_open(&branches, export->query, (struct qp_target){file, QP_NONE}))
        return false;
    for (uint32_t i = 0; i < branches.count; i++) {
        if (!branches.items[i].excluded)
            write_branch(export, &branches.items[i], number++);
    }
    if (branches.outcomes)
        fprintf(export->out, "BRF:%u\nBRH:%u\n", branches.outcomes, branches.taken);
    qp_branches_close(&branches);
    return true;
}

/* ---- a file ----------------------------------------------------------------------------------------------------- */

/* The path as it is, since others open it; only what would end the line is replaced. */
static void write_path(FILE *out, struct qp_text name)
{
    fputs("SF:", out);
    for (uint32_t i = 0; i < name.length; i++) {
        unsigned char byte = (unsigned char)name.bytes[i];
        if (byte < 0x20)
            fprintf(out, "\\x%02x", byte);
        else
            fputc(byte, out);
    }
    fputc('\n', out);
}

static bool write_file(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    struct numbers functions;
    write_path(export->out, export->profile->files[file].name);
    if (!write_functions(export, file, "FN", &functions) || !write_functions(export, file, "FNDA", &functions))
        return false;
    fprintf(export->out, "FNF:%u\nFNH:%u\n", functions.found, functions.hit);
    if (!export->query->counts_lines) {
        fputs("end_of_record\n", export->out);
        return true;
    }
    if (!write_branches(export, file))
        return false;
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct qp_line *line = &lines->items[i];
        if (!line->excluded)
            fprintf(export->out, "DA:%d,%llu\n", line->number, (unsigned long long)qp_line_hits(line));
    }
    fprintf(export->out, "LF:%u\nLH:%u\nend_of_record\n", lines->total, lines->hit);
    return true;
}

const struct qp_exporter qp_export_lcov = {
    .name = "lcov",
    .suffix = ".info",
    .summary = "line, function and branch coverage for lcov, genhtml and coverage services",
    .coverage_first = true,
    .one_product = true,
    .begin = begin,
    .file = write_file,
};
