"""Small worlds of documents, and searches of them, made at random."""

WORDS = ["apple", "pie", "fox", "dog", "install", "package", "river"]
CATEGORIES = ["x", "y", "z"]
SIGNATURES = ["s1", "s2", "s3", "s4", "s5"]
DATES = ["2024-01-01T00:00:00Z", "2024-03-01T00:00:00Z", "1969-05-05T05:05:05Z",
         "2020-02-29T12:00:00Z"]


def make_documents(random, count):
    """Each has an id; ids do not ascend with the order of adding. Any other field may be absent."""
    ids = random.sample(range(100), count)
    return [make_document(random, f"d{number:02}") for number in ids]


def make_document(random, name):
    document = {"id": name}

    def maybe(field, value, chance=0.75):
        if random.random() < chance:
            document[field] = value

    maybe("text", " ".join(random.choices(WORDS, k=random.randint(1, 9))), 0.9)
    maybe("sig", random.choice(SIGNATURES))
    maybe("cat", random.choice(CATEGORIES))
    maybe("num", random.choice([-1, 0, 1, 2]))
    maybe("price", random.randint(-5, 10))
    maybe("numf", random.choice([-1.5, 0.0, 2.25]))
    maybe("pricef", random.randint(-8, 8) / 4)
    maybe("date", random.choice(DATES))
    return document


def make_request(random):
    """A list of [name, value]: a plain search, a collapse, or groups."""
    request, scored = _query(random)
    fields = ["id"] + random.sample(["sig", "cat", "num", "price", "pricef", "date"],
                                    random.randint(0, 2))
    if scored and random.random() < 0.5:
        fields.append("score")
    request.append(["fl", ",".join(fields)])
    if random.random() < 0.6:
        request.append(["sort", _sort(random)])
    if random.random() < 0.6:
        request.append(["rows", str(random.choice([0, 1, 2, 3, 5, 50]))])
    if random.random() < 0.4:
        request.append(["start", str(random.choice([1, 2, 3, 7, 60]))])
    kind = random.choices([_collapse, _group, _plain], [6, 3, 1])[0]
    return request + kind(random, request[0][1])


def _query(random):
    """A query, with filters, and whether its scores are those of one text field alone."""
    a, b, c = random.sample(WORDS, 3)
    query, scored = random.choice([
        ("*:*", False), (f"text:{a}", True), (f"text:{a} text:{b}", True), (f"{a} {b} {c}", True),
        (f"+text:{a} text:{b}", True), (f"text:{a} -text:{b}", True), (f"text:({a} {b})", True),
        (f"+{a} +{b}", True), (f"cat:{random.choice(CATEGORIES)}", False),
        (f"-text:{a}", False), (f"price:[0 TO {random.randint(0, 8)}]", False)])
    filters = [["fq", _filter(random)] for _ in range(random.choice([0, 0, 0, 1, 2]))]
    return [["q", query]] + filters, scored


def _filter(random):
    low = random.randint(-5, 5)
    return random.choice([
        f"cat:{random.choice(CATEGORIES)}", "cat:(x y)", f"-cat:{random.choice(CATEGORIES)}",
        f"price:[{low} TO {low + 5}]", f"price:{{{low} TO *]", f"pricef:[* TO {low}.5}}",
        f"text:{random.choice(WORDS)}", "sig:*", "num:[0 TO 0]", "-num:*",
        "date:[2020-01-01T00:00:00Z TO *]"])


def _sort(random):
    keys = random.sample(["score", "id", "sig", "cat", "num", "price", "numf", "pricef", "date"],
                         random.randint(1, 3))
    return ",".join(f"{key} {random.choice(['asc', 'desc'])}" for key in keys)


