#include "data/merge.h"
#include "data/merging.h"

#include <stdlib.h>
#include <string.h>

/* The references of what was written, by number. */
struct writing {
    const struct qp_merge *merge;
    const struct qp_merge_order *order;
    struct qp_writer *to;
    uint64_t *method_ids;
    uint32_t *carriers;
    uint32_t *groups;
    uint32_t *roots;
    uint32_t *nodes;
    uint32_t *epochs; /* by phase */
};

static uint32_t string(const struct writing *writing, struct qp_text text)
{
    return qp_writer_string(writing->to, text);
}

static uint32_t reference(const uint32_t *references, uint32_t number)
{
    return number == QP_NONE ? 0 : references[number];
}

/* ---- what all runs have in common ----------------------------------------------------------------------------------
 */

/* The text that all of them have, else none. */
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

static uint32_t common_string(const struct writing *writing, const struct common *common)
{
    return common->differs ? 0 : string(writing, common->text);
}

static void write_texts(const struct writing *writing, struct qp_header *header)
{
    const struct qp_merge *merge = writing->merge;
    struct common program = {0}, directory = {0}, options[QP_PRODUCTS] = {0};
    for (uint32_t i = 0; i < merge->run_count; i++) {
        const struct qp_merged_run *run = &merge->runs[i];
        add_text(&program, run->program);
        add_text(&directory, run->directory);
        for (int product = 0; product < QP_PRODUCTS; product++) {
            if (run->record.products & (1u << product))
                add_text(&options[product], run->options[product]);
        }
    }
    header->program = common_string(writing, &program);
    header->directory = common_string(writing, &directory);
    for (int product = 0; product < QP_PRODUCTS; product++)
        header->options[product] = common_string(writing, &options[product]);
}

