/* A client that runs as a scene, and its messages to the test. */
#include "tests/support/run.h"

#include "tests/support/library.h"
#include "tests/support/picture.h"
#include "tests/support/stage.h"

#include <unistd.h>

static struct stage stage;
static bool played;           /* a client has run, and its stage is open */
static void (*playing)(void); /* function of the client that the scene calls */
static FILE *message_file;    /* stream for messages to the test, in the scene */
static char *messages, *output, *errors;

void report(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(message_file, format, arguments);
    va_end(arguments);
    fputc('\n', message_file);
    fflush(message_file);
}

const char *run_path(const char *name)
{
    return stage_path(&stage, name);
}

bool run_has_file(const char *name)
{
    return access(run_path(name), F_OK) == 0;
}

static void clean_up(void)
{
    if (!played)
        return;
    played = false;
    picture_close();
    stage_close(&stage);
    free(messages);
    free(output);
    free(errors);
}

static void be_client(struct stage *unused)
{
    (void)unused;
    message_file = fopen("messages", "we");
    library_load();
    playing();
    fclose(message_file);
}

int run_client_to_any_end(void (*client)(void))
{
    clean_up();
    test_at_end(clean_up);
    playing = client;
    stage_begin(&stage, be_client);
    played = true;
    int status = stage_wait(&stage);
    messages = stage_text(&stage, "messages");
    output = stage_text(&stage, "out");
    errors = stage_text(&stage, "err");
    return status;
}

void run_client(void (*client)(void))
{
    int status = run_client_to_any_end(client);
    if (status != 0)
        fprintf(stderr, "%s", errors);
    assert_int_equal(status, 0);
}

const char *run_messages(void)
{
    return messages;
}

const char *run_output(void)
{
    return output;
}

const char *run_errors(void)
{
    return errors;
}
