#include "profile/gate/worse.h"

#include "base/scratch.h"
#include "profile/compare/file_match.h"

#include <string.h>
#include <unistd.h>

#define RANGES 60 /* size of the list of newly missed lines */

struct comparison {
    struct qp_verdict *verdict;
    const struct qp_snapshot *now;
    const struct qp_snapshot *base;
    const char *name;
    uint32_t *match;         /* for each file of the base, the index of its file in `now`, QP_NONE = none */
    bool *taken;             /* files of `now` that match a file of the base */
    struct qp_coverage kept; /* sum of the base's files that are in `now` */
};

/* ---- matching ---------------------------------------------------------------------------------------------------- */

static struct qp_text *names_of(const struct qp_snapshot *snapshot, struct qp_scratch *scratch)
{
    struct qp_text *names = qp_scratch_zeros(scratch, snapshot->count, sizeof *names);
    for (uint32_t i = 0; names && i < snapshot->count; i++)
        names[i] = snapshot->files[i].name;
    return names;
}

/* Match files without a file of a similar path by their text, such as a file that was moved and renamed. Of several
 * equal files, the first one matches. Return false if out of memory. */
static bool match_texts(struct comparison *comparison)
{
    struct qp_map map = {0};
    bool ok = true;
    for (uint32_t i = comparison->now->count; ok && i-- > 0;) {
        const struct qp_snapshot_file *file = &comparison->now->files[i];
        if (!comparison->taken[i] && file->hashed)
            ok = qp_map_put(&map, file->hash, i + (uint64_t)1) == 0;
    }
    for (uint32_t i = 0; ok && i < comparison->base->count; i++) {
        const struct qp_snapshot_file *file = &comparison->base->files[i];
        uint64_t found = comparison->match[i] == QP_NONE && file->hashed ? qp_map_get(&map, file->hash) : 0;
        if (!found || comparison->taken[found - 1])
            continue;
        comparison->match[i] = (uint32_t)found - 1;
        comparison->taken[found - 1] = true;
    }
    qp_map_fini(&map);
    return ok;
}

static bool match_files(struct comparison *comparison, struct qp_scratch *scratch)
{
    const struct qp_snapshot *now = comparison->now, *base = comparison->base;
    struct qp_text *first = names_of(base, scratch), *second = names_of(now, scratch);
    comparison->match = qp_scratch_zeros(scratch, base->count, sizeof *comparison->match);
    comparison->taken = qp_scratch_zeros(scratch, now->count, sizeof *comparison->taken);
    if (scratch->failed || !qp_file_match(first, base->count, second, now->count, comparison->match))
        return false;
    for (uint32_t i = 0; i < base->count; i++) {
        if (comparison->match[i] != QP_NONE)
            comparison->taken[comparison->match[i]] = true;
    }
    return match_texts(comparison);
}

/* ---- one file ---------------------------------------------------------------------------------------------------- */

static bool is_smaller(struct qp_gate_part a, struct qp_gate_part b)
{
    return (uint64_t)a.hit * b.all < (uint64_t)b.hit * a.all;
}

/* Return how many more are missed; 0 if the share did not fall, or if there was or is nothing to cover. */
static uint32_t worse_by(struct qp_gate_part now, struct qp_gate_part base)
{
    uint32_t missed = now.all - now.hit, before = base.all - base.hit;
    return is_smaller(now, base) && missed > before ? missed - before : 0;
}

static void add_worse(struct comparison *comparison, const char *name, enum qp_gate_kind kind, struct qp_gate_part now,
                      struct qp_gate_part base)
{
    uint32_t by = worse_by(now, base);
    double share = 100.0 * base.hit / base.all;
    qp_verdict_add(
        comparison->verdict, by, "%s%s coverage %s (%u of %u) is below %s (%u of %u) of %s: %u more %s missed", name,
        qp_gate_word(kind), qp_gate_percent_of(now, share).text, now.hit, now.all, qp_gate_percent_of(base, 101).text,
        base.hit, base.all, comparison->name, by, qp_gate_unit(kind, by));
}

/* Lines as text: "3, 7-9, …". */
struct ranges {
    char text[RANGES + sizeof ", …"];
    bool full;
};

/* Append a range of lines, or "…" if there is no space. */
static void add_range(struct ranges *ranges, int32_t from, int32_t to)
{
    char range[QP_LINES_RANGE];
    size_t length = strlen(ranges->text), size = qp_lines_range(range, length == 0, from, to);
    if (ranges->full)
        return;
    ranges->full = length + size > RANGES;
    strcpy(ranges->text + length, ranges->full ? ", …" : range);
}

