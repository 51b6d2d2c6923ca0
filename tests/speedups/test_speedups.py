"""What is left out to save time makes no difference to what is written."""

import atexit
import gc
import logging
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import docutils.utils
import myst_parser.mdit_to_docutils.base
import myst_parser.parsers.sphinx_
import pytest
import sphinx.builders
import sphinx.builders.html
import sphinx.events
import sphinx.util.docutils
import yaml
from conftest import MakeSite, Site
from docutils import nodes
from docutils.nodes import Node
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from myst_parser.config.main import TopmatterReadError, read_topmatter
from myst_parser.parsers import directives
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder, js_index
from sphinx.search.de import SearchGerman
from sphinx.util.docutils import docutils_namespace
from sphinx.util.logging import NAMESPACE
from sphinx.util.nodes import NodeMatcher
from writing import INDEX, many, md, rst

from sphinx_blogext import speedups
from sphinx_blogext.speedups import reading
from sphinx_blogext.speedups.patches import BuildState, Patches
from sphinx_blogext.speedups.reading import StoredTocs, _read_topmatter_quickly
from sphinx_blogext.speedups.search_index import _Format

#: More brackets within brackets than Python's recursion can follow. The oldest supported MyST-Parser ends
#: the build on these by itself.
NESTED = "[" * 600 + "]" * 600 if hasattr(directives, "YAML_LOAD_ERRORS") else "["
FILES = {
    # Words with and without stems.
    "index.md": "# Home\n\n```{toctree}\nblog\nguide\nuses\nbroken\ndeep\nouter\n```\n\n"
    "Running runs's YES yield 并行 第一段and y' 1990s Ünïcode'S été STRASSE\n",
    "blog.md": "# News\n\n```{postlist}\n:paginate: 3\n```\n",
    "guide.rst": "Guide\n=====\n\n.. code-block:: python\n   :linenos:\n   :emphasize-lines: 2\n\n"
    "   x = 1\n   y = 2\n\n.. code-block:: python\n\n   x = 1\n\n"
    ".. code-block:: python\n   :linenos:\n\n   x = 1\n\n.. include:: part.txt\n",
    "part.txt": "Included, running and runs.\n",
    "uses.rst": "Uses\n====\n\n.. literalinclude:: conf.py\n   :lines: 1\n",
    "outer.md": "# Outer\n\n```{eval-rst}\n.. include:: part.txt\n   :parser: myst_parser.sphinx_\n```\n\n"
    "## End\n\nEnd [^1]\n\n[^1]: Note\n",
    **many(7, tags=["python", "C++"], author=["mei"], language="en"),
    "blog/x.rst": rst("X", "Lead $x$.\n\n.. more::\n\nRest.\n", date="2023-05-06", tags="C++"),
    "blog/odd.md": '---\ndate: 2023-05-07\ntags: [a, "b: c"]\nredirect: old/odd\n---\n# Odd\n\nLead.\n',
    "broken.md": "---\ndate: [2023\n---\n# Broken\n\nLead.\n",
    "deep.md": f"---\nx: {NESTED}\n---\n# Deep\n\nLead.\n",
    # The parser is kept only as long as the configuration is the same.
    "blog/own.md": "---\ndate: 2023-05-08\nmyst:\n  enable_extensions: []\n---\n# Own\n\n$x$\n",
    "blog/y.md": md("并行", "第一段 $x$。\n\n<!-- more -->\n\n```python\nx = 1\n```\n", date="2023-05-06"),
}
CONF = {"html_use_index": True, "exclude_patterns": ["part.txt"], "html_baseurl": "https://example.org/"}
# The digests in the manifest know the one option by which the two differ.
OWN = (".buildinfo", "environment.pickle", ".doctree", ".blogext.json")


def different(quick: Site, slow: Site) -> list[str]:
    one, other = quick.bytes(), slow.bytes()
    return [name for name in one | other if one.get(name) != other.get(name) and not name.endswith(OWN)]


@pytest.mark.parametrize(("builder", "theme"), [("html", "alabaster"), ("dirhtml", "blogext")])
def test_output_is_the_same_without_them(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, theme: str, builder: str
) -> None:
    # On known versions no measure falls away, nor with a Jinja that does not say which one it is.
    monkeypatch.setattr(speedups, "suppress", lambda *kinds: nullcontext())
    monkeypatch.delitem(vars(sys.modules["jinja2"]), "__version__", raising=False)
    conf = CONF | {"html_theme": theme, "html_theme_options": {}}
    quick, slow = (make_site(FILES, conf | {"blog_speedups": is_on}, builder) for is_on in (True, False))
    assert quick.warnings == slow.warnings
    assert ([warned.type for warned in quick.warnings], different(quick, slow)) == (["myst.topmatter"] * 2, [])
    for site in (quick, slow):
        found = {(name, Path(path).name) for name, paths in site.env.dependencies.items() for path in paths}
        assert found == {("guide", "part.txt"), ("outer", "part.txt"), ("uses", "conf.py")}


