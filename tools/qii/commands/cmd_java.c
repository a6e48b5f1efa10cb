/* cmd_java.c - qii java: run a program on a JVM and record it.
 *
 * This process is replaced by the user's own JVM, which loads the recorder as an agent before it starts the program.
 * The program's arguments, streams and exit status are unchanged. */
#include "tools/qii/command.h"
#include "tools/qii/configured.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bindings/jvm/agent/archiving.h"
#include "bindings/kit/launcher.h"
#include "tools/qii/data_file.h"
#include "tools/qii/installed.h"
#include "tools/qii/java_attach.h"

extern const struct qii_command qii_java; /* defined at the end of this file; needed for --help */

static const char command[] = "qii java"; /* starts each message */

static const unsigned own = 1u << KIT_FILTER | 1u << KIT_EXCLUDE | 1u << KIT_LEAF | 1u << KIT_COUNT | 1u << KIT_CLASSES;

struct command {
    const char *java;
    const char *attach; /* ID of the process to record, NULL = start a program */
    const char *order;  /* command sent to the agent instead of settings, NULL = send settings */
    struct kit_settings settings;
    struct qii_configured configured;
    const char *unknown; /* first option that neither qii nor its libraries have, NULL = none */
    char **words;        /* arguments of the JVM; the first two are its name and the agent option */
    int count;
};

static const struct qii_option options[] = {
    {"alloc", 0, "?sample|exact",
     "record allocated objects and bytes, with call paths: by samples (default), or each object", NULL, 0},
    {"attach", 0, "PID", "record a running JVM; with --save or --stop, control its recording", NULL, 0},
    {"classes", 0, "PATH[:PATH]",
     "with --cover, count classes that never load as never run, in directories of the class path and these directories "
     "and jars; none: only in these",
     NULL, 0},
    {"cover", 0, "?line|branch", "count line executions (=branch: branch outcomes too) instead of timing calls", NULL,
     0},
    {"count", 0, "call|line|branch|none",
     "with --sample, count calls only, calls and lines (default), branch outcomes too, or nothing", NULL, 0},
    {"data-file", 'o', "FILE", "data file; an existing one is replaced (default: PROGRAM.PID.qii)", NULL, 0},
    {"exclude", 0, "PATTERN", "exclude classes that match PATTERN", NULL, 0},
    {"filter", 0, "PATTERN", "record only matching classes, including JDK classes (default: application classes)", NULL,
     0},
    {"config", 0, "FILE", "project settings (default: .qiirc, see doc/coverage.md)", NULL, 0},
    {"no-config", 0, NULL, "use no project settings", NULL, 0},
    {"java", 0, "PROGRAM", "java executable (default: from JAVA_HOME, else java)", NULL, 0},
    {"leaf", 0, "time|count",
     "of small methods that call nothing, measure the time or only count the calls (default: count)", NULL, 0},
    {"library", 0, "FILE", "use another library with the same interface", NULL, 0},
    {"sample", 0, "?HZ",
     "take HZ samples per second of CPU time (default: 100) instead of timing calls; =0: only count", NULL, 0},
    {"save", 0, NULL, "save a snapshot of the data of a recorded JVM", NULL, 0},
    {"stop", 0, NULL, "stop recording a JVM; the program continues", NULL, 0},
    {"NAME", 0, "VALUE", "any other library option (doc/options.md), such as --quiet", NULL, 0},
    {.name = NULL},
};

/* ---- options before the program --------------------------------------------------------------------------------- */

/* with_value has the JVM's options that take a value from the next word; those that begin with two dashes may also
 * have it after '='. without_value has the JVM's options that begin with two dashes and take no value. All other
 * options that begin with two dashes are qii's, and so is -o. */
static const char with_value[] =
    "-cp -classpath -p -jar -m -d --add-exports --add-modules --add-opens --add-reads --class-path "
    "--describe-module --enable-final-field-mutation --enable-native-access --finalization "
    "--illegal-access --illegal-final-field-mutation --illegal-native-access --limit-modules --module "
    "--module-path --patch-module --source --sun-misc-unsafe-memory-access --upgrade-module-path";
static const char without_value[] =
    "--disable-@files --dry-run --enable-preview --list-modules --show-module-resolution --show-version "
    "--validate-modules --version";

