"""The JSON of `descry serve`: what the commands print, described by its OpenAPI file."""
import http.client
import json
import os
import re
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

sys.path.insert(0, os.path.dirname(__file__))
from made import Writer  # noqa: E402
from served import Served  # noqa: E402

# The most frequent one of the collection.
WORD = Writer(1).words[0]


@pytest.fixture(scope="module")
def served(descry, index):
    with Served(descry, index, "--read-only") as service:
        yield service


@pytest.fixture(scope="module")
def pair(descry, index):
    """A head and its first other member."""
    group = descry("groups", index, "--format", "json", "--rows", 1).json_lines()[0]
    return [member["id"] for member in group["members"][:2]]


def schema_of(api, path, method, status="200"):
    content = api["paths"][path][method]["responses"][status]["content"]
    return {**content["application/json"]["schema"], "components": api["components"]}


def test_answers_are_as_their_description_says(served, pair):
    jsonschema = pytest.importorskip("jsonschema")
    api = served.json("/v1/openapi.json")
    assert api["openapi"] == "3.1.0"
    answers = [
        ("/v1/search", "/v1/search", dict(q=WORD, rows=3, expand=2)),
        ("/v1/search", "/v1/search", dict(q="*", collapse="none", group=0, rows=0)),
        ("/v1/search", "/v1/search", dict(q=WORD, group=2, rows=2)),
        ("/v1/similar", "/v1/similar", dict(id=pair[1])),
        ("/v1/similar", "/v1/similar", dict(text="nothing of this kind")),
        ("/v1/groups", "/v1/groups", dict(rows=3)),
        ("/v1/groups", "/v1/groups", dict(id=pair[0])),
        ("/v1/explain", "/v1/explain", dict(a=pair[0], b=pair[1])),
        ("/v1/documents/{id}", "/v1/documents/" + pair[0], {}),
        ("/v1/decisions", "/v1/decisions", {}),
        ("/healthz", "/healthz", {}),
    ]
    for described, path, parameters in answers:
        jsonschema.validate(served.json(path, **parameters), schema_of(api, described, "get"))
    error = {**api["components"]["responses"]["Error"]["content"]["application/json"]["schema"],
             "components": api["components"]}
    jsonschema.validate(served.json("/v1/search", status=400, q="a AND AND"), error)


def test_every_parameter_that_is_described_is_known(served, pair):
    api = served.json("/v1/openapi.json")
    for path, methods in api["paths"].items():
        names = {parameter["name"] for parameter in methods.get("get", {}).get("parameters", [])}
        if "{" in path or not names:
            continue
        unknown = served.error(path, 400, nonsense="1", **({"a": "1", "b": "2"} if "a" in names else
                                                           {"id": "1"} if path == "/v1/similar" else {}))
        assert "nonsense" in unknown
        assert {name.strip() for name in unknown.split("there are")[1].split(",")} == names


def test_a_search_answers_what_the_command_prints(descry, index, served):
    for options, parameters in [((), {}), (("--rows", 3, "--start", 2), dict(rows=3, start=2)),
                                (("--expand", 2), dict(expand=2)), (("--collapse", "none"), dict(collapse="none")),
                                (("--group-limit", 2), dict(group=2)), (("--sort", "docid desc"), dict(sort="docid desc"))]:
        printed = descry("search", index, WORD, "--format", "json", *options).json()
        assert served.json("/v1/search", q=WORD, **parameters) == printed


def test_groups_are_those_of_the_index(descry, index, served):
    printed = descry("groups", index, "--format", "json", "--sort", "least-alike").json_lines()
    answer = served.json("/v1/groups", rows=1000, members=1000)
    assert answer["groups"] == len(printed)
    assert answer["documents"] == sum(group["size"] for group in printed)
    assert [group["key"] for group in answer["results"]] == [group["key"] for group in printed]
    shown = [[member["id"] for member in group["members"]] for group in answer["results"]]
    assert shown == [[member["id"] for member in group["members"]] for group in printed]
    pages = [served.json("/v1/groups", rows=7, start=start)["results"]
             for start in range(0, len(printed), 7)]
    assert [group["key"] for page in pages for group in page] == [group["key"] for group in printed]
    sizes = [group["size"] for group in served.json("/v1/groups", sort="size", rows=1000)["results"]]
    assert sizes == sorted(sizes, reverse=True)
    least = served.json("/v1/groups", most=0.95, rows=1000, members=1000)
    assert 0 < least["groups"] < len(printed)
    for group in least["results"]:
        assert min(member["similarity"] for member in group["members"]) <= 0.95


