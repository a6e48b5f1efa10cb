#include "tools/qii/java_attach.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bindings/jvm/agent/attach_text.h"
#include "bindings/kit/launcher.h"
#include "tools/qii/qii.h"

/* Check that a process is a JVM. jcmd sends SIGQUIT to the process, and this signal would kill a process that is not
 * a JVM. Return QII_OK, or another exit code after a message on stderr. */
static int check_process(const char *command, const char *process)
{
    char path[64], *end;
    long id = strtol(process, &end, 10);
    if (id <= 0 || *end) {
        fprintf(stderr, "%s: --attach takes a process ID, not '%s'\n", command, process);
        return QII_USAGE;
    }
    snprintf(path, sizeof path, "/proc/%ld/maps", id);
    FILE *maps = fopen(path, "r");
    if (!maps) {
        fprintf(stderr, "%s: process %ld: %s\n", command, id, strerror(errno == ENOENT ? ESRCH : errno));
        return KIT_LAUNCHER_NO_BINDING;
    }
    char *line = NULL;
    size_t room = 0;
    bool is_jvm = false;
    while (!is_jvm && getline(&line, &room, maps) > 0)
        is_jvm = strstr(line, "/libjvm.so");
    free(line);
    fclose(maps);
    if (!is_jvm)
        fprintf(stderr, "%s: process %ld is not a JVM\n", command, id);
    return is_jvm ? QII_OK : KIT_LAUNCHER_NO_BINDING;
}

/* Quote a word for jcmd, which splits its arguments again at blanks outside of quotes. Return NULL if out of memory, or
 * if the text contains both kinds of quotes. */
static char *quote(const char *text)
{
    char mark = strchr(text, '\'') ? '"' : '\'';
    size_t size = strlen(text) + sizeof "''";
    char *quoted = strchr(text, mark) ? NULL : malloc(size);
    if (quoted)
        snprintf(quoted, size, "%c%s%c", mark, text, mark);
    return quoted;
}

/* Replace the child process by jcmd, whose output goes to the pipe `out`. */
static void become(const char *jcmd, const char *process, const char *agent, const char *text, int out)
{
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execlp(jcmd, jcmd, process, "JVMTI.agent_load", agent, text, (char *)NULL);
    _exit(errno == ENOENT ? KIT_LAUNCHER_NOT_FOUND : KIT_LAUNCHER_NOT_RUN);
}

