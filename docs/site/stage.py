#!/usr/bin/env python3
"""Gathers the pages of the documentation's site for Sphinx: stage.py TREE STAGE [PART].

TREE is the project, or with PART a part of it: a students' tree, where links to what is left out become plain text. The pages are its Markdown files where they lie, so that links between them hold;
what they link to besides (pictures, formats) is copied, and a link to a folder of sources becomes plain text.
"""
import re
import shutil
import sys
from pathlib import Path

# Where a page of docs/ stands in the table of contents; one that is not named here stands under the last heading.
PARTS = [
    ("For students", ["WARP", "GETTING_STARTED", "COMPATIBILITY", "API_COVERAGE", "FAULTS", "REPORT_FORMAT", "MODEL", "TIME_MODEL"]),
    ("For TAs", ["GRADER", "formats", "THREAT_MODEL"]),
    ("For instructors", ["ADDING_AN_EXERCISE", "HARNESS", "RELEASE"]),
    ("How it works", ["ARCHITECTURE", "DEVELOPING"]),
]
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def course_order(tree):
    """Ids as course.yaml has them, modules and exercises."""
    ids = re.findall(r"^\s*- id: *\"?([A-Za-z0-9_]+)", (tree / "course.yaml").read_text(encoding="utf-8"), re.M)
    return {name: place for place, name in enumerate(ids)}


def pages_of(tree):
    order = course_order(tree)
    rank = lambda page: (order.get(page.parent.name, len(order)), str(page))
    modules = sorted(tree.glob("exercises/*/README.md"), key=rank)
    exercises = {m: sorted(m.parent.glob("*/README.md"), key=rank) for m in modules}
    docs = sorted(tree.glob("docs/*.md")) + sorted(tree.glob("docs/measurements/**/*.md"))
    return modules, exercises, docs


def contents(caption, entries, depth=1):
    head = f"```{{toctree}}\n:titlesonly:\n:maxdepth: {depth}\n" + (f":caption: {caption}\n" if caption else "")
    names = [entry if isinstance(entry, str) else entry.with_suffix("").as_posix() for entry in entries]
    return head + "\n" + "\n".join(names) + "\n```\n"


class Stage:
    def __init__(self, tree, stage, part):
        self.tree, self.stage, self.part = tree, stage, part
        self.modules, self.exercises, self.docs = pages_of(tree)
        self.pages = {tree / "README.md", *self.modules, *self.docs}
        self.pages.update(page for pages in self.exercises.values() for page in pages)

    def link(self, page, match):
        """A link as the site can follow it."""
        picture, text, target = match.groups()
        path, _, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return match.group(0)
        to = (page.parent / path).resolve()
        if to in self.pages:
            return match.group(0)
        if to.is_dir() and to / "README.md" in self.pages:
            return f"{picture}[{text}]({path.rstrip('/')}/README.md{'#' + anchor if anchor else ''})"
        if to.is_file() and to.is_relative_to(self.tree):
            copy = self.stage / to.relative_to(self.tree)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(to, copy)
            return match.group(0)
        if to.is_dir() or (self.part and not to.exists()):
            return text
        return match.group(0)  # leads nowhere: Sphinx says so

    def write(self, page, more=""):
        """Links are rewritten outside of code only."""
        lines, fenced = [], False
        for line in page.read_text(encoding="utf-8").splitlines(keepends=True):
            fenced ^= line.lstrip().startswith("```")
            code = fenced or (line.startswith("    ") and not line.lstrip().startswith(("-", "*", "[", ":")))
            lines.append(line if code else LINK.sub(lambda match: self.link(page, match), line))
        to = self.stage / page.relative_to(self.tree)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text("".join(lines) + more, encoding="utf-8")

    def index(self):
        text = "# Warpschool\n\nThe course's pages, and everything about its tools. The search looks through all of them.\n\n"
        text += contents("Start", ["Overview <README>"])
        text += contents("The course", [m.relative_to(self.tree) for m in self.modules], 2)
        left = [page for page in self.docs]
        for caption, names in PARTS:
            here = [page for name in names for page in left if page.stem == name and page.parent.name == "docs"]
            left = [page for page in left if page not in here]
            if caption == PARTS[-1][0]:
                here, left = here + left, []
            if here:
                text += contents(caption, [page.relative_to(self.tree) for page in here])
        (self.stage / "index.md").write_text(text, encoding="utf-8")

    def run(self):
        for module in self.modules:
            inside = [page.relative_to(module.parent) for page in self.exercises[module]]
            self.write(module, "\n## The exercises\n\n" + contents("", inside) if inside else "")
        for page in self.pages - set(self.modules):
            self.write(page)
        self.index()


def main():
    tree, stage = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    Stage(tree, stage, part=len(sys.argv) > 3).run()


if __name__ == "__main__":
    main()
