# From how CLI11 writes options and arguments to how manual pages do.
s/^  -h,--help/  -h, --help/
s/Print this help message and exit/print these options and exit/
s/Display program version information and exit/print the versions of descry and Xapian and exit/
s/^Subcommands:/Commands:/
