#include "profile/merge/merge_writing.h"

/* ---- sources ----------------------------------------------------------------------------------------------------- */

/* Return true if a source file has only one version in the result. Its name then needs no mark. */
static bool is_alone(const struct qp_merge_writing *writing, uint32_t rank)
{
    const struct qp_merge *merge = writing->merge;
    const uint32_t *files = writing->order->files;
    struct qp_text plain = merge->files[files[rank]].plain;
    bool before = rank && merge->files[files[rank - 1]].plain.bytes == plain.bytes;
    bool after = rank + 1 < merge->file_count && merge->files[files[rank + 1]].plain.bytes == plain.bytes;
    return !before && !after;
}

static struct qp_text name_of(const struct qp_merge_writing *writing, uint32_t file)
{
    const struct qp_merged_file *it = &writing->merge->files[file];
    return is_alone(writing, writing->order->file_ranks[file]) ? it->plain : it->name;
}

void qp_merge_write_sources(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->file_count; i++) {
        uint32_t file = writing->order->files[i];
        const struct qp_merged_file *it = &merge->files[file];
        if (it->has_source)
            QP_WRITER_ADD(writing->to, QP_KIND_SOURCE, struct qp_source_record, .published = 1,
                          .file = qp_merge_string(writing, name_of(writing, file)), .hashed = it->hashed,
                          .text = qp_writer_text(writing->to, QP_KIND_TEXT, it->text), .hash = it->hash,
                          .size = it->size);
    }
    for (uint32_t i = 0; i < merge->exclusion_count; i++) {
        const struct qp_profile_exclusion *it = &merge->exclusions[writing->order->exclusions[i]];
        QP_WRITER_ADD(writing->to, QP_KIND_EXCLUSION, struct qp_exclusion_record, .published = 1,
                      .file = qp_merge_string(writing, name_of(writing, it->file)), .first = it->first,
                      .last = it->last, .reason = qp_merge_string(writing, it->reason));
    }
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

/* Give each method an id in the result. A function without a name keeps its id, because reports show it; if several
 * have the same id, only the first one keeps it. All other methods get 1, 2, and so on, but no id that is taken. Return
 * false if out of memory. */
bool qp_merge_give_ids(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    struct qp_map taken[QP_PRODUCTS] = {0};
    uint64_t next[QP_PRODUCTS] = {0};
    bool ok = true;
    for (uint32_t i = 0; i < merge->method_count && ok; i++) {
        uint32_t method = writing->order->methods[i];
        const struct qp_merged_function *function = &merge->functions[merge->methods[method].function];
        if (function->key.id && !qp_map_get(&taken[function->product], function->key.id))
            ok = qp_map_put(&taken[function->product], function->key.id, (uint64_t)method + 1) == 0;
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

static uint32_t write_table(const struct qp_merge_writing *writing, struct qp_text table)
{
    return table.length ? qp_writer_add(writing->to, QP_KIND_LINES, table.bytes, table.length) : 0;
}

/* Write the client's id of a function without a name if it differs from the id in the result. Return the reference,
 * or 0. */
static uint32_t write_client_id(const struct qp_merge_writing *writing, uint64_t client_id, uint64_t recorded_id)
{
    return client_id && client_id != recorded_id
               ? qp_writer_add(writing->to, QP_KIND_LINES, &client_id, sizeof client_id)
               : 0;
}

void qp_merge_write_methods(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->method_count; i++) {
        uint32_t number = writing->order->methods[i];
        const struct qp_merged_method *method = &merge->methods[number];
        const struct qp_merged_function *function = &merge->functions[method->function];
        QP_WRITER_ADD(writing->to, QP_KIND_METHOD, struct qp_method_record, .published = 1,
                      .product = function->product, .recorded_id = writing->method_ids[number],
                      .flags = method->flags | (method->registered ? 0 : QP_METHOD_UNNAMED),
                      .name = qp_merge_string(writing, function->key.name),
                      .class_name = qp_merge_string(writing, function->key.class_name),
                      .file =
                          function->file == QP_NONE ? 0 : qp_merge_string(writing, name_of(writing, function->file)),
                      .lines = write_table(writing, function->lines),
                      .line_count = (uint32_t)(function->lines.length / sizeof(struct qp_line_record)),
                      .branches = write_table(writing, function->branches), .branch_count = function->branch_count,
                      .block_count = method->block_count,
                      .client_id = write_client_id(writing, function->key.id, writing->method_ids[number]));
    }
}

static uint64_t method_id(const struct qp_merge_writing *writing, uint32_t method)
{
    return method == QP_NONE ? 0 : writing->method_ids[method];
}

/* ---- threads, phases, groups ------------------------------------------------------------------------------------- */

void qp_merge_write_threads(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->carrier_count; i++) {
        uint32_t number = writing->order->carriers[i];
        const struct qp_merged_carrier *it = &merge->carriers[number];
        writing->carriers[number] = QP_WRITER_ADD(
            writing->to, QP_KIND_THREAD, struct qp_thread_record, .published = 1, .number = it->number,
            .client_id = it->client_id, .system_id = it->system_id, .name = qp_merge_string(writing, it->name),
            .flags = it->ended ? QP_THREAD_ENDED : 0, .start = it->start, .end = it->end, .count = it->count);
    }
}

void qp_merge_write_phases(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    uint32_t epochs[QP_PRODUCTS] = {0};
    for (uint32_t i = 0; i < merge->phase_count; i++) {
        uint32_t number = writing->order->phases[i];
        const struct qp_merged_phase *it = &merge->phases[number];
        writing->epochs[number] = it->first ? 0 : ++epochs[it->product];
        if (!it->first)
            QP_WRITER_ADD(writing->to, QP_KIND_MARK, struct qp_mark_record, .kind = QP_MARK_PHASE,
                          .product = it->product, .tick = it->tick, .text = qp_merge_string(writing, it->name),
                          .epoch = writing->epochs[number]);
    }
}

void qp_merge_write_groups(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->group_count; i++) {
        uint32_t number = writing->order->groups[i];
        const struct qp_merged_group *it = &merge->groups[number];
        writing->groups[number] =
            QP_WRITER_ADD(writing->to, QP_KIND_GROUP, struct qp_group_record, .published = 1, .product = it->product,
                          .name = qp_merge_string(writing, it->name), .flags = it->flags,
                          .parent_method = method_id(writing, it->parent_method));
    }
}

/* Set the creator and resumer of each written group. They refer to nodes, which are written after the groups. */
void qp_merge_complete_groups(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->group_count && !writing->to->failed; i++) {
        struct qp_group_record *record = qp_writer_at(writing->to, writing->groups[i]);
        record->creator = qp_merge_reference(writing->nodes, merge->groups[i].creator);
        record->resumer = qp_merge_reference(writing->nodes, merge->groups[i].resumer);
    }
}