static bool is_one_of(const char *names, const char *word, size_t length)
{
    size_t size;
    for (; (size = strcspn(names, " ")) > 0; names += size + (names[size] == ' ')) {
        if (size == length && strncmp(names, word, length) == 0)
            return true;
    }
    return false;
}

/* Return the number of words that a JVM option takes, 0 if the word is not a JVM option. */
static int java_words(const char *word)
{
    bool is_long = strncmp(word, "--", 2) == 0;
    size_t length = is_long ? strcspn(word, "=") : strlen(word);
    if (is_one_of(with_value, word, length))
        return word[length] ? 1 : 2;
    return is_one_of(without_value, word, length) || (!is_long && strcmp(word, "-o") != 0);
}

/* Return true if the word is an option that takes the program's name, from the next word or after '='. */
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
        fprintf(stderr, "%s: %s creates a class archive: create it without qii, then record the program with it\n",
                command, option);
    return option;
}

/* If the JVM options in the environment ask for a class archive, print a message on stderr and return true. */
static bool environment_is_refused(void)
{
    static const char *const variables[] = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (refuse_archiving(qjvm_archiving_option(getenv(variables[i]))))
            return true;
    return false;
}

/* Return how often per second the kernel checks CPU timers: once per tick, which is the resolution of this clock. */
static long ticks_per_second(void)
{
    struct timespec tick;
    return clock_getres(CLOCK_MONOTONIC_COARSE, &tick) == 0 && tick.tv_nsec > 0 ? 1000000000 / tick.tv_nsec : 100;
}

/* Take --sample or --sample=HZ. Return 1, or -1 if the rate is invalid. */
static int take_sample(struct kit_settings *settings, const char *value)
{
    long rate = strtol(value, NULL, 10);
    if (value[strspn(value, "0123456789")] || rate > ticks_per_second()) {
        fprintf(stderr, "%s: --sample takes a number of samples per second up to %ld, the kernel's tick, not '%s'\n",
                command, ticks_per_second(), value);
        return -1;
    }
    kit_settings_set(settings, KIT_SAMPLE, "cpu");
    if (!*value || rate > 0)
        kit_settings_add_option(settings, "sample", *value ? value : "yes");
    return 1;
}

/* Take an option of qii. Return the number of words taken, 0 if it is not an option of qii, -1 after a message on
 * stderr. */
static int take_own(struct command *c, char **words, int count)
{
    const struct {
        const char *option;
        const char *what;
        const char **value;
    } texts[] = {{"--java", "a program name", &c->java}, {"--attach", "a process ID", &c->attach}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        int taken = kit_launcher_take_value(command, texts[i].option, texts[i].what, words, count, texts[i].value);
        if (taken)
            return taken;
    }
    int taken = qii_configured_take(&c->configured, command, words, count);
    if (taken)
        return taken;
    if (strcmp(words[0], "--alloc") == 0) {
        kit_settings_add_option(&c->settings, "alloc", "sample");
        return 1;
    }
    if (strcmp(words[0], "--sample") == 0)
        return take_sample(&c->settings, "");
    if (strncmp(words[0], "--sample=", 9) == 0)
        return take_sample(&c->settings, words[0] + 9);
    if (strcmp(words[0], "--cover=hit") == 0) {
        fprintf(stderr, "%s: --cover takes line or branch\n", command);
        return -1;
    }
    if (!c->unknown && qii_unknown_passed(&qii_java, words[0], false))
        c->unknown = words[0];
    if (strcmp(words[0], "--save") != 0 && strcmp(words[0], "--stop") != 0)
        return kit_launcher_take(&c->settings, command, own, words, count);
    c->order = words[0] + 1;
    return 1;
}

/* Read the options before the program. Return the program's name, NULL if there is none. After an error, return NULL
 * and store the exit code in *code. */