def test_a_search_index_of_a_theme_is_left_alone(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    class Own(sphinx.search.IndexBuilder):
        def load(self, stream: Any, form: Any) -> None:
            super().load(StringIO(form.dumps(form.load(stream))), form)

    monkeypatch.setattr(sphinx.search, "IndexBuilder", Own)
    site = make_site(FILES, CONF)
    assert "uncommon" not in site.bytes()["searchindex.js"].decode()
    site.write("index.md", "# Home\n\nuncommon\n").build()
    assert "uncommon" in site.bytes()["searchindex.js"].decode()


def test_the_search_index_is_the_same_after_edits(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of one document, of two and of none; documents that come, go, and change; another language."""
    names = ("index", "ape", "bee", "cat", "dog", "elk")
    files = {f"{name}.md": f"# {name.title()}\n\nshared {name}word apes\n" for name in names}
    quick, slow = (make_site(files, {"blog_speedups": is_on}) for is_on in (True, False))
    edits = [
        {"ape.md": None},
        {"bee.md": "# Bee\n\nshared elkword cat\n"},
        {"cow.md": "# Cow\n\nshared apeword\n"},
        {"bee.md": "# Wasp\n\nelkword\n", "dog.md": "# Dog\n\n"},
        {name: f"# New\n\n{name}\n" for name in ("bee.md", "cat.md", "dog.md", "elk.md")},
    ]
    for edit in edits:
        for site in (quick, slow):
            for name, text in edit.items():
                site.delete(name) if text is None else site.write(name, text)
            site.build()
        assert quick.bytes()["searchindex.js"] == slow.bytes()["searchindex.js"]
        assert b"elkword" in quick.bytes()["searchindex.js"]
    for site in (quick, slow):
        site.configure({"blog_speedups": site is quick, "html_search_language": "de"}).build()
    assert quick.bytes()["searchindex.js"] == slow.bytes()["searchindex.js"]
    stemmed: list[str] = []
    monkeypatch.setattr(SearchGerman, "stem", lambda language, word: stemmed.append(word) or word)
    quick.write("elk.md", "# New\n\nshared running\n").build()
    assert stemmed == ["running"]


RUINS: dict[str, Callable[[Path, Path], object]] = {
    "lost": lambda copy, index: copy.unlink(),
    "cut off": lambda copy, index: copy.write_bytes(copy.read_bytes()[:-9]),
    "on a full disk": lambda copy, index: (copy.unlink(), copy.symlink_to("/dev/full")),
    "of another index": lambda copy, index: index.write_text(index.read_text("utf-8").replace("shared", "sharee")),
}


@pytest.mark.parametrize("ruin", [*RUINS, ""])
def test_a_copy_of_the_search_index_that_does_not_fit_is_no_harm(tmp_path: Path, ruin: str) -> None:
    copy, index = tmp_path / "sub" / "copy", tmp_path / "index"
    data = {"docnames": ["a", "b"], "terms": {"own": 0, "shared": [0, 1]}, "titleterms": {"b": 1}}

    def dump() -> None:
        with index.open("w") as stream:
            _Format(copy).dump(data, stream)

    dump()
    if ruin:
        RUINS[ruin](copy, index)
        assert _Format(copy).load(StringIO(index.read_text())) == js_index.loads(index.read_text())
        dump()
    else:
        assert _Format(copy).load(StringIO(index.read_text())) == data | {"terms": {"own": 0, "shared": "0,1"}}
    assert js_index.loads(index.read_text()) == data


PATCHED = (
    *(sphinx.util.docutils, sphinx.builders, sphinx.builders.html, sphinx.events, NodeMatcher, Node),
    *(docutils.utils, myst_parser.mdit_to_docutils.base, myst_parser.parsers.sphinx_, yaml),
)


def _state() -> tuple[object, ...]:
    """What a build could leave behind in the process."""
    collection = gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()
    names = [dict(vars(patched)) for patched in PATCHED]
    return *collection, logging.getLogger("sphinx").level, names, atexit._ncallbacks()


@pytest.fixture
def make_app(make_site: MakeSite) -> Iterator[Callable[..., Sphinx]]:
    """Return a function that makes an application and does not build; nothing may stay of it."""

    def make() -> Sphinx:
        site = make_site(FILES, build=False)
        folders = (site.source, site.source, site.outdir, site.root / "doctrees")
        return Sphinx(*folders, "html", status=None, warning=StringIO())

    # Sphinx leaves it like this, and another test may not have run one before.
    logging.getLogger(NAMESPACE).setLevel(logging.DEBUG)
    # The first finalizer in a process is called when that ends.
    weakref.finalize(make_site, int)
    before = _state()
    with docutils_namespace():
        yield make
    assert _state() == before


@pytest.mark.slow
def test_nothing_stays_of_a_build(make_app: Callable[..., Sphinx]) -> None:
    before = _state()
    app = make_app()
    changed = set()
    app.connect("doctree-resolved", lambda *args: changed.add(_state() != before))
    for _ in range(2):
        app.build()
        assert _state() == before
    assert changed == {True}
    builder: Any = app.builder
    assert not {"get_formatter", "load_indexer"} & (vars(builder.highlighter).keys() | vars(builder).keys())
    environment = builder.templates.environment
    assert (environment.auto_reload, environment.bytecode_cache) == (True, None)


@pytest.mark.parametrize("event", ["source-read", "write-started", "html-page-context"])
def test_nothing_stays_of_a_build_that_is_broken_off(make_app: Callable[..., Sphinx], event: str) -> None:
    before = _state()
    app = make_app()

    def fail(*args: object) -> None:
        assert _state() != before
        raise KeyboardInterrupt

    app.connect(event, fail)
    with pytest.raises(KeyboardInterrupt):
        app.build()


def test_what_a_filter_makes_of_a_constant_is_not_kept(make_site: MakeSite) -> None:
    page = "{% extends '!page.html' %}{% block body %}{{ 'x' | shout }}{% endblock %}"
    for shout in ("one", "two"):
        add = f"lambda app: app.builder.templates.environment.filters.update(shout=lambda text: {shout!r})"
        conf = f"templates_path = ['_templates']\ndef setup(app): app.connect('builder-inited', {add})\n"
        assert shout in make_site({**INDEX, "_templates/page.html": page}, conf).bytes()["index.html"].decode()


# What YAML's loader in C reads in another way than the one in Python, and other oddities.
ODD = st.sampled_from(
    ["\t", "a", "b", " ", "  ", ": ", ":", "-", "- ", "[", "]", "{", "}", ",", "'", '"', "#", " #", "|", ">", "!",
     "!!str ", "&a", "*a", "?", "%", "@", "\ufeff", "\x85", "\u2028", "\x07", "1", "~", "并行", "\n", "\n  ", "\\"]
)  # fmt: skip
VALUES = st.lists(ODD, max_size=6).map("".join)
POSTS = st.builds(
    "---\ndate: 2024-05-06{}\ntags: {}\ntitle: {}\n---\n# T\n\n{}\n".format,
    st.sampled_from(["", "", "\t", " \t", " # c", "\x85"]),
    VALUES,
    VALUES,
    VALUES,
)


@settings(max_examples=200)
@given(VALUES, VALUES, st.sampled_from(["---", "--- #", "...", "", "\x85---", "----"]))
@example("[what?, b]", "", "---")
@example("b\x0c---\nc", "", "---")
def test_front_matter_is_read_alike_by_both_loaders(title: str, tags: str, end: str) -> None:
    text = f"---\ntitle: {title}\ntags: {tags}  \n{end}\n\n# Title\n\n---\n"
    quick = partial(_read_topmatter_quickly, read_topmatter)
    assert _loaded(quick, text) == _loaded(read_topmatter, text) == _loaded(quick, iter(text.splitlines()))


def _loaded(load: Callable[[Any], object], text: Any) -> str:
    try:
        return repr(load(text))
    except RecursionError:
        # Its message depends on where Python notices.
        return "too deep"
    except (yaml.YAMLError, ValueError, TopmatterReadError) as error:
        return f"{error} {error.__cause__}"


@pytest.mark.slow
@settings(max_examples=1, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(posts=st.lists(POSTS, min_size=12, max_size=12))
def test_each_measure_by_itself_makes_no_difference(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, posts: list[str]
) -> None:
    sources = FILES | {f"blog/q{n:02}.md": post for n, post in enumerate(posts)}
    edits = (("blog/x.rst", "Lead $x$.", "Other lead running."), ("blog/y.md", "第一段", "第二段"))

    def builds(**conf: Any) -> list[Any]:
        site, found = make_site(sources, CONF | conf), []
        for edit in ((), edits[:1], (), edits[1:]):
            for change in edit:
                site.edit(*change)
            site.build()
            files = {name: hash(content) for name, content in site.bytes().items() if not name.endswith(OWN)}
            found.append((site.warnings, files))
        return found

    slow = builds(blog_speedups=False)
    for moment, measure in [(moment, each) for moment, several in speedups.MEASURES.items() for each in several]:
        monkeypatch.setattr(speedups, "MEASURES", dict.fromkeys(speedups.MEASURES, ()) | {moment: (measure,)})
        assert builds() == slow, measure.__name__


def test_files_are_complete_although_no_garbage_is_collected_at_the_end(make_site: MakeSite) -> None:
    site = make_site(INDEX | {"a.md": "# In no toctree\n"}, build=False)
    log = site.root / "warnings.txt"
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-w", log, site.source, site.outdir]
    subprocess.run(command, check=True, capture_output=True)
    assert "a.md: WARNING: document isn't included in any toctree" in log.read_text(encoding="utf-8")
    assert "</html>" in site.bytes()["search.html"].decode()


@pytest.mark.parametrize(("level", "is_described"), [(logging.DEBUG, True), (logging.INFO, False)])
def test_events_are_described_for_those_who_log_them(
    monkeypatch: pytest.MonkeyPatch, level: int, is_described: bool
) -> None:
    monkeypatch.setattr(logging.getLogger(NAMESPACE), "handlers", [logging.Handler(level)])
    with Patches() as patches:
        reading.skip_event_descriptions(patches, BuildState(None))  # type: ignore[arg-type]  # it needs no application
        assert hasattr(sphinx.events, "repr") is not is_described
    assert not hasattr(sphinx.events, "repr")


def test_what_is_gone_or_takes_more_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("myst_parser.mdit_to_docutils.base.get_default_settings")
    monkeypatch.setattr(Node, "_fast_findall", lambda node, wanted, more: [])
    with Patches() as patches:
        reading.cache_docutils_settings(patches, BuildState(None, ("a",)))  # type: ignore[arg-type]  # it needs no application
        assert not hasattr(myst_parser.mdit_to_docutils.base, "get_default_settings")
        with pytest.raises(AttributeError):
            reading.find_nodes_in_one_loop(patches, BuildState(None))  # type: ignore[arg-type]  # the same


def test_a_search_index_that_other_methods_make(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StandaloneHTMLBuilder, "handle_finish", StandaloneHTMLBuilder.dump_search_index)
    monkeypatch.delattr(StandaloneHTMLBuilder, "dump_search_index")
    monkeypatch.setattr(IndexBuilder, "get_terms", lambda own, all_, get=IndexBuilder.get_terms: get(own, all_))
    site = make_site(INDEX)
    assert site.bytes()["searchindex.js"] == site.build().bytes()["searchindex.js"]


#: What a neighbor may do with a dictionary.
USES: dict[str, Any] = {
    "get": lambda tocs, name: tocs.get(name, 0),
    "set": lambda tocs, name: tocs.__setitem__(name, [name, 1]),
    "change": lambda tocs, name: tocs[name].append(3) if name in tocs else None,
    "pop": lambda tocs, name: tocs.pop(name, None),
    "join": lambda tocs, name: tocs | {name: [6]},
    "dict": lambda tocs, name: dict(tocs),
    "items": lambda tocs, name: list(tocs.items()),
}  # fmt: skip


@given(
    st.dictionaries(st.sampled_from("abcd"), st.lists(st.integers(), max_size=2)),
    st.lists(st.tuples(st.sampled_from([*USES, "store"]), st.sampled_from("abcd")), max_size=12),
)
def test_they_are_a_dictionary(start: dict[str, Any], uses: list[tuple[str, str]]) -> None:
    plain, tocs = pickle.loads(pickle.dumps((start, StoredTocs(start))))
    for use, name in uses:
        if use == "store":
            tocs = pickle.loads(pickle.dumps(tocs))
        else:
            assert USES[use](tocs, name) == USES[use](plain, name)
        assert [isinstance(tocs, dict), len(tocs), [*tocs]] == [True, len(plain), [*plain]]
        assert pickle.loads(pickle.dumps(tocs)) == plain


def test_formulas_are_looked_for_only_where_they_may_be() -> None:
    tocs = StoredTocs(a=nodes.paragraph("", "plain"), b=nodes.paragraph("", "", nodes.math("", "x")))
    assert [toc.astext() for toc in tocs.mentioning("math")] == ["plain", "x"]
    assert [toc.astext() for toc in pickle.loads(pickle.dumps(tocs)).mentioning("math")] == ["x"]
