/* method_lines.c - search for the line of a code offset in a method's line table (method.h). */
#include "core/method/method.h"

#include "base/atomic.h"

static int search_sorted(const struct qp_method *method, int offset)
{
    uint32_t low = 0;
    uint32_t high = method->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (method->lines[middle].code_offset <= offset)
            low = middle;
        else
            high = middle;
    }
    return (int)low;
}

/* Find the entry with the greatest offset that is at most `offset`, by looking at all entries. The table is
 * unsorted, which was counted as bad input when the method was registered. */
static int search_unsorted(const struct qp_method *method, int offset)
{
    int found = 0;
    for (uint32_t i = 0; i < method->line_count; i++)
        if (method->lines[i].code_offset <= offset &&
            (method->lines[found].code_offset > offset ||
             method->lines[i].code_offset >= method->lines[found].code_offset))
            found = (int)i;
    return found;
}

int qp_method_line_index(const struct qp_method *method, int offset)
{
    if (qp_load_acquire(&method->line_count) == 0) /* pairs with copy_lines */
        return -1;
    return method->sorted ? search_sorted(method, offset) : search_unsorted(method, offset);
}
