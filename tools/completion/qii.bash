# Completion of qii for bash. The tool prints the candidates; if there are none, files are completed.

_qii() {
    local word=${COMP_WORDS[COMP_CWORD]} line words=() typed
    # Bash splits "--sort=self" into three words.
    local index
    for ((index = 1; index <= COMP_CWORD; index++)); do
        typed=${COMP_WORDS[index]}
        if ((${#words[@]})) && { [[ $typed == = ]] || [[ ${words[-1]} == --*= ]]; }; then
            words[-1]+=$typed
        else
            words+=("$typed")
        fi
    done
    [[ $word == = ]] && word=
    COMPREPLY=()
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        [[ ${words[-1]} == --*=* ]] && line=${line#*=}
        COMPREPLY+=("$line")
    done < <("$1" complete "${words[@]}" 2>/dev/null)
    if ((${#COMPREPLY[@]})); then
        [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
        return
    fi
    # Data files and directories; if there are none, any file.
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -X '!*.qii' -- "$word"; compgen -d -- "$word")
}

complete -o default -F _qii qii