/* Return the number of lines that ran in the base and do not run now. Both files have the same text. */
static uint32_t find_lost(const struct qp_snapshot_file *now, const struct qp_snapshot_file *base,
                          struct ranges *ranges)
{
    uint32_t lost = 0, k = 0;
    int32_t from = 0, to = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        while (k < base->count && base->lines[k].number < now->lines[i].number)
            k++;
        bool is_lost = !now->lines[i].ran && k < base->count && base->lines[k].number == now->lines[i].number &&
                       base->lines[k].ran;
        if (is_lost) {
            from = from ? from : now->lines[i].number;
            to = now->lines[i].number;
            lost++;
        } else if (from) {
            add_range(ranges, from, to);
            from = 0;
        }
    }
    if (from)
        add_range(ranges, from, to);
    return lost;
}

static bool have_same_text(const struct qp_snapshot_file *a, const struct qp_snapshot_file *b)
{
    if (a->hashed && b->hashed)
        return a->hash == b->hash;
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->lines[i].number != b->lines[i].number)
            return false;
    }
    return true;
}

static void judge_file(struct comparison *comparison, const struct qp_snapshot_file *now,
                       const struct qp_snapshot_file *base)
{
    char name[600];
    struct ranges ranges = {{0}, false};
    uint32_t lost = have_same_text(now, base) ? find_lost(now, base, &ranges) : 0;
    strcpy(name + qp_text_show(now->name, name, sizeof name - 2), ": ");
    if (lost)
        qp_verdict_add(comparison->verdict, lost, "%s%u %s that ran in %s did not run: %s", name, lost,
                       qp_gate_unit(QP_GATE_LINES, lost), comparison->name, ranges.text);
    for (unsigned i = 0; i < QP_GATE_KINDS; i++) {
        enum qp_gate_kind kind = (enum qp_gate_kind)i;
        struct qp_gate_part after = qp_gate_part_of(&now->numbers, kind),
                            before = qp_gate_part_of(&base->numbers, kind);
        if (worse_by(after, before) && !(lost && kind == QP_GATE_LINES))
            add_worse(comparison, name, kind, after, before);
    }
}

/* A file that is not in the run, but still exists, was not removed or renamed: nothing loads it any more. */
static void judge_absent(struct comparison *comparison, const struct qp_snapshot_file *base)
{
    char path[4096];
    uint32_t ran = base->numbers.lines_hit;
    if (!ran || base->name.length >= sizeof path)
        return;
    memcpy(path, base->name.bytes, base->name.length);
    path[base->name.length] = '\0';
    if (access(path, F_OK) == 0)
        qp_verdict_add(comparison->verdict, ran,
                       "%.600s: the file exists, but is not in this run; %u of its %s ran in %s", path, ran,
                       qp_gate_unit(QP_GATE_LINES, 2), comparison->name);
}

static void judge_files(struct comparison *comparison)
{
    for (uint32_t i = 0; i < comparison->base->count; i++) {
        const struct qp_snapshot_file *base = &comparison->base->files[i];
        if (!base->numbers.files)
            continue;
        if (comparison->match[i] == QP_NONE)
            judge_absent(comparison, base);
        else
            judge_file(comparison, &comparison->now->files[comparison->match[i]], base);
    }
}

/* ---- total ------------------------------------------------------------------------------------------------------- */

static void sum_kept(struct comparison *comparison)
{
    for (uint32_t i = 0; i < comparison->base->count; i++) {
        if (comparison->match[i] != QP_NONE && comparison->now->files[comparison->match[i]].numbers.files)
            qp_coverage_add(&comparison->kept, &comparison->base->files[i].numbers);
    }
}

static void judge_total(struct comparison *comparison)
{
    for (unsigned i = 0; i < QP_GATE_KINDS; i++) {
        enum qp_gate_kind kind = (enum qp_gate_kind)i;
        struct qp_gate_part now = qp_gate_part_of(&comparison->now->total, kind),
                            base = qp_gate_part_of(&comparison->base->total, kind),
                            kept = qp_gate_part_of(&comparison->kept, kind);
        if (base.all && !now.all)
            qp_verdict_add(comparison->verdict, UINT32_MAX, "there is no %s coverage, but %s has it",
                           qp_gate_word(kind), comparison->name);
        else if (worse_by(now, kept) && is_smaller(now, base))
            add_worse(comparison, "", kind, now, kept);
    }
}

bool qp_worse_judge(struct qp_verdict *verdict, const struct qp_snapshot *now, const struct qp_snapshot *base,
                    const char *name)
{
    struct comparison comparison = {.verdict = verdict, .now = now, .base = base, .name = name};
    struct qp_scratch scratch = {0};
    bool ok = match_files(&comparison, &scratch);
    if (ok) {
        sum_kept(&comparison);
        if (base->total.files && now->total.files && !comparison.kept.files)
            qp_verdict_add(verdict, UINT32_MAX, "no file of this run is in %s", name);
        judge_files(&comparison);
        judge_total(&comparison);
    }
    qp_scratch_free(&scratch);
    return ok;
}