def test_groups_are_sorted_by_a_field_of_their_heads(descry, tmp_path):
    """As --keep: numbers before texts, none last; a value of the index, or what is stored."""
    values = [10, "b", None, 9, "a", 2.5, 2**53 + 1, 2**53]
    rows = [{"id": f"{n}.{i}", "text": " ".join(Writer(n + 1).words[:40]) + " x" * i, "size": value, "rank": n * 7 % 5}
            for n, value in enumerate(values) for i in range(2)]
    for row in rows:
        if row["size"] is None:
            del row["size"]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    descry("index", tmp_path / "db", tmp_path / "a.jsonl", "--value", "rank:0:number")
    with Served(descry, tmp_path / "db", "--read-only") as service:
        def heads(sort):
            groups = service.json("/v1/groups", sort=sort)["results"]
            return [int(group["members"][0]["id"].split(".")[0]) for group in groups]
        assert sorted(heads("docid")) == list(range(8))
        assert heads("field:size") == [5, 3, 0, 7, 6, 4, 1, 2]
        assert heads("field:size desc") == [6, 7, 0, 3, 5, 1, 4, 2]
        ranks = [n * 7 % 5 for n in heads("field:rank")]
        assert ranks == sorted(ranks)
        assert "no document has the field" in service.error("/v1/groups", 400, sort="field:nothing")
        assert "field:NAME" in service.error("/v1/groups", 400, sort="nothing")
        page = service.ask("/groups", sort="field:size")[2].decode()
        assert '<option value="field:rank">by rank</option>' in page
        assert '<option value="field:size" selected="selected">by size</option>' in page
        assert re.findall(r'href="/group\?[^"]*', page)[0].count("sort=field%3Asize") == 1


def test_explain_and_documents_are_as_printed(descry, index, served, pair):
    assert (served.json("/v1/explain", a=pair[0], b=pair[1]) ==
            descry("explain", index, *pair, "--format", "json").json())
    assert served.json("/v1/documents/" + pair[0]) == descry("show", index, pair[0], "--format", "json").json()


def test_a_document_explained_with_itself_is_one_document(descry, index, served, documents):
    one = documents[0]["id"]
    explained = served.json("/v1/explain", a=one, b=one)
    assert (explained["decision"], explained["same_group"]) == ("same document", True)
    assert "both ids are of one document" in served.ask("/pair", a=one, b=one)[2].decode()
    assert b"both ids are of one document" in descry("explain", index, one, one).out


def test_a_text_finds_what_the_command_finds(descry, index, served, documents, tmp_path):
    text = documents[7]["text"] + " and one more thing"
    asked = tmp_path / "asked.jsonl"
    asked.write_text(json.dumps({"id": "x", "text": text}) + "\n")
    (printed,) = descry("similar", index, "--documents", asked).json_lines()
    del printed["id"]
    assert served.json("/v1/similar", "POST", body={"text": text}) == printed
    assert served.json("/v1/similar", text=text) == printed


def test_what_is_asked_wrongly_is_told(served):
    assert "rows" in served.error("/v1/search", 400, rows="many")
    assert "twice" in served.error("/v1/search", 400, q=["a", "b"])
    assert "nonsense" in served.error("/v1/search", 400, collapse="nonsense")
    assert "no such document" in served.error("/v1/documents/nobody", 404)
    assert "no such document" in served.error("/v1/explain", 404, a="nobody", b="nothing")
    assert "is missing" in served.error("/v1/explain", 400, a="x")
    assert "id or text" in served.error("/v1/similar", 400)
    assert "not a JSON object" in served.error("/v1/similar", 400, "POST", body="[1]")
    assert "unknown field" in served.error("/v1/similar", 400, "POST", body={"texts": "a"})
    assert "wrong type" in served.error("/v1/similar", 400, "POST", body={"text": 3})
    assert "openapi" in served.error("/v1/nothing", 404)
    assert "GET" in served.error("/v1/search", 405, "POST", body="x")
    assert "read-only" in served.error("/v1/documents", 403, "POST", body="{}")


