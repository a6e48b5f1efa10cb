/* lines.h - words and entry point of a fuzzer of texts (lines.c). */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Words of which the texts are made; NULL ends them. */
extern const char *const fuzz_words[];

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
