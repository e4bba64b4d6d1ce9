#!/usr/bin/env python3
"""Uses the report as a TA and a student do, in a browser without a window: browser_test.py REPORT_SAMPLE [PICTURES]

REPORT_SAMPLE is the program that writes made-up classes. With PICTURES, a folder, pages are drawn into it. With WARPSCHOOL_AXE in the
environment, the path of axe.min.js (axe-core, which no distribution has), every page is asked by axe as well. Ends with 77 where
there is no Chromium with its driver, or no Selenium (packages chromium-driver and python3-selenium).
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77
try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    print("skipped: python3-selenium is not installed")
    sys.exit(SKIPPED)

SIZES = {"phone": (390, 844), "tablet": (800, 1100), "desktop": (1400, 900)}
problems = []

# Text against what lies under it, by WCAG 2.2: 4.5, or 3 from 24 px on (18.7 px in bold). Colours are taken as the browser
# computes them, color-mix() included; an element over a picture or a gradient is left out.
CONTRAST = """
const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const rgba = (text) => { pen.clearRect(0, 0, 1, 1); pen.fillStyle = text; pen.fillRect(0, 0, 1, 1);
                         return [...pen.getImageData(0, 0, 1, 1).data].map((v) => v / 255); };
const under = (top, low) => top.slice(0, 3).map((v, i) => v * top[3] + low[i] * (1 - top[3]));
const light = (c) => { const f = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
                       return 0.2126 * f(c[0]) + 0.7152 * f(c[1]) + 0.0722 * f(c[2]); };
const ground = (part) => { const layers = []; for (let p = part; p; p = p.parentElement) layers.push(rgba(getComputedStyle(p).backgroundColor));
                           let c = rgba(getComputedStyle(document.body).backgroundColor); if (c[3] < 1) c = [1, 1, 1, 1];
                           return layers.reverse().reduce((low, top) => under(top, low), c); };
