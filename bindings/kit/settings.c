#include "bindings/kit/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"

static const char blanks[] = " \t\n\v\f\r";

void kit_settings_fini(struct kit_settings *settings)
{
    free(settings->library);
    for (int i = 0; i < KIT_SETTINGS; i++)
        free(settings->texts[i]);
    free(settings->data_file);
    free(settings->options);
    *settings = (struct kit_settings){.no_memory = settings->no_memory};
}

/* Replace a text. The new one is NULL if its allocation failed. */
static void replace(struct kit_settings *settings, char **place, char *text)
{
    settings->no_memory |= !text;
    free(*place);
    *place = text;
}

/* Append a text. */
static void append(struct kit_settings *settings, char **place, const char *between, const char *text)
{
    const char *before = *place ? *place : "";
    replace(settings, place, kit_format("%s%s%s", before, *before ? between : "", text));
}

void kit_settings_set_library(struct kit_settings *settings, const char *library)
{
    replace(settings, &settings->library, strdup(library));
}

void kit_settings_set_data_file(struct kit_settings *settings, const char *name)
{
    replace(settings, &settings->data_file, strdup(name));
}

static const struct {
    const char *name;
    const char *variable; /* environment variable, NULL = none */
    bool patterns;
    const char *either, *other; /* accepted words; NULL = any text */
} texts[KIT_SETTINGS] = {
    [KIT_INCLUDE] = {.name = "include", .variable = "QII_INCLUDE", .patterns = true},
    [KIT_CONFIGURATION] = {.name = "configuration"},
    [KIT_FILTER] = {.name = "filter", .variable = "QII_FILTER", .patterns = true},
    [KIT_EXCLUDE] = {.name = "exclude", .variable = "QII_EXCLUDE", .patterns = true},
    [KIT_LEAF] = {"leaf", "QII_LEAF", false, "time", "count"},
};

const char *kit_settings_name(enum kit_setting setting)
{
    return texts[setting].name;
}

static bool takes(enum kit_setting setting, const char *text)
{
    const char *either = texts[setting].either;
    return !either || strcmp(text, either) == 0 || strcmp(text, texts[setting].other) == 0;
}

bool kit_settings_set(struct kit_settings *settings, enum kit_setting setting, const char *text)
{
    if (!takes(setting, text))
        return false;
    if (texts[setting].patterns)
        append(settings, &settings->texts[setting], ";", text);
    else
        replace(settings, &settings->texts[setting], strdup(text));
    return true;
}

void kit_settings_refuse(const char *who, const char *option, enum kit_setting setting, const char *text)
{
    fprintf(stderr, "%s: %s takes %s or %s, not '%s'\n", who, option, texts[setting].either, texts[setting].other,
            text);
}

static const char *const covers[] = {
    [KIT_COVER_HITS] = "hit", [KIT_COVER_LINES] = "line", [KIT_COVER_BRANCHES] = "branch"};

bool kit_settings_set_cover(struct kit_settings *settings, const char *word)
{
    for (enum kit_cover cover = KIT_COVER_HITS; cover <= KIT_COVER_BRANCHES; cover++) {
        if (strcmp(word, covers[cover]) != 0)
            continue;
        settings->cover = cover;
        return true;
    }
    return false;
}

/* ---- options of the library ------------------------------------------------------------------------------------- */

/* Return a quoted copy, NULL if out of memory. */
static char *quote(const char *value)
{
    static const char quoted[] = "\"'\"'\""; /* closes the double quotes, and opens them again */
    if (!strpbrk(value, " \t\n\v\f\r\"'"))
        return strdup(value);
    char *text = malloc(strlen(value) * (sizeof quoted - 1) + sizeof "\"\"");
    char *to = text;
    if (!text)
        return NULL;
    *to++ = '"';
    for (; *value; value++)
        to = *value == '"' ? stpcpy(to, quoted) : stpncpy(to, value, 1);
    strcpy(to, "\"");
    return text;
}

void kit_settings_add_text(struct kit_settings *settings, const char *text)
{
    append(settings, &settings->options, " ", text);
}

void kit_settings_add_option(struct kit_settings *settings, const char *name, const char *value)
{
    char *quoted = quote(value);
    char *text = quoted ? kit_format("-%s%s%s", name, *name ? "=" : "", quoted) : NULL;
    settings->no_memory |= !text;
    if (text)
        kit_settings_add_text(settings, text);
    free(text);
    free(quoted);
}

/* ---- the environment -------------------------------------------------------------------------------------------- */

void kit_settings_read_environment(struct kit_settings *settings)
{
    const char *library = getenv("QII_LIBRARY");
    if (library && !settings->library && settings->cover == KIT_COVER_UNSET)
        kit_settings_set_library(settings, library);
    for (enum kit_setting i = 0; i < KIT_SETTINGS; i++) {
        const char *text = texts[i].variable ? getenv(texts[i].variable) : NULL;
        if (text && !settings->texts[i] && !kit_settings_set(settings, i, text))
            kit_settings_refuse("qii", texts[i].variable, i, text);
    }
}

