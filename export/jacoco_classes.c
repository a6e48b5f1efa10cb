#include "export/jacoco_classes.h"

#include "base/map.h"
#include "base/order.h"

#include <stdlib.h>

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
    return order ? order : QP_ORDER({qp_order_signed(a->line), qp_order_signed(b->line)}, {(uintptr_t)a, (uintptr_t)b});
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

enum { SEEN = 1, RAN = 2 };

/* Count the lines of a method, except lines that an earlier method of the class has. `seen` has SEEN and RAN for
 * each line number so far. Return false if out of memory. */
static bool add_lines(struct qp_coverage *numbers, struct qp_map *seen, const struct qp_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct qp_line *line = &lines->items[i];
        uint64_t before = qp_map_get(seen, (uint64_t)line->number), now = before | SEEN | (qp_line_ran(line) ? RAN : 0);
        if (!qp_line_is_covered(line) || now == before)
            continue;
        numbers->lines += !before;
        numbers->lines_hit += (now & RAN) && !(before & RAN);
        if (qp_map_put(seen, (uint64_t)line->number, now) != 0)
            return false;
    }
    return true;
}

static bool measure_method(const struct qp_query *query, uint32_t file, struct qp_jacoco_method *method,
                           struct qp_coverage *lines_of_class, struct qp_map *seen)
{
    struct qp_target target = {file, method->method};
    struct qp_lines lines = {0};
    struct qp_branches branches = {0};
    bool ok =
        !query->counts_lines || (qp_lines_open(&lines, query, target) && qp_branches_open(&branches, query, target) &&
                                 add_lines(lines_of_class, seen, &lines));
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
    struct qp_coverage lines = {0};
    struct qp_map seen = {0};
    bool ok = true;
    for (uint32_t i = class->first; ok && i < class->first + class->count; i++) {
        ok = measure_method(classes->query, file, &classes->methods[i], &lines, &seen);
        qp_coverage_add(&class->numbers, &classes->methods[i].numbers);
    }
    class->numbers.lines = lines.lines;
    class->numbers.lines_hit = lines.lines_hit;
    qp_map_fini(&seen);
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
