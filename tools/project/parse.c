#include "tools/project/project.h"

#include "base/glob.h"
#include "base/text.h"
#include "format/array.h"

#include <ctype.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>

/* inih parses the lines. It cuts lines that exceed its buffer, ignores the text after a section's name, does not report
 * sections without keys, and cuts keys in further lines of a value after 49 bytes. So the function that passes the
 * lines to inih checks them. */
struct parsing {
    struct qii_project *project;
    struct qp_error *error;
    const char *at;
    const char *end;
    unsigned line;
    bool indented;      /* the current line begins with a blank */
    bool has_key;       /* a key was seen in the current section */
    const char *reason; /* last key in [exclude_lines] */
};

static const char blanks[] = " \t\v\f\r";

/* Set an error at the current line, unless there is one. Return false. `text` is shown in quotes; NULL = none. */
static bool fail(struct parsing *parsing, const char *why, const char *text)
{
    char file[120], shown[60];
    qp_text_show(qp_text_of(parsing->project->file), file, sizeof file);
    qp_text_show(qp_text_of(text ? text : ""), shown, sizeof shown);
    qp_error_set(parsing->error, QP_ERR_CHOICE, text ? "%s:%u: %s '%s'" : "%s:%u: %s", file, parsing->line, why, shown);
    return false;
}

