"""The command line itself: help, version, and what is refused before anything is read."""
import re

import pytest
import xapian

from program import ERROR, OF_LAB

EVERYWHERE = {"--help", "--quiet"}
# Where they act, and nowhere else.
THREADED = {("index",), ("report",), ("review",), ("annotate",), ("rebuild",), ("evaluate",), ("uniq",), ("prepare",), ("combine",),
            ("groups", "import"), ("info",), ("similar",), ("model", "make"), ("serve",), ("stats", "export"), ("stats", "count")}
VERBOSE = {("index",), ("evaluate",), ("uniq",), ("report",), ("review",)}

# What a model is made with.
MODEL = {"--words", "--distance", "--group-order", "--any-order", "--grouping", "--compact", "--rich",
         "--memory"}
# Options that were released: a script may use them, so none may vanish.
OPTIONS = {
    ("index",): {"--id-field", "--text-field", "--no-store-text", "--slot-base", "--id-prefix",
                 "--field", "--value", "--chain", "--solr-strict", "--methods", *MODEL},
    ("annotate",): {"--all", "--methods", "--slot-base", "--id-prefix", *MODEL,
                    "--commit-every", "--single-commit"},
    ("rebuild",): {"--dry-run", "--model-only", "--format", "--methods", *MODEL},
    ("search",): {"--collapse", "--rows", "--start", "--expand", "--format"},
    ("groups",): {"--by", "--min-size", "--format"},
    ("groups", "import"): {"--shard", "--allow-empty"},
    ("uniq",): {"--distance", "--keep", "--reference", "--dropped", "--groups", "--report", "--keep-apart",
                "--model", "--memory", "--id-field", "--text-field"},
    ("prepare",): {"--model", "--output", "--shard", "--keep", "--first-number"},
    ("combine",): {"--output", "--memory"},
    ("similar",): {"--rows", "--format"},
    ("explain",): {"--format", "--differences"},
    ("report",): {"--output", "--distance", "--keep", "--text-field"},
    ("review",): {"--decisions", "--differences", "--distance", "--keep", "--text-field"},
    ("serve",): {"--listen", "--decisions", "--read-only", "--stdio"},
    ("show",): {"--format"},
    ("delete",): set(),
    ("deduplicate",): {"--by", "--compare-order", "--group", "--score", "--fetch-time", "--url",
                       "--mark", "--delete", "--yes", "--format"},
    ("evaluate",): {"--methods", "--gold", "--make-gold", "--calibrate", "--words", "--distance",
                    "--sample", "--seed", "--format", "--id-field", "--text-field"},
    ("sign",): {"--methods", "--model", "--keys", "--format", "--id-field", "--text-field",
                "--shingles", "--permutations", "--chain", "--solr-strict"},
    ("join", "postings"): {"--shingles", "--stem", "--multiset", "--fold-digits"},
    ("join", "pairs"): {"--parts", "--part"},
    ("join", "resemblance"): {"--min", "--union"},
    ("info",): {"--format"},
    ("model", "show"): {"--next", "--format"},
    ("model", "export"): {"--next"},
    ("model", "import"): set(),
    ("model", "make"): {"--words", "--distance", "--group-order", "--any-order", "--grouping",
                        "--compact", "--rich"},
    ("model", "diff"): {"--format"},
    ("stats", "export"): {"--learn", "--memory"},
    ("stats", "count"): {"--output", "--learn", "--memory", "--id-field", "--text-field", "--force"},
    ("stats", "merge"): {"--output", "--force"},
}
COMMANDS = list(OPTIONS)
# Every --help there is.
HELPS = [(), ("groups", "import"), *{command[:1] for command in COMMANDS}, *COMMANDS]
COLUMNS = 80


def program_of(command):
    """By its name, which its messages begin with."""
    return "descry-lab" if set(command[:1]) & OF_LAB else "descry"


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(descry, option):
    result = descry(option)
    assert re.fullmatch(r"descry \d+\.\d+\.\d+ - xapian-core \d+\.\d+\.\d+\n", result.text)
    assert result.err == ""


def test_help_names_every_command(descry):
    result = descry("--help")
    assert result.err == ""
    lab = descry("help", "evaluate").text
    assert lab.startswith("Compare duplicate-detection methods") and "Usage: descry-lab evaluate" in lab
    for command in COMMANDS:
        assert (re.search(rf"^ +{command[0]} +\S", result.text, re.M) is None) == (command[0] in OF_LAB), command


