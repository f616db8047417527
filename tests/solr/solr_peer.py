"""A real Solr as a child process: peer/src/main/java/descry/SolrPeer.java tells its requests.

Needs java and mvn, and what Maven Central gives; Unavailable says what is missing. The build goes to
the folder that DESCRY_SOLR_PEER names, by default one for all trees in the user's cache, and is
made again when the sources change."""
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SOURCES = Path(__file__).parent / "peer"
DOWNLOAD_SECONDS = 600


class Unavailable(Exception):
    """No Solr can be had here, and why."""


def _sources_hash():
    digest = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*")):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _build_folder():
    cache = os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")
    return Path(os.environ.get("DESCRY_SOLR_PEER") or Path(cache) / "descry" / "solr-peer")


def build():
    """The folder of the classes and the list of jars, made where it is not yet."""
    for program in ("java", "mvn"):
        if not shutil.which(program):
            raise Unavailable(f"no program {program}")
    folder = _build_folder() / _sources_hash()
    if (folder / "classpath").exists() and _jars_are_there(folder):
        return folder
    command = ["mvn", "-q", "-B", "-f", SOURCES / "pom.xml", f"-Dpeer.build={folder}",
               "process-classes"]
    try:
        made = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=DOWNLOAD_SECONDS)
    except subprocess.TimeoutExpired:
        raise Unavailable(f"mvn took over {DOWNLOAD_SECONDS} s") from None
    if made.returncode != 0:
        if "COMPILATION ERROR" in made.stdout:
            raise RuntimeError(made.stdout)
        raise Unavailable("mvn: " + made.stdout.strip()[:300])
    return folder


def _jars_are_there(folder):
    return all(Path(jar).exists() for jar in (folder / "classpath").read_text().split(":"))


class SolrPeer:
    """Answers are dicts: status, response, and error where Solr refused."""

    def __init__(self, *, memory="2g", short=True):
        folder = build()
        self._home = tempfile.TemporaryDirectory(prefix="solr-peer-")
        self._messages = open(Path(self._home.name) / "messages", "w+b")
        classpath = f"{folder}/classes:{(folder / 'classpath').read_text()}"
        # A short run is over before the best code is compiled.
        compiler = ["-XX:TieredStopAtLevel=1"] if short else []
        self._process = subprocess.Popen(
            ["java", f"-Xmx{memory}", *compiler, "-Ddisable.v2.api=true", "-cp", classpath,
             "descry.SolrPeer", self._home.name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages, text=True,
            encoding="utf-8")

    def ask(self, op, **request):
        self._process.stdin.write(json.dumps({"op": op, **request}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            self._messages.seek(0)
            raise RuntimeError("Solr ended: " + self._messages.read()[-2000:].decode())
        return json.loads(line)

    def core(self, chains):
        return self._done(self.ask("core", chains=chains))

    def clear(self):
        return self._done(self.ask("clear"))

    def update(self, documents, **parameters):
        """@a documents: a list, or its JSON text, where it matters how numbers are written."""
        body = documents if isinstance(documents, str) else json.dumps(documents)
        return self.ask("update", params=pairs(parameters), body=body)

    def select(self, parameters):
        return self.ask("select", params=pairs(parameters))

    def time(self, parameters, repeat):
        return self.ask("time", params=pairs(parameters), repeat=repeat)

    def _done(self, answer):
        if answer["status"] != 200:
            raise RuntimeError(answer["error"])
        return answer

    def close(self):
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._process.stdout.close()
        self._messages.close()
        self._home.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def pairs(parameters):
    """As a list of [name, value]; from a dict, whose values may be lists, or a list of them."""
    if not isinstance(parameters, dict):
        return [list(pair) for pair in parameters]
    return [[name.replace("__", "."), str(value)] for name, values in parameters.items()
            for value in (values if isinstance(values, list) else [values])]
