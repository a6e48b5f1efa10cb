#include "bindings/lua/functions/waiting.h"

#include <stddef.h>
#include <string.h>

/* Names of functions and methods that wait: those of the first line in any module, the others after their prefix of a
 * module or type. The step of an event loop waits, but functions that it calls have their own time. */
static const struct {
    const char *prefix;
    const char *words;
} known[] = {
    {"", " poll rpoll ppoll epoll_wait select pselect sleep usleep msleep nanosleep wait waitpid accept "},
    {"tcp{", " receive connect "}, /* luasocket */
    {"udp{", " receive receivefrom "},
    {"Continuation Queue:", " step "}, /* cqueues */
    {"luv.", " run "},
    {"uv.", " run "},
    {"uv_thread:", " join "}, /* luv */
    {"os.", " execute "},
};

static bool has(const char *words, const char *word)
{
    size_t length = strlen(word);
    const char *found = strstr(words, word);
    return length && found && found[-1] == ' ' && found[length] == ' ';
}

/* Ignore functions without a module: Lua's own select does not wait. */
bool qlua_waiting_is_known(const char *name)
{
    static const char in_c[] = "[C] ";
    if (strncmp(name, in_c, sizeof in_c - 1) != 0)
        return false;
    name += sizeof in_c - 1;
    const char *word = name + strlen(name);
    while (word > name && !strchr(".:", word[-1]))
        word--;
    for (size_t i = 0; word > name && i < sizeof known / sizeof *known; i++)
        if (strncmp(name, known[i].prefix, strlen(known[i].prefix)) == 0 && has(known[i].words, word))
            return true;
    return false;
}