def test_help_lists_the_commands_by_what_they_are_for(descry):
    listed = descry("--help").text.partition("\n\nOptions:")[0].split("\n\n")[1:]
    families = [part.split("\n") for part in listed]
    assert [family[0] for family in families] == [
        "Clean files:", "Index:", "Inspect:", "Distributed:"]
    # A line each, so that the list is seen at once.
    assert sum(len(family) - 1 for family in families) == len({command[0] for command in COMMANDS} - OF_LAB)
    for family in families:
        assert all(re.match(r"  [a-z]+ {2,}\S", line) for line in family[1:])


@pytest.mark.parametrize("command", HELPS, ids="-".join)
def test_help_fits_a_terminal(descry, command):
    text = descry(*command, "--help").text
    assert not [line for line in text.split("\n") if len(line) > COLUMNS]


@pytest.mark.parametrize("command", HELPS, ids="-".join)
def test_help_ends_with_an_example_and_the_manual_page(descry, command):
    end = descry(*command, "--help").text.partition("\nExample:\n  ")[2]
    page = "-".join([program_of(command), *command[:1]])
    assert end.startswith(f"{program_of(command)} {' '.join(command)}".strip() + " ")
    assert f"\nManual page: man {page}" in end


@pytest.mark.parametrize("command", HELPS, ids="-".join)
def test_help_of_a_command_by_its_name(descry, command):
    result = descry("help", *command)
    assert result.out == descry(*command, "--help").out and result.err == ""


@pytest.mark.parametrize("arguments, message", [
    (["help", "serch"], "there is no command serch; did you mean search?"),
    (["help", "model", "shwo"], "descry model has no command shwo; did you mean show?"),
    (["help", "uniq", "x"], "descry uniq has no command x")], ids=str)
def test_help_of_what_is_no_command(descry, arguments, message):
    result = descry(*arguments, code=ERROR)
    assert result.out == b"" and result.err.splitlines()[0] == f"descry: {message}"


@pytest.mark.parametrize("command", [[], ["model"], ["stats"], ["join"]], ids="-".join)
def test_without_a_command_the_commands_are_listed(descry, command):
    """On standard error: a pipe that expects a result gets none."""
    result = descry(*command, code=ERROR)
    assert result.out == b""
    assert result.err == f"{program_of(command)}: a command is missing\n\n" + descry(*command, "--help").text


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
def test_an_option_is_where_it_acts(descry, command):
    options = re.findall(r"^  (--[\w-]+)", descry(*command, "--help").text, re.M)
    assert ("--threads" in options) == (command in THREADED)
    assert ("--verbose" in options) == (command in VERBOSE)


@pytest.mark.parametrize("command, option", [("search", "--threads"), ("groups", "--threads"), ("groups", "--verbose")])
def test_an_option_that_would_do_nothing_is_none(descry, command, option):
    result = descry(command, "x", "y", option, "1", code=ERROR)
    assert result.err.startswith(f"descry: descry {command} has no option {option}")


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
def test_help_explains_every_option(descry, command):
    result = descry(*command, "--help")
    assert result.err == ""
    assert f"Usage: {program_of(command)} {' '.join(command)} " in result.text
    # The options, each with all that is said of it.
    listed = result.text.partition("\nOptions:")[2].partition("\n\n")[0]
    entries = re.split(r"\n {2}(?=-)", listed)[1:]
    told = {}
    for entry in entries:
        names = re.findall(r"^(?:-., )?(--[A-Za-z][\w-]*)", entry)
        told.update(dict.fromkeys(names, " ".join(entry.split())))
    assert OPTIONS[command] | EVERYWHERE <= set(told)
    for name, entry in told.items():
        words = entry.split(" ", 2)
        assert len(words) > 2 or name == "--help", f"{name} is not explained"
        # What a choice is stored as concerns nobody.
        assert "->" not in entry, entry


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
@pytest.mark.parametrize("mistake", [["--no-such-option"], ["--threads"], ["--verbose", "--no-such-option"],
                                     ["--threads", "none", "x", "y"], ["--threads", "0", "x", "y"]],
                         ids=["unknown-option", "no-value", "verbose", "not-a-number", "no-thread"])
def test_usage_errors(descry, command, mistake):
    result = descry(*command, *mistake, code=ERROR)
    assert result.out == b""
    assert result.err != ""


