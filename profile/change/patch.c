#include "profile/change/patch.h"

#include "format/array.h"
#include "profile/change/patch_hunk.h"
#include "profile/change/patch_name.h"

#include <stdlib.h>
#include <string.h>

struct reading {
    struct qp_patch *patch;
    FILE *in;
    char *line; /* current line without its end, and with a NUL */
    size_t room;
    size_t length;
    bool again;        /* the current line is read again */
    bool is_header;    /* the lines of the current file's header are being read */
    bool is_renamed;   /* names are those of "rename from" and "rename to" */
    bool is_separated; /* the names of the line "diff --git" are known */
    bool is_prefixed;  /* they had prefixes */
    char *old_name;    /* name in the line "---" just before this line; NULL = there is no such line */
    bool failed;       /* out of memory */
};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static bool next_line(struct reading *reading)
{
    if (reading->again) {
        reading->again = false;
        return true;
    }
    ssize_t length = reading->failed ? -1 : getline(&reading->line, &reading->room, reading->in);
    if (length < 0) {
        reading->failed |= !feof(reading->in) && !ferror(reading->in);
        return false;
    }
    reading->length = (size_t)length;
    if (length && reading->line[length - 1] == '\n')
        reading->line[--reading->length] = '\0';
    reading->patch->has_lines = true;
    return true;
}

/* Return the rest of the line if it begins with `start`, otherwise NULL. */
static const char *after(const struct reading *reading, const char *start)
{
    size_t length = strlen(start);
    return strncmp(reading->line, start, length) == 0 ? reading->line + length : NULL;
}

/* Append an added line to the patch's text. */
static void keep(struct reading *reading, const char *text, size_t length)
{
    struct qp_patch *patch = reading->patch;
    if (length && text[length - 1] == '\r')
        length--;
    if (length >= patch->room - patch->size) {
        size_t room = 2 * patch->room + length + 4096;
        char *bytes = realloc(patch->bytes, room);
        if (!bytes) {
            reading->failed = true;
            return;
        }
        patch->bytes = bytes;
        patch->room = room;
    }
    memcpy(patch->bytes + patch->size, text, length);
    patch->bytes[patch->size + length] = '\n';
    patch->size += length + 1;
}

/* ---- hunks ------------------------------------------------------------------------------------------------------- */

/* Add the current line to the file's last change, which the hunk's last line began if the hunk is open. */
static void add_change(struct reading *reading, struct qp_patch_hunk *hunk, const struct qp_patch_hunk *before,
                       enum qp_patch_line line)
{
    struct qp_patch_file *file = &reading->patch->files[reading->patch->count - 1];
    const struct qp_patch_change change = {{before->old_line, 0}, {before->new_line, 0}, reading->patch->size};
    if (!before->is_open && !QP_ARRAY_APPEND(&file->changes, &file->count, change)) {
        reading->failed = true;
        return;
    }
    hunk->is_open = true;
    if (line == QP_PATCH_ADDED) {
        file->changes[file->count - 1].new_lines.count++;
        keep(reading, reading->line + hunk->parents, reading->length - hunk->parents);
    } else {
        file->changes[file->count - 1].old_lines.count++;
    }
}

