# From how CLI11 writes options and arguments to how manual pages do.
s/^  -h,--help/  -h, --help/
s/Print this help message and exit/print these options and exit/
s/Display program version information and exit/print the versions of descry and Xapian and exit/
s/^Usage: \(.*\) ARGUMENTS(2x)/Usage: \1 DB... QUERY/
s/^Usage: \(.*\) FILES(2x)/Usage: \1 FILE... OUT/
s/^  ARGUMENTS \(.*\) x 2 REQUIRED/  \1/
s/^  FILES \(.*\) x 2 REQUIRED/  \1/
s/^  \([A-Z][A-Z]*\) TEXT \.\.\./  \1.../
s/^  \([A-Z][A-Z]*\) \(TEXT\|ID\)/  \1/
s/ REQUIRED\( \|$\)/\1/
s/ \([A-Z][A-Z]*\):[A-Z][A-Z]* in \[\([0-9.]*\) - \([0-9.]*\)\]\(=[0-9.]*\)\?/ \1\4 (\2 to \3)/
s/ [A-Z][A-Z]*:{\([a-z,-]*\)}/ {\1}/
s/ Excludes: \(--[a-z -]*[a-z]\)/ (not with \1)/
s/^Positionals:/Arguments:/
s/^Subcommands:/Commands:/
