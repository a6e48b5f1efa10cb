#include "bindings/python/text/statements.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/ignore.h"
#include "bindings/kit/strings.h"
#include "bindings/python/text/logical.h"
#include "bindings/python/text/scanner.h"

struct line {
    int first;  /* first line of the statement */
    int reason; /* index of the reason why the line is excluded, 0 = it is not */
    bool docstring;
};

struct qpy_statements {
    struct line *lines;     /* indexed by number; number 0 is unused */
    int *of_code;           /* indexed by number: line of the statement, 0 = none */
    bool *without_branches; /* indexed by number */
    int last;
    char **reasons; /* reason 0 is unused */
    int reason_count;
    bool no_memory;
};

static struct line *line_at(const struct qpy_statements *statements, int line)
{
    return line > 0 && line <= statements->last ? &statements->lines[line] : NULL;
}

/* Add a reason. Return its index, 0 if out of memory. */
static int add_reason(struct qpy_statements *statements, const char *reason)
{
    char **reasons = kit_array_more(statements->reasons, (size_t)statements->reason_count, sizeof *reasons);
    if (reasons)
        statements->reasons = reasons;
    char *copy = reasons ? strdup(reason ? reason : "") : NULL;
    statements->no_memory |= !copy;
    if (!copy)
        return 0;
    statements->reasons[statements->reason_count] = copy;
    return statements->reason_count++;
}

/* ---- lines that match -------------------------------------------------------------------------------------------- */

/* The index of the last reason is that of the patterns. */
static void exclude_line(void *data, int number)
{
    struct qpy_statements *statements = data;
    struct line *line = line_at(statements, number);
    if (line && !line->reason)
        line->reason = statements->reason_count - 1;
}

static void exclude_branches(void *data, int number)
{
    struct qpy_statements *statements = data;
    if (line_at(statements, number))
        statements->without_branches[number] = true;
}

static void ignore_range(void *data, int first, int last, const char *reason)
{
    struct qpy_statements *statements = data;
    if (!add_reason(statements, reason))
        return;
    for (int i = first; i <= last; i++)
        exclude_line(statements, i);
}

static void find_lines(struct qpy_statements *statements, const char *text, size_t size,
                       const struct qpy_exclusions *exclusions)
{
    kit_ignore_find(text, size, qpy_scanner_find_comments, ignore_range, statements);
    if (exclusions->excluded.find && add_reason(statements, exclusions->reason))
        exclusions->excluded.find(exclusions->excluded.data, text, size, exclude_line, statements);
    if (exclusions->no_branch.find)
        exclusions->no_branch.find(exclusions->no_branch.data, text, size, exclude_branches, statements);
}

/* ---- rules of coverage.py 6
 * ------------------------------------------------------------------------------------------ */

/* The suite that is excluded, from the statement that begins it to the next statement with the same indentation. */
struct suite {
    int reason; /* 0 = none is excluded */
    int indents;
};

static int reason_of(const struct qpy_statements *statements, int line)
{
    return statements->lines[line].reason;
}

static void exclude(struct qpy_statements *statements, int line, int reason)
{
    if (!reason_of(statements, line))
        statements->lines[line].reason = reason;
}

/* End the excluded suite if a line is not in it, else exclude the line. */
static void continue_suite(struct qpy_statements *statements, struct suite *suite, const struct qpy_logical *line)
{
    if (suite->reason && line->indents <= suite->indents)
        suite->reason = 0;
    if (suite->reason)
        exclude(statements, line->lines.first, suite->reason);
}

/* A colon outside of brackets begins a suite, or belongs to a lambda or an annotation; then the suite is empty. */
static void exclude_suites_6(struct qpy_statements *statements, const struct qpy_logicals *logicals)
{
    struct suite suite = {0};
    int decorated = 0; /* reason of a decorator whose function has not begun */
    for (int i = 0; i < logicals->count; i++) {
        const struct qpy_logical *line = &logicals->items[i];
        if (line->kind == QPY_LOGICAL_DECORATOR) {
            int reason = reason_of(statements, line->lines.first);
            decorated = reason ? reason : decorated;
            exclude(statements, line->lines.first, decorated);
        }
        continue_suite(statements, &suite, line);
        if (suite.reason || !line->colons.first)
            continue;
        int first = reason_of(statements, line->colons.first);
        int last = reason_of(statements, line->colons.last);
        suite = (struct suite){first ? first : last ? last : decorated, line->indents};
        exclude(statements, line->lines.first, suite.reason);
        decorated = suite.reason ? 0 : decorated;
    }
}

