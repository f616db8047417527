"""The pages of `descry serve`: each view, with script and without, and each decision by mouse and by key."""
import html
import json
import os
import re
import sys
import urllib.parse

import pytest

sys.path.insert(0, os.path.dirname(__file__))
from made import Writer, write_jsonl  # noqa: E402
from served import Served  # noqa: E402

WORD = Writer(1).words[0]
# What nobody may find unescaped, or run.
HOSTILE = '"><img src=x onerror="document.title=1"><script>document.title=1</script>\u202e'


@pytest.fixture(scope="module")
def decisions(tmp_path_factory):
    return tmp_path_factory.mktemp("decisions") / "d.tsv"


@pytest.fixture(scope="module")
def served(descry, index, decisions):
    with Served(descry, index, "--decisions", decisions) as service:
        yield service


@pytest.fixture(scope="module")
def group(descry, index):
    """A group of three and more."""
    return next(group for group in descry("groups", index, "--format", "json").json_lines() if group["size"] > 2)


def page_of(service, path, status=200, method="GET", body=None, **parameters):
    got, headers, content = service.ask(path, method, body=body, **parameters)
    assert got == status, (path, content[:300])
    assert headers["Content-Type"].startswith("text/html")
    return content.decode()


def ids_in(page):
    return [html.unescape(entry) for entry in re.findall(r'href="/document\?id=[^"]*"[^>]*>([^<]*)</a>', page)]


def views(group):
    head, member = group["members"][0]["id"], group["members"][1]["id"]
    return [("/", {}), ("/", dict(q=WORD)), ("/groups", {}), ("/groups", dict(sort="size")),
            ("/group", dict(key=group["key"])), ("/pair", dict(a=head, b=member)),
            ("/document", dict(id=member)), ("/text", {}), ("/decisions", {})]


def test_each_view_is_small_and_has_its_heading(served, group):
    for path, parameters in views(group):
        page = page_of(served, path, **parameters)
        assert len(page) < 100_000
        assert page.count("<h1") == 1 and page.count("<main") == 1
        assert "default-src 'none'" in page and "<script" in page


def test_a_group_shows_all_its_documents_and_their_texts(served, group):
    page = page_of(served, "/group", key=group["key"])
    for member in group["members"]:
        assert member["id"] in ids_in(page)
    assert page.count('class="pair"') == group["size"] - 1


def test_every_group_is_on_one_page_of_the_list(descry, index, served):
    groups = descry("groups", index, "--format", "json", "--sort", "least-alike").json_lines()
    keys = []
    for start in range(0, len(groups), 50):
        page = page_of(served, "/groups", start=start)
        keys += re.findall(r'href="/group\?key=([^"&]*)', page)
    assert keys == [group["key"] for group in groups]


def test_groups_are_filtered_by_words_and_similarity(served):
    some = keys_in(page_of(served, "/groups", to=95))
    assert some
    for key in some[:5]:
        assert min(member["similarity"] for member in served.json("/v1/groups", key=key, rows=1000)["members"]) <= 0.95
    assert "0 groups" in page_of(served, "/groups", q="nosuchwordanywhere")


def keys_in(page):
    return re.findall(r'href="/group\?key=([^"&]*)', page)


