# wrap_c.awk - from the prototypes of mpi.h, the wrappers of libvtmpi: every MPI function that has a PMPI twin.
# usage: awk -f plain.awk -f wrap_c.awk mpi.h
#
# Prototypes may go over several lines, with attributes before and behind; each ends with a semicolon.

BEGIN {
    print "/* Made by vtmpi/wrap_c.awk. */"
    print "#define OMPI_OMIT_MPI1_COMPAT_DECLS 0 /* functions that MPI-3 removed are still called */"
    print "#include <mpi.h>"
    print "#include \"vtmpi/call.h\""
    print "#pragma GCC visibility push(default)"
}

/^[ \t]*#/ { # with the lines that continue it
    directive = /\\$/
    text = ""
    next
}
directive {
    directive = /\\$/
    next
}
{
    text = text " " $0
    while (match(text, /\/\*([^*]|\*+[^*\/])*\*+\//))
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
}
/;/ {
    if (text !~ /\/\*/) {
        prototype(text)
        text = ""
    }
}

# Keep "TYPE MPI_Name(PARAMETERS)"; what is no such thing is passed over.
function prototype(text,    name, type, parameters) {
    gsub(/[ \t\n]+/, " ", text)
    if (!match(text, /[^A-Za-z0-9_]P?MPI_[A-Za-z0-9_]+ ?\(/) || text ~ /typedef/)
        return
    name = substr(text, RSTART + 1, RLENGTH - 2)
    sub(/ $/, "", name)
    type = substr(text, 1, RSTART)
    parameters = substr(text, RSTART + RLENGTH)
    sub(/\).*/, "", parameters)
    gsub(/OMPI_DECLSPEC|extern/, "", type)
    gsub(/^ +| +$/, "", type)
    if (name ~ /^PMPI_/)
        twin[substr(name, 2)] = 1
    else if (!(name in types)) {
        types[name] = type
        lists[name] = parameters
        names[++count] = name
    }
}

# The names of the parameters: the last word of each, brackets left out.
function arguments(list,    parts, i, n, result) {
    gsub(/^ +| +$/, "", list)
    if (list == "void" || list == "")
        return ""
    n = split(list, parts, ",")
    for (i = 1; i <= n; i++) {
        gsub(/ *\[[^]]*\]/, "", parts[i])
        match(parts[i], /[A-Za-z_][A-Za-z0-9_]* *$/)
        result = result (i > 1 ? ", " : "") substr(parts[i], RSTART)
    }
    return result
}

END {
    for (i = 1; i <= count; i++) {
        name = names[i]
        if (!(name in twin) || is_plain(name))
            continue
        printf "\n%s %s(%s)\n{\n    VTMPI_CALL(\"%s\", %s);\n    return P%s(%s);\n}\n", \
            types[name], name, lists[name], name, role(name), name, arguments(lists[name])
    }
}
