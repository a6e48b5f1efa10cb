/* lines.c - a fuzzer of texts without libFuzzer.
 *
 * Runs the fuzzer with a number of random texts, which consist of its words and of any bytes. The texts are the same
 * each time, so failures are reproducible. The second argument, the seed, selects other texts. */
#include "fuzz/lines.h"

#include <stdlib.h>
#include <string.h>

static uint64_t seed = 0x9e3779b97f4a7c15u;

static uint64_t random_number(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static size_t write_text(uint8_t *text, size_t room)
{
    size_t size = 0;
    size_t want = random_number() % room;
    size_t count = 0;
    while (fuzz_words[count] != NULL)
        count++;
    while (size < want) {
        const char *word = fuzz_words[random_number() % count];
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
