"""kill -9 at any moment of a command that writes: by the clock, and at each kind of operation on its
files; and the same command, run again, ends where an undisturbed run ends."""
import time

import pytest

import accidents
from scenarios import SCENARIOS, check_accident, ends_of, state_of


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_killed_and_run_again(descry, world, tmp_path, accidents_each, chance, scenario):
    own, log = tmp_path / "own", tmp_path / "log"
    ends = ends_of(descry, world, scenario, own)
    arguments = scenario.prepare(world, own)
    operations = len(accidents.operations_of(descry, arguments, own, log, scenario.env()))
    begin = time.monotonic()
    descry(*scenario.prepare(world, own), env=scenario.env())
    duration = time.monotonic() - begin

    killed = under_way = 0
    for i in range(accidents_each):
        arguments = scenario.prepare(world, own)
        share = (i + chance.random()) / accidents_each
        if i % 2 == 0 and operations > 0:
            moment = f"operation {1 + int(share * operations)} of {operations}"
            env = accidents.environment(descry, own, scenario.env(),
                                        kill=1 + int(share * operations))
            run = descry.start(*arguments, env=env)
        else:
            moment = f"{share * duration:.3f} s"
            run = descry.start(*arguments, env=scenario.env())
            time.sleep(share * duration)
            run.kill()
        killed += run.wait() != 0
        print(moment)
        under_way += check_accident(descry, ends, own)
        scenario.run_again(descry, arguments)
        assert state_of(descry, scenario, own) == ends.after, moment
    print(f"{scenario.name}: {duration:.2f} s and {operations} operations undisturbed, {killed} of "
          f"{accidents_each} killed, {under_way} with some of the work on the disk")
    # The moments have to be spread over the run, or nothing was tested.
    assert killed >= accidents_each // 3
