#include "profile/merge/merge.h"
#include "profile/merge/merge_writing.h"

#include <stdlib.h>

/* ---- common texts of all runs ------------------------------------------------------------------------------------ */

/* A text of each run, such as a name. It is written only if it is equal in all runs. */
struct common {
    struct qp_text text;
    bool any;
    bool differs;
};

static void add_text(struct common *common, struct qp_text text)
{
    common->differs |= common->any && !qp_text_equal(common->text, text);
    common->text = text;
    common->any = true;
}

static uint32_t common_string(const struct qp_merge_writing *writing, const struct common *common)
{
    return common->differs ? 0 : qp_merge_string(writing, common->text);
}

static void write_texts(const struct qp_merge_writing *writing, struct qp_header *header)
{
    const struct qp_merge *merge = writing->merge;
    struct common program = {0}, directory = {0}, options[QP_PRODUCTS] = {0};
    for (uint32_t i = 0; i < merge->run_count; i++) {
        const struct qp_profile_run *run = &merge->runs[i];
        add_text(&program, run->program);
        add_text(&directory, run->directory);
        for (int product = 0; product < QP_PRODUCTS; product++) {
            if (run->record->products & (1u << product))
                add_text(&options[product], run->options[product]);
        }
    }
    header->program = common_string(writing, &program);
    header->directory = common_string(writing, &directory);
    for (int product = 0; product < QP_PRODUCTS; product++)
        header->options[product] = common_string(writing, &options[product]);
}

/* Return the mean overhead of a call in all merged runs. Each run is weighted by its number of calls. */
static struct qp_own_cost mean_cost(const struct qp_merge *merge, int product)
{
    unsigned __int128 sums[4] = {0}, calls = 0;
    for (uint32_t i = 0; i < merge->run_count; i++) {
        const struct qp_run_record *run = merge->runs[i].record;
        const struct qp_own_cost *cost = &run->own_cost[product];
        const uint64_t parts[] = {cost->inside, cost->outside, cost->least, cost->most};
        calls += run->calls[product];
        for (int k = 0; k < 4; k++)
            sums[k] += (unsigned __int128)parts[k] * run->calls[product];
    }
    if (calls == 0)
        return (struct qp_own_cost){0};
    return (struct qp_own_cost){(uint64_t)(sums[0] / calls), (uint64_t)(sums[1] / calls), (uint64_t)(sums[2] / calls),
                                (uint64_t)(sums[3] / calls)};
}

static void write_header(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    struct qp_header *header = qp_writer_header(writing->to);
    const struct qp_run_record *first = merge->run_count ? merge->runs[writing->order->runs[0]].record : NULL;
    uint64_t together = 0;
    bool one_size = first;
    for (uint32_t i = 0; i < merge->run_count; i++) {
        together += merge->runs[i].record->duration_ns;
        one_size &= merge->runs[i].record->rank == first->rank && merge->runs[i].record->ranks == first->ranks;
    }
    header->features = QP_FEATURE_MERGED | (merge->sampled ? QP_FEATURE_SAMPLED : 0) |
                       (merge->hits ? QP_FEATURE_HITS : 0) | (merge->counted ? QP_FEATURE_COUNTED : 0) |
                       (merge->estimates ? QP_FEATURE_ESTIMATES : 0);
    header->runs = merge->run_count;
    header->clock_kind = merge->has_clock ? merge->clock_kind : QP_CLOCK_NONE;
    header->clock_latest[0] = header->clock_latest[1] = (struct qp_clock_pair){together, together};
    header->cpu_latest_ns[0] = header->cpu_latest_ns[1] = merge->cpu_unknown ? 0 : merge->cpu_ns;
    header->start_realtime_ns = merge->start_realtime_ns;
    header->products = merge->products;
    header->virtual_threads = merge->virtual_threads;
    header->folded = merge->folded;
    header->rank = one_size ? first->rank : 0;
    header->ranks = one_size ? first->ranks : 0;
    header->job = merge->job;
    header->world = merge->job ? merge->world : 0;
    header->host = qp_merge_string(writing, merge->host);
    header->pid = merge->run_count == 1 ? first->pid : 0;
    header->process_start = merge->run_count == 1 ? first->process_start : 0;
    for (int product = 0; product < QP_PRODUCTS; product++)
        header->own_cost[product] = mean_cost(merge, product);
    for (int product = 0; product < QP_PRODUCTS; product++)
        for (int kind = 0; kind < QP_DIAGNOSTICS; kind++)
            header->diagnostics[product][kind] = merge->diagnostics[product][kind];
    write_texts(writing, header);
}

static void write_runs(const struct qp_merge_writing *writing)
{
    for (uint32_t i = 0; i < writing->merge->run_count; i++) {
        const struct qp_profile_run *run = &writing->merge->runs[writing->order->runs[i]];
        struct qp_run_record record = *run->record;
        record.program = qp_merge_string(writing, run->program);
        record.directory = qp_merge_string(writing, run->directory);
        for (int product = 0; product < QP_PRODUCTS; product++)
            record.options[product] = qp_merge_string(writing, run->options[product]);
        qp_writer_add(writing->to, QP_KIND_RUN, &record, sizeof record);
    }
}
/* ---- writing the file -------------------------------------------------------------------------------------------- */

static bool open_writing(struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    struct qp_scratch *scratch = &writing->scratch;
    writing->method_ids = qp_scratch_zeros(scratch, merge->method_count, sizeof *writing->method_ids);
    writing->carriers = qp_scratch_zeros(scratch, merge->carrier_count, sizeof *writing->carriers);
    writing->groups = qp_scratch_zeros(scratch, merge->group_count, sizeof *writing->groups);
    writing->roots = qp_scratch_zeros(scratch, merge->root_count, sizeof *writing->roots);
    writing->nodes = qp_scratch_zeros(scratch, merge->node_count, sizeof *writing->nodes);
    writing->epochs = qp_scratch_zeros(scratch, merge->phase_count, sizeof *writing->epochs);
    writing->named = qp_scratch_zeros(scratch, merge->named_count, sizeof *writing->named);
    return !scratch->failed;
}

static bool write_all(const struct qp_merge_writing *writing)
{
    if (!qp_merge_give_ids(writing))
        return false;
    write_header(writing);
    write_runs(writing);
    qp_merge_write_sources(writing);
    qp_merge_write_methods(writing);
    qp_merge_write_threads(writing);
    qp_merge_write_phases(writing);
    qp_merge_write_named(writing);
    qp_merge_write_groups(writing);
    qp_merge_write_nodes(writing);
    qp_merge_complete_groups(writing);
    qp_merge_write_blocks(writing);
    return qp_merge_write_lives(writing) && !writing->to->failed;
}

int qp_merge_write(const struct qp_merge *merge, struct qp_writer *writer, struct qp_error *error)
{
    struct qp_merge_order order;
    struct qp_merge_writing writing = {.merge = merge, .order = &order, .to = writer};
    if (!qp_writer_open(writer))
        return qp_error_memory(error);
    bool ok = qp_merge_order_open(&order, merge);
    if (ok) {
        ok = open_writing(&writing) && write_all(&writing);
        qp_scratch_free(&writing.scratch);
        qp_merge_order_close(&order);
    }
    if (!ok) {
        qp_writer_close(writer);
        return qp_error_memory(error);
    }
    return 0;
}
