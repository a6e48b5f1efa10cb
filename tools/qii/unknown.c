#include "tools/qii/command.h"

#include "base/nearest.h"
#include "core/session/config.h"

#include <ctype.h>
#include <string.h>

/* Return the name of a word that is a long option, NULL if it is another word. */
static const char *long_name(const char *word)
{
    return strncmp(word, "--", 2) == 0 && word[2] ? word + 2 : NULL;
}

/* Return true if an option's name begins with the first `length` bytes of a word, or is equal to them if `whole`. */
static bool names(const char *option, const char *word, size_t length, bool whole)
{
    return strncmp(option, word, length) == 0 && (!whole || option[length] == '\0');
}

/* Compare a name with the names of the command's options. Return true if it is one of these names. Unless `whole` is
 * true, the beginning of an option's name counts as its name. argp accepts such a beginning if it is unique, and
 * reports one that is not unique. */
static bool is_own(const struct qii_command *command, struct qp_nearest *nearest, bool whole)
{
    static const char *const common[] = {"help", "usage"};
    const struct qii_option *option;
    bool own = false;
    for (unsigned i = 0; (option = qii_command_option(command, i)); i++) {
        /* The entry NAME of qii lua, qii java and qii python stands for all options of the library. */
        if (isupper((unsigned char)*option->name))
            continue;
        own |= names(option->name, nearest->typed, nearest->length, whole);
        qp_nearest_offer(nearest, option->name);
    }
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        own |= names(common[i], nearest->typed, nearest->length, whole);
    return own;
}

/* Print that the command has no such option. */
static void print_unknown(const struct qii_command *command, const struct qp_nearest *nearest)
{
    fprintf(stderr, "qii %s: unknown option --%.*s; ", command->name, (int)nearest->length, nearest->typed);
    if (nearest->word)
        fprintf(stderr, "did you mean --%s?\n", nearest->word);
    else
        fprintf(stderr, "'qii help %s' lists all options\n", command->name);
}

bool qii_unknown_options(const struct qii_command *command, int argc, char **argv)
{
    bool sides = command->files.takes_sides; /* -- separates sides, and options may follow it */
    for (int i = 1; i < argc && (sides || strcmp(argv[i], "--") != 0); i++) {
        const char *name = long_name(argv[i]);
        if (!name || (i > 1 && qii_command_waiting(command, argv[i - 1])))
            continue;
        struct qp_nearest nearest = qp_nearest_begin(name, strcspn(name, "="));
        if (is_own(command, &nearest, false))
            continue;
        print_unknown(command, &nearest);
        return true;
    }
    return false;
}

bool qii_unknown_passed(const struct qii_command *command, const char *word, bool prints)
{
    static const char *const library[] = {
#define X(constant, name, kind, value, restricted, help) name,
        QP_OPTIONS(X)
#undef X
    };
    const char *name = long_name(word);
    if (!name)
        return false;
    struct qp_nearest nearest = qp_nearest_begin(name, strcspn(name, "="));
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        qp_nearest_offer(&nearest, library[i]);
    bool is_library = nearest.word && nearest.distance == 0;
    if (is_library || is_own(command, &nearest, true))
        return false;
    if (prints)
        print_unknown(command, &nearest);
    return true;
}

int qii_unknown_command(const struct qii_command *const *commands, const char *name)
{
    struct qp_nearest nearest = qp_nearest_begin(name, strlen(name));
    for (; *commands; commands++)
        qp_nearest_offer(&nearest, (*commands)->name);
    qp_nearest_offer(&nearest, "help");
    fprintf(stderr, "qii: unknown command '%s'; ", name);
    if (nearest.word)
        fprintf(stderr, "did you mean 'qii %s'? ", nearest.word);
    fputs("'qii help' lists all commands\n", stderr);
    return QII_USAGE;
}
