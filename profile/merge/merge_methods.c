#include "profile/merge/merging.h"

#include "format/array.h"

/* ---- functions --------------------------------------------------------------------------------------------------- */

static struct qp_text table_of(const void *records, uint32_t count, size_t size)
{
    return count ? (struct qp_text){records, (uint32_t)(count * size)} : (struct qp_text){NULL, 0};
}

/* Return the records of a method's branches and, behind them, their targets. */
static struct qp_text branches_of(const struct qp_profile_method *method)
{
    struct qp_text table = table_of(method->branches, method->branch_count, sizeof *method->branches);
    table.length += method->target_count * (uint32_t)sizeof *method->targets;
    return table;
}

/* Return the merged number of a method's function; QP_NONE if out of memory. */
static uint32_t function_of(struct qp_merge *merge, const struct qp_adding *adding, uint32_t method)
{
    const struct qp_profile_method *it = &adding->profile->methods[method];
    struct qp_texts *texts = &merge->texts;
    struct qp_merged_function function = {
        .key = qp_function_key_of(adding->profile, method),
        .product = it->product,
        .file = it->file == QP_NONE ? QP_NONE : adding->files[it->file],
        .lines = qp_texts_keep(texts, table_of(it->lines, it->line_count, sizeof *it->lines)),
        .branches = qp_texts_keep(texts, branches_of(it)),
        .branch_count = it->branch_count,
    };
    struct qp_function_key *key = &function.key;
    key->class_name = qp_texts_keep(texts, key->class_name);
    key->name = qp_texts_keep(texts, key->name);
    if (function.file != QP_NONE)
        key->file = merge->files[function.file].name;
    const uint64_t parts[] = {qp_texts_key(key->class_name),
                              qp_texts_key(key->name),
                              function.file,
                              (uint64_t)(int64_t)key->line,
                              key->id,
                              function.product,
                              qp_texts_key(function.lines),
                              qp_texts_key(function.branches)};
    uint64_t identity = qp_texts_identity(texts, parts, sizeof parts);
    return texts->failed
               ? QP_NONE
               : QP_ARRAY_KEYED(&merge->function_map, identity, &merge->functions, &merge->function_count, function);
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

static void add_method(struct qp_merge *merge, struct qp_adding *adding, uint32_t index)
{
    const struct qp_profile_method *it = &adding->profile->methods[index];
    uint32_t number = function_of(merge, adding, index), method = QP_NONE;
    if (number != QP_NONE) {
        struct qp_merged_function *function = &merge->functions[number];
        function->used = function->added == merge->added ? function->used + 1 : 1;
        function->added = merge->added;
        method = QP_ARRAY_KEYED(&merge->method_map, (uint64_t)number << 32 | function->used, &merge->methods,
                                &merge->method_count,
                                (struct qp_merged_method){.function = number, .occurrence = function->used});
    }
    adding->methods[index] = method;
    if (method == QP_NONE) {
        merge->failed = true;
        return;
    }
    struct qp_merged_method *sum = &merge->methods[method];
    sum->flags |= it->flags & ~(uint32_t)QP_METHOD_UNNAMED;
    sum->registered |= it->registered;
    sum->block_count = it->block_count > sum->block_count ? it->block_count : sum->block_count;
}

void qp_merge_methods(struct qp_merge *merge, struct qp_adding *adding)
{
    for (uint32_t i = 0; i < adding->profile->method_count && !merge->failed; i++)
        add_method(merge, adding, i);
}
