# From a page of docs/ to an include file of help2man: the sections on exit codes and examples.
function escaped(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return text ~ /^[.']/ ? "\\\\&" text : text
}
function formatted(text) {
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART + 1, RLENGTH - 1)
        sub(/\]\(.*/, "", link)
        text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
    }
    text = escaped(text)
    while (sub(/`/, "\\fB", text)) sub(/`/, "\\fR", text)
    return text
}
/^## / && !fenced {
    wanted = 1
    if ($0 == "## Exit codes") print "[EXIT STATUS]"
    else if ($0 == "## Examples") print "[EXAMPLES]"
    else wanted = 0
    next
}
/^```/ {
    fenced = !fenced
    if (wanted) print fenced ? ".PP\n.EX" : ".EE"
    next
}
wanted && fenced { print escaped($0) }
wanted && !fenced { print $0 == "" ? ".PP" : formatted($0) }