static void read_hunk(struct reading *reading)
{
    struct qp_patch_hunk hunk;
    bool is_known = reading->patch->count && qp_patch_hunk_begin(&hunk, reading->line);
    reading->is_header &= !is_known;
    while (is_known && !qp_patch_hunk_is_complete(&hunk)) {
        bool any = next_line(reading);
        const struct qp_patch_hunk before = hunk;
        enum qp_patch_line line = any ? qp_patch_hunk_next(&hunk, reading->line, reading->length) : QP_PATCH_NO_LINE;
        if (line == QP_PATCH_NO_LINE) {
            reading->patch->cut = true;
            reading->again = any;
            return;
        }
        if (line == QP_PATCH_ADDED || line == QP_PATCH_REMOVED)
            add_change(reading, &hunk, &before, line);
    }
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static void set_names(struct reading *reading, char *old_name, char *new_name)
{
    struct qp_patch_file *file = &reading->patch->files[reading->patch->count - 1];
    free(file->old_name);
    free(file->new_name);
    file->old_name = old_name;
    file->new_name = new_name;
}

/* Begin a file, which owns the names from now on. */
static bool begin_file(struct reading *reading, bool exact, char *old_name, char *new_name)
{
    const struct qp_patch_file file = {.old_name = old_name, .new_name = new_name, .exact = exact};
    reading->is_header = true;
    reading->is_renamed = reading->is_separated = reading->is_prefixed = false;
    if (QP_ARRAY_APPEND(&reading->patch->files, &reading->patch->count, file))
        return true;
    free(old_name);
    free(new_name);
    reading->failed = true;
    return false;
}

/* Begin a file whose header has one name for both sides. */
static void begin_named(struct reading *reading, const char *text, bool exact)
{
    char *old_name = qp_patch_name(text), *new_name = qp_patch_name(text);
    reading->failed |= !old_name || !new_name;
    begin_file(reading, exact, old_name, new_name);
}

static void begin_git_file(struct reading *reading, const char *text)
{
    char *old_name, *new_name;
    reading->failed |= !qp_patch_name_pair(text, &old_name, &new_name);
    bool is_separated = old_name && new_name, is_prefixed = is_separated && qp_patch_name_strip(old_name, new_name);
    if (begin_file(reading, true, old_name, new_name)) {
        reading->is_separated = is_separated;
        reading->is_prefixed = is_prefixed;
    }
}

/* Take the names of the lines "---" and "+++", of which the second is the current line. */
static void take_names(struct reading *reading, char *old_name, char *new_name)
{
    reading->failed |= !new_name;
    if (strcmp(old_name, "/dev/null") == 0) {
        free(old_name);
        old_name = NULL;
    }
    if (new_name && strcmp(new_name, "/dev/null") == 0) {
        free(new_name);
        new_name = NULL;
    }
    if (!reading->is_separated || reading->is_prefixed || !reading->is_header)
        qp_patch_name_strip(old_name, new_name);
    if (!reading->is_header) {
        begin_file(reading, false, old_name, new_name);
    } else if (reading->is_renamed) {
        free(old_name);
        free(new_name);
    } else {
        set_names(reading, old_name, new_name);
    }
    reading->is_header = false;
}

/* Replace one name of the current file. If `text` is NULL, the file does not exist on this side. */
static void replace_name(struct reading *reading, char **name, const char *text)
{
    free(*name);
    *name = text ? qp_patch_name(text) : NULL;
    reading->failed |= text && !*name;
    reading->is_renamed |= text != NULL;
}

/* Read a line of a header that only git writes, or a line about a binary file. */
static void read_header_line(struct reading *reading)
{
    struct qp_patch_file *file = &reading->patch->files[reading->patch->count - 1];
    const char *rest;
    if ((rest = after(reading, "rename from ")) || (rest = after(reading, "copy from ")))
        replace_name(reading, &file->old_name, rest);
    else if ((rest = after(reading, "rename to ")) || (rest = after(reading, "copy to ")))
        replace_name(reading, &file->new_name, rest);
    else if (after(reading, "new file mode "))
        replace_name(reading, &file->old_name, NULL);
    else if (after(reading, "deleted file mode "))
        replace_name(reading, &file->new_name, NULL);
    else if (after(reading, "Binary files ") || after(reading, "GIT binary patch") ||
             after(reading, "Cannot display: "))
        file->binary = true;
}

static void read_line(struct reading *reading)
{
    char *old_name = reading->old_name;
    const char *rest;
    reading->old_name = NULL;
    if (after(reading, "@@")) {
        read_hunk(reading);
    } else {
        if (reading->length && reading->line[reading->length - 1] == '\r')
            reading->line[--reading->length] = '\0';
        if ((rest = after(reading, "diff --git ")))
            begin_git_file(reading, rest);
        else if ((rest = after(reading, "diff --cc ")) || (rest = after(reading, "diff --combined ")))
            begin_named(reading, rest, true);
        else if ((rest = after(reading, "Index: ")))
            begin_named(reading, rest, false);
        else if ((rest = after(reading, "--- ")))
            reading->failed |= !(reading->old_name = qp_patch_name(rest));
        else if (old_name && (rest = after(reading, "+++ "))) {
            take_names(reading, old_name, qp_patch_name(rest));
            return;
        } else if (reading->is_header) {
            read_header_line(reading);
        }
    }
    free(old_name);
}

/* ---- patches ----------------------------------------------------------------------------------------------------- */

bool qp_patch_read(struct qp_patch *patch, FILE *in)
{
    struct reading reading = {.patch = patch, .in = in};
    while (next_line(&reading))
        read_line(&reading);
    free(reading.old_name);
    free(reading.line);
    return !reading.failed;
}

void qp_patch_close(struct qp_patch *patch)
{
    for (uint32_t i = 0; i < patch->count; i++) {
        free(patch->files[i].old_name);
        free(patch->files[i].new_name);
        free(patch->files[i].changes);
    }
    free(patch->files);
    free(patch->bytes);
    *patch = (struct qp_patch){0};
}

struct qp_text qp_patch_line(const struct qp_patch *patch, size_t *offset)
{
    const char *text = patch->bytes + *offset;
    const char *end = memchr(text, '\n', patch->size - *offset);
    size_t length = (size_t)(end - text);
    *offset += length + 1;
    return (struct qp_text){text, (uint32_t)length};
}
