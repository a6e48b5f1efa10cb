/* json_ranks.c - the JSON of a job's ranks: times of each rank, and the spread of each function over the ranks. */
#include "export/json/json.h"

bool qp_json_rank(struct qp_export *export, uint32_t rank)
{
    const struct qp_rank_row *row = &export->ranks->rows[rank];
    const struct qp_job_file *file = &export->ranks_of->files[row->file];
    return QP_JSON_ELEMENT(export, {"id", qp_json_number(rank)}, {"world", qp_json_number(file->world)},
                           {"rank", qp_json_number(file->rank)}, {"host", qp_json_text_or_null(file->host)},
                           {"file", qp_json_text(qp_text_of(file->path))}, {"ended", qp_json_ending(file->ending)},
                           {"damaged", qp_json_boolean(file->damaged)}, {"duration_ns", qp_json_number(row->elapsed)},
                           {"program_ns", qp_json_number(row->program)}, {"mpi_ns", qp_json_number(row->mpi)},
                           {"init_finalize_ns", qp_json_number(row->joining)}, {"calls", qp_json_number(row->calls)});
}

/* Return the mean over all ranks: whole nanoseconds, or a number of calls with decimals. */
static struct qp_json_value mean_of(uint64_t sum, uint32_t ranks, enum qp_spread_of of)
{
    return of == QP_SPREAD_CALLS && sum % ranks ? qp_json_real((double)sum / ranks) : qp_json_number(sum / ranks);
}

static bool write_spreads(struct qp_export *export, const void *function)
{
    static const char *const names[] = {
        [QP_SPREAD_SELF] = "self_ns", [QP_SPREAD_TOTAL] = "total_ns", [QP_SPREAD_CALLS] = "calls"};
    const struct qp_ranks *ranks = export->ranks;
    for (enum qp_spread_of of = 0; of < QP_SPREADS; of++) {
        const struct qp_spread *it = &((const struct qp_rank_function *)function)->spreads[of];
        uint64_t imbalance = qp_ranks_imbalance(it->sum, it->most, ranks->count);
        QP_JSON_OBJECT(export, {"of", qp_json_word(names[of])}, {"sum", qp_json_number(it->sum)},
                       {"min", qp_json_number(qp_ranks_least(ranks, function, of))},
                       {"mean", mean_of(it->sum, ranks->count, of)}, {"max", qp_json_number(it->most)},
                       {"max_rank", it->most ? qp_json_number(it->rank) : qp_json_null()},
                       {"imbalance", qp_json_real((double)imbalance / 1e6)});
    }
    return true;
}

bool qp_json_rank_function(struct qp_export *export, uint32_t function)
{
    const struct qp_function_key *key = &export->ranks->keys.items[function];
    const struct qp_rank_function *it = &export->ranks->functions[function];
    const struct qp_text none = {NULL, 0};
    char id[64] = "";
    if (!key->name.length)
        qp_profile_show_name(export->ranks->product, none, none, key->id, id, sizeof id);
    return QP_JSON_ELEMENT(export, {"name", qp_json_text(key->name.length ? key->name : qp_text_of(id))},
                           {"class", qp_json_text_or_null(key->class_name)}, {"file", qp_json_text_or_null(key->file)},
                           {"line", key->line ? qp_json_integer(key->line) : qp_json_null()},
                           {"ranks", qp_json_number(it->ranks)}, {"spreads", qp_json_list(write_spreads, it)});
}
