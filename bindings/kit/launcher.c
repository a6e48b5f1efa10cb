#include "bindings/kit/launcher.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/strings.h"

/* An option that needs a value, which is the next word unless it stands in this one. Returns as kit_launcher_take. */
static int need_value(const char *command, const char *option, const char *what, char **words, int count, char **value)
{
    if (!*value && count > 1)
        *value = words[1];
    else if (*value)
        return 1;
    if (*value)
        return 2;
    fprintf(stderr, "%s: %s needs %s\n", command, option, what);
    return -1;
}

static int take_cover(struct kit_settings *settings, const char *command, const char *word)
{
    if (kit_settings_set_cover(settings, word))
        return 1;
    fprintf(stderr, "%s: --cover takes line or branch, not '%s'\n", command, word);
    return -1;
}

int kit_launcher_take(struct kit_settings *settings, const char *command, char **words, int count)
{
    char *word = words[0];
    char *value = NULL;
    int taken = 1;
    if (strncmp(word, "-o", 2) == 0) {
        value = word[2] ? word + 2 : NULL;
        taken = need_value(command, "-o", "the name of a file", words, count, &value);
        if (taken > 0)
            kit_settings_add_option(settings, "data-file", value);
        return taken;
    }
    if (strncmp(word, "--", 2) != 0 || !word[2])
        return 0;
    value = strchr(word, '=');
    value = value ? value + 1 : NULL;
    size_t length = value ? (size_t)(value - word) - 1 : strlen(word);
    if (length == 9 && memcmp(word, "--include", length) == 0) {
        taken = need_value(command, "--include", "a pattern", words, count, &value);
        if (taken > 0)
            kit_settings_add_include(settings, value);
    } else if (length == 7 && memcmp(word, "--cover", length) == 0) {
        taken = take_cover(settings, command, value ? value : "line");
    } else if (value && length == 9 && memcmp(word, "--library", length) == 0) {
        kit_settings_set_library(settings, value);
    } else {
        kit_settings_add_word(settings, word + 2);
    }
    return taken;
}

void kit_launcher_name(struct kit_settings *settings, const char *program, const char *suffix)
{
    const char *slash = strrchr(program, '/');
    const char *name = slash ? slash + 1 : program;
    size_t length = strlen(name);
    size_t end = strlen(suffix);
    if (length > end && strcmp(name + length - end, suffix) == 0)
        length -= end;
    char *given = settings->options;
    char *own = strndup(name, length);
    settings->options = NULL;
    settings->no_memory |= !own;
    if (own)
        kit_settings_add_option(settings, "program-name", own);
    if (given)
        kit_settings_add_text(settings, given);
    free(own);
    free(given);
}

int kit_launcher_run(const char *command, char **words)
{
    execvp(words[0], words);
    int code = errno == ENOENT ? KIT_LAUNCHER_NOT_FOUND : KIT_LAUNCHER_NOT_RUN;
    fprintf(stderr, "%s: cannot run %s: %s\n", command, words[0], strerror(errno));
    return code;
}
