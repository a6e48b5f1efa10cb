#include "profile/change/patch_hunk.h"

#include <string.h>

static bool read_number(const char **at, int32_t *number)
{
    int64_t value = 0;
    const char *begin = *at;
    for (; **at >= '0' && **at <= '9' && value <= INT32_MAX; ++*at)
        value = 10 * value + (**at - '0');
    *number = (int32_t)(value & INT32_MAX);
    return *at > begin && value <= INT32_MAX;
}

/* Read a range such as "-7,3 ". If it has no lines, its number is that of the line before it. */
static bool read_range(const char **at, char sign, int32_t *first, int32_t *count)
{
    *count = 1;
    if (**at != sign)
        return false;
    ++*at;
    bool ok = read_number(at, first);
    if (ok && **at == ',') {
        ++*at;
        ok = read_number(at, count);
    }
    if (!ok || **at != ' ' || *first > INT32_MAX - *count - 1)
        return false;
    ++*at;
    *first += *count == 0 || *first == 0;
    return true;
}

bool qp_patch_hunk_begin(struct qp_patch_hunk *hunk, const char *line)
{
    size_t marks = strspn(line, "@");
    const char *at = line + marks + 1;
    int32_t first;
    if (marks < 2 || marks > QP_PATCH_PARENTS + 1 || line[marks] != ' ')
        return false;
    *hunk = (struct qp_patch_hunk){.parents = (unsigned)marks - 1};
    for (unsigned i = 0; i < hunk->parents; i++) {
        if (!read_range(&at, '-', &first, &hunk->left[i]))
            return false;
        if (i == 0)
            hunk->old_line = first;
    }
    return read_range(&at, '+', &hunk->new_line, &hunk->new_left) && strspn(at, "@") == marks;
}

bool qp_patch_hunk_is_complete(const struct qp_patch_hunk *hunk)
{
    int32_t left = hunk->new_left;
    for (unsigned i = 0; i < hunk->parents; i++)
        left |= hunk->left[i];
    return left == 0;
}

/* Count a line whose columns are valid. Return false if the hunk has no such line left. */
static bool count_line(struct qp_patch_hunk *hunk, const char *columns, bool is_lost)
{
    int32_t old_left = hunk->left[0];
    bool ok = true;
    for (unsigned i = 0; i < hunk->parents; i++) {
        hunk->left[i] -= columns[i] == (is_lost ? '-' : ' ');
        ok &= hunk->left[i] >= 0;
    }
    hunk->new_left -= !is_lost;
    hunk->old_line += hunk->left[0] < old_left;
    hunk->new_line += !is_lost;
    return ok && hunk->new_left >= 0;
}

enum qp_patch_line qp_patch_hunk_next(struct qp_patch_hunk *hunk, const char *line, size_t length)
{
    char blank[QP_PATCH_PARENTS];
    unsigned pluses = 0, minuses = 0;
    struct qp_patch_hunk next = *hunk;
    if (*line == '\\')
        return QP_PATCH_OTHER; /* a remark: the line before has no line feed */
    if (length == 0 || (length == 1 && *line == '\r'))
        line = memset(blank, ' ', sizeof blank); /* some tools remove blanks at the ends of lines */
    else if (length < hunk->parents)
        return QP_PATCH_NO_LINE;
    for (unsigned i = 0; i < hunk->parents; i++) {
        if (line[i] != ' ' && line[i] != '+' && line[i] != '-')
            return QP_PATCH_NO_LINE;
        pluses += line[i] == '+';
        minuses += line[i] == '-';
    }
    if (!count_line(&next, line, minuses))
        return QP_PATCH_NO_LINE;
    *hunk = next;
    hunk->is_open &= pluses == hunk->parents || minuses;
    return pluses == hunk->parents ? QP_PATCH_ADDED : *line == '-' ? QP_PATCH_REMOVED : QP_PATCH_OTHER;
}