void kit_settings_read_cover(struct kit_settings *settings)
{
    const char *cover = getenv("QII_COVER");
    if (!cover || !*cover || kit_settings_set_cover(settings, cover))
        return;
    fprintf(stderr, "qii: QII_COVER takes line, branch or hit, not '%s'; lines are counted\n", cover);
    settings->cover = KIT_COVER_LINES;
}

/* ---- text form -------------------------------------------------------------------------------------------------- */

const char *kit_settings_library(const struct kit_settings *settings)
{
    if (settings->library)
        return settings->library;
    return settings->cover >= KIT_COVER_HITS ? "cprof" : "qprof";
}

/* Append "-NAME=VALUE " to an allocated text. If out of memory, free the text and return NULL. */
static char *add_value(char *text, const char *name, const char *value)
{
    char *quoted = text ? quote(value) : NULL;
    char *longer = quoted ? kit_format("%s-%s=%s ", text, name, quoted) : NULL;
    free(quoted);
    free(text);
    return longer;
}

/* Append the data file last, since later options win. If out of memory, free the text and return NULL. */
static char *add_data_file(char *text, const char *name)
{
    char *blank = text ? kit_format("%s ", text) : NULL;
    char *named = add_value(blank, "data-file", name);
    char *whole = named ? kit_format("%s-replace-data-file", named) : NULL;
    free(text);
    free(named);
    return whole;
}

char *kit_settings_write(const struct kit_settings *settings)
{
    char *text = settings->no_memory ? NULL : add_value(strdup(""), "library", kit_settings_library(settings));
    if (covers[settings->cover])
        text = add_value(text, "cover", covers[settings->cover]);
    for (int i = 0; i < KIT_SETTINGS; i++)
        if (settings->texts[i])
            text = add_value(text, texts[i].name, settings->texts[i]);
    char *whole = text ? kit_format("%s-- %s", text, settings->options ? settings->options : "") : NULL;
    free(text);
    return settings->data_file ? add_data_file(whole, settings->data_file) : whole;
}

/* Copy the next word to `word`, without quotes. Return the text after it. */
static const char *next_word(const char *text, char *word)
{
    char open = '\0';
    text += strspn(text, blanks);
    for (; *text && (open || !strchr(blanks, *text)); text++) {
        if (!open && (*text == '"' || *text == '\''))
            open = *text;
        else if (*text == open)
            open = '\0';
        else
            *word++ = *text;
    }
    *word = '\0';
    return text;
}

/* Return the value of the option "sample", parsed like the libraries do; NULL if the word is another option. */
static const char *sample_of(const char *word)
{
    const char *name = word + strspn(word, "-");
    const char *value = name + strcspn(name, "=");
    if (value - name != 6 || strncasecmp(name, "sample", 6) != 0)
        return NULL;
    return *value ? value + 1 : "yes";
}

static bool is_no(const char *value)
{
    return strcasecmp(value, "no") == 0 || strcasecmp(value, "off") == 0 || strcasecmp(value, "false") == 0 ||
           strcmp(value, "0") == 0;
}

bool kit_settings_sample_lines(const struct kit_settings *settings)
{
    const char *text = settings->options ? settings->options : "";
    char *word = settings->cover >= KIT_COVER_HITS ? malloc(strlen(text) + 1) : NULL;
    bool samples = false;
    while (word && *text) {
        text = next_word(text, word);
        const char *value = sample_of(word);
        samples = value ? !is_no(value) : samples;
    }
    free(word);
    return samples;
}

/* Return the text after "-NAME=", NULL if the word does not begin with that. */
static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    bool is = *word == '-' && strncmp(word + 1, name, length) == 0 && word[1 + length] == '=';
    return is ? word + length + 2 : NULL;
}

static bool take(struct kit_settings *settings, const char *word)
{
    const char *value = value_of(word, "cover");
    if (value)
        return kit_settings_set_cover(settings, value);
    if ((value = value_of(word, "library"))) {
        kit_settings_set_library(settings, value);
        return true;
    }
    for (enum kit_setting i = 0; i < KIT_SETTINGS; i++) {
        value = value_of(word, texts[i].name);
        if (value)
            return kit_settings_set(settings, i, value);
    }
    return false;
}

bool kit_settings_read(struct kit_settings *settings, const char *text)
{
    char *word = malloc(strlen(text) + 1);
    bool known = word != NULL;
    settings->no_memory |= !word;
    while (known) {
        text = next_word(text, word);
        if (strcmp(word, "--") == 0)
            break;
        known = take(settings, word);
    }
    text += strspn(text, blanks);
    if (known && *text)
        kit_settings_add_text(settings, text);
    free(word);
    return known && !settings->no_memory;
}
