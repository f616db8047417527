# Converts a page of docs/ to an include file of help2man: every section but the options, which --help has.
# Paragraphs, lists, tables (a paragraph per row, under its first cell) and examples.
function escaped(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    # Text without spaces may be broken between members.
    gsub(/,"/, ",\\:\"", text)
    return text ~ /^[.']/ ? "\\\\&" text : text
}
# `code`, **bold** and *words* in their fonts, links as their text.
function formatted(text) {
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART + 1, RLENGTH - 1)
        sub(/\]\(.*/, "", link)
        text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
    }
    text = escaped(text)
    while (sub(/`/, "\\fB", text)) sub(/`/, "\\fR", text)
    while (sub(/\*\*/, "\\fB", text)) sub(/\*\*/, "\\fR", text)
    return text
}
# A paragraph is joined first: a link may continue on the next line.
function flush_paragraph() {
    if (paragraph != "") print formatted(paragraph)
    paragraph = ""
}
function print_row(line,    cells, count, i) {
    gsub(/\\\|/, "\001", line)
    sub(/^\| */, "", line)
    sub(/ *\|$/, "", line)
    count = split(line, cells, / *\| */)
    for (i = 1; i <= count; ++i) {
        sub(/^ *\|? */, "", cells[i])
        gsub("\001", "|", cells[i])
    }
    print ".TP\n" (cells[1] == "" ? "\\&" : formatted(cells[1]))
    for (i = 2; i <= count; ++i)
        if (cells[i] != "")
            print (i > 2 && heading[i] != "" ? formatted(heading[i] ": " cells[i]) : formatted(cells[i])) \
                (i < count ? ".\n.br" : "")
    if (count < 2) print "\\&"
}
function section_of(title) {
    if (title == "Exit codes") return "EXIT STATUS"
    return toupper(title)
}
/^```/ {
    flush_paragraph()
    fenced = !fenced
    if (wanted) print fenced ? ".PP\n.EX" : ".EE"
    next
}
fenced {
    if (wanted) print escaped($0)
    next
}
/^## / {
    flush_paragraph()
    title = substr($0, 4)
    gsub(/`/, "", title)
    wanted = title != "Options"
    # Not justified: some words are as long as a line.
    if (wanted) print "[" section_of(title) "]\n.ad l"
    next
}
!wanted { next }
/^###+ / {
    flush_paragraph()
    sub(/^#+ /, "")
    print ".SS " escaped($0)
    next
}
/^\|[-| :]*\|$/ { next }
/^\|/ {
    if (!in_table) split(substr($0, 2), heading, / *\| */)
    else print_row($0)
    if (!in_table) {
        flush_paragraph()
        for (i in heading) gsub(/^ +| +$/, "", heading[i])
    }
    in_table = 1
    next
}
in_table {
    in_table = 0
    print ".PP"
}
/^- / || /^[0-9]+\. / {
    flush_paragraph()
    mark = /^-/ ? "\\(bu" : $1
    print ".IP " mark " 3"
    sub(/^[^ ]+ /, "")
    paragraph = $0
    next
}
/^ *$/ {
    flush_paragraph()
    print ".PP"
    next
}
{
    sub(/^ +/, "")
    paragraph = paragraph == "" ? $0 : paragraph " " $0
}
END { flush_paragraph() }