def test_similarities_of_the_list_take_decimals_and_are_of_the_least_similar_member(served):
    groups = served.json("/v1/groups", rows=1000, members=1000)["results"]
    least = sorted((min(member["similarity"] for member in group["members"]), group["key"]) for group in groups)
    middle = round(100 * least[len(least) // 2][0] + 0.05, 2)
    page = page_of(served, "/groups", **{"from": middle, "to": "100", "sort": "most-alike"})
    assert f'name="from" type="number" min="0" max="100" step="any" value="{middle}"' in page
    assert 'step="any" value="100"' in page and 'value="newest"' not in page
    wanted = [similarity for similarity, _ in least if 100 * similarity >= middle]
    assert f"<p>{len(wanted)} groups" in page, re.findall("<p>[^<]*groups", page) and 0 < len(wanted) < len(groups)
    shown = [float(found) for found in re.findall(r'<div class="group"[^>]*><b>([\d.]+)', page)]
    assert shown == sorted(shown, reverse=True) and len(shown) == min(len(wanted), 50)
    assert "is not a number from 0 to 100" in page_of(served, "/groups", 400, to="many")
    assert "is not a number from 0 to 100" in page_of(served, "/groups", 400, to="100.1")


def test_words_are_counted_alike_for_the_kept_and_the_dropped(served, group, documents):
    texts = {document["id"]: document["text"] for document in documents}
    page = page_of(served, "/group", key=group["key"])
    rows = re.findall(r'href="/document[^>]*>([^<]*)</a></td><td>([\d,]+)</td>', page)
    assert len(rows) == group["size"]
    for member, words in rows:
        assert int(words.replace(",", "")) == len(texts[member].split())
        assert f"<dt>Words</dt><dd>{words}</dd>" in page_of(served, "/document", id=member)


def test_an_error_has_the_whole_menu(served):
    page = page_of(served, "/group", 404, key="nosuch")
    for name in ["/groups", "/text", "/decisions"]:
        assert f'href="{name}"' in page


def test_a_group_leads_to_those_beside_it_in_the_list(served):
    page = page_of(served, "/groups", sort="size")
    links = [html.unescape(link) for link in re.findall(r'href="(/group\?key=[^"]*)"', page)]
    page = page_of(served, links[1])
    assert "Group 2 of" in page
    beside = [html.unescape(link) for link in re.findall(r'href="(/group\?key=[^"]*)"[^>]*>(?:previous|next) group', page)]
    assert beside == [links[0], links[2]]


def test_a_page_of_a_document_is_called_as_it(served, group):
    member = group["members"][1]["id"]
    for path, parameters in [("/group", dict(key=group["key"])), ("/document", dict(id=member)),
                             ("/pair", dict(a=group["members"][0]["id"], b=member))]:
        page = page_of(served, path, **parameters)
        heading = re.search("<h1[^>]*>([^<]+)</h1>", page)[1]
        assert f"<title>{heading} - descry</title>" in page and not heading.startswith("A ")


def test_the_list_says_what_is_decided(served, group, decisions):
    dropped = sum(entry["size"] - 1 for entry in served.json("/v1/groups", rows=1000)["results"])
    assert f"<p>0 decisions of {dropped} dropped documents.</p>" in page_of(served, "/groups")
    page = page_of(served, "/group", key=group["key"])
    assert f"1 kept, {group['size'] - 1} to decide;" in page
    action = html.unescape(re.search(r'formaction="([^"]*decision=keep[^"]*)"', page)[1])
    served.ask(action, "POST")
    page = page_of(served, "/groups", sort="size")
    assert f"1 of {group['size'] - 1} decided" in page and f"<p>1 decision of {dropped}" in page
    assert f"1 kept, {group['size'] - 2} to decide, 1 decided;" in page_of(served, "/group", key=group["key"])
    served.ask(action.replace("decision=keep", "decision=undo"), "POST")


def test_a_text_is_compared(served, documents):
    page = page_of(served, "/text", method="POST", body=f"text={documents[3]['text']}\r\n")
    assert documents[3]["id"] in ids_in(page)
    assert "Your text" in page and "<b>Document</b>" in page and "<b>Dropped</b>" not in page and 'class="fields"' not in page
    lines = documents[3]["text"].replace(" ", "\r\n")
    assert "\r" not in page_of(served, "/text", method="POST", body=f"text={lines}\r\n")
    assert "No document is near" in page_of(served, "/text", method="POST", body="text=entirely other words\r\n")


def test_without_script_a_decision_is_a_form(served, group, decisions):
    page = page_of(served, "/group", key=group["key"])
    action = html.unescape(re.search(r'formaction="([^"]*decision=drop[^"]*)"', page)[1])
    status, headers, _ = served.ask(action, "POST")
    assert status == 303
    assert headers["Location"].startswith("/group?key=")
    member = re.search("[?&]id=([^&]*)", action)[1]
    says = f"Kept: {group['members'][0]['id']}; dropped: {urllib.parse.unquote(member)}"
    assert f">{says}</output>" in page_of(served, headers["Location"].split("#")[0])
    assert decisions.read_text().endswith("\tdrop\n")
    page = page_of(served, "/decisions")
    assert "1 dropped, 0 keep both." in page and f">{says}</output>" in page and "--only-confirmed" in page
    served.ask(action.replace("decision=drop", "decision=undo"), "POST")
    assert decisions.read_text() == ""
    assert "Nothing is decided yet." in page_of(served, "/decisions")
    assert served.ask(re.sub("token=[^&]*", "token=x", action), "POST")[0] == 401
    assert served.ask(re.sub("back=[^&]*", "back=%2F%2Fevil.example", action), "POST")[0] == 400
    assert served.ask(action, "GET")[0] == 405


def test_the_token_of_the_page_writes_no_document(served):
    token = re.search("token=([^&\"]*)", page_of(served, "/groups") + page_of(
        served, "/group", key=re.search(r'/group\?key=([^"&]*)', page_of(served, "/groups"))[1]))[1]
    assert served.ask("/v1/documents", "POST", "{}", token=token)[0] == 401
    assert served.ask("/v1/documents", "POST", "{}", **{"headers": {}})[0] == 401


@pytest.fixture(scope="module")
def hostile(descry, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    body = " ".join(Writer(9).text(80))
    texts = [{"id": f"{HOSTILE}{i}", "text": f"{HOSTILE} {body} {i}", "title": HOSTILE, "url": "javascript:alert(1)",
              HOSTILE: HOSTILE + str(i)} for i in range(4)]
    with Served(descry, write_jsonl(folder / "hostile.jsonl", texts), "--decisions", folder / "d.tsv") as service:
        yield service, texts


def test_nothing_that_a_document_holds_is_markup(hostile):
    service, texts = hostile
    group = service.json("/v1/groups")["results"][0]
    ids = [member["id"] for member in group["members"]]
    for path, parameters in [("/", dict(q="*")), ("/groups", {}), ("/group", dict(key=group["key"])),
                             ("/pair", dict(a=ids[0], b=ids[1])), ("/document", dict(id=ids[0])),
                             ("/", dict(q=HOSTILE.replace('"', ""))), ("/groups", dict(place=HOSTILE))]:
        page = service.ask(path, **parameters)[2].decode()
        assert "<img" not in page and page.count("<script>") <= 1
        assert "javascript:" not in re.sub(r">[^<]*<", "><", page)
        assert "\u202e" not in page


# In a browser, where there is one.

@pytest.fixture(scope="module")
def browser():
    webdriver = pytest.importorskip("selenium.webdriver")
    from selenium.webdriver.chrome.service import Service
    if not os.path.exists("/usr/bin/chromedriver"):
        pytest.skip("no chromedriver")
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,1600"]:
        options.add_argument(argument)
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    yield driver
    driver.quit()


def told(browser, text):
    from selenium.webdriver.support.ui import WebDriverWait
    WebDriverWait(browser, 10).until(
        lambda driver: driver.find_element("css selector", ".pair .decide output").text == text)


def typed(browser, keys):
    from selenium.webdriver import ActionChains
    ActionChains(browser).send_keys(keys).perform()


def current_pair(browser):
    return browser.execute_script("const at = document.querySelector('.pair[aria-current]'); return at && at.id")


@pytest.mark.parametrize("way", ["mouse", "key"])
def test_each_decision_is_taken_in_the_browser(browser, served, group, decisions, way):
    base = f"http://127.0.0.1:{served.port}"
    browser.get(f"{base}/group?key={group['key']}")
    head = group["members"][0]["id"]
    member = browser.find_element("css selector", ".pair th.dropped a").text
    def press(key):
        if way == "mouse":
            return browser.find_element("css selector", f".pair [data-key={key}]").click()
        browser.execute_script("document.activeElement.blur(); scrollTo(0, 0)")
        if current_pair(browser) != "pair-1":
            typed(browser, "p")
        typed(browser, key)

    if way == "key":
        typed(browser, "n")
    for key, says, line in [("k", "Kept: both", f"{member}\t{head}\tkeep\n"),
                            ("w", f"Kept: {member}; dropped: {head}", f"{head}\t{member}\tdrop\n"),
                            ("d", f"Kept: {head}; dropped: {member}", f"{member}\t{head}\tdrop\n")]:
        press(key)
        told(browser, says)
        assert decisions.read_text() == line
        assert f">{says}</output>" in page_of(served, "/group", key=group["key"])
    press("u")
    told(browser, "Not decided")
    assert decisions.read_text() == ""
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_a_key_decides_only_of_the_pair_that_is_marked_and_shown(browser, served, group, decisions):
    browser.get(f"http://127.0.0.1:{served.port}/group?key={group['key']}")
    assert "Keys: n next, p previous, k keep both" in browser.find_element("css selector", ".keys").text
    assert current_pair(browser) is None
    typed(browser, "d")
    assert current_pair(browser) == "pair-1" and decisions.read_text() == ""
    browser.execute_script("document.body.style.paddingBottom = '9000px'; document.activeElement.blur(); scrollTo(0, 9000)")
    typed(browser, "d")
    assert current_pair(browser) == "pair-1" and decisions.read_text() == ""
    assert browser.execute_script("return document.querySelector('#pair-1').getBoundingClientRect().top") < 100
    typed(browser, "k")
    told(browser, "Kept: both")
    assert current_pair(browser) == "pair-2" and decisions.read_text().count("\n") == 1
    browser.find_element("css selector", "#pair-1 [data-key=u]").click()
    told(browser, "Not decided")
    assert current_pair(browser) == "pair-1"
    typed(browser, "n")
    assert current_pair(browser) == "pair-2" and decisions.read_text() == ""


def test_a_swap_is_named_where_decisions_are_listed(browser, served, group, decisions):
    head, member = (entry["id"] for entry in group["members"][:2])
    browser.get(f"http://127.0.0.1:{served.port}/pair?a={head}&b={member}")
    browser.find_element("css selector", ".pair [data-key=w]").click()
    told(browser, f"Kept: {member}; dropped: {head}")
    browser.get(f"http://127.0.0.1:{served.port}/decisions")
    assert browser.find_element("css selector", ".decide output").text == f"Kept: {member}; dropped: {head}"
    assert browser.find_element("css selector", "[aria-pressed=true]").text == "Keep left only"
    typed(browser, "k")
    assert decisions.read_text() == f"{head}\t{member}\tdrop\n"
    browser.find_element("css selector", ".results a").click()
    assert browser.find_element("css selector", "[aria-pressed=true]").text == "Keep right only"
    browser.find_element("css selector", "[data-key=u]").click()
    told(browser, "Not decided")
    assert decisions.read_text() == ""


def test_nothing_hostile_runs_in_the_browser(browser, hostile):
    service, _ = hostile
    key = service.json("/v1/groups")["results"][0]["key"]
    for path in ["/?q=*", "/groups", f"/group?key={key}"]:
        browser.get(f"http://127.0.0.1:{service.port}{path}")
        assert browser.title.endswith("- descry")


def test_no_view_is_wider_than_a_telephone(browser, served, group):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": True})
    try:
        for path, parameters in views(group):
            query = "&".join(f"{name}={value}" for name, value in parameters.items())
            browser.get(f"http://127.0.0.1:{served.port}{path}?{query}")
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 360, path
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_decision_leads_back_to_this_service_alone(served, group):
    page = page_of(served, "/group", key=group["key"])
    action = html.unescape(re.search(r'formaction="([^"]*decision=undo[^"]*)"', page)[1])
    for back in ["/%09/evil.example", "%2F%2Fevil.example", "/%5Cevil.example", "/x%0d%0aSet-Cookie:%20a", "/%ff"]:
        assert served.ask(re.sub("back=[^&]*", "back=" + back, action), "POST")[0] == 400


def test_a_value_of_a_facet_narrows_the_search(descry, tmp_path):
    lines = [{"id": str(i), "text": f"word{i} harbour", "port": ["Le Havre", "a&b=c", "x,y"][i % 3], "size": i % 2,
              "day": f"2026-01-0{i % 4 + 1}", "at": f"2026-01-31T12:00:59.{i % 2}23456789Z", "a=b": f"{i % 2}=c"}
             for i in range(24)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    descry("index", tmp_path / "db", tmp_path / "in.jsonl", "--quiet", "--value", "port:1", "--value", "size:2:number",
           "--value", "day:3:date", "--value", "at:4:date", "--value", "a=b:5")
    with Served(descry, tmp_path / "db") as service:
        for facet in ["port", "size", "day", "at", "a=b"]:
            values = service.json("/v1/search", q="harbour", facets=facet)["facets"][facet]["values"]
            for value in values:
                found = service.json("/v1/search", q="harbour", rows=24, filter=f"{facet}={value['value']}")
                assert found["matches"] == value["count"]
        assert "not a number" in service.error("/v1/search", 400, filter="size=big")
        assert "no value" in service.error("/v1/search", 400, filter="port=")
        assert service.json("/v1/search", filter="port=nowhere")["matches"] == 0
        page = service.ask("/", q="harbour")[2].decode()
        links = [html.unescape(link) for link in re.findall(r'href="(/\?q=harbour[^"]*filter=port[^"]*)"', page)]
        assert len(links) == 3
        for link in links:
            narrowed = service.ask(link)[2].decode()
            assert "8 documents match" in narrowed
            # A second filter stands beside the first.
            assert "0 documents match" in service.ask(link + "&filter=port%3Dnowhere")[2].decode()
        narrowed = service.ask(links[0])[2].decode()
        assert html.unescape(re.search(r'name="filter"[^>]*value="([^"]*)"', narrowed)[1]).startswith("port=")
    out = descry("search", tmp_path / "db", "harbour", "--filter", "port=a&b=c", "--rows", "24", "--format", "json")
    assert {r["fields"]["port"] for r in json.loads(out.out)["results"]} == {"a&b=c"}
