/* cmd_java.c - qii java: run a program on a JVM with the recorder in it.
 *
 * The JVM is the user's own: this process becomes it. The recorder is an agent, which it is told to load before the
 * program; the program has its arguments, streams and exit status as without us. */
#include "tools/qii/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/launcher.h"
#include "tools/qii/installed.h"

extern const struct qii_command qii_java; /* at the end of this file; --help shows it */

static const char command[] = "qii java"; /* before each message */

struct command {
    const char *java;
    struct kit_settings settings;
    char **words; /* for the JVM; the first two are its name and the agent */
    int count;
};

static const struct qii_option options[] = {
    {"cover", 0, "?line", "count lines instead of timing calls", NULL, 0},
    {"data-file", 'o', "FILE", "name of the data file (default: PROGRAM.PID.qii)", NULL, 0},
    {"java", 0, "PROGRAM", "the JVM (default: java of JAVA_HOME, else java)", NULL, 0},
    {"library", 0, "FILE", "another library with the same interface", NULL, 0},
    {"NAME", 0, "VALUE", "any other option of the library (doc/options.md), such as --quiet", NULL, 0},
    {.name = NULL},
};

/* ---- the words before the program ------------------------------------------------------------------------------- */

/* The JVM's options that begin with two dashes, and whether they take the next word where no '=' follows; all others
 * are ours. */
static const struct {
    const char *name;
    bool value;
} of_java[] = {
    {"--add-exports", true},
    {"--add-modules", true},
    {"--add-opens", true},
    {"--add-reads", true},
    {"--class-path", true},
    {"--describe-module", true},
    {"--disable-@files", false},
    {"--dry-run", false},
    {"--enable-final-field-mutation", true},
    {"--enable-native-access", true},
    {"--enable-preview", false},
    {"--finalization", true},
    {"--illegal-access", true},
    {"--illegal-final-field-mutation", true},
    {"--illegal-native-access", true},
    {"--limit-modules", true},
    {"--list-modules", false},
    {"--module", true},
    {"--module-path", true},
    {"--patch-module", true},
    {"--show-module-resolution", false},
    {"--show-version", false},
    {"--source", true},
    {"--sun-misc-unsafe-memory-access", true},
    {"--upgrade-module-path", true},
    {"--validate-modules", false},
    {"--version", false},
};

/* How many words an option of the JVM takes, 0 where it is none. */
static int java_words(const char *word)
{
    static const char *const with_value[] = {"-cp", "-classpath", "-p", "-jar", "-m", "-d"};
    for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++)
        if (strcmp(word, with_value[i]) == 0)
            return 2;
    if (strncmp(word, "--", 2) != 0 && strcmp(word, "-o") != 0)
        return 1;
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof of_java / sizeof *of_java; i++)
        if (strlen(of_java[i].name) == length && strncmp(word, of_java[i].name, length) == 0)
            return 1 + (of_java[i].value && !word[length]);
    return 0;
}

/* Whether the word behind this one names the program, or the program stands behind its '='. */
static bool names_program(const char *word)
{
    return strcmp(word, "-jar") == 0 || strcmp(word, "-m") == 0 || strncmp(word, "--module=", 9) == 0 ||
           strcmp(word, "--module") == 0;
}

static void pass(struct command *c, char **words, int count)
{
    for (int i = 0; i < count && words[i]; i++)
        c->words[c->count++] = words[i];
}

/* Up to the program. Returns its name, NULL where none is said; *code is an exit code. */
static const char *read_options(struct command *c, int argc, char **argv, int *at, int *code)
{
    while (*at < argc && argv[*at][0] == '-') {
        char **words = argv + *at;
        if (strcmp(words[0], "--help") == 0) {
            qii_command_help(&qii_java, stdout);
            exit(qii_output_end(QII_OK));
        }
        int taken = 1;
        if (strncmp(words[0], "--java=", 7) == 0) {
            c->java = words[0] + 7;
        } else if ((taken = java_words(words[0])) > 0) {
            pass(c, words, taken);
            if (names_program(words[0])) {
                *at += taken;
                const char *equals = strncmp(words[0], "--", 2) == 0 ? strchr(words[0], '=') : NULL;
                return equals ? equals + 1 : words[1];
            }
        } else {
            taken = kit_launcher_take(&c->settings, command, words, argc - *at);
        }
        if (taken <= 0) {
            *code = QII_USAGE;
            return NULL;
        }
        *at += taken;
    }
    return *at < argc ? argv[*at] : NULL;
}

static int read_words(struct command *c, int argc, char **argv)
{
    int at = 1;
    int code = QII_OK;
    const char *program = read_options(c, argc, argv, &at, &code);
    if (code != QII_OK)
        return code;
    const char *dot = program && !strchr(program, '/') ? strrchr(program, '.') : NULL;
    if (program && dot && strcmp(dot, ".jar") != 0 && strcmp(dot, ".java") != 0)
        program = dot + 1; /* a class in a package */
    kit_launcher_name(&c->settings, program ? program : "java", ".jar");
    pass(c, argv + at, argc - at);
    return QII_OK;
}

/* ---- the JVM ---------------------------------------------------------------------------------------------------- */

static void fail_without_memory(void)
{
    fprintf(stderr, "%s: not enough memory\n", command);
    exit(QII_MEMORY);
}

static char *joined(const char *first, const char *second, const char *third, const char *fourth)
{
    size_t size = strlen(first) + strlen(second) + strlen(third) + strlen(fourth) + 1;
    char *text = malloc(size);
    if (!text)
        fail_without_memory();
    snprintf(text, size, "%s%s%s%s", first, second, third, fourth);
    return text;
}

/* Become the JVM. Returns only when that cannot be: the exit code. */
static int run(struct command *c)
{
    char *agent = qii_installed_find("qii/libqiijvm.so");
    if (!agent)
        return KIT_LAUNCHER_NO_BINDING;
    char *settings = kit_settings_write(&c->settings);
    if (!settings)
        fail_without_memory();
    const char *home = getenv("JAVA_HOME");
    char *of_home = home && *home ? joined(home, "/bin/java", "", "") : NULL;
    c->words[0] = (char *)(c->java ? c->java : of_home ? of_home : "java");
    c->words[1] = joined("-agentpath:", agent, "=", settings);
    int code = kit_launcher_run(command, c->words);
    free(c->words[1]);
    free(of_home);
    free(settings);
    free(agent);
    return code;
}

static int become_java(int argc, char **argv)
{
    struct command c = {.count = 2};
    c.words = calloc((size_t)argc + 3, sizeof *c.words);
    if (!c.words)
        fail_without_memory();
    int code = read_words(&c, argc, argv);
    if (code == QII_OK)
        code = run(&c);
    kit_settings_fini(&c.settings);
    free(c.words);
    return code;
}

const struct qii_command qii_java = {
    .name = "java",
    .summary = "run a program on a JVM and record it",
    .arguments = "[JAVA-OPTION...] -jar FILE | CLASS [ARGUMENT...]",
    .help = "Run a program on a JVM and record its calls, or with --cover its lines.\v"
            "JAVA-OPTION is what the JVM takes, such as -cp, -Xmx1g or --add-opens.\n"
            "The exit status is the program's; 125 the agent is missing, 126 and 127 the JVM cannot be run or found.",
    .options = options,
    .main = become_java,
};
