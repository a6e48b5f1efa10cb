#include "export/jacoco_classes.h"

#include <stdlib.h>

/* The lines of a class, method by method. */
struct class_lines {
    struct class_line {
        int32_t number;
        bool ran;
    } * items;
    uint32_t count;
    uint32_t room;
};

/* ---- methods by class -------------------------------------------------------------------------------------------- */

static struct qp_text class_of(const struct qp_jacoco_classes *classes, uint32_t method)
{
    return classes->query->profile->methods[method].class_name;
}

static int by_class(const void *left, const void *right, void *of)
{
    const struct qp_profile_method *methods = of;
    const struct qp_profile_method *a = &methods[((const struct qp_jacoco_method *)left)->method];
    const struct qp_profile_method *b = &methods[((const struct qp_jacoco_method *)right)->method];
    int order = qp_text_compare(a->class_name, b->class_name);
    if (order)
        return order;
    return a->line != b->line ? (a->line > b->line) - (a->line < b->line) : (a > b) - (a < b);
}

static bool list_methods(struct qp_jacoco_classes *classes, uint32_t file)
{
    const struct qp_profile *profile = classes->query->profile;
    classes->methods = malloc(((size_t)profile->files[file].method_count + 1) * sizeof *classes->methods);
    if (!classes->methods)
        return false;
    for (uint32_t i = profile->files[file].first_method; i != QP_NONE; i = profile->methods[i].next_in_file) {
        if (qp_coverage_counts(classes->query, i))
            classes->methods[classes->method_count++] = (struct qp_jacoco_method){.method = i};
    }
    qsort_r(classes->methods, classes->method_count, sizeof *classes->methods, by_class, profile->methods);
    return true;
}

/* ---- coverage ---------------------------------------------------------------------------------------------------- */

static bool add_lines(struct class_lines *all, const struct qp_lines *lines)
{
    if (lines->count > all->room - all->count) {
        uint32_t room = 2 * all->room + lines->count;
        struct class_line *items = realloc(all->items, room * sizeof *items);
        if (!items)
            return false;
        all->items = items;
        all->room = room;
    }
    for (uint32_t i = 0; i < lines->count; i++) {
        if (!lines->items[i].excluded)
            all->items[all->count++] = (struct class_line){lines->items[i].number, qp_line_ran(&lines->items[i])};
    }
    return true;
}

/* Order by line; lines that ran come first. */
static int by_number(const void *left, const void *right)
{
    const struct class_line *a = left, *b = right;
    return a->number != b->number ? (a->number > b->number) - (a->number < b->number) : b->ran - a->ran;
}

static void count_lines(struct qp_coverage *numbers, struct class_lines *all)
{
    if (all->count)
        qsort(all->items, all->count, sizeof *all->items, by_number);
    for (uint32_t i = 0; i < all->count; i++) {
        if (i && all->items[i].number == all->items[i - 1].number)
            continue;
        numbers->lines++;
        numbers->lines_hit += all->items[i].ran;
    }
}

static bool measure_method(const struct qp_query *query, uint32_t file, struct qp_jacoco_method *method,
                           struct class_lines *all)
{
    struct qp_target target = {file, method->method};
    struct qp_lines lines = {0};
    struct qp_branches branches = {0};
    bool ok = !query->counts_lines || (qp_lines_open(&lines, query, target) &&
                                       qp_branches_open(&branches, query, target) && add_lines(all, &lines));
    method->numbers = (struct qp_coverage){
        .lines = lines.total,
        .lines_hit = lines.hit,
        .functions = 1,
        .functions_hit = qp_coverage_calls(query, method->method) != 0,
        .outcomes = branches.outcomes,
        .outcomes_taken = branches.taken,
    };
    qp_branches_close(&branches);
    qp_lines_close(&lines);
    return ok;
}

static bool measure_class(struct qp_jacoco_classes *classes, uint32_t file, struct qp_jacoco_class *class)
{
    struct class_lines all = {NULL, 0, 0};
    bool ok = true;
    for (uint32_t i = class->first; ok && i < class->first + class->count; i++) {
        ok = measure_method(classes->query, file, &classes->methods[i], &all);
        qp_coverage_add(&class->numbers, &classes->methods[i].numbers);
    }
    class->numbers.lines = class->numbers.lines_hit = 0;
    count_lines(&class->numbers, &all);
    free(all.items);
    classes->hit += class->numbers.functions_hit != 0;
    return ok;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

bool qp_jacoco_classes_open(struct qp_jacoco_classes *classes, const struct qp_query *query, uint32_t file)
{
    *classes = (struct qp_jacoco_classes){.query = query};
    if (!list_methods(classes, file))
        return false;
    classes->items = calloc((size_t)classes->method_count + 1, sizeof *classes->items);
    bool ok = classes->items;
    for (uint32_t i = 0; ok && i < classes->method_count;) {
        struct qp_jacoco_class *class = &classes->items[classes->count++];
        class->name = class_of(classes, classes->methods[i].method);
        class->first = i;
        while (i < classes->method_count && qp_text_equal(class->name, class_of(classes, classes->methods[i].method)))
            i++;
        class->count = i - class->first;
        ok = measure_class(classes, file, class);
    }
    return ok;
}

void qp_jacoco_classes_close(struct qp_jacoco_classes *classes)
{
    free(classes->methods);
    free(classes->items);
}
