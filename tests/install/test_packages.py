"""Debian's package and the lists of packages say the same."""
import re

from tree import LIBDIR, ROOT, TREE, run

CONTROL = re.sub(r"^#.*\n", "", (ROOT / "debian/control").read_text(), flags=re.MULTILINE)


def dependencies(name, paragraph):
    """What stands between the commas of a field of a paragraph."""
    text = re.search(rf"^{name}:(.*(?:\n .*)*)", paragraph, re.MULTILINE).group(1)
    return {part.strip() for part in text.split(",") if part.strip() and "$" not in part}


def field(name, paragraph):
    """The package names of a field of a paragraph, without versions and conditions."""
    return {re.match(r"[\w.+-]+", part).group() for part in dependencies(name, paragraph)}


def listed(name):
    return {line for line in (ROOT / "tools/dev" / name).read_text().split("\n")
            if line and not line.startswith("#")}


def test_the_package_needs_what_a_build_needs():
    # build-essential has the compiler.
    assert listed("packages-to-build") - {"g++"} <= dependencies("Build-Depends", CONTROL)


def test_build_packages_installs_what_the_package_needs():
    there = {name.split()[0] for name in listed("packages-to-build") | listed("packages-to-package")}
    assert {name.replace("debhelper-compat", "debhelper") for name in field("Build-Depends", CONTROL)} <= there


def test_the_library_needs_what_its_files_name():
    modules = re.search(r"^Requires: (.*)$", (LIBDIR / "pkgconfig/descry.pc").read_text(),
                        re.MULTILINE).group(1)
    paragraph = CONTROL[CONTROL.index("Package: libdescry-dev"):]
    for module in re.findall(r"[a-z][\w.-]*", modules):
        folder = run("pkg-config", "--variable=pcfiledir", module).strip()
        package = run("dpkg", "-S", f"{folder}/{module}.pc").partition(":")[0]
        assert package in field("Depends", paragraph), module


def test_pages_and_examples_are_installed_as_they_are():
    """dh_compress packs what is larger than 4 KiB: links and commands would miss it."""
    rules = (ROOT / "debian/rules").read_text()
    kept = re.findall(r"--exclude=(\S+)", re.search(r"^\tdh_compress (.*)$", rules, re.MULTILINE)[1])
    documents = TREE / "share/doc/descry"
    for path in documents.rglob("*"):
        name = f"doc/descry/{path.relative_to(documents)}"
        if path.is_file() and path.name != "LICENSE":
            assert any(part in name for part in kept), name


def test_the_licence_is_debians_copy():
    links = (ROOT / "debian/descry.links").read_text().split()
    assert links == ["usr/share/common-licenses/GPL-2", "usr/share/doc/descry/LICENSE"]
    assert links[1] in (ROOT / "debian/not-installed").read_text()


def test_the_versions_agree():
    version = re.search(r"project\(descry VERSION ([\d.]+)",
                        (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert (ROOT / "debian/changelog").read_text().startswith(f"descry ({version}-")
