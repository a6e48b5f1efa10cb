#include "show/comparison_lines.h"

#include "data/file_match.h"
#include "show/heading.h"
#include "show/table.h"

#include <stdlib.h>

/* A file of A, of B, or of both, with the lines that ran on one side alone. */
struct pair {
    const struct qp_ran_file *in[QP_COMPARED_SIDES];
    bool comparable; /* line by line */
    uint32_t counts[QP_COMPARED_SIDES];
    char *only[QP_COMPARED_SIDES];
};

static const struct qp_ran_lines *lines_of(const struct qp_comparison *comparison, enum qp_comparison_side side)
{
    return &comparison->sides[side]->lines;
}

static struct qp_text name_of(const struct pair *pair)
{
    return qp_text_of(pair->in[pair->in[QP_AFTER] ? QP_AFTER : QP_BEFORE]->name);
}

/* ---- files of both sides ----------------------------------------------------------------------------------------- */

/* Files of A first, then those of B alone. */
static uint32_t make_pairs(const struct qp_comparison *comparison, const uint32_t *match, struct pair *pairs,
                           bool *taken)
{
    const struct qp_ran_lines *before = lines_of(comparison, QP_BEFORE), *after = lines_of(comparison, QP_AFTER);
    uint32_t count = 0;
    for (uint32_t i = 0; i < before->count; i++) {
        const struct qp_ran_file *other = match[i] == UINT32_MAX ? NULL : &after->files[match[i]];
        pairs[count++] = (struct pair){.in = {&before->files[i], other}};
        if (other)
            taken[match[i]] = true;
    }
    for (uint32_t i = 0; i < after->count; i++) {
        if (!taken[i])
            pairs[count++] = (struct pair){.in = {NULL, &after->files[i]}};
    }
    return count;
}

static struct qp_text *names_of(const struct qp_ran_lines *lines)
{
    struct qp_text *names = malloc(((size_t)lines->count + 1) * sizeof *names);
    for (uint32_t i = 0; names && i < lines->count; i++)
        names[i] = qp_text_of(lines->files[i].name);
    return names;
}

/* The caller frees them; NULL without memory. */
static struct pair *find_pairs(const struct qp_comparison *comparison, uint32_t *count)
{
    const struct qp_ran_lines *before = lines_of(comparison, QP_BEFORE), *after = lines_of(comparison, QP_AFTER);
    struct qp_text *first = names_of(before), *second = names_of(after);
    uint32_t *match = malloc(((size_t)before->count + 1) * sizeof *match);
    bool *taken = calloc((size_t)after->count + 1, sizeof *taken);
    struct pair *pairs = calloc((size_t)before->count + after->count + 1, sizeof *pairs);
    bool ok =
        first && second && match && taken && pairs && qp_file_match(first, before->count, second, after->count, match);
    *count = ok ? make_pairs(comparison, match, pairs, taken) : 0;
    free(first);
    free(second);
    free(match);
    free(taken);
    if (!ok) {
        free(pairs);
        pairs = NULL;
    }
    return pairs;
}

/* ---- what ran on one side alone ---------------------------------------------------------------------------------- */

static bool compare(struct pair *pair)
{
    bool both = pair->in[QP_BEFORE] && pair->in[QP_AFTER];
    pair->comparable = both && qp_ran_lines_are_same(pair->in[QP_BEFORE], pair->in[QP_AFTER]);
    for (int side = 0; pair->comparable && side < QP_COMPARED_SIDES; side++) {
        pair->only[side] = qp_ran_lines_only(pair->in[side], pair->in[!side], &pair->counts[side]);
        if (!pair->only[side])
            return false;
    }
    return true;
}

static bool differs(const struct pair *pair)
{
    if (pair->comparable)
        return pair->counts[QP_BEFORE] || pair->counts[QP_AFTER];
    return !pair->in[QP_BEFORE] || !pair->in[QP_AFTER] || pair->in[QP_BEFORE]->ran != pair->in[QP_AFTER]->ran;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static void put_pair(struct qp_table *table, const struct pair *pair)
{
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        const struct qp_ran_file *file = pair->in[side];
        qp_table_add_part(table, file ? file->ran : 0, file ? file->count : 0);
    }
    qp_table_add_text(table, QP_STYLE_PLAIN, name_of(pair));
    qp_table_add(table, QP_STYLE_RED, pair->comparable ? pair->only[QP_BEFORE] : "other lines");
    qp_table_add(table, QP_STYLE_GREEN, pair->comparable ? pair->only[QP_AFTER] : "");
}

static void print_title(const uint32_t counts[QP_COMPARED_SIDES], uint32_t other, const struct qp_stream *stream)
{
    char rest[200];
    snprintf(rest, sizeof rest, ": %u ran only in A, %u only in B", counts[QP_BEFORE], counts[QP_AFTER]);
    qp_heading_part("Lines", rest, stream);
    if (other)
        fprintf(stream->out, "%u file%s other lines of code than before: only how many of them ran is compared\n",
                other, other == 1 ? " has" : "s have");
}

static bool print_pairs(const struct pair *pairs, uint32_t count, const struct qp_comparison_choice *choice,
                        const struct qp_stream *stream)
{
    uint32_t counts[QP_COMPARED_SIDES] = {0}, other = 0, shown = 0, rows = 0;
    struct qp_table table;
    qp_table_init(&table, "A|B|-file|-only in A|-only in B");
    for (uint32_t i = 0; i < count; i++) {
        const struct pair *pair = &pairs[i];
        if (!qp_filter_passes_path(&choice->filter, name_of(pair)))
            continue;
        counts[QP_BEFORE] += pair->counts[QP_BEFORE];
        counts[QP_AFTER] += pair->counts[QP_AFTER];
        other += !pair->comparable && pair->in[QP_BEFORE] && pair->in[QP_AFTER];
        if (!choice->all && !differs(pair))
            continue;
        if (rows++ < choice->top || !choice->top) {
            put_pair(&table, pair);
            shown++;
        }
    }
    print_title(counts, other, stream);
    bool ok = qp_table_finish(&table, stream, NULL);
    qp_heading_rest(rows, shown, "; --top=0 shows all", stream);
    return ok;
}

bool qp_comparison_print_lines(const struct qp_comparison *comparison, const struct qp_comparison_choice *choice,
                               const struct qp_stream *stream)
{
    uint32_t count;
    struct pair *pairs = find_pairs(comparison, &count);
    bool ok = pairs;
    for (uint32_t i = 0; ok && i < count; i++)
        ok = compare(&pairs[i]);
    ok = ok && print_pairs(pairs, count, choice, stream);
    for (uint32_t i = 0; pairs && i < count; i++) {
        free(pairs[i].only[QP_BEFORE]);
        free(pairs[i].only[QP_AFTER]);
    }
    free(pairs);
    return ok;
}