@pytest.mark.parametrize("path, allowed", [
    ("/v1/search", "GET"), ("/v1/similar", "GET, POST"), ("/v1/decisions", "GET, POST"), ("/groups", "GET"),
    ("/solr/name/select", "GET, POST"), ("/healthz", "GET"), ("/v1/openapi.json", "GET"), ("/v1/documents", "POST"),
    ("/v1/documents/x", "GET, DELETE")])
def test_another_method_is_told_which_are_taken(served, path, allowed):
    status, headers, _ = served.ask(path, "PUT", body="x")
    assert (status, headers["Allow"]) == (405, allowed)


@pytest.mark.parametrize("path", ["/nope", "/v1/nope", "/v1/documentsx", "/v1/documents/"])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_an_address_that_is_none_has_no_methods(served, path, method):
    status, headers, _ = served.ask(path, method, body=None if method == "GET" else "x", token=served.token)
    assert status == 404 and "Allow" not in headers


def test_a_whole_number_is_an_integer(served):
    body = {"text": "x", "rows": 2}
    assert served.json("/v1/similar", "POST", body={**body, "rows": 2.0}) == served.json("/v1/similar", "POST", body=body)
    assert "rows" in served.error("/v1/similar", 400, "POST", body={**body, "rows": 2.5})
    assert "rows" in served.error("/v1/similar", 400, "POST", body={**body, "rows": -2.0})


def test_documents_are_there_once_they_are_answered(descry, own_index, documents):
    with Served(descry, own_index) as service:
        text = documents[3]["text"]
        before = service.json("/healthz")["documents"]
        added = service.json("/v1/documents", "POST", token=service.token,
                             body=[{"id": "new-1", "text": text + " x"}, {"id": "new-2", "text": text + " y"}])
        assert added == {"added": 2, "rejected": 0, "reasons": [], "documents": before + 2}
        group = service.json("/v1/groups", id="new-2", rows=1000)
        assert {"new-1", "new-2"} <= {member["id"] for member in group["members"]}
        replaced = service.json("/v1/documents", "POST", token=service.token,
                                body=json.dumps({"id": "new-1", "text": "all\nother words"}, indent=1))
        assert replaced["documents"] == before + 2
        assert service.json("/v1/documents/new-1")["text"] == "all\nother words"
        assert service.json("/v1/documents/new-2", "DELETE", token=service.token) == {"deleted": 1}
        service.error("/v1/documents/new-2", 404)
        service.error("/v1/documents/new-2", 404, "DELETE", token=service.token)
        rejected = service.json("/v1/documents", "POST", token=service.token,
                                body='{"id":"a","text":"fine"}\n{"id":"b"}\n{"id":\n')
        assert (rejected["added"], rejected["rejected"]) == (1, 2)
        assert [reason["place"] for reason in rejected["reasons"]] == ["body:2", "body:3"]
        assert service.json("/v1/documents", "POST", status=400, token=service.token, body='{"a":1}')["added"] == 0
    # Groups are those that `descry index` would have made of the same additions.
    descry("groups", own_index, "--format", "json")


def test_what_others_commit_is_seen(descry, own_index, tmp_path):
    with Served(descry, own_index) as service:
        before = service.json("/healthz")["documents"]
        line = tmp_path / "line.jsonl"
        line.write_text('{"id":"theirs","text":"written by another program"}\n')
        descry("index", own_index, line)
        time.sleep(0.3)
        assert service.json("/healthz")["documents"] == before + 1
        descry("rebuild", own_index, "--distance", 0.05)
        time.sleep(0.3)
        tight = descry("groups", own_index, "--format", "json").json_lines()
        assert service.json("/v1/groups")["groups"] == len(tight)


