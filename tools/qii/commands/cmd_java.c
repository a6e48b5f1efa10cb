/* cmd_java.c - qii java: run a program on a JVM with the recorder in it.
 *
 * The JVM is the user's own: this process becomes it. The recorder is an agent, which it is told to load before the
 * program; the program has its arguments, streams and exit status as without us. */
#include "tools/qii/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/jvm/agent/archiving.h"
#include "bindings/kit/launcher.h"
#include "tools/qii/data_file.h"
#include "tools/qii/installed.h"
#include "tools/qii/java_attach.h"

extern const struct qii_command qii_java; /* at the end of this file; --help shows it */

static const char command[] = "qii java"; /* before each message */

static const unsigned own = 1u << KIT_FILTER | 1u << KIT_EXCLUDE | 1u << KIT_LEAF;

struct command {
    const char *java;
    const char *attach; /* the process to record, NULL = a program is started */
    const char *order;  /* what the agent is told in place of settings, NULL = them */
    struct kit_settings settings;
    char **words; /* for the JVM; the first two are its name and the agent */
    int count;
};

static const struct qii_option options[] = {
    {"attach", 0, "PID", "record a JVM that runs; with --save or --stop after that", NULL, 0},
    {"cover", 0, "?line|branch", "count lines, or also which ways branches go, instead of timing calls", NULL, 0},
    {"data-file", 'o', "FILE", "name of the data file, replaces that of an earlier run (default: PROGRAM.PID.qii)",
     NULL, 0},
    {"exclude", 0, "PATTERN", "leave out classes such as these", NULL, 0},
    {"filter", 0, "PATTERN", "tell of classes such as these, also of the JDK's (default: the application's)", NULL, 0},
    {"java", 0, "PROGRAM", "the JVM (default: java of JAVA_HOME, else java)", NULL, 0},
    {"leaf", 0, "time|count", "time small methods that call nothing, too (default: count their calls)", NULL, 0},
    {"library", 0, "FILE", "another library with the same interface", NULL, 0},
    {"save", 0, NULL, "copy the data file of a JVM that is recorded, as it is now", NULL, 0},
    {"stop", 0, NULL, "end the recording of a JVM, which goes on as before", NULL, 0},
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

static bool refuse_archiving(const char *option)
{
    if (option)
        fprintf(stderr, "%s: %s makes an archive of classes: make it without qii, and record the program with it\n",
                command, option);
    return option;
}

/* Options of the JVM that stand in the environment. */
static bool environment_is_refused(void)
{
    static const char *const variables[] = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (refuse_archiving(qjvm_archiving_option(getenv(variables[i]))))
            return true;
    return false;
}

/* An option of ours. Returns as kit_launcher_take does. */
static int take_own(struct command *c, char **words, int count)
{
    const struct {
        const char *option;
        const char *what;
        const char **value;
    } with_value[] = {{"--java", "the name of a program", &c->java},
                      {"--attach", "the number of a process", &c->attach}};
    for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++) {
        int taken = kit_launcher_take_value(command, with_value[i].option, with_value[i].what, words, count,
                                            with_value[i].value);
        if (taken)
            return taken;
    }
    if (strncmp(words[0], "--sample", 8) == 0) {
        fprintf(stderr, "%s: a JVM's calls are told, and no samples taken\n", command);
        return -1;
    }
    if (strcmp(words[0], "--cover=hit") == 0) {
        fprintf(stderr, "%s: --cover takes line or branch: lines are counted by an addition each\n", command);
        return -1;
    }
    if (strcmp(words[0], "--save") != 0 && strcmp(words[0], "--stop") != 0)
        return kit_launcher_take(&c->settings, command, own, words, count);
    c->order = words[0] + 1;
    return 1;
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
        int taken = java_words(words[0]);
        if (taken > 0 && refuse_archiving(qjvm_archiving_option(words[0]))) {
            taken = -1;
        } else if (taken > 0) {
            pass(c, words, taken);
            if (names_program(words[0])) {
                *at += taken;
                const char *equals = strncmp(words[0], "--", 2) == 0 ? strchr(words[0], '=') : NULL;
                return equals ? equals + 1 : words[1];
            }
        } else {
            taken = take_own(c, words, argc - *at);
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
    if (c->attach ? at < argc : c->order != NULL) {
        fprintf(stderr, "%s: %s\n", command,
                c->attach ? "--attach records a program that runs: none is started"
                          : "--save and --stop need --attach=PID");
        return QII_USAGE;
    }
    if (c->attach)
        return QII_OK;
    if (environment_is_refused())
        return QII_USAGE;
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

/* The program of a name that belongs to the JVM: beside --java's, else of JAVA_HOME, else as the shell finds it. */
static char *find_program(const struct command *c, const char *name)
{
    const char *slash = c->java ? strrchr(c->java, '/') : NULL;
    const char *home = getenv("JAVA_HOME");
    if (slash) {
        char *beside = joined(c->java, "/../", name, "");
        snprintf(beside + (slash - c->java), strlen(name) + 2, "/%s", name);
        return beside;
    }
    return home && *home ? joined(home, "/bin/", name, "") : joined(name, "", "", "");
}

/* Become the JVM. Returns only when that cannot be: the exit code. */
static int run(struct command *c, const char *agent, const char *settings)
{
    char *java = find_program(c, "java");
    c->words[0] = c->java ? (char *)c->java : java;
    c->words[1] = joined("-agentpath:", agent, "=", settings);
    int code = kit_launcher_run(command, c->words);
    free(c->words[1]);
    free(java);
    return code;
}

/* The program may be in another directory: the data file comes here. */
static void name_file_here(struct command *c)
{
    const char *given = c->settings.data_file, *name = given ? given : "%v.%p.qii";
    char *here = *name == '/' || strcasecmp(name, "none") == 0 ? NULL : getcwd(NULL, 0);
    char *path = here ? joined(here, "/", name, "") : NULL;
    if (path && given)
        kit_settings_set_data_file(&c->settings, path);
    else if (path)
        kit_settings_add_option(&c->settings, "data-file", path);
    free(path);
    free(here);
}

static int attach(struct command *c, const char *agent, const char *settings)
{
    char *jcmd = find_program(c, "jcmd");
    int code = qii_java_attach(command, jcmd, c->attach, agent, c->order ? c->order : settings);
    free(jcmd);
    return code;
}

static int start(struct command *c)
{
    char *agent = qii_installed_find("qii/libqiijvm.so");
    if (!agent)
        return KIT_LAUNCHER_NO_BINDING;
    if (!c->order && !qii_data_file_is_free(command, c->settings.data_file)) {
        free(agent);
        return QII_USAGE;
    }
    if (c->attach)
        name_file_here(c);
    char *settings = kit_settings_write(&c->settings);
    if (!settings)
        fail_without_memory();
    int code = c->attach ? attach(c, agent, settings) : run(c, agent, settings);
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
        code = start(&c);
    kit_settings_fini(&c.settings);
    free(c.words);
    return code;
}

const struct qii_command qii_java = {
    .name = "java",
    .summary = "run a program on a JVM and record it",
    .arguments = "[JAVA-OPTION...] -jar FILE | CLASS [ARGUMENT...]\n--attach=PID [--save | --stop]",
    .help = "Run a program on a JVM and record its calls, or with --cover its lines.\v"
            "JAVA-OPTION is what the JVM takes, such as -cp, -Xmx1g or --add-opens.\n"
            "A PATTERN is a part of a class's name, or with * or ? like all of it: com.acme.*; several have a ';' "
            "between.\n"
            "The exit status is the program's; 125 the agent is missing, 126 and 127 the JVM cannot be run or found.",
    .options = options,
    .main = become_java,
};