/* Read until the end of the file into `text`, which has `size` bytes, and end the text with a NUL. */
static void read_all(int in, char *text, size_t size)
{
    size_t length = 0;
    ssize_t got;
    while (length + 1 < size && (got = read(in, text + length, size - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
}

static int run(const char *jcmd, const char *process, const char *agent, const char *text, char *output, size_t size)
{
    int ends[2];
    if (pipe(ends) != 0)
        return KIT_LAUNCHER_NOT_RUN;
    pid_t child = fork();
    if (child == 0)
        become(jcmd, process, agent, text, ends[1]);
    close(ends[1]);
    if (child > 0)
        read_all(ends[0], output, size);
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return KIT_LAUNCHER_NOT_RUN;
    return WEXITSTATUS(status);
}

/* ---- the agent's messages ---------------------------------------------------------------------------------------- */

/* A file for the agent's messages. It is in the /tmp of the target process, which may be in another file system than
 * our /tmp, and the target's user may write it. */
struct messages {
    int fd; /* -1 = there is no file, and messages go to the target's stderr */
    char path[96];
    const char *of_target; /* path in the target's file system: a suffix of `path` */
};

/* Make the process's user the owner of the file. The users can differ only if qii runs as root: only root may attach to
 * a process of another user. */
static bool change_owner(int fd, const char *process)
{
    char path[32];
    struct stat target;
    snprintf(path, sizeof path, "/proc/%s", process);
    return stat(path, &target) == 0 && (target.st_uid == geteuid() || fchown(fd, target.st_uid, target.st_gid) == 0);
}

static void open_messages(struct messages *messages, const char *process)
{
    int root = snprintf(messages->path, sizeof messages->path, "/proc/%.20s/root", process);
    messages->of_target = messages->path + root;
    snprintf(messages->path + root, sizeof messages->path - (size_t)root, "/tmp/qii.XXXXXX");
    messages->fd = mkostemp(messages->path, O_CLOEXEC);
    if (messages->fd < 0 || change_owner(messages->fd, process))
        return;
    unlink(messages->path);
    close(messages->fd);
    messages->fd = -1;
}

/* Print the agent's messages and remove the file. Return true if there were messages. */
static bool print_messages(struct messages *messages)
{
    char text[4096];
    ssize_t got;
    bool any = false;
    if (messages->fd < 0)
        return false;
    while ((got = read(messages->fd, text, sizeof text)) > 0) {
        fwrite(text, 1, (size_t)got, stderr);
        any = true;
    }
    close(messages->fd);
    unlink(messages->path);
    return any;
}

/* Return the quoted options of the agent: the name of the message file, then `text`. Return NULL if out of memory, or
 * if the options cannot be quoted. */
static char *write_options(const struct messages *messages, const char *text)
{
    char *order = NULL;
    int length = messages->fd < 0 ? asprintf(&order, "%s", text)
                                  : asprintf(&order, QJVM_MESSAGES_FORMAT "%s", messages->of_target, text);
    char *quoted = length < 0 ? NULL : quote(order);
    free(length < 0 ? NULL : order);
    return quoted;
}

/* ---- jcmd's answer ----------------------------------------------------------------------------------------------- */

/* Return the length of jcmd's error message without its Java stack trace. */
static int message_length(const char *output)
{
    const char *stack = strstr(output, "\n\tat ");
    size_t length = stack ? (size_t)(stack - output) : strlen(output);
    while (length && output[length - 1] == '\n')
        length--;
    return (int)length;
}

/* Report errors, and return the exit code. jcmd prints "return code: N" with the agent's return code. */
static int judge(const char *command, const char *jcmd, const char *process, int status, const char *output,
                 bool explained)
{
    const char *said = strstr(output, "return code: ");
    if (status == 0 && said && atoi(said + strlen("return code: ")) == 0)
        return QII_OK;
    if (status == KIT_LAUNCHER_NOT_FOUND || status == KIT_LAUNCHER_NOT_RUN)
        fprintf(stderr, "%s: cannot run %s; it is part of the JDK\n", command, jcmd);
    else if (said)
        fprintf(stderr, "%s: process %s refused the agent%s\n", command, process,
                explained ? "" : "; see the process's stderr for the reason");
    else
        fprintf(stderr, "%s: cannot load the agent into process %s:\n%.*s\n", command, process, message_length(output),
                output);
    return status == KIT_LAUNCHER_NOT_FOUND || status == KIT_LAUNCHER_NOT_RUN ? status : KIT_LAUNCHER_NO_BINDING;
}

int qii_java_attach(const char *command, const char *jcmd, const char *process, const char *agent, const char *text)
{
    char output[4096] = "";
    struct messages messages;
    int unfit = check_process(command, process);
    if (unfit)
        return unfit;
    open_messages(&messages, process);
    char *order = write_options(&messages, text);
    int status = order ? run(jcmd, process, agent, "-ready", output, sizeof output) : 0;
    if (order && status == 0)
        status = run(jcmd, process, agent, order, output, sizeof output);
    bool explained = print_messages(&messages);
    if (!order) {
        fprintf(stderr, "%s: options that contain both kinds of quotes are not supported\n", command);
        return QII_USAGE;
    }
    free(order);
    return judge(command, jcmd, process, status, output, explained);
}

/* ---- settings ---------------------------------------------------------------------------------------------------- */

/* Make the name of the data file absolute. */
static void name_file_here(const char *command, struct kit_settings *settings)
{
    const char *given = settings->data_file, *name = given ? given : "%v.%p.qii";
    char *here = *name == '/' || strcasecmp(name, "none") == 0 ? NULL : getcwd(NULL, 0);
    char *path = here ? qii_format(command, "%s/%s", here, name) : NULL;
    if (path && given)
        kit_settings_set_data_file(settings, path);
    else if (path)
        kit_settings_add_option(settings, "data-file", path);
    free(path);
    free(here);
}

/* Make the paths of --classes absolute. */
static void name_classes_here(const char *command, struct kit_settings *settings)
{
    char *here = getcwd(NULL, 0), *given = settings->texts[KIT_CLASSES], *rest = given;
    settings->texts[KIT_CLASSES] = NULL;
    for (const char *path; (path = strsep(&rest, ":"));) {
        bool is_relative = *path && *path != '/' && strcmp(path, "none") != 0;
        char *named = is_relative && here ? qii_format(command, "%s/%s", here, path) : NULL;
        kit_settings_set(settings, KIT_CLASSES, named ? named : path);
        free(named);
    }
    free(given);
    free(here);
}

void qii_java_attach_settings(const char *command, struct kit_settings *settings)
{
    name_file_here(command, settings);
    name_classes_here(command, settings);
}
