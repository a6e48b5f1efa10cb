#include "vt/config.h"

#include "base/text.h"
#include "base/word.h"
#include "core/store/diagnose.h"
#include "core/store/message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Maximum number of errors that are printed for a file. */
#define MOST_WARNINGS 20

/* Maximum number of bytes read from a file. No real configuration is larger. */
#define MOST_BYTES (1u << 20)

#define MOST_WORDS 16

#define BLANKS     " \t\r\f\v"

/* Source of a value: a line of a file, or an environment variable, for which `number` is 0. */
struct source {
    const char *name;
    unsigned number;
};

/* ---- warnings -------------------------------------------------------------------------------------------- */

static void warn(const struct source *source, const char *what, const char *word)
{
    char shown[64];
    char where[32] = "";
    qp_text_show(qp_text_of(word), shown, sizeof shown);
    if (source->number > 0)
        snprintf(where, sizeof where, ":%u", source->number);
    qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_OPTION, "%.40s%s %s", source->name, where, shown);
    if (++vt_config.bad <= MOST_WARNINGS)
        qp_message(QP_VT, "%.800s%s: %s %s%s", source->name, where, what, shown,
                   vt_config.bad == MOST_WARNINGS ? "; further messages are suppressed" : "");
}

static void apply(const struct source *source, int option, char **words, int count)
{
    int result = vt_config_apply(option, words, count);
    if (result == VT_LINE_TOO_SHORT)
        warn(source, "no value for", vt_config_name(option));
    else if (result == VT_LINE_NO_MEMORY)
        warn(source, "no memory for", vt_config_name(option));
    else if (result >= 0)
        warn(source, "bad value", words[result]);
}

/* ---- lines ----------------------------------------------------------------------------------------------- */

/* Split a line, without its comment, into words. Return the number of words; MOST_WORDS if the line has more words. */
static int split(char *line, char **words)
{
    int count = 0;
    for (; count < MOST_WORDS; count++) {
        line += strspn(line, BLANKS);
        if (*line == '#' || !(words[count] = qp_word_next(&line, BLANKS, "\"")))
            break;
    }
    return count;
}

static void read_line(const struct source *source, char *line)
{
    char *words[MOST_WORDS];
    int count = split(line, words);
    if (count == 0)
        return;
    int option = vt_config_find(words[0]);
    if (option < 0)
        warn(source, "unknown option", words[0]);
    else if (count == MOST_WORDS)
        warn(source, "too many words for", words[0]);
    else
        apply(source, option, words + 1, count - 1);
}

void vt_config_read_text(const char *file, const char *text, size_t size)
{
    struct source source = {file, 0};
    const char *end = text + size;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline : end) - text);
        char *line = strndup(text, length);
        source.number++;
        if (!line)
            warn(&source, "no memory for", "the line");
        else if (strlen(line) < length)
            warn(&source, "a NUL after", line);
        else
            read_line(&source, line);
        free(line);
        text += length + (newline ? 1 : 0);
    }
}

/* ---- the file -------------------------------------------------------------------------------------------- */

/* Load a file. Return 0 or an errno value. Files that are not regular are refused, because a pipe or a device may
 * have no end. */
static int load(const char *path, char *text, size_t *size)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int failure = fstat(fd, &status) != 0   ? errno
                  : S_ISDIR(status.st_mode) ? EISDIR
                  : S_ISREG(status.st_mode) ? 0
                                            : ENXIO;
    while (failure == 0 && *size < MOST_BYTES) {
        ssize_t part = read(fd, text + *size, MOST_BYTES - *size);
        if (part == 0)
            break;
        if (part > 0)
            *size += (size_t)part;
        else if (errno != EINTR)
            failure = errno;
    }
    close(fd);
    return failure;
}

static void read_file(const char *path)
{
    size_t size = 0;
    char *text = malloc(MOST_BYTES);
    int failure = text ? load(path, text, &size) : ENOMEM;
    if (failure != 0) {
        qp_message(QP_VT, "cannot read VT_CONFIG %.800s: %s", path, strerror(failure));
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_OPTION, "VT_CONFIG %.60s", path);
    } else if (size == MOST_BYTES) {
        qp_message(QP_VT, "only the first 1 MB of VT_CONFIG %.800s is read", path);
    }
    vt_config_read_text(path, text, failure == 0 ? size : 0);
    free(text);
}

/* ---- the environment ------------------------------------------------------------------------------------- */

/* Read an option from its environment variable. Each line of the variable sets the option once, unless the option's
 * value is a text, which may have several lines. */
static void read_variable(int option)
{
    char name[VT_CONFIG_VARIABLE];
    vt_config_variable(option, name);
    const struct source source = {name, 0};
    const char *value = getenv(name);
    char *copy = value ? strdup(value) : NULL;
    char *rest = copy;
    if (copy && vt_config_is_text(option)) {
        apply(&source, option, &copy, 1);
        rest = NULL;
    }
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *words[MOST_WORDS];
        int count = split(line, words);
        if (count == MOST_WORDS)
            warn(&source, "too many words:", words[0]);
        else if (count > 0)
            apply(&source, option, words, count);
    }
    free(copy);
}

void vt_config_read(bool trusted)
{
    vt_config_reset();
    if (!trusted)
        return;
    const char *path = getenv("VT_CONFIG");
    if (path && path[0] != '\0')
        read_file(path);
    for (int option = 0; option < VT_OPTION_COUNT; option++)
        read_variable(option);
    vt_config_warn_unknown();
}
