"""descry in the place of Solr: the program solr_answers, and how two answers are compared."""
import json
import math
import os
import subprocess
from pathlib import Path

from solr_peer import pairs

BUILT = Path(__file__).parents[2] / "build/release/tests/solr/solr_answers"
# Times, messages, and the greatest score (which is the text "NaN" in Solr's expanded groups).
NOT_COMPARED = {"responseHeader", "maxScore", "error"}


class DescryAnswers:
    """As SolrPeer, but for time()."""

    def __init__(self):
        program = os.environ.get("DESCRY_SOLR_ANSWERS", BUILT)
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True, encoding="utf-8")

    def ask(self, op, **request):
        self._process.stdin.write(json.dumps({"op": op, **request}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"solr_answers ended: {self._process.wait()}"
        return json.loads(line)

    def core(self, chains, **means):
        """@a means: shards, columns, whole_limit, as SolrIndex has them."""
        return self.ask("core", chains=chains, **means)

    def clear(self):
        return self.ask("clear")

    def update(self, documents, **parameters):
        body = documents if isinstance(documents, str) else json.dumps(documents)
        return self.ask("update", params=pairs(parameters), body=body)

    def select(self, parameters):
        return self.ask("select", params=pairs(parameters))

    def close(self):
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._process.stdout.close()


def difference(solr, descry):
    """Where two answers differ; empty where they are the same but for the last digits of scores."""
    if (solr["status"] != 200) != (descry["status"] != 200):
        return f"Solr: {solr.get('error', 'answers')}; descry: {descry.get('error', 'answers')}"
    return "" if solr["status"] != 200 else _difference(solr["response"], descry["response"], "")


def _difference(solr, descry, place):
    if isinstance(solr, dict) and isinstance(descry, dict):
        for name in sorted((solr.keys() | descry.keys()) - NOT_COMPARED):
            if name not in solr or name not in descry:
                return f"{place}/{name}: {'Solr' if name not in solr else 'descry'} has none"
            found = _difference(solr[name], descry[name], f"{place}/{name}")
            if found:
                return found
        return ""
    if isinstance(solr, list) and isinstance(descry, list) and len(solr) == len(descry):
        for i, (a, b) in enumerate(zip(solr, descry)):
            found = _difference(a, b, f"{place}/{i}")
            if found:
                return found
        return ""
    if _is_number(solr) and _is_number(descry) and math.isclose(solr, descry, rel_tol=1e-6):
        return ""
    return "" if solr == descry else f"{place}: Solr {solr}, descry {descry}"


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)