@pytest.mark.parametrize("arguments", [["no-such-command"], ["--no-such-option"],
                                       ["model", "no-such-command"], ["index"],
                                       ["index", "db"], ["search", "db"], ["groups"],
                                       ["model", "import", "db"], ["stats", "merge", "a"],
                                       ["stats", "export", "db"], ["model", "make", "stats"]])
def test_unknown_commands(descry, arguments):
    result = descry(*arguments, code=ERROR)
    assert result.out == b""
    assert result.err != ""


@pytest.mark.parametrize("format", ["xml", "JSON", "2", ""])
def test_unknown_formats(descry, index, format):
    result = descry("info", index, "--format", format, code=ERROR)
    assert result.out == b""
    assert "text, tsv or json" in result.err


@pytest.mark.parametrize("command", [c for c in COMMANDS if "--format" in OPTIONS[c]],
                         ids="-".join)
def test_formats_are_named_with_their_default(descry, command):
    default = "json" if command == ("sign",) else "text"
    text = " ".join(descry(*command, "--help").text.split())
    assert "--format text|tsv|json " in text
    assert f"[default: {default}]" in text.partition("--format")[2]


@pytest.mark.parametrize("arguments", [
    ["search", "{db}", "*", "--collapse", "no-such-signature"],
    ["search", "{db}", "*", "--collapse", "slot:"],
    ["search", "{db}", "*", "--collapse", "slot:4294967295"],
    ["search", "{db}", "*", "--rows", "-1"],
    ["groups", "{db}", "--by", "no-such-signature"],
    ["groups", "{db}", "--min-size", "0"],
    ["annotate", "{db}", "--methods", "no-such-method"],
    ["annotate", "{db}", "--methods", "exact"],
    ["annotate", "{db}", "--words", "0"],
    ["annotate", "{db}", "--commit-every", "0"],
    ["rebuild", "{db}", "--dry-run", "--model-only"],
    ["rebuild", "{db}", "--words", "65536"],
    ["rebuild", "{db}", "--distance", "2"],
    ["rebuild", "{db}", "--distance", "-0.1"],
    ["rebuild", "{db}", "--distance", "near"],
    ["annotate", "{db}", "--distance", "1.01"],
    ["rebuild", "{db}", "--group-order", "shortest"],
    ["rebuild", "{db}", "--group-order", "min:"],
    ["rebuild", "{db}", "--group-order", "newest:x"],
    ["rebuild", "{db}", "--grouping", "one-level"],
    ["rebuild", "{db}", "--compact", "--rich"],
    ["rebuild", "{db}", "--memory", "0"],
    ["evaluate", "{db}", "--distance", "2"],
    ["similar", "{db}"],
    ["similar", "{db}", "no such id"],
    ["similar", "{db}", "#0"],
    ["similar", "{db}", "#2001"],
    ["similar", "{db}", "#many"],
    ["explain", "{db}", "doc00000"],
    ["explain", "{db}", "doc00000", "no such id"],
    ["show", "{db}"],
    ["show", "{db}", "no such id"],
    ["delete", "{db}"],
    ["delete", "{db}", "no such id"],
    ["sign", "--methods", "group"],
    ["sign", "--methods", "descriptive"],
], ids=" ".join)
def test_wrong_values(descry, own_index, arguments):
    result = descry(*[argument.format(db=own_index) for argument in arguments], code=ERROR)
    assert result.out == b""
    assert result.err != ""


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
def test_usage_lines_are_as_people_write(descry, command):
    text = descry(*command, "--help").text
    usage = next(line for line in text.splitlines() if line.startswith("Usage: "))
    assert "ARGUMENTS" not in usage and "(2x)" not in usage
    # What the parser calls its types concerns nobody.
    assert not re.search(r"\b(TEXT|UINT|INT|FLOAT|REQUIRED)\b|4294967295|Excludes:|Needs:", text)


@pytest.mark.parametrize("command, arguments", [
    ("search", "DB... QUERY"), ("groups", "[DB...] [COMMAND]"), ("index", "DB INPUT..."), ("info", "DB..."),
    ("sign", "[INPUT...]"), ("explain", "DB A B"), ("stats merge", "FILE..."),
    ("model", "COMMAND")])
