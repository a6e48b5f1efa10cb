# Files as constants of C:
#
#     cmake -DOUTPUT=FILE -DHEADER=HEADER -DTYPE=STRUCT [-DHASHED=yes] -DFILES=NAME=PATH,... -P embed.cmake
#
# makes `const struct STRUCT STRUCT_NAME` of each: its bytes, as many with a 0 behind them, how many, and where that is
# asked for the SHA-256 of them. HEADER declares them.
string(REPLACE "," ";" FILES "${FILES}")
set(text "/* Made by cmake/embed.cmake. */\n#include \"${HEADER}\"\n")
foreach(file ${FILES})
  string(REGEX MATCH "^([^=]*)=(.*)$" file "${file}")
  set(name ${TYPE}_${CMAKE_MATCH_1})
  set(path "${CMAKE_MATCH_2}")
  file(SIZE "${path}" size)
  set(hash)
  if(HASHED)
    file(SHA256 "${path}" hash)
    string(REGEX REPLACE "(..)" "0x\\1," hash "${hash}")
    set(hash ", {${hash}}")
  endif()
  # By the assembler: as numbers for the compiler they take a second.
  string(APPEND text "\nextern const char ${name}_bytes[] __attribute__((visibility(\"hidden\")));\n"
                     "__asm__(\".pushsection .rodata\\n.globl ${name}_bytes\\n${name}_bytes:\\n\"\n"
                     "        \".incbin \\\"${path}\\\"\\n.byte 0\\n.popsection\");\n"
                     "const struct ${TYPE} ${name} = {${name}_bytes, ${size}${hash}};\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