const bad = [];
let seen = 0;
for (const part of [...document.body.querySelectorAll('*')].slice(0, 6000)) {
  const has_text = [...part.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!has_text || !part.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) || part.closest('svg')) continue;
  const style = getComputedStyle(part), size = parseFloat(style.fontSize), bold = parseInt(style.fontWeight) >= 700;
  const below = ground(part), text = under(rgba(style.color), below), [a, b] = [light(text), light(below)];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), least = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
  ++seen;
  if (ratio < least - 0.01) bad.push(`${part.tagName}.${part.className} "${part.textContent.trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
}
return [seen, [...new Set(bad)].slice(0, 10)];
"""

# Names of what can be used, one h1, headings without a gap, ids once, a language, every link inside the page or the folder.
STRUCTURE = """
const bad = [];
const name = (p) => (p.getAttribute('aria-label') || p.textContent || p.title || '').trim() ||
                    (p.labels && p.labels.length > 0 ? p.labels[0].textContent.trim() : '');
for (const p of document.querySelectorAll('a[href], button, input, select, summary')) if (!name(p)) bad.push(`no name: ${p.outerHTML.slice(0, 80)}`);
for (const p of document.querySelectorAll('[role=img], [role=region], [role=group]')) if (!p.getAttribute('aria-label')) bad.push(`no label: ${p.outerHTML.slice(0, 80)}`);
for (const p of document.querySelectorAll('img:not([alt])')) bad.push(`no alt: ${p.src}`);
if (document.querySelectorAll('h1').length !== 1) bad.push('not one h1');
if (document.querySelectorAll('main').length !== 1) bad.push('not one main');
if (!document.documentElement.lang) bad.push('no language');
let level = 0;
for (const h of document.querySelectorAll('h1, h2, h3, h4')) { const now = Number(h.tagName[1]); if (now > level + 1) bad.push(`heading ${h.textContent} skips a level`); level = now; }
const ids = new Set();
for (const p of document.querySelectorAll('[id]')) { if (ids.has(p.id)) bad.push(`id twice: ${p.id}`); ids.add(p.id); }
for (const p of document.querySelectorAll('[aria-labelledby]')) if (!document.getElementById(p.getAttribute('aria-labelledby'))) bad.push(`label is not there: ${p.getAttribute('aria-labelledby')}`);
for (const a of document.querySelectorAll('a[href^="#"]')) if (!document.getElementById(decodeURIComponent(a.getAttribute('href').slice(1)))) bad.push(`leads nowhere: ${a.getAttribute('href')}`);
for (const p of document.querySelectorAll('[tabindex]')) if (p.tabIndex > 0) bad.push('positive tabindex');
return bad.slice(0, 10);
"""

# What axe finds on the page as it stands: all its rules, those of good practice as well.
ASK_AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ['violations', 'incomplete']}).then(
  (found) => done({passed: found.passes.length,
                   bad: found.violations.map((v) => `${v.id} (${v.impact}): ${v.nodes.length} times, ${v.nodes[0].html.slice(0, 120)}`),
                   unsure: found.incomplete.map((v) => `${v.id}: ${v.nodes.length} times, ${v.nodes[0].html.slice(0, 120)}`)}),
  (error) => done({passed: 0, bad: [String(error)], unsure: []}));
"""


def check(good, what):
    if not good:
        print(f"FAILED: {what}", file=sys.stderr)
        problems.append(what)


def browser():
    driver = shutil.which("chromedriver")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not driver or not chromium or "/snap/" in str(Path(driver).resolve()):
        print("skipped: chromium and chromium-driver are not installed as ordinary packages")
        sys.exit(SKIPPED)
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                 "--allow-file-access-from-files=false", "--host-resolver-rules=MAP * ~NOTFOUND"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    try:
        started = webdriver.Chrome(service=Service(driver), options=options)
        started.set_script_timeout(120)  # axe on a large page
        return started
    except WebDriverException as error:
        print(f"skipped: Chromium does not start here: {str(error).splitlines()[0]}")
        sys.exit(SKIPPED)


class Report:
    def __init__(self, driver, folder, pictures):
        self.driver, self.folder, self.pictures = driver, folder, pictures

    def size(self, name, dark=False):
        width, height = SIZES[name]
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": name == "phone"})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"media": "", "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def open(self, page):
        self.driver.get((self.folder / page).as_uri())

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys):
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def focused(self):
        return self.run("const p = document.activeElement; return p.id || p.className || p.textContent.trim()")

    def names(self):
        """Students in the class table, as they are shown."""
        return self.run("return [...document.querySelectorAll('#class-table tbody tr')].filter((r) => !r.hidden)"
                        ".map((r) => r.querySelector('a').textContent)")

    def quiet(self, where):
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        check(not said, f"{where}: the console says {said[:3]}")

    def draw(self, name):
        if self.pictures:
            import base64
            height = min(self.run("return document.documentElement.scrollHeight"), 6000)
            width = self.run("return innerWidth")
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
            time.sleep(0.7)  # rows that come into sight, and plots of another size
            shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
                "captureBeyondViewport": True, "format": "png",
                "clip": {"x": 0, "y": 0, "width": self.run("return innerWidth"), "height": height, "scale": 1}})
            (self.pictures / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


def look_at(report, page, name):
    """One page at all sizes, light and dark: fits the width, can be read, is well built."""
    for size in SIZES:
        for dark in (False, True):
            where = f"{name}, {size}{', dark' if dark else ''}"
            report.size(size, dark)
            report.open(page)
            wide = report.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check(wide <= 0, f"{where}: the page scrolls sideways by {wide} px")
            report.run("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
            seen, bad = report.run(CONTRAST)
            check(seen > 5, f"{where}: only {seen} texts were seen")
            check(not bad, f"{where}: contrast of {bad}")
            wide = report.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check(wide <= 0, f"{where}: opened up, the page scrolls sideways by {wide} px")
            if size != "tablet" or not dark:
                report.open(page)
                report.draw(f"{name}-{size}{'-dark' if dark else ''}")
            report.quiet(where)
    bad = report.run(STRUCTURE)
    check(not bad, f"{name}: {bad}")


def ask_axe(report, page, name):
    """Closed and opened up, light and dark, on a phone and on a desktop."""
    path = os.environ.get("WARPSCHOOL_AXE")
    if not path:
        return
    for size in ("phone", "desktop"):
        for dark in (False, True):
            report.size(size, dark)
            report.open(page)
            report.run(Path(path).read_text())
            for state in ("closed", "opened up"):
                found = report.driver.execute_async_script(ASK_AXE)
                where = f"axe: {name}, {size}{', dark' if dark else ''}, {state}"
                check(found["passed"] > 10, f"{where}: only {found['passed']} rules applied")
                check(not found["bad"], f"{where}: {found['bad']}")
                for unsure in found["unsure"]:
                    print(f"{where}: to be looked at: {unsure}")
                report.run("document.querySelectorAll('details').forEach((d) => { d.open = true; })")


def use_class_page(report):
    report.size("desktop")
    report.open("index.html")
    names = report.names()
    check(len(names) > 3, f"students: {names}")
    button = report.one("#class-table thead .order")
    button.click()
    check(report.names() == sorted(names, key=str.lower), "sorted by name")
    button.click()
    check(report.names() == sorted(names, key=str.lower, reverse=True), "sorted backwards")
    check(report.one("#class-table thead th").get_attribute("aria-sort") == "descending", "aria-sort says so")
    report.one("#filter-name").send_keys(names[0][:4])
    check(names[0] in report.names() and len(report.names()) < len(names), "found by a part of the name")
    check("shown" in report.one("#filter-count").text, "the count is told")
    report.one("#filter-name").send_keys("no such name")
    check(report.names() == [] and report.one("#nothing-left").is_displayed(), "nobody matches, and it says so")
    report.one("#filter-clear").click()
    check(len(report.names()) == len(names), "all are back")
    report.quiet("class page in use")


def walk(report):
    """Class page, exercise page, student page, and back."""
    report.size("desktop")
    report.open("index.html")
    link = report.one("#class-table thead a[href^='exercises/']")
    link.click()
    check("/exercises/" in report.driver.current_url, "a column's head leads to its exercise")
    report.one("a[href^='../students/']").click()
    check("/students/" in report.driver.current_url, "from there to a student")
    closed = [part for part in report.all("details.whole") if not part.get_attribute("open")]
    if closed:
        closed[0].find_element(By.CSS_SELECTOR, "summary").click()
        check(closed[0].get_attribute("open") is not None, "a closed section opens")
    report.driver.back()
    check("/exercises/" in report.driver.current_url, "back")
    report.driver.back()
    check(report.driver.current_url.endswith("index.html"), "back to the class")
    cell = report.run("return [...document.querySelectorAll('#class-table tbody td:not(.total)')].find((c) => !c.classList.contains('v-missing'))")
    cell.click()
    check("/students/" in report.driver.current_url and "#" in report.driver.current_url, "a cell leads to the student's exercise")
    report.quiet("walk")


def by_keyboard(report):
    for size in ("phone", "desktop"):
        report.size(size)
        report.open("index.html")
        report.press(Keys.TAB)
        check("skip" in report.focused(), f"{size}: the first stop is the way past the head")
        report.press(Keys.ENTER)
        stops = []
        for _ in range(12):
            report.press(Keys.TAB)
            stops.append(report.focused())
            ring = report.run("return getComputedStyle(document.activeElement).outlineStyle")
            check(ring != "none", f"{size}: {stops[-1]} shows no focus")
        check("filter-name" in stops, f"{size}: the search is reached: {stops}")
        report.run("document.querySelector('#class-table thead .order').focus()")
        report.press(Keys.ENTER)
        check(report.all("#class-table thead th[aria-sort]"), f"{size}: Enter sorts")
        report.run("document.querySelector('#class-table tbody a').focus()")
        report.press(Keys.ENTER)
        check("/students/" in report.driver.current_url, f"{size}: Enter opens a student")
        report.press(Keys.TAB)
        check("skip" in report.focused(), f"{size}: a student's page begins with the way past its head")
        report.quiet(f"keyboard, {size}")


def on_paper(report, page, name):
    """What is closed on the screen is there in print, and nothing is cut off at the right."""
    report.size("desktop")
    report.open(page)
    report.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 720, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
    report.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = report.run("return [...document.querySelectorAll('details > :not(summary)')].filter((p) => p.getBoundingClientRect().height === 0 "
                       "&& p.textContent.trim() && !p.hidden && !p.closest('[hidden]')).length")
    check(shown == 0, f"{name}: {shown} closed parts stay closed on paper")
    hidden = report.run("return [...document.querySelectorAll('.filters, .plot, .order')].filter((p) => p.checkVisibility()).length")
    check(hidden == 0, f"{name}: controls are printed")
    cut = report.run("return [...document.querySelectorAll('.scroll, .panel ul')].filter((p) => p.scrollHeight > p.clientHeight + 2 || "
                     "p.scrollWidth > p.clientWidth + 2).map((p) => p.getAttribute('aria-label') || p.className)")
    check(not cut, f"{name}: cut off on paper: {cut}")
    pages = report.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    check(len(pages["data"]) > 5000, f"{name}: no PDF")
    report.quiet(f"print of {name}")


def large_class(report):
    """300 students by 41 exercises open and sort without delay. The limits are wide: the machine may be busy."""
    report.size("desktop")
    began = time.monotonic()
    report.open("index.html")
    report.run("return document.body.offsetHeight")
    opened = time.monotonic() - began
    sort = report.run("const b = document.querySelectorAll('#class-table thead .order')[1], t = performance.now();"
                      "b.click(); document.body.offsetHeight; return performance.now() - t")
    find = report.run("const f = document.getElementById('filter-name'), t = performance.now(); f.value = '17';"
                      "f.dispatchEvent(new Event('input')); document.body.offsetHeight; return performance.now() - t")
    print(f"300 by 41: opened in {opened:.2f} s, sorted in {sort:.0f} ms, filtered in {find:.0f} ms")
    check(len(report.all("#class-table tbody tr")) == 300, "300 rows")
    check(opened < 10 and sort < 2000 and find < 2000, "the large class is slow")
    report.quiet("large class")


def main():
    sample = Path(sys.argv[1]).resolve()
    pictures = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    driver = browser()
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        subprocess.run([sample, work / "class"], check=True)
        subprocess.run([sample, work / "large", "large"], check=True)
        subprocess.run([sample, work / "hard", "hard"], check=True)
        try:
            report = Report(driver, work / "class", pictures)
            student = max((work / "class" / "students").iterdir(), key=lambda page: page.stat().st_size)
            exercise = max((work / "class" / "exercises").iterdir(), key=lambda page: page.stat().st_size)
            pages = {"class": "index.html", "student": f"students/{student.name}", "exercise": f"exercises/{exercise.name}",
                     "feedback": f"feedback/{student.name}"}
            for name, page in pages.items():
                look_at(report, page, name)
                ask_axe(report, page, name)
                on_paper(report, page, name)
            hard = Report(driver, work / "hard", pictures)
            longest = max((work / "hard" / "students").iterdir(), key=lambda page: page.stat().st_size).name
            busiest = max((work / "hard" / "exercises").iterdir(), key=lambda page: page.stat().st_size).name
            for name, page in {"class": "index.html", "student": f"students/{longest}", "exercise": f"exercises/{busiest}",
                               "feedback": f"feedback/{longest}"}.items():
                look_at(hard, page, f"hard-{name}")
                ask_axe(hard, page, f"hard-{name}")
            use_class_page(report)
            walk(report)
            by_keyboard(report)
            large_class(Report(driver, work / "large", None))
        finally:
            driver.quit()
    print("passed" if not problems else f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
