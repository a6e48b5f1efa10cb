# The script and the style as C: cmake -DSCRIPT=FILE -DSTYLE=FILE -DOUTPUT=FILE -P embed.cmake
set(text "/* Made by page/embed.cmake. */\n#include \"page/assets.h\"\n")
foreach(name script style)
  string(TOUPPER ${name} variable)
  file(READ "${${variable}}" bytes HEX)
  file(SHA256 "${${variable}}" hash)
  file(SIZE "${${variable}}" size)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(..)" "0x\\1," hash "${hash}")
  string(APPEND text "\nstatic const char ${name}[] = {${bytes}0};\n"
                     "const struct qp_asset qp_asset_${name} = {${name}, ${size}, {${hash}}};\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
