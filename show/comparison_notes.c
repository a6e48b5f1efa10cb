#include "show/comparison_notes.h"

#include "data/words.h"

#include <string.h>

/* ---- one run ----------------------------------------------------------------------------------------------------- */

static void print_run(const struct qp_run *run, const struct qp_stream *stream)
{
    if (run->ending == QP_ENDING_RUNNING)
        fprintf(stream->out, "note: %s still runs: its numbers are those of so far\n", run->path);
    else if (run->ending == QP_ENDING_KILLED)
        fprintf(stream->out, "note: %s did not end by itself: what its functions had begun may be missing\n",
                run->path);
    if (run->damages)
        fprintf(stream->out, "note: %s is damaged: what is not whole is missing\n", run->path);
}

/* ---- two runs ---------------------------------------------------------------------------------------------------- */

static bool is_same(const struct qp_run *a, const struct qp_run *b)
{
    return a->pid == b->pid && a->start == b->start && a->start && a->all.calls == b->all.calls &&
           a->all.self == b->all.self;
}

/* Whether the run stands before this one in the order of all. */
static const struct qp_run *find_same(const struct qp_comparison *comparison, int side, uint32_t run)
{
    const struct qp_run *it = &comparison->sides[side]->items[run];
    for (int other = 0; other <= side; other++) {
        const struct qp_runs *runs = comparison->sides[other];
        for (uint32_t i = 0; i < (other == side ? run : runs->count); i++) {
            if (is_same(&runs->items[i], it))
                return &runs->items[i];
        }
    }
    return NULL;
}

static void print_repeated(const struct qp_comparison *comparison, int side, uint32_t run,
                           const struct qp_stream *stream)
{
    const struct qp_run *it = &comparison->sides[side]->items[run];
    const struct qp_run *same = find_same(comparison, side, run);
    if (same)
        fprintf(stream->out, "note: %s is the run of %s again: it counts twice, and p says nothing\n", it->path,
                same->path);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void print_different(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    const struct qp_run *first = &comparison->sides[QP_BEFORE]->items[0];
    bool program = false, product = false, clock = false, lines = false;
    const struct qp_run *other = first;
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        for (uint32_t i = 0; i < comparison->sides[side]->count; i++) {
            const struct qp_run *it = &comparison->sides[side]->items[i];
            program |= !qp_text_equal(it->program, first->program);
            product |= it->product != first->product;
            clock |= it->clock != first->clock && it->product == first->product;
            lines |= it->has_lines != first->has_lines && it->product == first->product;
            if (it->product != first->product || it->clock != first->clock)
                other = it;
        }
    }
    if (program)
        fputs("note: the runs are of programs with different names\n", stream->out);
    if (product)
        fprintf(stream->out, "note: %s was recorded by lib%s and %s by lib%s: only calls are compared\n", first->path,
                qp_profile_product_name(first->product), other->path, qp_profile_product_name(other->product));
    if (clock)
        fprintf(stream->out, "note: the clocks differ (%s: %s, %s: %s): times do not mean the same\n", first->path,
                qp_words_clock(first->clock), other->path, qp_words_clock(other->clock));
    if (lines)
        fputs("note: some runs recorded lines and others did not: recording lines costs time\n", stream->out);
}

void qp_comparison_notes_print(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        for (uint32_t i = 0; i < comparison->sides[side]->count; i++) {
            print_run(&comparison->sides[side]->items[i], stream);
            print_repeated(comparison, side, i, stream);
        }
    }
    print_different(comparison, stream);
}