def test_usage_lines(descry, command, arguments):
    usage = f"{program_of(command.split())} {command} [OPTIONS] {arguments}"
    assert f"Usage: {usage}\n" in descry(*command.split(), "--help").text
    # The same beside what is wrong.
    wrong = descry(*command.split(), "--no-such-option", code=ERROR)
    assert f"descry: usage: {usage}\n" in wrong.err
    assert wrong.err.endswith(f"descry: run descry {command} --help for more information.\n")


@pytest.mark.parametrize("typed, meant", [
    (["serch", "db", "x"], "search"), (["dedup", "db"], "uniq or deduplicate"), (["inof"], "info"),
    (["dedupe", "db"], "uniq or deduplicate"), (["dedulpicate", "db"], "deduplicate"), (["unique", "x"], "uniq"),
    (["find", "x"], "search"), (["list", "db"], "groups or info"), (["reindex", "db"], "rebuild"),
    (["update", "db"], "annotate"), (["diff", "a", "b"], "explain"), (["add", "db", "x"], "index"),
    (["version"], "--version"), (["-v"], "--version"), (["--verison"], "--version"),
    (["model", "shwo", "db"], "show"),
    (["uniq", "x", "--threshold", "0.9"], "--distance"), (["uniq", "x", "--similarity=0.9"], "--distance"),
    (["uniq", "x", "-d", "0.1"], "--distance"), (["uniq", "x", "-j", "2"], "--threads"),
    (["uniq", "x", "--num_workers", "2"], "--threads"), (["uniq", "x", "--column", "body"], "--text-field"),
    (["sign", "x", "--num_perm", "64"], "--permutations"), (["sign", "x", "--ngram", "3"], "--shingles"),
    (["index", "-v", "db", "x"], "--verbose"), (["groups", "db", "--top", "3"], "--rows"),
    (["search", "db", "x", "--limit", "3"], "--rows"), (["search", "db", "x", "-n", "3"], "--rows"),
    (["similar", "db", "x", "-n", "3"], "--rows"), (["search", "db", "x", "--offset", "3"], "--start"),
    (["search", "db", "x", "--json"], "--format"), (["prepare", "db", "-o", "x"], "--output"),
    (["stats", "count", "x", "--out", "y"], "--output"),
    (["search", "--colapse", "exact", "db", "x"], "--collapse"),
    (["groups", "db", "--formt=json"], "--format"), (["groups", "-format", "json"], "--format"),
    (["index", "db", "file", "--wrods", "10"], "--words"),
    # Also where an argument is missing, which is of less help.
    (["annotate", "--metods", "exact"], "--methods"), (["search", "--hlp"], "--help")],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value)
def test_a_slip_gets_a_suggestion(descry, typed, meant):
    result = descry(*typed, code=ERROR)
    assert f"did you mean {meant}?" in result.err.splitlines()[0]


@pytest.mark.parametrize("typed, told", [
    (["--threshold", "0.9"], "--distance? Distance is 1 - similarity: 0.1 for 0.9"),
    (["--similarity=.8"], "--distance? Distance is 1 - similarity: 0.2 for 0.8"),
    (["--threshold"], "--distance? Distance is 1 - similarity: 0.15 for 0.85"),
    (["--threshold", "90"], "--distance? Distance is 1 - similarity: 0.15 for 0.85")], ids=" ".join)
def test_a_similarity_is_told_as_a_distance(descry, typed, told):
    assert descry("uniq", "x", *typed, code=ERROR).err.splitlines()[0].endswith(told)


@pytest.mark.parametrize("typed", [["uniq", "x", "-o", "y"], ["uniq", "x", "--output=y"], ["search", "db", "x", "--out", "y"],
                                   ["sign", "x", "-o", "y"]], ids=" ".join)
def test_results_go_to_standard_output(descry, typed):
    first = descry(*typed, code=ERROR).err.splitlines()[0]
    assert first.endswith("; results go to standard output: put > FILE at the end")


def test_an_output_is_not_promised_where_there_is_no_result(descry):
    assert "standard output" not in descry("delete", "db", "x", "-o", "y", code=ERROR).err


