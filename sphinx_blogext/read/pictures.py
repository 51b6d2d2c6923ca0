"""The image and the audio or video file of a post: which ones its source names, and their URLs."""

import os
import re
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util.i18n import search_image_for_language

from sphinx_blogext.core.metadata import Problem
from sphinx_blogext.core.urls import MEDIA, REMOTE, is_safe_url, media_type
from sphinx_blogext.read.front_matter import is_of_blog

#: The types of image files that browsers show.
_SHOWN = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")


def find_picture(
    written: str, default: int, doctree: nodes.document, env: BuildEnvironment
) -> tuple[str, Problem | None]:
    """Return the image that the document being read names, and what is wrong with it.

    *written* is the number of one of its images, a URL, or a path; if it is empty, image number *default* is used
    if there is one. The result is a URL, a path from the source directory that Sphinx knows, or ``""``.
    """
    if REMOTE.match(written) and is_safe_url(written):
        return written, None
    if not written or re.fullmatch(r"[0-9]{1,9}", written):
        number, pictures = int(written or default), images_in(doctree)
        if 0 < number <= len(pictures):
            return pictures[number - 1], None
        problem = Problem("picture", "image", f"image: the post has no image number {number}")
        return "", problem if written and number else None
    path, reason = _file(search_image_for_language(written, env), _SHOWN, env)
    if not path:
        return "", Problem("invalid_option", "image", f"image: the image {written!r} {reason}")
    # As with images in the text, Sphinx names the file in the output.
    env.images.add_file(env.docname, path)
    return path, None


def find_enclosure(written: str, env: BuildEnvironment) -> tuple[str, Problem | None]:
    """Return the URL or path of the audio or video file that the document names, and what is wrong with it."""
    if not written:
        return "", None
    is_remote = bool(REMOTE.match(written)) and is_safe_url(written)
    path, reason = (written, "") if is_remote else _file(written, tuple(MEDIA), env)
    if path and not media_type(path):
        path, reason = "", f"is not one of {', '.join(MEDIA)}"
    if path and not is_remote:
        # Sphinx copies it to the output as it does for the role ``download``.
        env.dlfiles.add_file(env.docname, path)
    problem = f"enclosure: the audio or video file {written!r} {reason}"
    return path, Problem("invalid_option", "enclosure", problem) if reason else None


def _file(written: str, suffixes: tuple[str, ...], env: BuildEnvironment) -> tuple[str, str]:
    """Return the path of a file from the source directory, or ``""`` and the reason why it cannot be used."""
    path, absolute = env.relfn2path(written, env.docname)
    if path.startswith(".."):
        return "", "is outside of the source directory"
    # The post is read again when the file changes or appears. Sphinx looks for it as is done here.
    with suppress(OSError):
        Path(absolute).is_file()
        env.note_dependency(path)
    # Unlike that of a path, it takes texts that cannot be file names, such as names that are too long.
    if not os.path.isfile(absolute):  # noqa: PTH113
        return "", "does not exist"
    if not path.lower().endswith(suffixes):
        return "", f"is not one of {', '.join(suffixes)}"
    return path, ""


def images_in(doctree: nodes.document) -> list[str]:
    """Return the images in a text that browsers can show."""
    images = ([*node.get("candidates", {}).values(), node.get("uri", "")] for node in doctree.findall(nodes.image))
    shown = ([str(uri) for uri in uris if REMOTE.match(uri) or uri.lower().endswith(_SHOWN)] for uris in images)
    return [uris[0] for uris in shown if uris]


def alt_of(picture: str, doctree: nodes.document) -> str:
    """Return the alternative text that a text gives a picture, or ``""``."""
    images = (node for node in doctree.findall(nodes.image) if picture)
    same = (node for node in images if picture in {node.get("uri"), *node.get("candidates", {}).values()})
    return next((str(node["alt"]) for node in same if node.get("alt")), "")


class PictureNames(SphinxTransform):
    """Gives images the names of their files: Markdown turns ``![](图.png)`` into ``%E5%9B%BE.png``."""

    # Any priority works: Sphinx looks for images after the document has been read.
    default_priority = 800

    def apply(self) -> None:
        if not is_of_blog(self.document):
            return
        for image in self.document.findall(nodes.image):
            uri = image.get("uri", "")
            if "%" in uri and "://" not in uri and not self._is_file(uri) and self._is_file(unquote(uri)):
                image["uri"] = unquote(uri)

    def _is_file(self, uri: str) -> bool:
        return os.path.isfile(self.env.relfn2path(uri, self.env.docname)[1])  # noqa: PTH113