/* The mean of what a call cost, by how often each run called. */
static struct qp_own_cost mean_cost(const struct qp_merge *merge, int product)
{
    unsigned __int128 sums[4] = {0}, calls = 0;
    for (uint32_t i = 0; i < merge->run_count; i++) {
        const struct qp_run_record *run = &merge->runs[i].record;
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

static void write_header(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    struct qp_header *header = qp_writer_header(writing->to);
    const struct qp_run_record *first = merge->run_count ? &merge->runs[writing->order->runs[0]].record : NULL;
    uint64_t together = 0;
    bool one_size = first;
    for (uint32_t i = 0; i < merge->run_count; i++) {
        together += merge->runs[i].record.duration_ns;
        one_size &= merge->runs[i].record.rank == first->rank && merge->runs[i].record.ranks == first->ranks;
    }
    header->features = QP_FEATURE_MERGED;
    header->runs = merge->run_count;
    header->clock_kind = merge->has_clock ? merge->clock_kind : QP_CLOCK_NONE;
    header->clock_latest[0] = header->clock_latest[1] = (struct qp_clock_pair){together, together};
    header->start_realtime_ns = merge->start_realtime_ns;
    header->products = merge->products;
    header->virtual_threads = merge->virtual_threads;
    header->folded = merge->folded;
    header->rank = one_size ? first->rank : 0;
    header->ranks = one_size ? first->ranks : 0;
    header->pid = merge->run_count == 1 ? first->pid : 0;
    header->process_start = merge->run_count == 1 ? first->process_start : 0;
    for (int product = 0; product < QP_PRODUCTS; product++)
        header->own_cost[product] = mean_cost(merge, product);
    memcpy(header->diagnostics, merge->diagnostics, sizeof header->diagnostics);
    write_texts(writing, header);
}

static void write_runs(const struct writing *writing)
{
    for (uint32_t i = 0; i < writing->merge->run_count; i++) {
        const struct qp_merged_run *run = &writing->merge->runs[writing->order->runs[i]];
        struct qp_run_record record = run->record;
        record.program = string(writing, run->program);
        record.directory = string(writing, run->directory);
        for (int product = 0; product < QP_PRODUCTS; product++)
            record.options[product] = string(writing, run->options[product]);
        qp_writer_add(writing->to, QP_KIND_RUN, &record, sizeof record);
    }
}

/* ---- sources -------------------------------------------------------------------------------------------------------
 */

/* Of versions that are apart, but alone, the name is as it was. */
static bool is_alone(const struct writing *writing, uint32_t rank)
{
    const struct qp_merge *merge = writing->merge;
    const uint32_t *files = writing->order->files;
    struct qp_text plain = merge->files[files[rank]].plain;
    bool before = rank && merge->files[files[rank - 1]].plain.bytes == plain.bytes;
    bool after = rank + 1 < merge->file_numbers.count && merge->files[files[rank + 1]].plain.bytes == plain.bytes;
    return !before && !after;
}

static struct qp_text name_of(const struct writing *writing, uint32_t file)
{
    const struct qp_merged_file *it = &writing->merge->files[file];
    return is_alone(writing, writing->order->file_ranks[file]) ? it->plain : it->name;
}

static void write_sources(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->file_numbers.count; i++) {
        uint32_t file = writing->order->files[i];
        const struct qp_merged_file *it = &merge->files[file];
        if (it->has_source)
            QP_WRITER_ADD(writing->to, QP_KIND_SOURCE, struct qp_source_record, .published = 1,
                          .file = string(writing, name_of(writing, file)), .hashed = it->hashed,
                          .text = qp_writer_text(writing->to, QP_KIND_TEXT, it->text), .hash = it->hash,
                          .size = it->size);
    }
    for (uint32_t i = 0; i < merge->exclusion_count; i++) {
        const struct qp_merged_exclusion *it = &merge->exclusions[writing->order->exclusions[i]];
        QP_WRITER_ADD(writing->to, QP_KIND_EXCLUSION, struct qp_exclusion_record, .published = 1,
                      .file = string(writing, name_of(writing, it->file)), .first = it->first, .last = it->last,
                      .reason = string(writing, it->reason));
    }
}

/* ---- methods
 * --------------------------------------------------------------------------------------------------------- */

/* Those without a name have their ids: 1, 2, ... for the others, as these are not taken. Returns false without
 * memory. */
static bool give_ids(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    struct qp_map taken[QP_PRODUCTS] = {0};
    uint64_t next[QP_PRODUCTS] = {0};
    bool ok = true;
    for (uint32_t i = 0; i < merge->method_count && ok; i++) {
        const struct qp_merged_function *function = &merge->functions[merge->methods[i].function];
        if (function->key.id && merge->methods[i].occurrence == 1)
            ok = qp_map_put(&taken[function->product], function->key.id, (uint64_t)i + 1) == 0;
    }
    for (uint32_t i = 0; i < merge->method_count && ok; i++) {
        uint32_t method = writing->order->methods[i];
        const struct qp_merged_function *function = &merge->functions[merge->methods[method].function];
        uint64_t id = function->key.id;
        if (!id || qp_map_get(&taken[function->product], id) != (uint64_t)method + 1) {
            do
                id = ++next[function->product];
            while (qp_map_get(&taken[function->product], id));
        }
        writing->method_ids[method] = id;
    }
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_map_fini(&taken[product]);
    return ok;
}

static uint32_t write_table(const struct writing *writing, struct qp_text table)
{
    return table.length ? qp_writer_add(writing->to, QP_KIND_LINES, table.bytes, table.length) : 0;
}

static void write_methods(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->method_count; i++) {
        uint32_t number = writing->order->methods[i];
        const struct qp_merged_method *method = &merge->methods[number];
        const struct qp_merged_function *function = &merge->functions[method->function];
        QP_WRITER_ADD(writing->to, QP_KIND_METHOD, struct qp_method_record, .published = 1,
                      .product = function->product, .client_id = writing->method_ids[number],
                      .flags = method->flags | (method->registered ? 0 : QP_METHOD_UNNAMED),
                      .name = string(writing, function->key.name),
                      .class_name = string(writing, function->key.class_name),
                      .file = function->file == QP_NONE ? 0 : string(writing, name_of(writing, function->file)),
                      .lines = write_table(writing, function->lines),
                      .line_count = (uint32_t)(function->lines.length / sizeof(struct qp_line_record)),
                      .branches = write_table(writing, function->branches),
                      .branch_count = (uint32_t)(function->branches.length / sizeof(struct qp_branch_record)),
                      .block_count = method->block_count);
    }
}

static uint64_t method_id(const struct writing *writing, uint32_t method)
{
    return method == QP_NONE ? 0 : writing->method_ids[method];
}

/* ---- threads, phases, groups ------------------------------------------------------------------------------------- */

static void write_threads(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->carrier_numbers.count; i++) {
        uint32_t number = writing->order->carriers[i];
        const struct qp_merged_carrier *it = &merge->carriers[number];
        writing->carriers[number] = QP_WRITER_ADD(
            writing->to, QP_KIND_THREAD, struct qp_thread_record, .published = 1, .number = it->number,
            .client_id = it->client_id, .system_id = it->system_id, .name = string(writing, it->name),
            .flags = it->ended ? QP_THREAD_ENDED : 0, .start = it->start, .end = it->end, .count = it->count);
    }
}

