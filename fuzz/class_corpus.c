/* class_corpus.c - the fuzzer of class.c without libFuzzer.
 *
 * Runs the fuzzer NUMBER times with each given file, unchanged or with 1 to 4 changes.
 *
 * usage: fuzz_class_corpus [--seed=S] NUMBER FILE...
 *
 * The changes are the same each time, so failures are reproducible. The option --seed selects other changes. */
#include <stdint.h>
#include <stdio.h>
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

/* Change a random position of the bytes to a small value, a large value, or a value copied from another position. */
static void change(uint8_t *bytes, size_t size)
{
    size_t place = random_number() % (size - 1);
    size_t other = random_number() % (size - 1);
    switch (random_number() % 6) {
    case 0:
        bytes[place] = (uint8_t)random_number();
        break;
    case 1:
        bytes[place] ^= (uint8_t)(1u << random_number() % 8);
        break;
    case 2:
        memset(bytes + place, random_number() % 2 ? 0 : 255, 2);
        break;
    case 3:
        bytes[place] = (uint8_t)(bytes[place] + random_number() % 5 - 2);
        break;
    case 4:
        memcpy(bytes + place, (uint8_t[]){bytes[other], bytes[other + 1]}, 2);
        break;
    default:
        memmove(bytes + place, bytes + other, size - (place > other ? place : other));
    }
}

/* Run the fuzzer with a copy of the bytes in memory of exactly their size, so that a sanitizer detects reads beyond
 * the end. */
static void run(const uint8_t *bytes, size_t size, unsigned changes)
{
    uint8_t *copy = malloc(size);
    if (!copy)
        exit(1);
    memcpy(copy, bytes, size);
    for (unsigned i = 0; i < changes; i++)
        change(copy, size);
    LLVMFuzzerTestOneInput(copy, changes ? size - random_number() % 4 / 3 * (random_number() % size) : size);
    free(copy);
}

int main(int count, char **words)
{
    static uint8_t bytes[1 << 20];
    if (count > 1 && strncmp(words[1], "--seed=", 7) == 0) {
        seed ^= strtoull(words[1] + 7, NULL, 10) * 0xbf58476d1ce4e5b9u;
        words++;
        count--;
    }
    unsigned long times = count > 1 ? strtoul(words[1], NULL, 10) : 0;
    for (int i = 2; i < count; i++) {
        FILE *in = fopen(words[i], "rbe");
        size_t size = in ? fread(bytes, 1, sizeof bytes, in) : 0;
        if (size < 2) {
            perror(words[i]);
            return 1;
        }
        fclose(in);
        run(bytes, size, 0);
        for (unsigned long k = 0; k < times; k++)
            run(bytes, size, 1 + (unsigned)(random_number() % 4));
    }
    return 0;
}
