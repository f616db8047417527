"""A disk that is full at any write: an error that says so, nothing lost, and room is all it takes."""
import resource
import shutil
import signal
import subprocess

import pytest

import accidents
from program import DONE, ERROR
from scenarios import SCENARIOS, check_accident, ends_of, state_of

INDEXES = [scenario for scenario in SCENARIOS if scenario.writes == "db"]
OUTPUTS = [scenario for scenario in SCENARIOS if scenario.writes == "out"]


def named(scenario):
    return scenario.name


def finish(descry, ends, own, arguments, what):
    """After the accident, and once there is room."""
    check_accident(descry, ends, own)
    ends.scenario.run_again(descry, arguments)
    assert state_of(descry, ends.scenario, own) == ends.after, what


@pytest.mark.parametrize("scenario", INDEXES, ids=named)
def test_full_from_one_write_on(descry, world, tmp_path, accidents_each, chance, scenario):
    own, log = tmp_path / "own", tmp_path / "log"
    ends = ends_of(descry, world, scenario, own)
    arguments = scenario.prepare(world, own)
    operations = accidents.operations_of(descry, arguments, own, log, scenario.env())
    needing_room = [i + 1 for i, operation in enumerate(operations) if operation.what in "CWR"]
    shares = [(i + chance.random()) / accidents_each for i in range(accidents_each)]
    moments = {needing_room[int(share * len(needing_room))] for share in shares}
    # Each file of a new index is created in its own way.
    if scenario.name == "index-new":
        moments.update(needing_room[:12])
    for moment in sorted(moments):
        arguments = scenario.prepare(world, own)
        env = accidents.environment(descry, own, scenario.env(), full=moment)
        print(f"operation {moment} of {len(operations)}")
        failed = descry(*arguments, env=env, code=ERROR)
        assert "No space left on device" in failed.err, failed.err
        assert "another program" not in failed.err, failed.err
        finish(descry, ends, own, arguments, moment)


@pytest.mark.parametrize("scenario", OUTPUTS, ids=named)
def test_outputs_without_room(descry, world, tmp_path, accidents_each, chance, scenario):
    """Each size but the whole: the limit on a file's size is met where a full disk would be."""
    own = tmp_path / "own"
    ends = ends_of(descry, world, scenario, own)
    size = len(ends.after["out"])
    for room in {0, size - 1, *(chance.randrange(size) for _ in range(accidents_each))}:
        arguments = scenario.prepare(world, own)

        def limit(room=room):
            # Else the limit kills before it can be reported.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        done = subprocess.run(descry.command(*arguments, "--quiet"), capture_output=True, text=True,
                              preexec_fn=limit)
        assert done.returncode == ERROR, room
        # The limit is that of temporary files, too.
        is_told = "File too large" in done.stderr or "no room in" in done.stderr
        assert is_told and done.stderr.count("\n") == 1, done.stderr
        assert state_of(descry, scenario, own) == ends.before, room


@pytest.fixture
def disk(tmp_path):
    folder = tmp_path / "disk"
    if not accidents.mount(folder, 1):
        pytest.skip("a small file system is mounted by root alone")
    yield folder
    accidents.unmount(folder)


def resize(disk, kibibytes):
    subprocess.run(["mount", "-o", f"remount,size={kibibytes}k", disk], check=True)


def kibibytes_of(folder):
    done = subprocess.run(["du", "-sk", folder], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[0])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=named)
def test_small_file_system(descry, world, disk, accidents_each, chance, scenario):
    """As above, by the kernel: from what the index takes to what the command needs."""
    own = disk / "own"
    resize(disk, 1 << 20)
    ends = ends_of(descry, world, scenario, own)
    needed = kibibytes_of(disk)
    scenario.prepare(world, own)
    held = kibibytes_of(disk)
    refused = 0
    for _ in range(accidents_each):
        resize(disk, 1 << 20)
        arguments = scenario.prepare(world, own)
        room = chance.randint(held, max(held, needed - 4))
        resize(disk, room)
        done = descry(*arguments, env=scenario.env(), code=None)
        print(f"{room} KiB of {held} to {needed}: exit code {done.code}")
        assert done.code in (DONE, ERROR)
        if done.code == ERROR:
            refused += 1
            assert "No space left on device" in done.err, done.err
        resize(disk, 1 << 20)
        finish(descry, ends, own, arguments, room)
    print(f"{scenario.name}: {refused} of {accidents_each} had too little room")


def test_nothing_is_written_to_read_only_media(descry, world, disk):
    resize(disk, 1 << 20)
    before = {}
    for scenario in SCENARIOS:
        before[scenario.name] = scenario.prepare(world, disk / scenario.name)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    try:
        for scenario in SCENARIOS:
            failed = descry(*before[scenario.name], code=ERROR)
            assert str(disk) in failed.err, failed.err
            assert "Read-only file system" in failed.err, failed.err
        db = disk / "rebuild" / "db"
        for reading in (["info", db], ["search", db, "*"], ["groups", db], ["model", "show", db],
                        ["rebuild", db, "--dry-run"], ["stats", "export", db, "/dev/null"]):
            descry(*reading)
    finally:
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
    for scenario in SCENARIOS:
        kept = {file.name: file.read_bytes() for file in (disk / scenario.name).rglob("*")
                if file.is_file()}
        again = disk / "again"
        scenario.prepare(world, again)
        assert kept == {file.name: file.read_bytes() for file in again.rglob("*")
                        if file.is_file()}
        shutil.rmtree(again)
