/* The process: a directory, a child in it, what it left there. */
#include "tests/support/run.h"

#include "tests/support/library.h"
#include "tests/support/picture.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[256];
static FILE *telling; /* in the client */
static char *told, *output, *errors;

void tell(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(telling, format, arguments);
    va_end(arguments);
    fputc('\n', telling);
    fflush(telling);
}

const char *run_path(const char *name)
{
    static char path[600];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

bool run_has_file(const char *name)
{
    return access(run_path(name), F_OK) == 0;
}

static void remove_directory(void)
{
    DIR *open_directory = directory[0] == '\0' ? NULL : opendir(directory);
    if (open_directory == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(open_directory)) != NULL;)
        if (entry->d_name[0] != '.')
            unlink(run_path(entry->d_name));
    closedir(open_directory);
    rmdir(directory);
    directory[0] = '\0';
}

static void make_directory(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/qii-test-XXXXXX", parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(directory));
}

static void redirect(int fd, const char *name)
{
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, fd);
    close(file);
}

static void be_client(void (*client)(void))
{
    /* cmocka would take a crash here for one of its own test. */
    static const int crashes[] = {SIGFPE, SIGILL, SIGSEGV, SIGBUS, SIGSYS};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        signal(crashes[i], SIG_DFL);
    if (chdir(directory) != 0)
        _exit(98);
    redirect(STDOUT_FILENO, "output");
    redirect(STDERR_FILENO, "errors");
    telling = fopen("told", "we");
    library_load();
    client();
    fclose(telling);
    exit(0);
}

static char *read_all(const char *name)
{
    FILE *file = fopen(run_path(name), "re");
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    if (file != NULL) {
        size_t length = fread(text, 1, (1 << 20) - 1, file);
        text[length] = '\0';
        fclose(file);
    }
    return text;
}

static void clean_up(void)
{
    picture_close();
    remove_directory();
    free(told);
    free(output);
    free(errors);
}

int run_client_to_any_end(void (*client)(void))
{
    int status;
    test_at_end(clean_up);
    picture_close();
    remove_directory();
    make_directory();
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        be_client(client);
    assert_int_equal(waitpid(child, &status, 0), child);
    free(told);
    free(output);
    free(errors);
    told = read_all("told");
    output = read_all("output");
    errors = read_all("errors");
    return status;
}

void run_client(void (*client)(void))
{
    int status = run_client_to_any_end(client);
    if (status != 0)
        fprintf(stderr, "%s", errors);
    assert_int_equal(status, 0);
}

const char *run_told(void)
{
    return told;
}

const char *run_output(void)
{
    return output;
}

const char *run_errors(void)
{
    return errors;
}
