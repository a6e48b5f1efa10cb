#include "bindings/kit/launcher.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/strings.h"

int kit_launcher_take_value(const char *command, const char *option, const char *what, char **words, int count,
                            const char **value)
{
    const char *rest = words[0] + strlen(option);
    bool is_short = option[1] != '-';
    if (strncmp(words[0], option, strlen(option)) != 0 || (*rest && *rest != '=' && !is_short))
        return 0;
    if (*rest) {
        *value = is_short ? rest : rest + 1;
        return 1;
    }
    if (count > 1) {
        *value = words[1];
        return 2;
    }
    fprintf(stderr, "%s: %s needs %s\n", command, option, what);
    return -1;
}

static int take_cover(struct kit_settings *settings, const char *command, const char *word)
{
    if (kit_settings_set_cover(settings, word))
        return 1;
    fprintf(stderr, "%s: --cover takes line, branch or hit, not '%s'\n", command, word);
    return -1;
}

static int take_own(struct kit_settings *settings, const char *command, unsigned own, char **words, int count)
{
    for (enum kit_setting i = 0; i < KIT_SETTINGS; i++) {
        char option[32];
        const char *value;
        snprintf(option, sizeof option, "--%s", kit_settings_name(i));
        int taken = own & (1u << i) ? kit_launcher_take_value(command, option, "a value", words, count, &value) : 0;
        if (taken > 0 && !kit_settings_set(settings, i, value)) {
            kit_settings_refuse(command, option, i, value);
            return -1;
        }
        if (taken)
            return taken;
    }
    return 0;
}

int kit_launcher_take(struct kit_settings *settings, const char *command, unsigned own, char **words, int count)
{
    const char *word = words[0];
    const char *value;
    int taken = kit_launcher_take_value(command, "-o", "a file name", words, count, &value);
    if (!taken)
        taken = kit_launcher_take_value(command, "--data-file", "a file name", words, count, &value);
    if (taken > 0)
        kit_settings_set_data_file(settings, value);
    if (!taken)
        taken = take_own(settings, command, own, words, count);
    if (taken || strncmp(word, "--", 2) != 0 || !word[2])
        return taken;
    if (strcmp(word, "--cover") == 0 || strncmp(word, "--cover=", 8) == 0)
        return take_cover(settings, command, word[7] ? word + 8 : "line");
    if (strncmp(word, "--library=", 10) == 0)
        kit_settings_set_library(settings, word + 10);
    else
        kit_settings_add_option(settings, "", word + 2);
    return 1;
}

void kit_launcher_name(struct kit_settings *settings, const char *program, const char *suffix)
{
    if (settings->options && strstr(settings->options, "-program-name="))
        return;
    const char *slash = strrchr(program, '/');
    const char *name = slash ? slash + 1 : program;
    size_t length = strlen(name);
    size_t end = strlen(suffix);
    if (length > end && strcmp(name + length - end, suffix) == 0)
        length -= end;
    char *own = strndup(name, length);
    settings->no_memory |= !own;
    if (own)
        kit_settings_add_option(settings, "program-name", own);
    free(own);
}

int kit_launcher_run(const char *command, char **words)
{
    execvp(words[0], words);
    int code = errno == ENOENT ? KIT_LAUNCHER_NOT_FOUND : KIT_LAUNCHER_NOT_RUN;
    fprintf(stderr, "%s: cannot run %s: %s\n", command, words[0], strerror(errno));
    return code;
}
