#!/usr/bin/env python3
"""Makes the documentation's site and looks through it: site_test.py SOURCE [PICTURES]

Every link, picture and script must be there (anchors too), nothing may be loaded from a network, every page of the project must
be in it. Where there is a browser, the search is tried from disk. Ends with 77 where Sphinx is missing.
"""
import subprocess
import sys
import tempfile
import time
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

problems = []


def check(good, what):
    if not good:
        print(f"FAILED: {what}", file=sys.stderr)
        problems.append(what)


class Page(HTMLParser):
    """Ids of a page, what it links to and what it loads."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids.update(filter(None, (values.get("id"), values.get("name") if tag == "a" else None)))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in ("script", "img", "iframe", "source") and values.get("src"):
            self.loads.append(values["src"])
        if tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload"):
            self.loads.append(values["href"])


def look_through(site):
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    links = 0
    for file, page in pages.items():
        where = file.relative_to(site)
        for target in page.loads:
            parts = urlsplit(target)
            check(parts.scheme in ("", "data") and not parts.netloc, f"{where} loads {target} from a network")
            if parts.scheme == "" and parts.path:
                check((file.parent / unquote(parts.path)).exists(), f"{where} loads {target}, which is not there")
        for target in page.links:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            links += 1
            to = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            check(to.exists(), f"{where} links to {target}, which is not there")
            if parts.fragment and to in pages:
                check(unquote(parts.fragment) in pages[to].ids, f"{where} links to {target}: there is no such place")
    print(f"{len(pages)} pages, {links} links")
    return pages


def is_whole(source, site):
    for page in [*source.glob("docs/*.md"), *source.glob("exercises/**/README.md")]:
        made = site / page.relative_to(source).with_suffix(".html")
        check(made.exists(), f"{page.relative_to(source)} is not in the site")
    for picture in source.glob("exercises/**/*.svg"):
        check((site / "_images" / picture.name).exists(), f"the picture {picture.name} is not in the site")


def search(site, pictures):
    """In a browser, from disk."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "grader" / "report"))
    try:
        import browser_test
    except SystemExit:
        return
    try:
        driver = browser_test.browser()
    except SystemExit:
        return
    try:
        driver.get((site / "search.html").as_uri() + "?q=coalesced")
        found = []
        for _ in range(100):
            found = driver.find_elements("css selector", "#search-results li a")
            if found:
                break
            time.sleep(0.1)
        check(found, "the search finds no \"coalesced\"")
        if found:
            found[0].click()
            check("search.html" not in driver.current_url, "a hit leads to its page")
        report = browser_test.Report(driver, site, pictures)
        for page in ("index", "docs/GRADER", "docs/API_COVERAGE", "exercises/5_reductions/README", "exercises/1_first_kernels/vector_add/README"):
            for size in browser_test.SIZES:
                report.size(size)
                report.open(page + ".html")
                wide = report.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                check(wide <= 0, f"{page}, {size}: scrolls sideways by {wide} px")
                bad = report.run(browser_test.CONTRAST)[1]
                check(not bad, f"{page}, {size}: contrast of {bad}")
                report.size(size, dark=True)
                bad = report.run(browser_test.CONTRAST)[1]
                check(not bad, f"{page}, {size}, dark: contrast of {bad}")
                report.size(size)
                report.draw(f"site-{page.replace('/', '-')}-{size}")
            report.quiet(page)
    finally:
        driver.quit()


def main():
    source = Path(sys.argv[1]).resolve()
    pictures = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as work:
        site = Path(work) / "site"
        made = subprocess.run([source / "scripts" / "docs.sh", site], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if made.returncode == 77:
            print("skipped: " + made.stdout.strip())
            return 77
        check(made.returncode == 0, f"scripts/docs.sh: {made.stdout}")
        look_through(site)
        is_whole(source, site)
        search(site, pictures)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