static void write_phases(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    uint32_t epochs[QP_PRODUCTS] = {0};
    for (uint32_t i = 0; i < merge->phase_numbers.count; i++) {
        uint32_t number = writing->order->phases[i];
        const struct qp_merged_phase *it = &merge->phases[number];
        writing->epochs[number] = it->first ? 0 : ++epochs[it->product];
        if (!it->first)
            QP_WRITER_ADD(writing->to, QP_KIND_MARK, struct qp_mark_record, .kind = QP_MARK_PHASE,
                          .product = it->product, .tick = it->tick, .text = string(writing, it->name),
                          .epoch = writing->epochs[number]);
    }
}

static void write_groups(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->group_numbers.count; i++) {
        uint32_t number = writing->order->groups[i];
        const struct qp_merged_group *it = &merge->groups[number];
        writing->groups[number] =
            QP_WRITER_ADD(writing->to, QP_KIND_GROUP, struct qp_group_record, .published = 1, .product = it->product,
                          .name = string(writing, it->name), .flags = it->flags,
                          .parent_method = method_id(writing, it->parent_method));
    }
}

/* Once the nodes are there. */
static void complete_groups(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->group_numbers.count && !writing->to->failed; i++) {
        struct qp_group_record *record = qp_writer_at(writing->to, writing->groups[i]);
        record->creator = reference(writing->nodes, merge->groups[i].creator);
        record->resumer = reference(writing->nodes, merge->groups[i].resumer);
    }
}

/* ---- trees ---------------------------------------------------------------------------------------------------------
 */

static void write_root(const struct writing *writing, uint32_t number)
{
    const struct qp_merge *merge = writing->merge;
    const struct qp_merged_root *it = &merge->roots[number];
    uint32_t node = qp_writer_root(writing->to, (struct qp_root){
                                                    .product = it->product,
                                                    .thread = writing->carriers[it->carrier],
                                                    .group = reference(writing->groups, it->group),
                                                    .epoch = writing->epochs[it->phase],
                                                    .flags = it->flags,
                                                    .ledger = it->ledger,
                                                });
    writing->nodes[it->node] = node;
    if (!node)
        return;
    struct qp_node *record = qp_writer_at(writing->to, node);
    record->self = merge->nodes[it->node].self;
    record->calls = merge->nodes[it->node].calls;
    record->flags |= (uint16_t)merge->nodes[it->node].flags;
    writing->roots[number] = (uint32_t)record->method;
}

static void write_extra(const struct writing *writing, uint32_t number)
{
    const struct qp_merged_node *it = &writing->merge->nodes[number];
    if (it->own)
        QP_WRITER_ADD(writing->to, QP_KIND_OWN, struct qp_own_record, .node = writing->nodes[number], .ticks = it->own);
    if (it->extra == QP_NONE)
        return;
    struct qp_node_extra_record record = writing->merge->extras[it->extra];
    record.node = writing->nodes[number];
    uint32_t extra = qp_writer_add(writing->to, QP_KIND_EXTRA, &record, sizeof record);
    if (extra)
        ((struct qp_node *)qp_writer_at(writing->to, record.node))->extra = extra;
}

static void write_nodes(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->root_numbers.count; i++)
        write_root(writing, writing->order->roots[i]);
    for (uint32_t i = merge->root_numbers.count; i < merge->node_count && !writing->to->failed; i++) {
        uint32_t number = writing->order->nodes[i];
        const struct qp_merged_node *it = &merge->nodes[number];
        writing->nodes[number] =
            QP_WRITER_ADD(writing->to, QP_KIND_NODE, struct qp_node, .self = it->self, .calls = it->calls,
                          .method = it->method == QP_NONE ? QP_METHOD_FOLD : writing->method_ids[it->method],
                          .parent = writing->nodes[it->parent], .flags = (uint16_t)it->flags);
    }
    for (uint32_t i = 0; i < merge->node_count && !writing->to->failed; i++)
        write_extra(writing, writing->order->nodes[i]);
    for (uint32_t i = 0; i < merge->edge_count; i++) {
        const struct qp_profile_edge *it = &merge->edges[writing->order->edges[i]];
        QP_WRITER_ADD(writing->to, QP_KIND_EDGE, struct qp_edge_record, .waiter = writing->nodes[it->waiter],
                      .waker = reference(writing->nodes, it->waker), .count = it->count, .suspended = it->suspended,
                      .delayed = it->delayed);
    }
}

static void write_blocks(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->array_count && !writing->to->failed; i++) {
        const struct qp_merged_array *it = &merge->arrays[writing->order->arrays[i]];
        uint32_t array = qp_writer_blocks(writing->to, writing->nodes[merge->roots[it->root].node],
                                          writing->method_ids[it->method], false, it->values, it->count);
        if (!array)
            continue;
        struct qp_block_array *record = qp_writer_at(writing->to, array);
        record->times = it->values_of;
        record->events = it->events;
    }
}