def test_readers_are_answered_while_documents_come(descry, own_index):
    with Served(descry, own_index) as service:
        end = time.monotonic() + 5

        def read(_):
            count = 0
            while time.monotonic() < end:
                service.json("/v1/search", q=WORD, expand=1)
                count += 1
            return count

        def write(number):
            count = 0
            while time.monotonic() < end:
                service.json("/v1/documents", "POST", token=service.token,
                             body={"id": f"w{number}-{count}", "text": f"some words and {number} {count}"})
                count += 1
            return count

        with ThreadPoolExecutor(6) as pool:
            reads = pool.map(read, range(3))
            writes = pool.map(write, range(3))
            assert min(reads) > 5 and min(writes) > 0


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.long)])
def test_nothing_that_was_answered_is_lost_by_a_kill(descry, own_index, kills):
    answered = []
    for attempt in range(kills):
        with Served(descry, own_index) as service:
            with ThreadPoolExecutor(3) as pool:
                def write(number):
                    for count in range(1000):
                        name = f"k{attempt}-{number}-{count}"
                        try:
                            service.json("/v1/documents", "POST", token=service.token,
                                         body={"id": name, "text": f"text of {name}"})
                        except OSError:
                            return
                        answered.append(name)
                list_of = [pool.submit(write, number) for number in range(3)]
                time.sleep(2.5)
                service.process.send_signal(signal.SIGKILL)
                service.process.wait()
                for each in list_of:
                    each.exception()
    assert answered
    with Served(descry, own_index) as service:
        for name in answered:
            assert service.json("/v1/documents/" + name)["text"] == f"text of {name}"


def test_files_are_grouped_and_served(descry, jsonl, index):
    with Served(descry, jsonl) as service:
        assert service.json("/v1/groups")["groups"] == len(descry("groups", index, "--format", "tsv").tsv()) - \
            sum(1 for row in descry("groups", index, "--format", "tsv").tsv() if row[1] == "0")
        assert "read-only" in service.error("/v1/documents", 403, "POST", body="{}", token=service.token)
        assert service.end() == 0


def test_decisions_are_written_at_once(descry, index, pair, tmp_path):
    kept, dropped = pair
    decisions = tmp_path / "decisions.tsv"
    with Served(descry, index, "--decisions", decisions) as service:
        def decide(decision, **rest):
            return service.json("/v1/decisions", "POST", token=service.token,
                                body={"id": dropped, "kept": kept, "decision": decision}, **rest)
        assert decide("keep")["decision"] == "keep"
        assert decisions.read_text() == f"{dropped}\t{kept}\tkeep\n"
        assert decide("swap")["decision"] == "swap"
        assert decisions.read_text() == f"{kept}\t{dropped}\tdrop\n"
        assert decide("drop")["decision"] == "drop"
        assert decisions.read_text() == f"{dropped}\t{kept}\tdrop\n"
        assert service.json("/v1/decisions")["decisions"] == [{"id": dropped, "kept": kept, "decision": "drop"}]
        assert service.ask("/v1/decisions", format="tsv")[2].decode() == decisions.read_text()
        assert decide("undo")["decision"] == ""
        assert decisions.read_text() == ""
        assert "keep, drop, swap" in service.error("/v1/decisions", 400, "POST", token=service.token,
                                                   body={"id": dropped, "kept": kept, "decision": "maybe"})
        service.error("/v1/decisions", 404, "POST", token=service.token,
                      body={"id": "nobody", "kept": kept, "decision": "drop"})
        assert "token" in service.error("/v1/decisions", 401, "POST",
                                        body={"id": dropped, "kept": kept, "decision": "drop"})
        decide("keep")
    with Served(descry, index, "--decisions", decisions) as service:
        assert len(service.json("/v1/decisions")["decisions"]) == 1
    with Served(descry, index) as service:
        assert "--decisions" in service.error("/v1/decisions", 403, "POST", token=service.token, body={
            "id": dropped, "kept": kept, "decision": "drop"})


def test_metrics_count(served):
    def requests():
        lines = served.ask("/metrics")[2].decode().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("descry_requests_total"))
    before = requests()
    served.json("/v1/search", q=WORD)
    assert requests() == before + 2


def test_any_query_may_be_asked_from_many_threads(served):
    """Queries of everything once shared a count that is not atomic."""
    def ask(path):
        end = time.monotonic() + 0.7
        bodies = set()
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
        while time.monotonic() < end:
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == 200
            bodies.add(answer.read())
        return bodies

    for path in ["/v1/search", f"/v1/search?q=-{WORD}", f"/v1/search?filter=*&q={WORD}&expand=1",
                 "/v1/search?collapse=none&rows=0", "/v1/groups?q=*", f"/?q={WORD}"]:
        with ThreadPoolExecutor(4) as pool:
            assert len(set.union(*pool.map(ask, [path] * 4))) == 1
    assert served.process.poll() is None


