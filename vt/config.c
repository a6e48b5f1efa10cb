#include "vt/config.h"

#include "base/atomic.h"
#include "vt/config_value.h"
#include "vt/filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, SWITCH, DEGREE, NUMBER, SIZE, TIME, RANGE, CHOICE, STATES, SYMBOLS, CLASSES, COUNTERS };

static const struct option {
    const char *name;
    enum kind kind;
    const char *value;
} options[] = {
#define X(constant, name, kind, value, help) {name, kind, value},
    VT_OPTIONS(X)
#undef X
};

struct vt_config vt_config;

/* ---- values ---------------------------------------------------------------------------------------------- */

static int parse(const struct option *option, const char *word, uint64_t *number)
{
    static int (*const parsers[])(const char *word, uint64_t *value) = {
        [SWITCH] = vt_value_switch, [DEGREE] = vt_value_degree, [NUMBER] = vt_value_number, [SIZE] = vt_value_size,
        [TIME] = vt_value_time,     [RANGE] = vt_value_range,   [COUNTERS] = NULL,
    };
    if (option->kind == CHOICE)
        return vt_value_choice(option->value, word, number);
    return parsers[option->kind] ? parsers[option->kind](word, number) : -1;
}

/* Replace a text. The old text is freed last, because another thread may fork meanwhile, and the child must not see
 * freed memory. */
static void replace_text(int option, char *text)
{
    char *before = vt_config.text[option];
    vt_config.text[option] = text;
    qp_fence_signal();
    free(before);
}

void vt_config_reset(void)
{
    vt_filter_clear();
    for (int i = 0; i < VT_OPTION_COUNT; i++) {
        const struct option *option = &options[i];
        char word[16] = "";
        snprintf(word, sizeof word, "%.*s", (int)strcspn(option->value, "|"), option->value);
        vt_config.number[i] = 0;
        parse(option, word, &vt_config.number[i]);
        replace_text(i, NULL);
    }
    vt_config.bad = 0;
}

/* ---- one option ------------------------------------------------------------------------------------------ */

int vt_config_find(const char *word)
{
    for (int i = 0; i < VT_OPTION_COUNT; i++) {
        const char *name = options[i].name;
        size_t length = strlen(name);
        size_t at = 0;
        while (at < length && (strncasecmp(name + at, word + at, 1) == 0 || (name[at] == '-' && word[at] == '_')))
            at++;
        if (at == length && word[at] == '\0')
            return i;
    }
    return -1;
}

const char *vt_config_name(int option)
{
    return options[option].name;
}

const char *vt_config_variable(int option, char name[VT_CONFIG_VARIABLE])
{
    snprintf(name, VT_CONFIG_VARIABLE, "VT_%s", vt_config_name(option));
    for (char *hyphen = strchr(name, '-'); hyphen; hyphen = strchr(name, '-'))
        *hyphen = '_';
    return name;
}

bool vt_config_is_text(int option)
{
    return options[option].kind == TEXT;
}

static int set_text(int option, const char *value)
{
    char *copy = strdup(value);
    if (!copy)
        return VT_LINE_NO_MEMORY;
    replace_text(option, copy);
    return VT_LINE_GOOD;
}

/* Return true if a pattern for states can match no path. Every path has a class and a colon, and only a colon or
 * `**` in the pattern matches the colon. */
static bool covers_nothing(enum kind kind, const char *pattern)
{
    return kind == STATES && !strchr(pattern, ':') && !strstr(pattern, "**");
}

static int filter_states(enum kind kind, char **words, int count)
{
    if (count < 2)
        return VT_LINE_TOO_SHORT;
    if (covers_nothing(kind, words[0]))
        return 0;
    int bad = vt_filter_add((enum vt_filter_kind)(kind - STATES), words[0], words + 1, count - 1);
    return bad == -2 ? VT_LINE_NO_MEMORY : bad < 0 ? VT_LINE_GOOD : bad + 1;
}

static int filter_counters(char **words, int count)
{
    uint64_t recorded = 1;
    if (count < 1)
        return VT_LINE_TOO_SHORT;
    if (count > 2)
        return 2;
    if (count == 2 && vt_value_switch(words[1], &recorded) != 0)
        return 1;
    return vt_filter_add_counter(words[0], recorded != 0) == 0 ? VT_LINE_GOOD : VT_LINE_NO_MEMORY;
}

int vt_config_apply(int option, char **words, int count)
{
    static char on[] = "on";
    char *alone[] = {on};
    enum kind kind = options[option].kind;
    if (kind >= STATES && kind <= CLASSES)
        return filter_states(kind, words, count);
    if (kind == COUNTERS)
        return filter_counters(words, count);
    if (count == 0 && (kind == SWITCH || kind == RANGE || kind == DEGREE || option == VT_OPTION_STATISTICS)) {
        words = alone;
        count = 1;
    }
    if (count == 0)
        return VT_LINE_TOO_SHORT;
    if (count > 1)
        return 1;
    if (kind == TEXT)
        return set_text(option, words[0]);
    if (parse(&options[option], words[0], &vt_config.number[option]) != 0)
        return 0;
    if (kind == RANGE)
        vt_filter_set_default((uint32_t)vt_config.number[option]);
    return VT_LINE_GOOD;
}

/* ---- for the core ---------------------------------------------------------------------------------------- */

/* Write a value in quotes, with all special characters escaped. */
static void write_quoted(FILE *out, const char *value)
{
    while (*value != '\0') {
        char quote = *value == '"' ? '\'' : '"';
        size_t length = quote == '"' ? strcspn(value, "\"") : strspn(value, "\"");
        fprintf(out, "%c%.*s%c", quote, (int)length, value, quote);
        value += length;
    }
}

/* Write the file's name only if it was configured. If libqprof already records, libvt uses libqprof's file, and a
 * diagnostic reports that a configured name is not used. */
static void write_file(FILE *out)
{
    const char *prefix = vt_config.text[VT_OPTION_LOGFILE_PREFIX];
    const char *name = vt_config.text[VT_OPTION_LOGFILE_NAME];
    if (!name && !prefix)
        return;
    name = !name || name[0] == '\0' ? "%v.qii" : name;
    fputs("-data-file=", out);
    if (prefix && prefix[0] != '\0' && name[0] != '/') {
        write_quoted(out, prefix);
        fputs("/", out);
    }
    write_quoted(out, name);
}

char *vt_config_core_options(bool trusted)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    if (trusted)
        write_file(out);
    if (vt_config.text[VT_OPTION_PROGNAME]) {
        fputs(" -program-name=", out);
        write_quoted(out, vt_config.text[VT_OPTION_PROGNAME]);
    }
    if (vt_config.number[VT_OPTION_VERBOSE] == 0)
        fputs(" -quiet", out);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
