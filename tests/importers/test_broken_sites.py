"""Sites with files that are cut, mixed up or filled anew: each import ends, and a second changes nothing."""

import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from imports import contents, put
from old_sites import SITES

from sphinx_blogext.command.main import main

VALUES = (
    *(b"null", b"[]", b"{}", b"[[a],[b,[c,{d: e}]]]", b'"x', b"true", b"-1", b"9" * 30, b"2024-01-01", b"&a [*a]"),
    *(
        b"../../../etc/passwd", b"\x00", b"\xff\xfe", b"{a: {b: c}}", b"- - -", b"'", b"\xe4", b"%zz",
        b"http://[", b"//x",
    ),
)  # fmt: skip


def broken(content: bytes, random: Random) -> bytes:
    """Return *content* with a part cut out or a value in the place of another, or its lines in another order."""
    lines = content.split(b"\n")
    place = random.randrange(len(content) + 1)
    end = place + random.randint(1, 30)
    number = random.randrange(len(lines))
    key, sign, _value = lines[number].partition(random.choice((b":", b"=")))
    replaced = key + sign + b" " + random.choice(VALUES)
    return random.choice(
        (
            content[:place] + content[end:],
            content[:place] + random.choice(VALUES) + content[place:],
            b"\n".join([*lines[:number], replaced, *lines[number + 1 :]]),
            b"\n".join(random.sample(lines, len(lines))),
        )
    )


@pytest.mark.slow
@pytest.mark.usefixtures("terminal")
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.sampled_from(sorted(SITES)), st.randoms(use_true_random=False))
def test_no_site_is_too_broken(tmp_path: Path, engine: str, random: Random) -> None:
    shutil.rmtree(tmp_path / "old", ignore_errors=True)
    shutil.rmtree(tmp_path / "blog", ignore_errors=True)
    old = put(tmp_path / "old", SITES[engine].files)
    for path in sorted(old.rglob("*.*")):
        if path.is_file() and random.random() < 0.5:
            path.write_bytes(broken(path.read_bytes(), random))
    assert main(["import", engine, "old"]) in {0, 1, 2}
    before = contents(tmp_path)
    main(["import", engine, "old"])
    assert contents(tmp_path) == before
