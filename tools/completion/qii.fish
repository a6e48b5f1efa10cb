# Completion of qii for fish. The tool prints the candidates; if there are none, files are completed.

function __qii_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l candidates ($words[1] complete $words[2..-1] 2>/dev/null)
    if test (count $candidates) -gt 0
        printf '%s\n' $candidates
    else
        __fish_complete_suffix .qii
    end
end

complete -c qii -f -a '(__qii_complete)'
