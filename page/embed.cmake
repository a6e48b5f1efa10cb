# The script and the style as C: cmake -DSCRIPT=FILE -DSTYLE=FILE -DOUTPUT=FILE -P embed.cmake
set(text "/* Made by page/embed.cmake. */\n#include \"page/assets.h\"\n")
foreach(name script style)
  string(TOUPPER ${name} variable)
  file(SHA256 "${${variable}}" hash)
  file(SIZE "${${variable}}" size)
  string(REGEX REPLACE "(..)" "0x\\1," hash "${hash}")
  # By the assembler: as numbers for the compiler they take a second.
  string(APPEND text "\nextern const char qp_asset_${name}_bytes[] __attribute__((visibility(\"hidden\")));\n"
                     "__asm__(\".pushsection .rodata\\n.globl qp_asset_${name}_bytes\\nqp_asset_${name}_bytes:\\n\"\n"
                     "        \".incbin \\\"${${variable}}\\\"\\n.byte 0\\n.popsection\");\n"
                     "const struct qp_asset qp_asset_${name} = {qp_asset_${name}_bytes, ${size}, {${hash}}};\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
