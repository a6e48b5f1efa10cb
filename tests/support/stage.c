#include "tests/support/stage.h"

#include "profile/load/ledger.h"
#include "tests/support/diagnostics.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* number of seconds after which a hanging scene fails */
#define LONGEST 120

/* Signals that cmocka handles, and their actions before. A sanitizer's actions report where a fault occurred. */
static const int caught[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS};
static struct sigaction before[sizeof caught / sizeof *caught];

__attribute__((constructor)) static void keep_actions(void)
{
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], NULL, &before[i]);
}

static void redirect(const char *name, int fd)
{
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    STAGE_CHECK(file >= 0 && dup2(file, fd) == fd);
    close(file);
}

static void perform(struct stage *stage, void (*scene)(struct stage *stage))
{
    STAGE_CHECK(chdir(stage->directory) == 0);
    redirect("out", STDOUT_FILENO);
    redirect("err", STDERR_FILENO);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &before[i], NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(LONGEST);
    scene(stage);
    exit(0);
}

void stage_begin(struct stage *stage, void (*scene)(struct stage *stage))
{
    memset(stage, 0, sizeof *stage);
    strcpy(stage->directory, "stage.XXXXXX");
    assert_non_null(mkdtemp(stage->directory));
    stage->numbers =
        mmap(NULL, STAGE_NUMBERS * sizeof *stage->numbers, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(stage->numbers != MAP_FAILED);
    fflush(NULL);
    stage->scene = fork();
    assert_true(stage->scene >= 0);
    if (stage->scene == 0)
        perform(stage, scene);
}

int stage_wait(struct stage *stage)
{
    int status = -1;
    assert_int_equal(waitpid(stage->scene, &status, 0), stage->scene);
    stage->scene = 0;
    return status;
}

/* Kill the scene. The exit status of a killed process does not show errors that a sanitizer found, so look for them
 * in the scene's output. */
void stage_kill(struct stage *stage)
{
    assert_int_equal(kill(stage->scene, SIGKILL), 0);
    int status = stage_wait(stage);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_int_equal(stage_lines(stage, "err", "Sanitizer"), 0);
}

static void show(const struct stage *stage, const char *name)
{
    char *text = stage_text(stage, name);
    printf("---- %s:\n%s", name, text); /* print_message would cut it after 1024 bytes */
    free(text);
}

void stage_play(struct stage *stage, void (*scene)(struct stage *stage))
{
    stage_begin(stage, scene);
    int status = stage_wait(stage);
    if (status != 0)
        show(stage, "err");
    assert_int_equal(status, 0);
    char *out = stage_text(stage, "out");
    assert_string_equal(out, "");
    free(out);
}

void stage_close(struct stage *stage)
{
    char command[128];
    if (stage->scene > 0)
        stage_kill(stage);
    munmap(stage->numbers, STAGE_NUMBERS * sizeof *stage->numbers);
    snprintf(command, sizeof command, "rm -rf %s", stage->directory);
    assert_int_equal(system(command), 0);
}

const char *stage_path(const struct stage *stage, const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", stage->directory, name);
    return path;
}

char *stage_text(const struct stage *stage, const char *name)
{
    struct stat status;
    int fd = open(stage_path(stage, name), O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0 && fstat(fd, &status) == 0);
    char *text = calloc(1, (size_t)status.st_size + 1);
    assert_non_null(text);
    assert_int_equal(read(fd, text, (size_t)status.st_size), status.st_size);
    close(fd);
    return text;
}

unsigned stage_lines(const struct stage *stage, const char *name, const char *text)
{
    unsigned count = 0;
    char *whole = stage_text(stage, name);
    char *rest = whole;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;)
        count += line[0] != '\0' && strstr(line, text) != NULL;
    free(whole);
    return count;
}

int stage_run(const struct stage *stage, const char *command)
{
    char line[1024];
    snprintf(line, sizeof line, "cd %s && { %s; } >tool 2>&1", stage->directory, command);
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void stage_await(const uint64_t *number, uint64_t value)
{
    for (unsigned i = 0; __atomic_load_n(number, __ATOMIC_ACQUIRE) < value; i++) {
        usleep(200);
        assert_true(i < LONGEST * 5000);
    }
}

/* ---- reading back ----------------------------------------------------------------------------------------- */

void stage_assert_valid(const char *name, const struct qp_profile *profile)
{
    struct qp_ledgers ledgers;
    if (profile->reader.damages != 0)
        fail_msg("%s: %s", name, profile->reader.damage);
    assert_true(qp_ledgers_check(&ledgers, profile));
    if (ledgers.off != 0)
        fail_msg("%s: %s (and %d more)", name, ledgers.first, (int)ledgers.off - 1);
}

void stage_read(const struct stage *stage, const char *name, struct qp_profile *profile)
{
    struct qp_error error = {0};
    if (qp_profile_open(profile, stage_path(stage, name), &error) != 0) {
        show(stage, "err");
        fail_msg("%s: %s", name, error.text);
    }
    stage_assert_valid(name, profile);
}

static uint64_t sum_calls(const struct qp_profile *profile, enum qp_product product, uint64_t method, int cleared)
{
    uint64_t calls = 0;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        if (node->root == QP_NONE)
            continue;
        const struct qp_profile_root *root = &profile->roots[node->root];
        if (root->product != product || root->hidden || (root->cleared && !cleared))
            continue;
        if (method == 0 || (node->method != QP_NONE && profile->methods[node->method].recorded_id == method))
            calls += node->calls;
    }
    return calls;
}

uint64_t stage_calls(const struct qp_profile *profile, enum qp_product product, uint64_t method)
{
    return sum_calls(profile, product, method, 1);
}

uint64_t stage_shown_calls(const struct qp_profile *profile, enum qp_product product, uint64_t method)
{
    return sum_calls(profile, product, method, 0);
}

uint64_t stage_block(const struct qp_profile *profile, enum qp_product product, uint64_t method, uint32_t block)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < profile->array_count; i++) {
        const struct qp_profile_array *array = &profile->arrays[i];
        if (!array->times && block < array->count && profile->roots[array->root].product == product &&
            profile->methods[array->method].recorded_id == method)
            count += array->values[block];
    }
    return count;
}

uint64_t stage_diagnostic(const struct qp_profile *profile, enum qp_product product, enum qp_diagnostic_kind kind)
{
    return profile->reader.header.diagnostics[product][kind].count;
}

uint64_t stage_diagnostics_but(const struct qp_profile *profile, enum qp_product product, enum qp_diagnostic_kind kind)
{
    uint64_t count = 0;
    for (int i = 0; i < QP_DIAGNOSTIC_COUNT; i++)
        count += i == (int)kind || diagnostic_is_compared((unsigned)i) ? 0 : stage_diagnostic(profile, product, i);
    return count;
}