def _collapse(random, query):
    local = ["field=" + random.choice(["sig", "sig", "cat", "num", "price", "numf", "pricef"])]
    policy = random.choice(["", "ignore", "expand", "collapse"])
    if policy:
        local.append(f"nullPolicy={policy}")
    head = random.choice(["", "", "min", "max", "sort", "sort"])
    if head == "sort":
        local.append(f"sort='{_sort(random)}'")
    elif head:
        # Solr loses the group of documents without a key where no maximum of integers is above 0.
        numbers = ["pricef", "numf"] if (head, policy) == ("max", "collapse") else \
            ["pricef", "numf", "num", "price"]
        local.append(f"{head}={random.choice(numbers)}")
    local.append("tag=c")
    random.shuffle(local)
    request = [["fq", "{!collapse " + " ".join(local) + "}"]]
    # Solr finds no further members for a query that only excludes.
    if not query.startswith("-") and random.random() < 0.5:
        request += _expand(random)
    if random.random() < 0.5:
        request += _facets(random, tag="{!ex=c}")
    return request


def _expand(random):
    request = [["expand", "true"]]
    if random.random() < 0.5:
        request.append(["expand.rows", str(random.choice([0, 1, 2, 10]))])
    if random.random() < 0.5:
        request.append(["expand.sort", _sort(random)])
    if random.random() < 0.3:
        request.append(["expand.q", random.choice(["*:*", "text:apple", "cat:x"])])
    if random.random() < 0.3:
        request += [["expand.fq", _filter(random)] for _ in range(random.choice([1, 2]))]
    if random.random() < 0.3:
        request.append(["expand.nullGroup", "true"])
    if random.random() < 0.15:
        request.append(["expand.field", random.choice(["sig", "cat", "num", "price"])])
    return request


def _facets(random, tag, fields=("cat", "sig", "num", "price", "pricef")):
    request = [["facet", "true"], ["facet.mincount", random.choice(["1", "1", "2"])]]
    for _ in range(random.choice([1, 1, 2])):
        field = random.choice(fields)
        # One field twice would have one name in the answer.
        if not any(value.endswith(field) for name, value in request if name == "facet.field"):
            request.append(["facet.field", (tag if random.random() < 0.3 else "") + field])
    if random.random() < 0.2:
        request.append(["facet.sort", "index"])
    if random.random() < 0.2:
        request.append(["facet.limit", "2"])
    if random.random() < 0.2:
        request.append(["facet.missing", "true"])
    # Nor does it count groups for one.
    counted = _filter(random)
    if not counted.startswith("-") and random.random() < 0.4:
        request.append(["facet.query", counted])
    if random.random() < 0.3:
        request += [["facet.range", "price"], ["facet.range.start", "-4"],
                    ["facet.range.end", "8"], ["facet.range.gap", "4"]]
    return request


def _group(random, query):
    request = [["group", "true"]]
    of_query = random.random() < 0.15
    # Solr 9.10.1 answers some searches with an error of its own, which are left out here: counts of
    # groups by facets over numbers, truncated facets of group.query, and its group.limit of 0. With
    # several fields it counts the groups of one of them.
    by_facet = not of_query and random.random() < 0.2
    if of_query:
        request += [["group.query", _filter(random)]]
    else:
        fields = ["sig", "cat"] if by_facet else ["sig", "cat", "num", "price", "pricef", "date"]
        for field in random.sample(fields, 1 if by_facet else random.choice([1, 1, 1, 2])):
            request.append(["group.field", field])
    if random.random() < 0.6:
        request.append(["group.ngroups", "true"])
    if random.random() < 0.5:
        request.append(["group.limit", str(random.choice([1, 2, 5, -1] + [0] * (not of_query)))])
    if random.random() < 0.3:
        request.append(["group.offset", str(random.choice([1, 2]))])
    if random.random() < 0.5:
        request.append(["group.sort", _sort(random)])
    if by_facet:
        request += _facets(random, tag="", fields=["sig", "cat"]) + [["group.facet", "true"]]
    elif random.random() < 0.3:
        request += _facets(random, tag="")
        if not of_query and random.random() < 0.5:
            request.append(["group.truncate", "true"])
    return request


def _plain(random, query):
    return _facets(random, tag="") if random.random() < 0.5 else []
