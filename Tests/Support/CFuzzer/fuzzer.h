#pragma once
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's own loop, for a program that has a main function. Only a program that scripts/fuzz
   builds is linked with it. Returns the program's exit status. */
int LLVMFuzzerRunDriver(
    int *argument_count, char ***arguments, int (*run)(const uint8_t *bytes, size_t count));
