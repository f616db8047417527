"""`descry serve --stdio`: Model Context Protocol, as its revisions say."""
import json
import subprocess

import pytest

from made import Writer

# The most frequent one of the collection.
WORD = Writer(1).words[0]

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}}


@pytest.fixture
def agents(descry, index, tmp_path):
    def ask(*messages, decisions=True):
        lines = "".join((m if isinstance(m, str) else json.dumps(m)) + "\n" for m in messages)
        options = ["--decisions", tmp_path / "d.tsv"] if decisions else []
        return descry("serve", index, "--stdio", *options, stdin=lines.encode()).json_lines()
    return ask


def request(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def call(number, name, **arguments):
    return request(number, "tools/call", name=name, arguments=arguments, _meta=META)


def test_a_client_of_today_needs_no_handshake(agents):
    discovered, tools = agents(request("d", "server/discover", _meta=META), request(2, "tools/list", _meta=META))
    assert discovered["id"] == "d"
    assert discovered["result"]["supportedVersions"] == ["2026-07-28"]
    assert discovered["result"]["capabilities"] == {"tools": {}}
    assert discovered["result"]["resultType"] == "complete"
    assert [tool["name"] for tool in tools["result"]["tools"]] == ["search", "similar", "groups", "explain", "decide"]
    schemas = {tool["name"]: tool["inputSchema"] for tool in tools["result"]["tools"]}
    assert all(schema["type"] == "object" and not schema["additionalProperties"] for schema in schemas.values())
    # All that the API takes.
    assert {"q", "filter", "head", "expand_sort"} <= set(schemas["search"]["properties"])
    assert "fields" in schemas["similar"]["properties"] and "key" in schemas["groups"]["properties"]
    assert schemas["explain"]["required"] == ["a", "b"]
    assert schemas["decide"]["required"] == ["id", "kept", "decision"]
    assert all(tool["description"] for tool in tools["result"]["tools"])


@pytest.mark.parametrize("asked, given", [("2025-11-25", "2025-11-25"), ("2024-11-05", "2024-11-05"),
                                          ("1999-01-01", "2025-11-25")])
def test_an_older_client_is_greeted(agents, asked, given):
    (greeted, tools) = agents(
        request(1, "initialize", protocolVersion=asked, capabilities={}, clientInfo={"name": "x", "version": "1"}),
        {"jsonrpc": "2.0", "method": "notifications/initialized"}, request(2, "tools/list"))
    assert greeted["result"]["protocolVersion"] == given
    assert greeted["result"]["serverInfo"]["name"] == "descry"
    assert len(tools["result"]["tools"]) == 5


def test_an_unknown_version_is_refused_by_its_code(agents):
    (refused,) = agents(request(1, "tools/list", _meta={"io.modelcontextprotocol/protocolVersion": "1900-01-01"}))
    assert refused["error"]["code"] == -32022
    assert refused["error"]["data"] == {"supported": ["2026-07-28"], "requested": "1900-01-01"}


def test_tools_answer_what_commands_print(agents, descry, index, documents):
    group = descry("groups", index, "--format", "json", "--rows", 1).json_lines()[0]
    head, member = (entry["id"] for entry in group["members"][:2])
    found, similar, groups, explained = agents(
        call(1, "search", q=WORD, rows=2), call(2, "similar", text=documents[5]["text"]),
        call(3, "groups", rows=1, sort="docid"), call(4, "explain", a=head, b=member))
    printed = descry("search", index, WORD, "--rows", 2, "--format", "json").json()
    assert found["result"]["structuredContent"] == printed
    assert json.loads(found["result"]["content"][0]["text"]) == printed
    assert documents[5]["id"] in [entry["id"] for entry in similar["result"]["structuredContent"]["near"]]
    assert groups["result"]["structuredContent"]["results"][0]["key"] == group["key"]
    assert explained["result"]["structuredContent"]["same_group"] is True


def test_arguments_are_as_their_schemas_say(agents):
    """2.0 is an integer; null, which many clients send, a missing value."""
    plain, whole, share, none, needed, unknown, half = agents(
        call(1, "search", q=WORD, rows=2), call(2, "search", q=WORD, rows=2.0, facets=None),
        call(3, "similar", text=WORD, rows=2.0, share=1.0), call(4, "groups", q=None, rows=1),
        call(5, "explain", a="x", b=None), call(6, "search", nonsense=None), call(7, "search", rows=2.5))
    assert whole["result"]["structuredContent"] == plain["result"]["structuredContent"]
    assert share["result"]["isError"] is False
    assert len(none["result"]["structuredContent"]["results"]) == 1
    assert needed["result"]["content"][0]["text"] == "b is missing"
    assert "unknown parameter nonsense" in unknown["result"]["content"][0]["text"]
    assert half["result"]["isError"] is True


def test_decisions_are_written_and_only_where_they_are_taken(agents, descry, index, tmp_path):
    group = descry("groups", index, "--format", "json", "--rows", 1).json_lines()[0]
    head, member = (entry["id"] for entry in group["members"][:2])
    (decided,) = agents(call(1, "decide", id=member, kept=head, decision="drop"))
    assert decided["result"]["isError"] is False
    assert (tmp_path / "d.tsv").read_text() == f"{member}\t{head}\tdrop\n"
    tools, refused = agents(request(1, "tools/list"), call(2, "decide", id=member, kept=head, decision="drop"),
                            decisions=False)
    assert "decide" not in [tool["name"] for tool in tools["result"]["tools"]]
    assert refused["error"]["code"] == -32602


def test_what_is_wrong_is_told_to_who_can_mend_it(agents):
    answers = agents("nonsense", "[]", '{"jsonrpc":"2.0","id":1}', request(2, "no/method"), call(3, "nothing"),
                     call(4, "search", q="a AND AND"), call(5, "explain", a="x"), {"jsonrpc": "1.0", "id": 6, "method": "ping"},
                     request(7, "ping"), {"jsonrpc": "2.0", "id": None, "method": "ping"}, "", call(8, "search", q="\ud800"))
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == [-32700, -32600, -32600, -32601, -32602, None, None, -32600, None, -32600, None] or \
        codes[:10] == [-32700, -32600, -32600, -32601, -32602, None, None, -32600, None, -32600]
    assert answers[5]["result"]["isError"] is True
    assert "is missing" in answers[6]["result"]["content"][0]["text"]
    assert answers[8]["result"] == {"resultType": "complete"}


def test_a_service_manager_ends_it(descry, index):
    process = subprocess.Popen(descry.command("serve", index, "--stdio"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    process.stdin.flush()
    assert process.stdout.readline()
    process.terminate()
    assert process.wait(timeout=20) == 0
