"""Which files are installed: all that are public, nothing else, and none tells where it was built."""
import re

from tree import LIBDIR, PROGRAM, ROOT, TREE, run


def names(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def test_every_public_header_and_no_other():
    public = set((ROOT / "cmake/public-headers").read_text().split())
    assert public
    assert names(TREE / "include") == public


def test_the_libraries_and_how_they_are_found():
    by_build_type = {name for name in names(LIBDIR) if "/descryTargets-" in name}
    assert len(by_build_type) == 1
    assert names(LIBDIR) - by_build_type == {
        "libdescry_analyzers.a", "libdescry_base.a", "libdescry_collapse.a", "libdescry_decoding.a",
        "libdescry_engine.a", "libdescry_hashing.a", "libdescry_mechanics.a", "libdescry_plugin.a",
        "libdescry_signatures.a", "libdescry_texts.a",
        "pkgconfig/descry.pc", "cmake/descry/DescryModules.cmake",
        "cmake/descry/descryConfig.cmake", "cmake/descry/descryConfigVersion.cmake",
        "cmake/descry/descryTargets.cmake"}


def test_programs_that_run():
    assert names(TREE / "bin") == {"descry", "descry-lab"}
    for program in ("descry", "descry-lab"):
        assert run(TREE / "bin" / program, "--version").startswith(f"{program} ")


def test_the_documents():
    folder = TREE / "share/doc/descry"
    assert {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "SECURITY.md",
            "CITATION.cff"} <= names(folder)
    assert names(folder / "docs") == names(ROOT / "docs")


def test_links_of_the_installed_documents_lead_somewhere():
    fenced = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    pages = list((TREE / "share/doc/descry").rglob("*.md"))
    assert pages
    for page in pages:
        for link in re.findall(r"\]\(([^)\s#]+)[^)\s]*\)", fenced.sub("", page.read_text())):
            assert re.match(r"\w+:", link) or (page.parent / link).exists(), f"{page}: {link}"


def test_no_file_names_the_folder_of_the_sources():
    """Archives, which hold debugging information, may."""
    for path in TREE.rglob("*"):
        if path.is_file() and path.suffix != ".a" and path.parent != PROGRAM.parent:
            assert str(ROOT).encode() + b"/" not in path.read_bytes().replace(
                str(TREE).encode(), b""), path
