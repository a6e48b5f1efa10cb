#include "tools/qii/command.h"

#include <ctype.h>
#include <string.h>

static bool begins(const char *word, const char *typed)
{
    return strncmp(word, typed, strlen(typed)) == 0;
}

static void complete_command(const struct qii_command *const *commands, const char *typed)
{
    for (; *commands; commands++) {
        if (begins((*commands)->name, typed))
            printf("%s\t%s\n", (*commands)->name, (*commands)->summary);
    }
    if (begins("help", typed))
        puts("help\tshow help for qii or a command");
}

static void complete_option(const struct qii_command *command, const char *typed)
{
    const struct qii_option *option;
    for (unsigned i = 0; (option = qii_command_option(command, i)); i++) {
        bool needs = option->argument && *option->argument != '?';
        /* The entry NAME of qii lua, qii java and qii python stands for all options of the library. */
        bool is_passed_on = isupper((unsigned char)*option->name);
        if (!is_passed_on && begins(option->name, typed))
            printf("--%s%s\t%s\n", option->name, needs ? "=" : "", option->help);
    }
    if (begins("help", typed))
        puts("--help\tshow this help");
}

/* If a word begins with the typed text, print `before` and the word as a candidate. The candidate has no
 * description, because the option's help covers all values of the option. */
static void print_value(const char *before, const char *word, size_t length, const char *typed)
{
    if (strncmp(word, typed, strlen(typed)) == 0 && length >= strlen(typed))
        printf("%s%.*s\t\n", before, (int)length, word);
}

/* Print the values that an option accepts: the command's words for it, or the alternatives of an argument such as
 * "one|two". Of an alternative such as "calls:P", print only the part before the capital letter; the user fills in the
 * rest. Print each value after `before`. */
static void complete_value(const struct qii_command *command, const struct qii_option *option, const char *before,
                           const char *typed)
{
    const char *word;
    for (const char *const *it = qii_command_words(command, option->name); it && *it; it++)
        print_value(before, *it, strlen(*it), typed);
    for (unsigned i = 0; command->word && (word = command->word(option->name, i)); i++)
        print_value(before, word, strlen(word), typed);
    for (word = option->argument; word && *word; word += strspn(word, "?|")) {
        size_t length = strcspn(word, "?|");
        if (length > 0 && islower((unsigned char)*word))
            print_value(before, word, strcspn(word, "?|ABCDEFGHIJKLMNOPQRSTUVWXYZ"), typed);
        word += length;
    }
}

static void complete_argument(const struct qii_command *command, const char *before, char *typed)
{
    const struct qii_option *option = qii_command_waiting(command, before);
    if (option) {
        complete_value(command, option, "", typed);
        return;
    }
    if (!begins(typed, "--"))
        return;
    char *value = strchr(typed, '=');
    if (!value) {
        complete_option(command, typed + 2);
        return;
    }
    option = qii_command_option_named(command, typed + 2);
    if (!option)
        return;
    char before_value[64];
    snprintf(before_value, sizeof before_value, "--%s=", option->name);
    complete_value(command, option, before_value, value + 1);
}

int qii_complete(const struct qii_command *const *commands, int count, char **words)
{
    char none[] = "";
    char *typed = count > 0 ? words[count - 1] : none;
    bool help = count == 2 && strcmp(words[0], "help") == 0;
    if (count <= 1 || help) {
        complete_command(commands, typed);
        return qii_output_end(QII_OK);
    }
    const struct qii_command *command = qii_command_named(commands, words[0]);
    if (command)
        complete_argument(command, words[count - 2], typed);
    return qii_output_end(QII_OK);
}
