#include "profile/job/ranks.h"

#include "format/array.h"

#include <stdlib.h>
#include <string.h>

/* ---- classes of functions ---------------------------------------------------------------------------------------- */

enum part { IN_PROGRAM, IN_MPI, IN_JOINING };

static bool is_text(struct qp_text text, const char *word)
{
    return qp_text_equal(text, qp_text_of(word));
}

static enum part part_of(const struct qp_profile_method *method)
{
    if (method->product != QP_VT || !is_text(method->class_name, "MPI"))
        return IN_PROGRAM;
    bool joins = is_text(method->name, "MPI_Init") || is_text(method->name, "MPI_Init_thread") ||
                 is_text(method->name, "MPI_Finalize");
    return joins ? IN_JOINING : IN_MPI;
}

/* ---- functions of one rank --------------------------------------------------------------------------------------- */

struct qp_rank_current {
    bool called;
    uint64_t numbers[QP_SPREADS];
};

/* Make space for the numbers of all functions that are known now. */
static bool reserve(struct qp_ranks *ranks)
{
    while (ranks->function_count < ranks->keys.count) {
        if (!QP_ARRAY_APPEND(&ranks->functions, &ranks->function_count, (struct qp_rank_function){0}))
            return false;
    }
    while (ranks->current_count < ranks->keys.count) {
        if (!QP_ARRAY_APPEND(&ranks->current, &ranks->current_count, (struct qp_rank_current){0}))
            return false;
    }
    return true;
}

static bool add_method(struct qp_ranks *ranks, const struct qp_query *query, uint32_t method)
{
    const struct qp_totals *totals = &query->methods[method];
    const struct qp_function_key key = qp_function_key_of(query->profile, method);
    uint32_t number = qp_function_keys_add(&ranks->keys, &key);
    if (number == QP_NONE || !reserve(ranks))
        return false;
    struct qp_rank_current *current = &ranks->current[number];
    current->called = true;
    current->numbers[QP_SPREAD_SELF] += qp_profile_ns(query->profile, totals->self);
    current->numbers[QP_SPREAD_TOTAL] += qp_profile_ns(query->profile, totals->total);
    current->numbers[QP_SPREAD_CALLS] += totals->calls;
    return true;
}

static void add_to_spread(struct qp_spread *spread, uint64_t number, uint32_t row, bool is_first)
{
    spread->sum += number;
    if (is_first || number < spread->least)
        spread->least = number;
    if (is_first || number > spread->most) {
        spread->most = number;
        spread->rank = row;
    }
}

/* Move the numbers of the rank with this row into the spreads. */
static void add_current(struct qp_ranks *ranks, uint32_t row)
{
    for (uint32_t i = 0; i < ranks->current_count; i++) {
        struct qp_rank_current *current = &ranks->current[i];
        struct qp_rank_function *function = &ranks->functions[i];
        if (!current->called)
            continue;
        for (int of = 0; of < QP_SPREADS; of++)
            add_to_spread(&function->spreads[of], current->numbers[of], row, function->ranks == 0);
        ranks->self += current->numbers[QP_SPREAD_SELF];
        function->ranks++;
        *current = (struct qp_rank_current){0};
    }
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void add_time(struct qp_rank_row *row, enum part part, uint64_t ns)
{
    *(part == IN_PROGRAM ? &row->program : part == IN_MPI ? &row->mpi : &row->joining) += ns;
}

static void add_row(struct qp_rank_row *sum, const struct qp_rank_row *row)
{
    sum->ranks += row->ranks;
    qp_raise_to(&sum->elapsed, row->elapsed);
    sum->program += row->program;
    sum->mpi += row->mpi;
    sum->joining += row->joining;
    sum->calls += row->calls;
}

static void add_problems(struct qp_ranks *ranks, const struct qp_query *query)
{
    enum qp_product product = query->selection.product;
    for (unsigned kind = 0; kind < QP_DIAGNOSTICS; kind++) {
        const struct qp_diagnostic *it = &query->profile->reader.header.diagnostics[product][kind];
        struct qp_rank_problem *problem = &ranks->problems[kind];
        uint64_t count = qp_problem_count(query->profile, product, kind);
        struct qp_text first = {it->first, (uint32_t)strnlen(it->first, sizeof it->first)};
        if (!count)
            continue;
        problem->count += count;
        if (problem->ranks++ == 0) {
            problem->rank = ranks->count;
            problem->first = qp_texts_keep(&ranks->keys.texts, first);
        }
    }
}

bool qp_ranks_add(struct qp_ranks *ranks, const struct qp_query *query, uint32_t file)
{
    const struct qp_profile *profile = query->profile;
    struct qp_rank_row row = {
        .file = file,
        .ranks = 1,
        .elapsed = qp_profile_duration_ns(profile),
        .program = qp_profile_ns(profile, query->all.outside),
        .calls = query->all.calls,
    };
    for (uint32_t i = 0; i < profile->method_count; i++) {
        const struct qp_profile_method *method = &profile->methods[i];
        if (method->product != (uint32_t)query->selection.product || !qp_totals_is_called(&query->methods[i]))
            continue;
        enum part part = part_of(method);
        ranks->has_mpi |= part != IN_PROGRAM;
        add_time(&row, part, qp_profile_ns(profile, query->methods[i].self));
        if (!add_method(ranks, query, i))
            return false;
    }
    add_current(ranks, ranks->count);
    add_problems(ranks, query);
    ranks->product = query->selection.product;
    add_row(&ranks->all, &row);
    ranks->overhead += qp_profile_ns(profile, query->subtracted);
    ranks->has_times |= qp_query_has_times(query);
    ranks->sampled |= qp_query_is_sampled(query);
    return QP_ARRAY_APPEND(&ranks->rows, &ranks->count, row);
}

void qp_ranks_close(struct qp_ranks *ranks)
{
    free(ranks->rows);
    free(ranks->functions);
    free(ranks->current);
    qp_function_keys_fini(&ranks->keys);
    *ranks = (struct qp_ranks){0};
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

uint64_t qp_ranks_least(const struct qp_ranks *ranks, const struct qp_rank_function *function, enum qp_spread_of of)
{
    return function->ranks < ranks->count ? 0 : function->spreads[of].least;
}

uint64_t qp_ranks_imbalance(uint64_t sum, uint64_t most, uint32_t count)
{
    return most && count ? (uint64_t)(1e6 * (1 - (double)sum / count / (double)most) + 0.5) : 0;
}

const struct qp_rank_row *qp_ranks_busiest(const struct qp_rank_row *rows, uint32_t count)
{
    const struct qp_rank_row *busiest = count ? rows : NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].program > busiest->program)
            busiest = &rows[i];
    }
    return busiest;
}

struct qp_rank_row *qp_ranks_by_host(const struct qp_ranks *ranks, const struct qp_job *job, uint32_t *count)
{
    struct qp_map map = {0};
    struct qp_rank_row *hosts = NULL;
    bool ok = true;
    *count = 0;
    for (uint32_t i = 0; ok && i < ranks->count; i++) {
        uint32_t file = ranks->rows[i].file;
        uint32_t host = QP_ARRAY_KEYED(&map, qp_texts_key(job->files[file].host), &hosts, count,
                                       (struct qp_rank_row){.file = file});
        ok = host != QP_NONE;
        if (ok)
            add_row(&hosts[host], &ranks->rows[i]);
    }
    qp_map_fini(&map);
    if (ok)
        return hosts;
    free(hosts);
    return NULL;
}
