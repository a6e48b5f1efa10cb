/* lines.c - the fuzzer of config.c without libFuzzer.
 *
 * Runs the fuzzer with a number of random texts, which consist of words, signs and any bytes. The texts are the same
 * each time, so failures are reproducible. The second argument, the seed, selects other texts. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static uint64_t seed = 0x9e3779b97f4a7c15u;

static uint64_t random_number(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* clang-format off */
static const char *const words[] = {
    "PCTRACE ", "DETAILED-STATES ", "STATE ", "SYMBOL ", "ACTIVITY ", "COUNTER ", "LOGFILE-NAME ",
    "LOGFILE-PREFIX ", "MEM-BLOCKSIZE ", "MEM-MAXBLOCKS ", "MEM-OVERWRITE", "AUTOFLUSH ",
    "STATISTICS ", "PROGNAME ", "VERBOSE ", "OS-COUNTER-DELAY ", "timer ", "\n", "\n", "\n", "\"",
    "'", "#", " ", "on", "off", "only", "fold", "unfold", "1:2", "15", "64KB",
    "18446744073709551615", "1h", "7c", "**", "*", "?", ":", "MPI:", "x", "%v",
};
/* clang-format on */

static size_t write_text(uint8_t *text, size_t room)
{
    size_t size = 0;
    size_t want = random_number() % room;
    while (size < want) {
        const char *word = words[random_number() % (sizeof words / sizeof *words)];
        if (random_number() % 16 == 0)
            text[size++] = (uint8_t)random_number();
        else
            while (*word != '\0' && size < want)
                text[size++] = (uint8_t)*word++;
    }
    return size;
}

/* Each text is in memory of exactly its size, so that a sanitizer detects reads beyond its end. */
int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    seed ^= argc > 2 ? strtoull(argv[2], NULL, 10) * 0xbf58476d1ce4e5b9u : 0;
    for (unsigned long i = 0; i < count; i++) {
        uint8_t text[400];
        size_t size = write_text(text, sizeof text);
        uint8_t *exact = malloc(size + (size == 0));
        if (exact == NULL)
            return 1;
        memcpy(exact, text, size);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    return 0;
}