static void mark_docstring(struct qpy_statements *statements, struct qpy_lines lines)
{
    for (int i = lines.first; i && i <= lines.last; i++)
        statements->lines[i].docstring = true;
}

static void mark_docstrings_6(struct qpy_statements *statements, const struct qpy_logicals *logicals)
{
    for (int i = 0; i < logicals->count; i++) {
        const struct qpy_logical *line = &logicals->items[i];
        if (line->begins_suite && (line->indents || line->lines.first == 1))
            mark_docstring(statements, line->string);
    }
}

/* ---- rules of coverage.py 7
 * ------------------------------------------------------------------------------------------ */

/* Return the reason of the first excluded line in a range, 0 if there is none. */
static int reason_in(const struct qpy_statements *statements, int first, int last)
{
    for (int i = first; i <= last; i++)
        if (reason_of(statements, i))
            return reason_of(statements, i);
    return 0;
}

static void exclude_suites_7(struct qpy_statements *statements, const struct qpy_logicals *logicals)
{
    struct suite suite = {0};
    for (int i = 0; i < logicals->count; i++) {
        const struct qpy_logical *line = &logicals->items[i];
        continue_suite(statements, &suite, line);
        if (suite.reason || !line->colons.first)
            continue;
        suite = (struct suite){reason_in(statements, line->lines.first, line->colons.last), line->indents};
        exclude(statements, line->lines.first, suite.reason);
    }
}

static bool is_definition(const struct qpy_logical *line)
{
    return line->kind == QPY_LOGICAL_FUNCTION || line->kind == QPY_LOGICAL_CLASS;
}

/* Return the line of the first decorator of a function or class, or its own line. */
static int first_decorator(const struct qpy_logicals *logicals, int index)
{
    while (index > 0 && logicals->items[index - 1].kind == QPY_LOGICAL_DECORATOR)
        index--;
    return logicals->items[index].lines.first;
}

/* Exclude functions and classes of which a decorator is excluded, or the line with "def" or "class". */
static void exclude_definitions(struct qpy_statements *statements, const struct qpy_logicals *logicals)
{
    for (int i = 0; i < logicals->count; i++) {
        int first = first_decorator(logicals, i);
        int reason =
            is_definition(&logicals->items[i]) ? reason_in(statements, first, logicals->items[i].lines.first) : 0;
        int last = logicals->items[qpy_logicals_end(logicals, i) - 1].lines.last;
        for (int line = first; reason && line <= last; line++)
            exclude(statements, line, reason);
    }
}

