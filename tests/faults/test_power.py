"""Power cuts at any moment: what was not synced is lost, or is there in part."""
import shutil

import pytest

import accidents
from scenarios import SCENARIOS, check_accident, ends_of, state_of


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_power_cut_and_run_again(descry, world, tmp_path, accidents_each, chance, scenario):
    own, log = tmp_path / "own", tmp_path / "log"
    ends = ends_of(descry, world, scenario, own)
    arguments = scenario.prepare(world, own)
    start = shutil.copytree(own, tmp_path / "start")
    operations = accidents.operations_of(descry, arguments, own, log, scenario.env())
    assert any(operation.what in "SP" for operation in operations), "nothing is synced"
    # After the last one, too.
    moments = sorted({len(operations),
                      *(chance.randint(0, len(operations)) for _ in range(accidents_each))})
    under_way = 0
    for moment in moments:
        for what_is_left in (None, chance):
            shutil.rmtree(own)
            shutil.copytree(start, own)
            disk = accidents.Disk(own)
            for operation in operations[:moment]:
                disk.do(operation)
            disk.cut(what_is_left)
            print(f"operation {moment} of {len(operations)}", "in part" if what_is_left else "")
            under_way += check_accident(descry, ends, own)
            # A file that was said to be written is. Of an index Xapian may lose the last commit: it
            # does not sync the folder that its version file is renamed in.
            if moment == len(operations) and scenario.writes == "out":
                assert state_of(descry, scenario, own) == ends.after
            scenario.run_again(descry, arguments)
            assert state_of(descry, scenario, own) == ends.after
    print(f"{scenario.name}: {len(moments)} moments of {len(operations)} operations, "
          f"{under_way} cuts with some of the work on the disk")
