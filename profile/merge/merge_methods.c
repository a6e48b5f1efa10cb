#include "profile/merge/merging.h"

#include "base/hash.h"
#include "format/array.h"

/* ---- functions --------------------------------------------------------------------------------------------------- */

static struct qp_text table_of(const void *records, uint32_t count, size_t size)
{
    return count ? (struct qp_text){records, (uint32_t)(count * size)} : (struct qp_text){NULL, 0};
}

/* Return a method's function, whose texts are still the profile's. */
static struct qp_merged_function function_of(const struct qp_merge *merge, const struct qp_adding *adding,
                                             uint32_t method)
{
    const struct qp_profile_method *it = &adding->profile->methods[method];
    struct qp_merged_function function = {
        .key = qp_function_key_of(adding->profile, method),
        .product = it->product,
        .file = it->file == QP_NONE ? QP_NONE : adding->files[it->file],
        .lines = table_of(it->lines, it->line_count, sizeof *it->lines),
        .branches = table_of(it->branches, it->branch_count, sizeof *it->branches),
    };
    if (function.file != QP_NONE)
        function.key.file = merge->files[function.file].name;
    return function;
}

static uint64_t hash_of(const struct qp_merged_function *function)
{
    const uint64_t parts[] = {qp_function_key_hash(&function->key), function->product,
                              qp_hash_bytes(function->lines.bytes, function->lines.length),
                              qp_hash_bytes(function->branches.bytes, function->branches.length)};
    return qp_hash_bytes(parts, sizeof parts);
}

static bool is_same(const struct qp_merged_function *a, const struct qp_merged_function *b)
{
    return a->product == b->product && qp_function_key_equal(&a->key, &b->key) && qp_text_equal(a->lines, b->lines) &&
           qp_text_equal(a->branches, b->branches);
}

/* Return the number of a function, QP_NONE if out of memory. */
static uint32_t find_function(struct qp_merge *merge, struct qp_merged_function function)
{
    uint64_t hash = hash_of(&function);
    uint32_t i = qp_numbers_newest(&merge->function_numbers, hash);
    while (i != QP_NONE && !is_same(&merge->functions[i], &function))
        i = merge->function_numbers.older[i];
    if (i != QP_NONE)
        return i;
    if (!qp_array_room(&merge->functions, merge->function_numbers.count, sizeof *merge->functions) ||
        (i = qp_numbers_add(&merge->function_numbers, hash)) == QP_NONE)
        return QP_NONE;
    function.key.class_name = qp_texts_keep(&merge->texts, function.key.class_name);
    function.key.name = qp_texts_keep(&merge->texts, function.key.name);
    function.lines = qp_texts_keep(&merge->texts, function.lines);
    function.branches = qp_texts_keep(&merge->texts, function.branches);
    merge->functions[i] = function;
    return i;
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

static void add_method(struct qp_merge *merge, struct qp_adding *adding, uint32_t index)
{
    const struct qp_profile_method *it = &adding->profile->methods[index];
    uint32_t number = find_function(merge, function_of(merge, adding, index)), method = QP_NONE;
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
