"""The report in Chromium: what its script does, and that the page is readable without it. Skipped where there is no
Chromium, no chromedriver or no selenium."""
import os
import shutil
from pathlib import Path

import pytest

from made import make_documents, write_jsonl

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
webdriver = pytest.importorskip("selenium.webdriver", reason="no selenium")
if not CHROMIUM or not DRIVER:
    pytest.skip("no chromium or no chromedriver", allow_module_level=True)


def opened(with_script):
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--no-sandbox", "--hide-scrollbars", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not with_script:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    return webdriver.Chrome(options=options, service=Service(DRIVER))


@pytest.fixture(scope="module")
def browser():
    browser = opened(True)
    yield browser
    browser.quit()


@pytest.fixture(scope="module")
def page(descry, tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    documents = make_documents(2600, seed=5)
    for number, document in enumerate(documents):
        document["date"] = f"20{number % 25:02}-05-06"
        document["source"] = f"folder {number % 7}"
    documents += [{"id": f"<img src=x onerror=alert(1)>{k}", "text": f"<script>alert(1)</script> high water at {k} o'clock and more words",
                   "source": "<b onclick=alert(1)>"} for k in "ab"]
    descry("report", write_jsonl(folder / "a.jsonl", documents), "--output", folder / "p.html")
    return folder / "p.html"


@pytest.fixture
def shown(browser, page):
    browser.get("about:blank")
    browser.get(page.as_uri())
    return browser


def groups(browser):
    return browser.execute_script("return Array.from(document.querySelectorAll('.groups > :not([hidden])'), g => g.id + ' ' + g.dataset.far)")


def enter(browser, name, value):
    browser.execute_script("const field = document.querySelector(`.finder [name=${arguments[0]}]`); field.value = arguments[1];"
                           "field.dispatchEvent(new Event('input', {bubbles: true}))", name, value)


def test_groups_are_filtered_and_sorted(shown):
    all_groups = groups(shown)
    far = [int(group.split(" ")[1]) for group in all_groups]
    assert far == sorted(far, reverse=True) and len(far) > 60
    enter(shown, "words", "HIGH water onerror")
    assert len(groups(shown)) == 1
    enter(shown, "words", "")
    enter(shown, "from", "95")
    assert groups(shown) == [group for group in all_groups if int(group.split(" ")[1]) <= 50_000]
    assert shown.find_element("css selector", ".finder output").text == f"{len(groups(shown))} of {len(all_groups)} shown"
    enter(shown, "from", "")
    enter(shown, "to", "90")
    assert groups(shown) == [group for group in all_groups if int(group.split(" ")[1]) >= 100_000]
    enter(shown, "to", "")
    for order, key, reverse in (("largest", "size", True), ("longest", "words", True), ("newest", "date", True), ("place", "place", False)):
        enter(shown, "sort", order)
        values = shown.execute_script("return Array.from(document.querySelector('.groups').children, g => g.dataset[arguments[0]])", key)
        values = [int(value) if value.isdigit() and key != "date" else value for value in values if value]
        assert values == sorted(values, reverse=reverse), order
    enter(shown, "sort", "random")
    assert sorted(groups(shown)) == sorted(all_groups)
    enter(shown, "sort", "least")
    assert groups(shown) == all_groups


def test_keys_go_from_pair_to_pair(shown):
    body = shown.find_element("css selector", "body")

    def pressed(key):
        webdriver.ActionChains(shown).send_keys(key).perform()
        return shown.execute_script("const at = document.activeElement.closest('.pair, .groups > *'); return at && at.id")

    seen = [pressed("n")]
    while not seen[-1].startswith("group-"):
        seen.append(pressed("n"))
    assert 3 < len(seen) == len(set(seen)) < 40 and seen[0] == "pair-1-1"
    assert pressed("p") == seen[-2] and pressed("n") == seen[-1]
    is_open = "return document.getElementById(arguments[0]).open"
    assert not shown.execute_script(is_open, seen[-1])
    pressed("o")
    assert shown.execute_script(is_open, seen[-1])
    assert pressed("n").startswith("pair-")
    # Who types into a field is not moved.
    field = shown.find_element("css selector", ".finder input")
    field.send_keys("jko")
    assert field.get_attribute("value") == "jko" and body


def test_a_link_opens_what_it_leads_to(shown, page):
    shown.get(page.as_uri() + "#pair-9-1")
    assert shown.execute_script("return document.getElementById('group-9').open")


@pytest.mark.parametrize("width", [360, 390, 1280, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_each_screen_and_runs_nothing_of_documents(shown, page, width, scheme):
    shown.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 700})
    shown.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    shown.get(page.as_uri())
    shown.execute_script("for (const folded of document.querySelectorAll('details')) folded.open = true")
    assert shown.execute_script("return document.documentElement.scrollWidth - innerWidth") <= 0
    assert not [entry for entry in shown.get_log("browser") if entry["level"] == "SEVERE"]
    with pytest.raises(Exception, match="no such alert"):
        shown.switch_to.alert.text
    if axe := os.environ.get("DESCRY_AXE"):  # the path of axe.min.js
        shown.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        shown.get(page.as_uri())
        shown.execute_script(Path(axe).read_text())
        shown.set_script_timeout(120)
        assert shown.execute_async_script("axe.run(document).then(r => arguments[0](r.violations.map(v => v.id + ' ' + v.nodes[0].html)))") == []
        shown.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})


def test_it_is_readable_without_script(page):
    browser = opened(False)
    try:
        browser.get(page.as_uri())
        text = browser.find_element("css selector", "main").text
        rows = browser.find_elements("css selector", ".groups > *")
        assert len(rows) > 60 and all(row.is_displayed() for row in rows)
        assert "Kept" in text and "Dropped" in text and "of near-duplicates" in text
        assert not browser.find_element("css selector", ".finder").is_displayed()
        rows[8].find_element("css selector", "summary").click()
        assert rows[8].find_element("css selector", ".texts").is_displayed()
    finally:
        browser.quit()
