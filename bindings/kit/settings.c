#include "bindings/kit/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"

static const char blanks[] = " \t\n\v\f\r";

void kit_settings_fini(struct kit_settings *settings)
{
    free(settings->library);
    free(settings->include);
    free(settings->configuration);
    free(settings->options);
    *settings = (struct kit_settings){.no_memory = settings->no_memory};
}

/* Put a text, which may be NULL for want of memory, in the place of another. */
static void replace(struct kit_settings *settings, char **place, char *text)
{
    settings->no_memory |= !text;
    free(*place);
    *place = text;
}

/* Add a text to one that stands there. */
static void append(struct kit_settings *settings, char **place, const char *between, const char *text)
{
    const char *before = *place ? *place : "";
    replace(settings, place, kit_format("%s%s%s", before, *before ? between : "", text));
}

void kit_settings_set_library(struct kit_settings *settings, const char *library)
{
    replace(settings, &settings->library, strdup(library));
}

void kit_settings_add_include(struct kit_settings *settings, const char *patterns)
{
    append(settings, &settings->include, ";", patterns);
}

void kit_settings_set_configuration(struct kit_settings *settings, const char *file)
{
    replace(settings, &settings->configuration, strdup(file));
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

/* In memory of its own, NULL without memory. */
static char *quote(const char *value)
{
    static const char quoted[] = "\"'\"'\""; /* ends the double quotes, and begins them anew */
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
    const char *include = getenv("QII_INCLUDE");
    if (library && !settings->library && settings->cover == KIT_COVER_UNSAID)
        kit_settings_set_library(settings, library);
    if (include && !settings->include)
        kit_settings_add_include(settings, include);
}

void kit_settings_read_cover(struct kit_settings *settings)
{
    const char *cover = getenv("QII_COVER");
    if (!cover || !*cover || kit_settings_set_cover(settings, cover))
        return;
    fprintf(stderr, "qii: QII_COVER takes line, branch or hit, not '%s'; lines are counted\n", cover);
    settings->cover = KIT_COVER_LINES;
}

/* ---- all as one text -------------------------------------------------------------------------------------------- */

const char *kit_settings_library(const struct kit_settings *settings)
{
    if (settings->library)
        return settings->library;
    return settings->cover >= KIT_COVER_HITS ? "cprof" : "qprof";
}

/* A value with its name before it, "" without one; NULL without memory. */
static char *write_value(const char *name, const char *value)
{
    if (!value)
        return strdup("");
    char *quoted = quote(value);
    char *text = quoted ? kit_format("%s%s ", name, quoted) : NULL;
    free(quoted);
    return text;
}

char *kit_settings_write(const struct kit_settings *settings)
{
    char *library = quote(kit_settings_library(settings));
    char *include = write_value("-include=", settings->include);
    char *configuration = write_value("-configuration=", settings->configuration);
    char *cover = write_value("-cover=", covers[settings->cover]);
    char *text = NULL;
    if (library && cover && include && configuration && !settings->no_memory)
        text = kit_format("-library=%s %s%s%s-- %s", library, cover, include, configuration,
                          settings->options ? settings->options : "");
    free(cover);
    free(library);
    free(include);
    free(configuration);
    return text;
}

/* Take the next word into `word`, without its quotes. Returns what follows it. */
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

/* What the option "sample" in a word says, as libraries read names of options; NULL where it is another one. */
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

static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 ? word + length : NULL;
}

static bool take(struct kit_settings *settings, const char *word)
{
    const char *value = value_of(word, "-cover=");
    if (value)
        return kit_settings_set_cover(settings, value);
    if ((value = value_of(word, "-library=")))
        kit_settings_set_library(settings, value);
    else if ((value = value_of(word, "-include=")))
        kit_settings_add_include(settings, value);
    else if ((value = value_of(word, "-configuration=")))
        kit_settings_set_configuration(settings, value);
    return value != NULL;
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