@pytest.mark.parametrize("typed, told", [
    (["search", "quokka", "{db}"], 'the database comes first, and the query last: descry search {db} "quokka"'),
    (["search", "big", "quokka", "{db}"], 'the query last: descry search {db} "big quokka"'),
    (["search", "{db}", "big", "quokka"], 'big is not a database; put the query in quotes: descry search {db} "big quokka"'),
    (["search", "{db}", "{db}", "big", "quokka"], 'descry search {db} {db} "big quokka"'),
    (["index", "{file}", "{db}"], "{file} is not a Xapian database, which comes first: descry index DB INPUT..."),
    (["index", "{file}", "{new}"], "{file} is not a Xapian database, which comes first: descry index DB INPUT..."),
    (["similar", "doc00000", "{db}"], "which comes first: descry similar DB [ID]"),
    (["explain", "doc00000", "doc00001", "{db}"], "which comes first: descry explain DB A B"),
    (["delete", "doc00000", "{db}"], "which comes first: descry delete DB ID..."),
    (["model", "export", "{new}", "{db}"], "which comes first: descry model export DB FILE"),
    (["model", "import", "{file}", "{db}"], "which comes first: descry model import DB FILE")],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_arguments_in_another_order(descry, index, jsonl, tmp_path, typed, told):
    names = {"db": index, "file": jsonl, "new": tmp_path / "new"}
    result = descry(*[word.format(**names) for word in typed], code=ERROR)
    assert result.out == b""
    assert result.err.endswith(told.format(**names) + "\n") and len(result.err.splitlines()) == 1
    assert not names["new"].exists()


@pytest.mark.parametrize("typed", [["search", "{db}", "{db}.missing.db", "quokka"], ["search", "{db}", "./missing", "quokka"],
                                   ["search", "missing", "quokka"], ["similar", "{db}.missing", "doc00000"]], ids=" ".join)
def test_what_is_missing_is_no_slip_of_order(descry, index, typed):
    result = descry(*[word.format(db=index) for word in typed], code=ERROR)
    assert "No such file" in result.err and "first" not in result.err and "quotes" not in result.err


@pytest.mark.parametrize("typed", [["dedupe"], ["delte", "db", "1"], ["delet", "db"], ["del", "db", "1"], ["dele"],
                                   ["remove", "db", "1"], ["deduplicate", "db", "--delet"],
                                   ["deduplicate", "db", "--dele"], ["deduplicate", "db", "--yse"]], ids=" ".join)
def test_what_deletes_is_not_guessed(descry, typed):
    first = descry(*typed, code=ERROR).err.splitlines()[0]
    assert typed[-1] in first or typed[0] in first
    assert not {"delete", "delete?", "--delete", "--delete?", "--yes", "--yes?"} & set(first.split())


@pytest.mark.parametrize("arguments, message", [
    (["uniq", "x", "--distance", "15"], 'must be a number from 0 to 0.4, not "15"; did you mean 0.15?'),
    (["rebuild", "x", "--distance", "8.5"], 'must be a number from 0 to 0.4, not "8.5"; did you mean 0.085?'),
    (["uniq", "x", "--distance", "15%"], "did you mean 0.15?"), (["evaluate", "x", "--distance", "100"], "did you mean 1?"),
    (["join", "resemblance", "--min", "50"], "did you mean 0.5?"),
    (["uniq", "x", "--distance", "near"], 'must be a number from 0 to 0.4, not "near"'),
    (["uniq", "x", "--distance", "-0.1"], 'must be a number from 0 to 0.4, not "-0.1"'),
    (["uniq", "x", "--distance", "150"], 'must be a number from 0 to 0.4, not "150"'),
    (["uniq", "x", "--distance", "60"], 'must be a number from 0 to 0.4, not "60"'),
    (["uniq", "x", "--distance", "40%"], 'must be a number from 0 to 0.4, not "40%"; did you mean 0.4?'),
    (["uniq", "x", "--memory", "0"], 'must be a number from 1 to 1048576, not "0"')], ids=lambda value: str(value)[:60])
def test_limits_are_plain(descry, arguments, message):
    first = descry(*arguments, code=ERROR).err.splitlines()[0]
    assert first.endswith(message) and "000000" not in first


@pytest.mark.parametrize("option", [["uniq", "x", "--distance"], ["report", "x", "--distance"], ["index", "x", "y", "--distance"],
                                    ["rebuild", "x", "--distance"], ["prepare", "x", "--distance"], ["groups", "x", "--distance"],
                                    ["uniq", "x", "--contained"], ["rebuild", "x", "--contained"],
                                    ["evaluate", "x", "--distance"], ["join", "resemblance", "--min"]], ids=" ".join)
@pytest.mark.parametrize("number", ["nan", "-nan", "inf", "-inf", "NaN", "1e999"])
def test_numbers_are_finite(descry, option, number):
    first, usage, _ = descry(*option[:-1], f"{option[-1]}={number}", code=ERROR).err.splitlines()
    assert first.endswith(f'{option[-1]}: "{number}" is not a number') and ": usage: " in usage


@pytest.mark.parametrize("command", ["uniq", "report", "index", "rebuild", "prepare", "groups"])
def test_help_says_how_far_a_distance_goes(descry, command):
    told = " ".join(descry(command, "--help").text.partition("--distance")[2].split())
    assert "(0 to 0.4)" in told.partition(" --")[0]


@pytest.mark.parametrize("typed", [["frobnicate"], ["search", "db", "--frobnicate"], ["x"]],
                         ids=" ".join)
def test_nothing_is_suggested_that_is_unlike(descry, typed):
    result = descry(*typed, code=ERROR)
    assert "did you mean" not in result.err and typed[-1] in result.err.splitlines()[0]


def test_a_query_that_looks_like_an_option(descry, index):
    refused = descry("search", index, "-quokka", code=ERROR)
    assert "put -- before" in refused.err
    assert descry("search", index, "--", "-quokka", "--format", "json", code=None)


@pytest.mark.parametrize("arguments, message", [
    (["search", "{db}"], "descry search needs DB... QUERY: at least 2 arguments, not 1"),
    (["groups"], "DB is missing"), (["explain", "{db}", "a", "b", "c"], "unexpected argument c"),
    (["groups", "{db}", "--by"], "--by needs a value"),
    (["groups", "{db}", "--min-size", "few"], '--min-size: must be a number from 1 to 1000000000, not "few"'),
    (["search", "{db}", "x", "--rows", "-1"], '--rows: must be a number from 0 to 4294967295, not "-1"'),
    (["search", "{db}", "x", "--rows", "1", "--rows", "2"], "--rows is given more than once"),
    (["evaluate", "{db}", "--gold", "g", "--make-gold", "g"], "cannot be combined")],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value))
