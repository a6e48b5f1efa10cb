#include "bindings/python/text/statements.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/ignore.h"
#include "bindings/kit/strings.h"
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

/* ---- lines that match ----------------------------------------------------------------------------------------------
 */

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

/* ---- statements ----------------------------------------------------------------------------------------------------
 */

struct reading {
    struct qpy_scanner scanner;
    struct qpy_statements *to;
    int first;         /* first line of the open statement, 0 = none is open */
    int begin;         /* first line of the first statement, 0 = there is none */
    bool several;      /* a statement has several lines */
    bool decorator;    /* the open statement may be a decorator: no other token was before */
    int suite_reason;  /* reason of the excluded suite, 0 = none */
    int suite_indents; /* number of suites around the excluded suite */
    int decorated;     /* reason of an excluded decorator whose function has not begun */
};

static int reason_of(const struct reading *r, int line)
{
    return line_at(r->to, line)->reason;
}

static void exclude(const struct reading *r, int line, int reason)
{
    if (!reason_of(r, line))
        line_at(r->to, line)->reason = reason;
}

/* A colon begins a suite if it is in no bracket, or belongs to a lambda or an annotation. Then the statement ends
 * before another one is excluded. */
static void read_colon(struct reading *r)
{
    int line = r->scanner.end_line;
    int reason = reason_of(r, line) ? reason_of(r, line) : r->decorated;
    if (r->suite_reason || !reason || r->scanner.nesting)
        return;
    exclude(r, line, reason);
    r->suite_reason = reason;
    r->suite_indents = r->scanner.indents;
    r->decorated = 0;
}

static void read_at(struct reading *r)
{
    int line = r->scanner.end_line;
    if (!r->decorator)
        return;
    if (reason_of(r, line))
        r->decorated = reason_of(r, line);
    exclude(r, line, r->decorated);
}

static void read_docstring(struct reading *r)
{
    for (int i = r->scanner.start_line; i <= r->scanner.end_line; i++)
        line_at(r->to, i)->docstring = true;
}

static void end_statement(struct reading *r)
{
    for (int i = r->first; r->first && i <= r->scanner.end_line; i++)
        line_at(r->to, i)->first = r->first;
    if (r->first != r->scanner.end_line)
        r->several = true;
    r->first = 0;
    r->decorator = true;
}

/* Begin a statement with the token that was read. */
static void begin_statement(struct reading *r)
{
    r->first = r->scanner.start_line;
    r->begin = r->begin ? r->begin : r->first;
    r->decorator = false;
    if (r->suite_reason && r->scanner.indents <= r->suite_indents)
        r->suite_reason = 0;
    if (r->suite_reason)
        exclude(r, r->scanner.end_line, r->suite_reason);
}

static void read_tokens(struct reading *r)
{
    enum qpy_token before = QPY_TOKEN_END;
    for (enum qpy_token token; (token = qpy_scanner_next(&r->scanner)) != QPY_TOKEN_END; before = token) {
        bool begins_suite = before == QPY_TOKEN_INDENT || (before == QPY_TOKEN_END && r->scanner.start_line == 1);
        if (token == QPY_TOKEN_COLON)
            read_colon(r);
        else if (token == QPY_TOKEN_AT)
            read_at(r);
        else if (token == QPY_TOKEN_STRING && begins_suite)
            read_docstring(r);
        else if (token == QPY_TOKEN_NAME && qpy_scanner_is(&r->scanner, "class"))
            exclude_branches(r->to, r->scanner.start_line);
        else if (token == QPY_TOKEN_NEWLINE)
            end_statement(r);
        bool is_text = token != QPY_TOKEN_NEWLINE && token != QPY_TOKEN_INDENT && token != QPY_TOKEN_DEDENT;
        if (is_text && !r->first)
            begin_statement(r);
    }
}

/* Make line 1 a part of the first statement. */
static void move_line_1(const struct reading *r)
{
    if (r->several && r->begin)
        line_at(r->to, 1)->first = r->begin;
}

/* Exclude statements of which a line is excluded. A line that is not the first does not stay excluded itself. */
static void exclude_statements(struct qpy_statements *statements)
{
    for (int i = 1; i <= statements->last; i++) {
        struct line *line = &statements->lines[i];
        if (line->first == i || !line->reason)
            continue;
        if (!statements->lines[line->first].reason)
            statements->lines[line->first].reason = line->reason;
        line->reason = 0;
    }
}

static void map_code(struct qpy_statements *statements)
{
    for (int i = 1; i <= statements->last; i++) {
        const struct line *line = &statements->lines[i];
        statements->of_code[i] = line->docstring || statements->lines[line->first].docstring ? 0 : line->first;
    }
}

struct qpy_statements *qpy_statements_read(const char *text, size_t size, const struct qpy_exclusions *exclusions)
{
    struct qpy_statements *statements = calloc(1, sizeof *statements);
    if (!statements)
        return NULL;
    statements->last = qpy_scanner_count_breaks(text, text + size) + 1;
    statements->lines = calloc((size_t)statements->last + 1, sizeof *statements->lines);
    statements->of_code = calloc((size_t)statements->last + 1, sizeof *statements->of_code);
    statements->without_branches = calloc((size_t)statements->last + 1, sizeof *statements->without_branches);
    if (!statements->lines || !statements->of_code || !statements->without_branches ||
        add_reason(statements, NULL) != 0 || statements->no_memory) {
        qpy_statements_free(statements);
        return NULL;
    }
    for (int i = 1; i <= statements->last; i++)
        statements->lines[i].first = i;
    find_lines(statements, text, size, exclusions);
    struct reading reading = {.to = statements, .decorator = true};
    qpy_scanner_init(&reading.scanner, text, size);
    read_tokens(&reading);
    move_line_1(&reading);
    exclude_statements(statements);
    map_code(statements);
    return statements;
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

/* ---- queries -------------------------------------------------------------------------------------------------------
 */

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
