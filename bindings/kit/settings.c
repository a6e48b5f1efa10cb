#include "bindings/kit/settings.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

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

/* Replace the text at `place`. If `text` is NULL, because its allocation has failed, set no_memory. */
static void replace(struct kit_settings *settings, char **place, char *text)
{
    settings->no_memory |= !text;
    free(*place);
    *place = text;
}

/* Append a text to a setting. If the setting is not empty, append `between` first. */
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
    const char *variable;  /* environment variable, NULL = none */
    const char *separator; /* of texts that are appended to the earlier ones; NULL = a text replaces the earlier one */
    const char *words[5];  /* the accepted ones, then NULL; none = any text */
} texts[KIT_SETTINGS] = {
    [KIT_INCLUDE] = {.name = "include", .variable = "QII_INCLUDE", .separator = ";"},
    [KIT_CONFIGURATION] = {.name = "configuration"},
    [KIT_FILTER] = {.name = "filter", .variable = "QII_FILTER", .separator = ";"},
    [KIT_EXCLUDE] = {.name = "exclude", .variable = "QII_EXCLUDE", .separator = ";"},
    [KIT_LEAF] = {"leaf", "QII_LEAF", NULL, {"time", "count"}},
    [KIT_FILES] = {"files", NULL, NULL, {"configured", "all"}},
    [KIT_SAMPLE] = {"sample", NULL, NULL, {"cpu", "wall"}},
    [KIT_COUNT] = {"count", NULL, NULL, {"call", "line", "branch", "none"}},
    [KIT_CLASSES] = {.name = "classes", .variable = "QII_CLASSES", .separator = ":"},
    [KIT_CONTEXTS] = {"contexts", "QII_CONTEXTS", NULL, {"tests", "none"}},
};

const char *kit_settings_name(enum kit_setting setting)
{
    return texts[setting].name;
}

bool kit_settings_set(struct kit_settings *settings, enum kit_setting setting, const char *text)
{
    const char *const *word = texts[setting].words;
    while (*word && strcmp(text, *word) != 0)
        word++;
    if (!*word && word > texts[setting].words)
        return false;
    if (texts[setting].separator)
        append(settings, &settings->texts[setting], texts[setting].separator, text);
    else
        replace(settings, &settings->texts[setting], strdup(text));
    return true;
}

void kit_settings_refuse(const char *who, const char *option, enum kit_setting setting, const char *text)
{
    fprintf(stderr, "%s: %s takes ", who, option);
    for (const char *const *word = texts[setting].words; *word; word++)
        fprintf(stderr, "%s%s", *word, !word[1] ? "" : word[2] ? ", " : " or ");
    fprintf(stderr, ", not '%s'\n", text);
}

static const char *const covers[] = {
    [KIT_COVER_HITS] = "hit", [KIT_COVER_LINES] = "line", [KIT_COVER_BRANCHES] = "branch"};

bool kit_settings_set_cover(struct kit_settings *settings, const char *word)
{
    for (enum kit_cover cover = KIT_COVER_HITS; cover <= KIT_COVER_BRANCHES; cover++) {
        if (strcmp(word, covers[cover]) == 0) {
            settings->cover = cover;
            return true;
        }
    }
    return false;
}

/* ---- options of the library ------------------------------------------------------------------------------------- */

/* Print "-NAME=VALUE", or "-VALUE" if the name is empty, with quotes if the value needs them. */
static void print_option(FILE *out, const char *name, const char *value)
{
    /* Closes the double quotes, writes a double quote in single quotes, and opens double quotes again. */
    static const char quoted[] = "\"'\"'\"";
    const char *quote = strpbrk(value, " \t\n\v\f\r\"'") ? "\"" : "";
    fprintf(out, "-%s%s%s", name, *name ? "=" : "", quote);
    for (; *value; value++) {
        if (*value == '"')
            fputs(quoted, out);
        else
            fputc(*value, out);
    }
    fputs(quote, out);
}

void kit_settings_add_text(struct kit_settings *settings, const char *text)
{
    append(settings, &settings->options, " ", text);
}

void kit_settings_add_option(struct kit_settings *settings, const char *name, const char *value)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out)
        print_option(out, name, value);
    bool printed = out && fclose(out) == 0;
    settings->no_memory |= !printed;
    if (printed)
        kit_settings_add_text(settings, text);
    free(text);
}

void kit_settings_follow_children(struct kit_settings *settings, const char *data_file)
{
    char directory[PATH_MAX];
    bool is_relative = *data_file != '/' && strcasecmp(data_file, "none") != 0;
    char *path = is_relative && getcwd(directory, sizeof directory) ? kit_format("%s/%s", directory, data_file) : NULL;
    kit_settings_add_option(settings, "data-file", path ? path : data_file);
    free(path);
    kit_settings_add_text(settings, "-replace-data-file=no -quiet");
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

char *kit_settings_write(const struct kit_settings *settings)
{
    struct kit_settings text = {.no_memory = settings->no_memory}; /* the result is built in the field `options` */
    kit_settings_add_option(&text, "library", kit_settings_library(settings));
    if (covers[settings->cover])
        kit_settings_add_option(&text, "cover", covers[settings->cover]);
    for (int i = 0; i < KIT_SETTINGS; i++)
        if (settings->texts[i])
            kit_settings_add_option(&text, texts[i].name, settings->texts[i]);
    kit_settings_add_text(&text, "--");
    kit_settings_add_text(&text, settings->options ? settings->options : "");
    /* The data file comes last, since the library uses the last of several equal options. */
    if (settings->data_file) {
        kit_settings_add_option(&text, "data-file", settings->data_file);
        kit_settings_add_text(&text, "-replace-data-file");
    }
    if (!text.no_memory)
        return text.options;
    kit_settings_fini(&text);
    return NULL;
}

/* Copy the next word of the text to `word`, without its quotes. Return the rest of the text. */
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

/* Return true if this option makes the library take samples, false if it turns sampling off, and `before` if it is
 * another option. Options are parsed as in the libraries. */
static bool samples_after(const char *word, bool before)
{
    static const char *const no[] = {"no", "off", "false", "0"};
    const char *name = word + strspn(word, "-");
    const char *end = name + strcspn(name, "=");
    if (end - name != 6 || strncasecmp(name, "sample", 6) != 0)
        return before;
    for (size_t i = 0; *end && i < sizeof no / sizeof *no; i++)
        if (strcasecmp(end + 1, no[i]) == 0)
            return false;
    return true;
}

bool kit_settings_sample_lines(const struct kit_settings *settings)
{
    const char *text = settings->options ? settings->options : "";
    char *word = settings->cover >= KIT_COVER_HITS ? malloc(strlen(text) + 1) : NULL;
    bool samples = false;
    while (word && *text) {
        text = next_word(text, word);
        samples = samples_after(word, samples);
    }
    free(word);
    return samples;
}

/* If the word begins with "-NAME=", return the text after that, else NULL. */
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
