"""Debian's package and the lists of packages say the same."""
import re

from tree import ROOT, LIBDIR, run

CONTROL = re.sub(r"^#.*\n", "", (ROOT / "debian/control").read_text(), flags=re.MULTILINE)


def field(name, paragraph):
    """The package names of a field of a paragraph, without versions and conditions."""
    text = re.search(rf"^{name}:(.*(?:\n .*)*)", paragraph, re.MULTILINE).group(1)
    return {re.match(r"[\w.+-]+", part.strip()).group()
            for part in text.split(",") if part.strip() and "$" not in part}


def test_the_package_needs_what_a_build_needs():
    needed = {line for line in (ROOT / "tools/dev/packages-to-build").read_text().split("\n")
              if line and not line.startswith("#")}
    # build-essential has the compiler.
    assert needed - {"g++"} <= field("Build-Depends", CONTROL)


def test_the_library_needs_what_its_files_name():
    modules = re.search(r"^Requires: (.*)$", (LIBDIR / "pkgconfig/descry.pc").read_text(),
                        re.MULTILINE).group(1)
    paragraph = CONTROL[CONTROL.index("Package: libdescry-dev"):]
    for module in re.findall(r"[a-z][\w.-]*", modules):
        folder = run("pkg-config", "--variable=pcfiledir", module).strip()
        package = run("dpkg", "-S", f"{folder}/{module}.pc").partition(":")[0]
        assert package in field("Depends", paragraph), module


def test_the_versions_agree():
    version = re.search(r"project\(descry VERSION ([\d.]+)",
                        (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert (ROOT / "debian/changelog").read_text().startswith(f"descry ({version})")
