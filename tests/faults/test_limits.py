"""Too little memory, and a lock that somebody else holds."""
import subprocess

import pytest
import xapian

from program import DONE, ERROR
from scenarios import SCENARIOS, check_accident, ends_of, state_of

MIB = 1 << 20


# They have no --threads.
OF_ONE_THREAD = ("deduplicate ", "delete ", "model import ", "model export ", "stats merge ")


def run_with(descry, arguments, env, address_space):
    limit = ["prlimit", f"--as={address_space}"]
    one_thread = [] if " ".join(map(str, arguments)).startswith(OF_ONE_THREAD) else ["--threads", 1]
    return descry(*arguments, *one_thread, env=env, code=None, prefix=limit)


@pytest.fixture(scope="module")
def least(descry):
    """The address space in which the program can say its version, in MiB."""
    for mebibytes in range(16, 1024):
        done = subprocess.run(["prlimit", f"--as={mebibytes * MIB}", descry.path, "--version"],
                              capture_output=True)
        if done.returncode == DONE:
            return mebibytes
    pytest.fail("the program does not start in 1 GiB")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_out_of_memory(descry, world, tmp_path, accidents_each, chance, least, scenario):
    """An error that says so, or the work is done; and with more memory it is done."""
    own = tmp_path / "own"
    ends = ends_of(descry, world, scenario, own)
    failed = 0
    for _ in range(accidents_each):
        arguments = scenario.prepare(world, own)
        mebibytes = least + 6 * chance.random()
        done = run_with(descry, arguments, scenario.env(), int(mebibytes * MIB))
        print(f"{mebibytes:.1f} MiB: exit code {done.code}")
        assert done.code in (DONE, ERROR), done.err
        if done.code == ERROR:
            failed += 1
            assert "out of memory" in done.err, done.err
        check_accident(descry, ends, own)
        scenario.run_again(descry, arguments)
        assert state_of(descry, scenario, own) == ends.after
    print(f"{scenario.name}: {failed} of {accidents_each} had too little memory")


@pytest.mark.parametrize("scenario", [s for s in SCENARIOS if s.writes == "db" and s.start],
                         ids=lambda scenario: scenario.name)
def test_locked_by_another(descry, world, tmp_path, scenario):
    own = tmp_path / "own"
    arguments = scenario.prepare(world, own)
    before = state_of(descry, scenario, own)
    writer = xapian.WritableDatabase(str(own / "db"), xapian.DB_OPEN)
    failed = descry(*arguments, code=ERROR)
    assert "is being written by another program" in failed.err and str(own) in failed.err
    assert state_of(descry, scenario, own) == before
    writer.close()
    descry(*arguments)
