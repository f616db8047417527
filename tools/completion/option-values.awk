# From a help text, the fixed values of the option `wanted`, one per line; FILE if it takes a file,
# ANY if it takes another value; nothing if it takes none.
/^  -/ || /^$/ { found = 0 }
/^  -/ && $1 == wanted {
    found = 1
    placeholder = $2 ~ /^\(/ ? "" : $2
    # A text follows two spaces, a placeholder one.
    if (!index($0, wanted " " $2)) placeholder = ""
}
found { text = text " " $0 }
END {
    if (placeholder == "") exit
    gsub(/  +/, " ", text)
    sub(/ \[default.*/, "", text)
    if (placeholder ~ /^(FILE|STATS)/) {
        print "FILE"
        exit
    }
    if (placeholder ~ /\|/) {
        values = placeholder
        sub(/=.*/, "", values)
        gsub(/\|/, ",", values)
    } else if (placeholder ~ /^(NAME|LIST|ORDER|FORMAT)/ && match(text, /.*: /)) {
        values = substr(text, RSTART + RLENGTH)
    }
    # "group (verified), slot:N for any value slot, or none": words that look like values.
    count = split(values, parts, /[,;] */)
    for (i = 1; i <= count; i++) {
        sub(/^ *(or|also|with a model) /, "", parts[i])
        sub(/ (\(|for ).*/, "", parts[i])
        sub(/:[A-Z]+$/, ":", parts[i])
        if (parts[i] !~ /^[a-z][a-z0-9-]*:?$/) continue
        print parts[i]
        some = 1
    }
    if (!some) print "ANY"
}