def test_usage_errors_are_plain(descry, index, arguments, message):
    result = descry(*[argument.format(db=index) for argument in arguments], code=ERROR)
    first, usage, more = result.err.splitlines()
    assert first.startswith(f"{program_of(arguments)}: ") and message in first
    assert usage.startswith(f"{program_of(arguments)}: usage: descry") and more.endswith("for more information.")


EXCEPTIONS = re.compile(r"\w+(Error|Exception)\b|exception|filesystem error|CLI::|std::")


@pytest.mark.parametrize("arguments, message", [
    (["info", "{missing}"], "{missing}: No such file or directory"),
    (["info", "{file}"], "{file}: not a Xapian database"),
    (["info", "{folder}"], "{folder}: not a Xapian database"),
    (["annotate", "{folder}"], "{folder}: not a Xapian database"),
    (["index", "{missing}/below/it", "{file}"], "{missing}/below/it: cannot be made"),
    (["index", "{file}", "/dev/null"], "{file}: not a Xapian database"),
    (["model", "export", "{db}", "{missing}/model"], "{missing}/model: cannot be made"),
    (["search", "{db}", "x", "--sort", "x"], 'descry: --sort: "x" has no direction'),
    (["evaluate", "{folder}/none"], "{folder}/none: cannot open: No such file or directory")],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value))
def test_messages_name_paths_and_no_exceptions(descry, index, tmp_path, arguments, message):
    names = {"db": index, "missing": tmp_path / "missing", "file": tmp_path / "file",
             "folder": tmp_path / "folder"}
    names["file"].write_text("words\n")
    names["folder"].mkdir()
    result = descry(*[argument.format(**names) for argument in arguments], code=ERROR)
    assert message.format(**names) in result.err
    assert not EXCEPTIONS.search(result.err), result.err


@pytest.mark.parametrize("record, command", [
    (b"descry:schema", ["info"]), (b"descry:groups", ["info"]), (b"descry:unfinished", ["annotate"]),
    (b"descry:signature-chain", ["index"])], ids=str)
def test_messages_about_damaged_records(descry, own_index, jsonl, record, command):
    writer = xapian.WritableDatabase(str(own_index))
    writer.set_metadata(record, b"{\"no")
    writer.commit()
    writer.close()
    inputs = [jsonl] if command == ["index"] else []
    result = descry(*command, own_index, *inputs, code=ERROR)
    assert record.decode() in result.err and not EXCEPTIONS.search(result.err), result.err
