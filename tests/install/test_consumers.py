"""Programs that link the installed library, found by CMake and by pkg-config."""
import os
import re
import shlex

from tree import EXAMPLES, LIBDIR, ROOT, TREE, run

EXAMPLE = EXAMPLES / "indexing_stage.cc"
CXX = [*shlex.split(os.environ["CXX"]), "-std=c++20"]


def shown_output():
    """What docs/indexing-stage.md shows the example to print."""
    page = (ROOT / "docs/indexing-stage.md").read_text()
    return re.search(r"^\$ indexing_stage_example .*\n([^`]*)```", page, re.MULTILINE).group(1)


def assert_works(program, folder):
    printed = run(program, folder / "lines.db", EXAMPLES / "harbour.txt", "regatta june")
    assert printed == shown_output()


def configure(folder, **options):
    return run("cmake", "-G", "Ninja", "-S", ROOT / "tests/install/consumer", "-B", folder,
               f"-DCMAKE_PREFIX_PATH={TREE}", f"-DCMAKE_CXX_COMPILER={CXX[0]}",
               f"-DEXAMPLE={EXAMPLE}",
               f"-DSEARCHER={EXAMPLES / 'collapsing_search.cc'}", **options)


def pkg_config(*options):
    found = {**os.environ, "PKG_CONFIG_PATH": str(LIBDIR / "pkgconfig")}
    return run("pkg-config", *options, "descry", env=found).split()


def test_find_package(tmp_path):
    configure(tmp_path)
    run("cmake", "--build", tmp_path)
    assert_works(tmp_path / "consumer", tmp_path)


def test_find_package_says_what_is_missing(tmp_path):
    """A machine without libmd's development files, though pkg-config knows the rest."""
    known = tmp_path / "known"
    known.mkdir()
    for module in "xapian-core icu-uc icu-i18n libxml-2.0 libxxhash zlib".split():
        folder = run("pkg-config", "--variable=pcfiledir", module).strip()
        (known / f"{module}.pc").symlink_to(f"{folder}/{module}.pc")
    # What these require privately is not looked at.
    said = configure(tmp_path / "build", code=1,
                     env={**os.environ, "PKG_CONFIG_LIBDIR": str(known), "PKG_CONFIG_PATH": ""})
    assert "pkg-config does not find libmd" in said


def test_pkg_config(tmp_path):
    run(*CXX, *pkg_config("--cflags"), "-c", EXAMPLE, "-o", tmp_path / "example.o")
    # With --whole-archive all parts of the library must find what they need, not the used ones.
    whole = ["-Wl,--whole-archive", *LIBDIR.glob("*.a"), "-Wl,--no-whole-archive"]
    for kind, archives in ((["--static"], []), ([], []), ([], whole)):
        program = tmp_path / "example"
        run(*CXX, tmp_path / "example.o", "-o", program, *archives, *pkg_config(*kind, "--libs"))
        assert_works(program, tmp_path)


def test_all_headers_need_nothing_that_is_not_installed(tmp_path):
    include = TREE / "include"
    headers = sorted(path.relative_to(include) for path in include.rglob("*.h"))
    source = tmp_path / "headers.cc"
    source.write_text("".join(f"#include <{header}>\n" for header in headers))
    run(*CXX, "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-fsyntax-only", *pkg_config("--cflags"), source)