def test_a_document_is_visible_to_whoever_asks_after_its_answer(descry, own_index):
    with Served(descry, own_index) as service:
        end = time.monotonic() + 6

        def write(number):
            for count in range(1000):
                if time.monotonic() > end:
                    return
                name = f"v{number}-{count}"
                service.json("/v1/documents", "POST", token=service.token, body={"id": name, "text": f"text of {name}"})
                assert service.json("/v1/documents/" + name)["text"] == f"text of {name}"

        def read(_):
            while time.monotonic() < end:
                service.json("/v1/search", q=WORD)

        with ThreadPoolExecutor(6) as pool:
            tasks = [pool.submit(write, number) for number in range(4)] + [pool.submit(read, 0), pool.submit(read, 1)]
            for task in tasks:
                task.result()


def test_what_has_no_id_is_rejected(descry, own_index):
    with Served(descry, own_index) as service:
        before = service.json("/healthz")["documents"]
        for body in ["[]", '"x"', "[1,2]", "plain words", "<html>a page</html>"]:
            answer = service.json("/v1/documents", "POST", status=400, token=service.token, body=body)
            assert "/tmp" not in json.dumps(answer) and answer["error"]["status"] == 400
        assert service.json("/healthz")["documents"] == before
        service.json("/v1/documents", "POST", token=service.token, body={"id": "a\0b", "text": "nul"})
        assert service.json("/v1/documents/a%00b")["text"] == "nul"
        service.error("/v1/documents/a%00c", 404)
        service.error("/v1/documents/a", 404, "DELETE", token=service.token)


def test_a_value_that_is_left_out_is_told(descry, jsonl, tmp_path):
    descry("index", tmp_path / "db", jsonl, "--value", "price:10:number")
    with Served(descry, tmp_path / "db") as service:
        answer = service.json("/v1/documents", "POST", token=service.token,
                              body={"id": "v", "text": "some text", "price": "abc"})
        assert answer["added"] == 1 and "price" in answer["reasons"][0]["reason"]


def test_decisions_of_several_writers_are_all_kept(descry, index, pair, tmp_path):
    kept, dropped = pair
    other = next(group for group in descry("groups", index, "--format", "json").json_lines()
                 if kept not in [member["id"] for member in group["members"]])["members"]
    decisions = tmp_path / "d.tsv"
    with Served(descry, index, "--decisions", decisions) as one, Served(descry, index, "--decisions", decisions) as two:
        for service, a, b in [(one, dropped, kept), (two, other[1]["id"], other[0]["id"])]:
            service.json("/v1/decisions", "POST", token=service.token, body={"id": a, "kept": b, "decision": "drop"})
        with decisions.open("a") as file:
            file.write("x\ty\tkeep\n")
        assert len(one.json("/v1/decisions")["decisions"]) == 3
        one.json("/v1/decisions", "POST", token=one.token, body={"id": dropped, "kept": kept, "decision": "keep"})
        assert decisions.read_text().count("\n") == 3
        # Of documents in no group, nothing is to be decided; ids are written as they are.
        assert "not in one group" in one.error("/v1/decisions", 409, "POST", token=one.token,
                                       body={"id": dropped, "kept": other[0]["id"], "decision": "drop"})
        docid = one.json("/v1/documents/" + dropped)["docid"]
        one.json("/v1/decisions", "POST", token=one.token, body={"id": f"#{docid}", "kept": kept, "decision": "drop"})
        assert f"{dropped}\t{kept}\tdrop\n" in decisions.read_text()
        # What cannot be written is not decided.
        before = decisions.read_text()
        decisions.unlink()
        decisions.mkdir()
        assert one.ask("/v1/decisions", "POST", token=one.token,
                       body={"id": dropped, "kept": kept, "decision": "keep"})[0] == 500
        decisions.rmdir()
        decisions.write_text(before)
        assert {"id": dropped, "kept": kept, "decision": "drop"} in one.json("/v1/decisions")["decisions"]


def test_each_of_many_bodies_is_told_of_its_own_documents(descry, jsonl, tmp_path):
    descry("index", tmp_path / "db", jsonl, "--value", "price:10:number")
    with Served(descry, tmp_path / "db") as service, ThreadPoolExecutor(24) as pool:
        # They are committed together.
        answers = pool.map(lambda number: service.json("/v1/documents", "POST", token=service.token, body={
            "id": f"b{number}", "text": "some text", "price": "abc"}), range(24))
        assert [len(answer["reasons"]) for answer in answers] == [1] * 24
