"""The site of the documentation: a hook of mkdocs for links to files beside the folder of pages.

On a code host ``../deploy/nginx.conf`` leads to the file. The site has those files under
``files/``; a link to a folder, which a site cannot list, becomes its name.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

BESIDE = re.compile(r"\[([^\]]*)\]\(\.\./([^)#]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what pages link to beside their folder."""
    root = Path(config.docs_dir).parent
    linked = {
        name
        for page in files.documentation_pages()
        for _, name in BESIDE.findall(page.content_string)
        if (root / name).is_file()
    }
    for name in sorted(linked):
        source = str(root / name)
        files.append(File.generated(config, f"files/{name}", abs_src_path=source))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links there."""
    del page, files
    root = Path(config.docs_dir).parent

    def led(found: re.Match[str]) -> str:
        text, name = found.groups()
        return f"[{text}](files/{name})" if (root / name).is_file() else f"`{name}`"

    return BESIDE.sub(led, markdown)
