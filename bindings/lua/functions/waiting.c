#include "bindings/lua/functions/waiting.h"

#include <stddef.h>
#include <string.h>

/* Words that modules have for waiting, as functions or as methods of their types; after a prefix of a module or a type
 * those of its line, too. What the step of a loop calls is not the loop's own time. */
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

/* A function of no module is none of them: Lua's own select does not wait. */
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