/* Return a copy that the project owns; NULL with an error if out of memory. */
static char *keep(struct parsing *parsing, const char *text)
{
    struct qii_project *project = parsing->project;
    char *copy = strdup(text);
    if (copy && QP_ARRAY_APPEND(&project->texts, &project->text_count, copy))
        return copy;
    free(copy);
    qp_error_memory(parsing->error);
    return NULL;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* Return true if a path leads to no directory outside of that in which it begins. */
static bool stays_inside(const char *path)
{
    if (*path == '/')
        return false;
    for (size_t length; *path; path += length + (path[length] == '/')) {
        length = strcspn(path, "/");
        if (length == 2 && path[0] == '.' && path[1] == '.')
            return false;
    }
    return true;
}

/* Add the patterns of a value, which are separated by commas. */
static bool add_patterns(struct parsing *parsing, struct qp_patterns *patterns, const char *value)
{
    char *rest = keep(parsing, value), *word;
    if (!rest)
        return false;
    while ((word = strsep(&rest, ","))) {
        word += strspn(word, blanks);
        size_t length = strlen(word);
        while (length && strchr(blanks, word[length - 1]))
            word[--length] = '\0';
        if (length && patterns->count == QP_PATTERNS)
            return fail(parsing, "more than 32 patterns: no room for", word);
        if (length)
            patterns->items[patterns->count++] = word;
    }
    return true;
}

/* Put the directory of the file in front of a path; NULL with an error if out of memory. */
static const char *in_folder(struct parsing *parsing, const char *path)
{
    char *both;
    if (asprintf(&both, "%s%s", parsing->project->folder, path) < 0)
        both = NULL;
    const char *kept = both ? keep(parsing, both) : NULL;
    free(both);
    if (!kept)
        qp_error_memory(parsing->error);
    return kept;
}

/* Patterns of sources are expanded to files. They are passed to a binding as one text, in which ';' separates them. */
static bool add_sources(struct parsing *parsing, const char *value)
{
    struct qp_patterns *sources = &parsing->project->sources;
    uint32_t before = sources->count;
    if (strchr(value, ';'))
        return fail(parsing, "sources cannot contain ';':", value);
    if (!add_patterns(parsing, sources, value))
        return false;
    for (uint32_t i = before; i < sources->count; i++) {
        if (!stays_inside(sources->items[i]))
            return fail(parsing, "sources are relative paths without '..', not", sources->items[i]);
        sources->items[i] = in_folder(parsing, sources->items[i]);
        if (!sources->items[i])
            return false;
    }
    return true;
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

static bool take_file(struct parsing *parsing, const char *key, const char *value)
{
    struct qii_project *project = parsing->project;
    if (strcmp(key, "sources") == 0)
        return add_sources(parsing, value);
    if (strcmp(key, "include") == 0)
        return add_patterns(parsing, &project->files.only, value);
    if (strcmp(key, "exclude") == 0)
        return add_patterns(parsing, &project->files.except, value);
    return fail(parsing, "[files] has sources, include and exclude, not", key);
}

/* The key is the reason of an exclusion, and each line of the value is a pattern. */
static bool take_line(struct parsing *parsing, const char *key, const char *value)
{
    struct qp_line_patterns *lines = &parsing->project->lines;
    if (!parsing->indented)
        parsing->reason = keep(parsing, key);
    if (!*value)
        return true;
    if (lines->count == QP_LINE_PATTERNS)
        return fail(parsing, "more than 64 patterns: no room for", value);
    const char *pattern = keep(parsing, value);
    if (!parsing->reason || !pattern)
        return false;
    lines->items[lines->count++] =
        (struct qp_line_pattern){.pattern = pattern, .reason = parsing->reason, .line = parsing->line};
    return true;
}

/* Return a copy of a path without "./" at its beginning and slashes at its end. */
static const char *keep_path(struct parsing *parsing, const char *path)
{
    while (strncmp(path, "./", 2) == 0)
        path += 1 + strspn(path + 1, "/");
    char *copy = keep(parsing, *path ? path : ".");
    for (size_t length = copy ? strlen(copy) : 0; length > 1 && copy[length - 1] == '/';)
        copy[--length] = '\0';
    return copy;
}

static bool take_path(struct parsing *parsing, const char *key, const char *value)
{
    struct qp_path_maps *paths = &parsing->project->paths;
    if (*key != '/')
        return fail(parsing, "only absolute paths are mapped, not", key);
    if (!*value || !stays_inside(value))
        return fail(parsing, "a path is mapped to a relative path without '..', not", value);
    if (strstr(key, "**"))
        return fail(parsing, "'**' is not supported in", key);
    if (paths->count == QP_PATH_MAPS)
        return fail(parsing, "more than 32 paths: no room for", key);
    const char *from = keep_path(parsing, key), *to = keep_path(parsing, value);
    if (!from || !to)
        return false;
    paths->items[paths->count++] = (struct qp_path_map){from, to};
    return true;
}

static bool take_limit(struct parsing *parsing, enum qp_gate_scope scope, const char *key, const char *value)
{
    static const char *const kinds[QP_GATE_KINDS] = {"lines", "branches", "functions"};
    struct qp_gates *limits = &parsing->project->limits;
    enum qp_gate_kind kind = 0;
    while (kind < QP_GATE_KINDS && strcmp(key, kinds[kind]) != 0)
        kind++;
    if (kind == QP_GATE_KINDS)
        return fail(parsing, "limits are lines, branches and functions, not", key);
    if (limits->limits[scope][kind].set)
        return fail(parsing, "given twice:", key);
    char *end;
    double percent = strtod(value, &end);
    if (!*value || value[strspn(value, "0123456789.")] || *end || percent > 100)
        return fail(parsing, "a limit is a number from 0 to 100, not", value);
    qp_gates_set(limits, scope, kind, percent);
    return true;
}

static bool take_total(struct parsing *parsing, const char *key, const char *value)
{
    return take_limit(parsing, QP_GATE_TOTAL, key, value);
}

static bool take_each_file(struct parsing *parsing, const char *key, const char *value)
{
    return take_limit(parsing, QP_GATE_FILE, key, value);
}

static bool take_each_folder(struct parsing *parsing, const char *key, const char *value)
{
    return take_limit(parsing, QP_GATE_FOLDER, key, value);
}

static const struct section {
    const char *name;
    bool (*take)(struct parsing *parsing, const char *key, const char *value);
    bool is_list; /* a value may have several lines */
} sections[] = {
    {"files", take_file, true},
    {"exclude_lines", take_line, true},
    {"paths", take_path, false},
    {"fail_under", take_total, false},
    {"fail_under_file", take_each_file, false},
    {"fail_under_folder", take_each_folder, false},
};

static const struct section *section_named(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strlen(sections[i].name) == length && memcmp(sections[i].name, name, length) == 0)
            return &sections[i];
    return NULL;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* Check the line of a section, of which `start` is the bracket. */
static bool check_section(struct parsing *parsing, const char *start)
{
    const char *close = strchr(start, ']');
    if (!close)
        return fail(parsing, "no ']' after the section's name", NULL);
    char *name = strndup(start + 1, (size_t)(close - start) - 1);
    if (!name)
        return qp_error_memory(parsing->error) == 0;
    bool known = section_named(name, strlen(name)) || fail(parsing, "unknown section", name);
    free(name);
    const char *rest = close + 1 + strspn(close + 1, " \t\v\f\r\n");
    return known && (!*rest || *rest == ';' || *rest == '#' || fail(parsing, "text after the section's name", NULL));
}

/* Return true if a line consists of characters of a text file. */
static bool is_text(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        bool ends = c == '\n' || (c == '\r' && (i + 1 == length || line[i + 1] == '\n'));
        if ((c < ' ' && c != '\t' && !ends) || c == 0x7f)
            return false;
    }
    return true;
}

/* Pass the next line to inih, as fgets does. Return NULL at the end and after an error. */
static char *next_line(char *line, int size, void *stream)
{
    struct parsing *parsing = stream;
    if (parsing->at == parsing->end || parsing->error->code)
        return NULL;
    const char *newline = memchr(parsing->at, '\n', (size_t)(parsing->end - parsing->at));
    size_t length = (size_t)((newline ? newline + 1 : parsing->end) - parsing->at);
    const char *text = parsing->at;
    char limit[60];
    parsing->line++;
    parsing->at += length;
    snprintf(limit, sizeof limit, "the line has more than %d bytes", size - 2);
    bool ok = length < (size_t)size || fail(parsing, limit, NULL);
    ok = ok && (is_text(text, length) || fail(parsing, "the line contains control characters", NULL));
    if (!ok)
        return NULL;
    memcpy(line, text, length);
    line[length] = '\0';
    bool has_mark = parsing->line == 1 && strncmp(line, "\xef\xbb\xbf", 3) == 0;
    const char *content = line + (has_mark ? 3 : 0), *start = content + strspn(content, blanks);
    parsing->indented = start > content;
    if (*start == '[' && !(parsing->indented && parsing->has_key)) {
        parsing->has_key = false;
        ok = check_section(parsing, start);
    }
    return ok ? line : NULL;
}

/* Called by inih for a key with its value, and for each further line of the value. */
static int take(void *user, const char *name, const char *key, const char *value)
{
    struct parsing *parsing = user;
    const struct section *section = section_named(name, strlen(name));
    bool continues = parsing->indented && parsing->has_key;
    if (parsing->error->code)
        return 0;
    parsing->indented = continues;
    parsing->has_key = true;
    if (!section)
        return fail(parsing, "the key is in no section:", key);
    if (!*key)
        return fail(parsing, "there is no key before", value);
    if (continues && !section->is_list)
        return fail(parsing, "the value has a second line:", value);
    return section->take(parsing, key, value);
}

void qii_project_close(struct qii_project *project)
{
    qp_line_patterns_close(&project->lines);
    for (uint32_t i = 0; i < project->text_count; i++)
        free(project->texts[i]);
    free(project->texts);
    *project = (struct qii_project){0};
}

bool qii_project_parse(struct qii_project *project, const char *file, const char *folder, struct qp_text text,
                       struct qp_error *error)
{
    *project = (struct qii_project){0};
    struct parsing parsing = {.project = project, .error = error, .at = text.bytes, .end = text.bytes + text.length};
    project->file = keep(&parsing, file);
    project->folder = keep(&parsing, folder);
    if (project->file && project->folder) {
        int line = ini_parse_stream(next_line, &parsing, take, &parsing);
        parsing.line = line > 0 ? (unsigned)line : parsing.line;
        if (line != 0)
            fail(&parsing, "neither a section nor a key with a value", NULL);
    }
    if (!error->code)
        return true;
    qii_project_close(project);
    return false;
}