/* ---- virtual threads
 * ------------------------------------------------------------------------------------------------- */

/* Which of them are one: those of one file with one context and start. They are numbered as they come. */
struct same {
    struct qp_map numbers;
    bool failed;
};

static uint32_t number_of(struct same *same, const struct qp_merged_kept *kept)
{
    uint64_t key = ((uint64_t)kept->added << 32 | kept->record.context) * 0x9e3779b97f4a7c15u ^ kept->record.start;
    uint64_t known = qp_map_get(&same->numbers, key);
    if (!known) {
        known = same->numbers.count + 1;
        same->failed |= qp_map_put(&same->numbers, key, known) != 0;
    }
    return (uint32_t)known;
}

static uint32_t write_kept(const struct writing *writing, const struct qp_merged_lives *lives, struct same *same)
{
    struct qp_kept_record records[QP_KEPT_LISTS][QP_KEPT] = {0};
    if (!lives->kept_count)
        return 0;
    for (uint32_t i = 0; i < lives->kept_count; i++) {
        const struct qp_merged_kept *kept = &lives->kept[i];
        struct qp_kept_record record = kept->record;
        record.context = number_of(same, kept);
        record.name = string(writing, kept->name);
        record.creator = reference(writing->nodes, record.creator);
        for (unsigned list = 0; list < QP_KEPT_LISTS; list++) {
            int place = 0;
            while (place < QP_KEPT && records[list][place].published)
                place++;
            if (kept->lists & (1u << list) && place < QP_KEPT)
                records[list][place] = record;
        }
    }
    return qp_writer_add(writing->to, QP_KIND_KEPT, records, sizeof records);
}

static bool write_lives(const struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    struct same same = {0};
    for (uint32_t i = 0; i < merge->lives_count && !writing->to->failed; i++) {
        struct qp_merged_lives *it = &merge->lives[writing->order->lives[i]];
        struct qp_lives_record record = it->sums;
        qp_merge_sort_kept(it);
        record.root = writing->roots[it->root];
        record.kept = write_kept(writing, it, &same);
        uint32_t lives = qp_writer_add(writing->to, QP_KIND_LIVES, &record, sizeof record);
        if (lives)
            ((struct qp_root *)qp_writer_at(writing->to, record.root))->lives = lives;
        if (it->living)
            QP_WRITER_ADD(writing->to, QP_KIND_LIVING, struct qp_living_record, .root = record.root,
                          .count = it->living);
    }
    qp_map_fini(&same.numbers);
    return !same.failed;
}

/* ---- all of it
 * --------------------------------------------------------------------------------------------------------- */

static bool open_writing(struct writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    writing->method_ids = calloc((size_t)merge->method_count + 1, sizeof *writing->method_ids);
    writing->carriers = calloc((size_t)merge->carrier_numbers.count + 1, sizeof *writing->carriers);
    writing->groups = calloc((size_t)merge->group_numbers.count + 1, sizeof *writing->groups);
    writing->roots = calloc((size_t)merge->root_numbers.count + 1, sizeof *writing->roots);
    writing->nodes = calloc((size_t)merge->node_count + 1, sizeof *writing->nodes);
    writing->epochs = calloc((size_t)merge->phase_numbers.count + 1, sizeof *writing->epochs);
    return writing->method_ids && writing->carriers && writing->groups && writing->roots && writing->nodes &&
           writing->epochs;
}

static void close_writing(struct writing *writing)
{
    free(writing->method_ids);
    free(writing->carriers);
    free(writing->groups);
    free(writing->roots);
    free(writing->nodes);
    free(writing->epochs);
}

static bool write_all(const struct writing *writing)
{
    if (!give_ids(writing))
        return false;
    write_header(writing);
    write_runs(writing);
    write_sources(writing);
    write_methods(writing);
    write_threads(writing);
    write_phases(writing);
    write_groups(writing);
    write_nodes(writing);
    complete_groups(writing);
    write_blocks(writing);
    return write_lives(writing) && !writing->to->failed;
}

int qp_merge_write(const struct qp_merge *merge, struct qp_writer *writer, struct qp_error *error)
{
    struct qp_merge_order order;
    struct writing writing = {.merge = merge, .order = &order, .to = writer};
    if (!qp_writer_open(writer))
        return qp_error_memory(error);
    bool ok = qp_merge_order_open(&order, merge);
    if (ok) {
        ok = open_writing(&writing) && write_all(&writing);
        close_writing(&writing);
        qp_merge_order_close(&order);
    }
    if (!ok) {
        qp_writer_close(writer);
        return qp_error_memory(error);
    }
    return 0;
}