/* A docstring is the first statement of a function, a class or the text. */
static void mark_docstrings_7(struct qpy_statements *statements, const struct qpy_logicals *logicals)
{
    for (int i = 0; i < logicals->count; i++) {
        const struct qpy_logical *line = &logicals->items[i];
        bool after_definition = i > 0 && line->begins_suite && is_definition(&logicals->items[i - 1]);
        if (is_definition(line) || ((i == 0 || after_definition) && !line->colons.first))
            mark_docstring(statements, line->text);
    }
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

/* Set the first line of each line. If a statement has several lines, line 1 is a part of the first statement. */
static void map_lines(struct qpy_statements *statements, const struct qpy_logicals *logicals)
{
    bool several = false;
    for (int i = 0; i < logicals->count; i++) {
        const struct qpy_logical *line = &logicals->items[i];
        for (int number = line->lines.first; number <= line->lines.last; number++)
            statements->lines[number].first = line->lines.first;
        several = several || line->lines.last != line->lines.first;
        if (line->kind == QPY_LOGICAL_CLASS || line->kind == QPY_LOGICAL_ASSERT)
            statements->without_branches[line->lines.first] = true;
    }
    if (several)
        statements->lines[1].first = logicals->items[0].lines.first;
}

/* Exclude statements of which a line is excluded. A line that is not the first does not stay excluded itself. */
static void exclude_statements(struct qpy_statements *statements)
{
    for (int i = 1; i <= statements->last; i++) {
        struct line *line = &statements->lines[i];
        if (line->first == i || !line->reason)
            continue;
        exclude(statements, line->first, line->reason);
        line->reason = 0;
    }
}

static void move_branches(struct qpy_statements *statements)
{
    for (int i = 1; i <= statements->last; i++)
        if (statements->without_branches[i])
            statements->without_branches[statements->lines[i].first] = true;
}

static void map_code(struct qpy_statements *statements)
{
    for (int i = 1; i <= statements->last; i++) {
        const struct line *line = &statements->lines[i];
        statements->of_code[i] = line->docstring || statements->lines[line->first].docstring ? 0 : line->first;
    }
}

static void apply_rules(struct qpy_statements *statements, const struct qpy_logicals *logicals, bool rules_7)
{
    map_lines(statements, logicals);
    if (rules_7) {
        exclude_suites_7(statements, logicals);
        exclude_statements(statements);
        exclude_definitions(statements, logicals);
        mark_docstrings_7(statements, logicals);
        move_branches(statements);
    } else {
        exclude_suites_6(statements, logicals);
        exclude_statements(statements);
        mark_docstrings_6(statements, logicals);
    }
    map_code(statements);
}

/* Allocate the arrays. Return false if out of memory. */
static bool allocate(struct qpy_statements *statements, int last)
{
    size_t count = (size_t)last + 1;
    statements->last = last;
    statements->lines = calloc(count, sizeof *statements->lines);
    statements->of_code = calloc(count, sizeof *statements->of_code);
    statements->without_branches = calloc(count, sizeof *statements->without_branches);
    for (int i = 1; statements->lines && i <= last; i++)
        statements->lines[i].first = i;
    return statements->lines && statements->of_code && statements->without_branches &&
           add_reason(statements, NULL) == 0 && !statements->no_memory;
}

struct qpy_statements *qpy_statements_read(const char *text, size_t size, const struct qpy_exclusions *exclusions)
{
    struct qpy_logicals logicals = {0};
    struct qpy_statements *statements = calloc(1, sizeof *statements);
    bool ok = statements && allocate(statements, qpy_count_breaks(text, text + size) + 1) &&
              qpy_logicals_init(&logicals, text, size);
    if (ok) {
        find_lines(statements, text, size, exclusions);
        apply_rules(statements, &logicals, exclusions->rules_7);
    } else {
        qpy_statements_free(statements);
    }
    qpy_logicals_fini(&logicals);
    return ok ? statements : NULL;
}

void qpy_statements_free(struct qpy_statements *statements)
{
    if (!statements)
        return;
    for (int i = 0; i < statements->reason_count; i++)
        free(statements->reasons[i]);
    free(statements->reasons);
    free(statements->of_code);
    free(statements->without_branches);
    free(statements->lines);
    free(statements);
}

/* ---- queries ----------------------------------------------------------------------------------------------------- */

int qpy_statements_first(const struct qpy_statements *statements, int line)
{
    const struct line *it = line_at(statements, line);
    return it ? it->first : line;
}

const int *qpy_statements_of_code(const struct qpy_statements *statements, int *count)
{
    *count = statements->last + 1;
    return statements->of_code;
}

const bool *qpy_statements_without_branches(const struct qpy_statements *statements)
{
    return statements->without_branches;
}

void qpy_statements_excluded(const struct qpy_statements *statements, qpy_excluded_range *range, void *data)
{
    for (int i = 1, next; i <= statements->last; i = next) {
        int reason = statements->lines[i].reason;
        for (next = i + 1; next <= statements->last && statements->lines[next].reason == reason; next++)
            ;
        if (reason)
            range(data, i, next - 1, *statements->reasons[reason] ? statements->reasons[reason] : NULL);
    }
}