static const char *read_options(struct command *c, int argc, char **argv, int *at, int *code)
{
    while (*at < argc && argv[*at][0] == '-') {
        char **words = argv + *at;
        if (strcmp(words[0], "--help") == 0)
            qii_command_help(&qii_java);
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

/* If other options exclude --sample, or need it, print a message and return false. */
static bool samples_fit(const struct command *c)
{
    bool samples = c->settings.texts[KIT_SAMPLE];
    const char *wrong = samples && c->settings.cover
                            ? "--sample counts lines itself, or branches (--count=branch), without --cover"
                        : samples && c->settings.texts[KIT_LEAF]   ? "--sample times no calls: it excludes --leaf"
                        : !samples && c->settings.texts[KIT_COUNT] ? "--count needs --sample"
                                                                   : NULL;
    if (wrong)
        fprintf(stderr, "%s: %s\n", command, wrong);
    return !wrong;
}

static int read_words(struct command *c, int argc, char **argv)
{
    int at = 1;
    int code = QII_OK;
    const char *program = read_options(c, argc, argv, &at, &code);
    if (code != QII_OK)
        return code;
    /* The library of --library may have options of its own. */
    if (c->unknown && !c->settings.library && qii_unknown_passed(&qii_java, c->unknown, true))
        return QII_USAGE;
    if (c->attach ? at < argc : c->order != NULL) {
        fprintf(stderr, "%s: %s\n", command,
                c->attach ? "--attach records a running program and starts none"
                          : "--save and --stop require --attach=PID");
        return QII_USAGE;
    }
    if (!samples_fit(c))
        return QII_USAGE;
    if (c->attach)
        return QII_OK;
    if (environment_is_refused())
        return QII_USAGE;
    const char *dot = program && !strchr(program, '/') ? strrchr(program, '.') : NULL;
    if (program && dot && strcmp(dot, ".jar") != 0 && strcmp(dot, ".java") != 0)
        program = dot + 1; /* for a class in a package: only the class's name */
    kit_launcher_name(&c->settings, program ? program : "java", ".jar");
    pass(c, argv + at, argc - at);
    return QII_OK;
}

/* ---- the JVM ---------------------------------------------------------------------------------------------------- */

/* Return the path of an executable of the JDK. If --java's PROGRAM has a directory, the executable is in the same
 * directory. Otherwise, if JAVA_HOME is set, it is in JAVA_HOME/bin. Otherwise return only the name, to be looked up on
 * the PATH. */
static char *find_program(const struct command *c, const char *name)
{
    const char *slash = c->java ? strrchr(c->java, '/') : NULL;
    const char *home = getenv("JAVA_HOME");
    if (slash)
        return qii_format(command, "%.*s/%s", (int)(slash - c->java), c->java, name);
    return home && *home ? qii_format(command, "%s/bin/%s", home, name) : qii_format(command, "%s", name);
}

/* Replace this process by the JVM. This function returns only on failure, with the exit code. */
static int run(struct command *c, const char *agent, const char *settings)
{
    char *java = find_program(c, "java");
    c->words[0] = c->java ? (char *)c->java : java;
    c->words[1] = qii_format(command, "-agentpath:%s=%s", agent, settings);
    int code = kit_launcher_run(command, c->words);
    free(c->words[1]);
    free(java);
    return code;
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
    char *agent = qii_installed_find("qii/libqiijvm.so", true);
    if (!agent)
        return KIT_LAUNCHER_NO_BINDING;
    if (!c->order && !qii_data_file_is_free(command, c->settings.data_file)) {
        free(agent);
        return QII_USAGE;
    }
    if (c->attach)
        qii_java_attach_settings(command, &c->settings);
    char *settings = qii_checked(kit_settings_write(&c->settings), command);
    int code = c->attach ? attach(c, agent, settings) : run(c, agent, settings);
    free(settings);
    free(agent);
    return code;
}

static int become_java(int argc, char **argv)
{
    struct command c = {.count = 2};
    c.words = qii_checked(calloc((size_t)argc + 3, sizeof *c.words), command);
    int code = read_words(&c, argc, argv);
    if (code == QII_OK && !c.order)
        code = qii_configured_apply(&c.configured, command, QII_NO_FILES, &c.settings);
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
    .help = "Run a program on a JVM and record its calls (with --cover: its line counts; with --sample: samples of "
            "its stacks, and counts).\v"
            "JAVA-OPTION is any option of the JVM, such as -cp, -Xmx1g or --add-opens.\n"
            "PATTERN is a part of a class name, or matches all of it if it has * or ?: com.acme.*; separate several "
            "with ';'.\n"
            "The exit status is the program's, or 125 if the agent is missing, 126 if the JVM cannot be run, 127 if it "
            "is not found.",
    .options = options,
    .main = become_java,
};
