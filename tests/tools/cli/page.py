"""A page of descry, as a browser takes it apart."""
import base64
import hashlib
import re
from html.parser import HTMLParser


class Page(HTMLParser):
    """Tags, ids, links and text of a page; what is open at its end."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.ids, self.links, self.open, self.texts = [], [], [], [], []
        self.marked = {"del": [], "ins": []}
        self.page = page
        self.feed(page)

    @classmethod
    def read(cls, path):
        return cls(path.read_text())

    def handle_starttag(self, tag, attrs):
        assert tag not in ("a", "input", "button") or "summary" not in self.open, "a control within what folds"
        assert "style" not in dict(attrs), "what the page's own policy forbids"
        assert not [name for name, value in attrs if name.startswith("on")]
        self.tags.append(tag)
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name == "href"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("script", "style"):
            return
        self.texts.append(data)
        if self.open and self.open[-1] in self.marked:
            self.marked[self.open[-1]].append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())

    def check_policy(self):
        """Its style sheet and its script are allowed by their hashes, nothing else is."""
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', self.page)[1]
        assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
        for tag in ("style", "script"):
            (content,) = re.findall(f"<{tag}>(.*?)</{tag}>", self.page, re.DOTALL)
            hashed = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            assert f"{tag}-src 'sha256-{hashed}'" in policy
            assert len(content) < 15_000 and not re.search(r"innerHTML|outerHTML|insertAdjacent|\beval\b|Function\(|url\(", content)
