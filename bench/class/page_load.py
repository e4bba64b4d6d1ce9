#!/usr/bin/env python3
"""Milliseconds until a page shows something, and until it is laid out with its scripts run: page_load.py FILE.html

The best of three in a headless Chromium, by the browser's own clock, which begins with the page: how long the browser takes to
start is not the page's doing. Needs the packages chromium-driver and python3-selenium, like tests/grader/report/browser_test.py.
"""
import shutil
import sys
import time
from pathlib import Path

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
except ImportError:
    print("not measured: python3-selenium is not installed")
    sys.exit()
if not shutil.which("chromedriver"):
    print("not measured: chromium-driver is not installed")
    sys.exit()

options = webdriver.ChromeOptions()
for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
    options.add_argument(word)
driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
driver.set_window_size(1280, 900)
ENTRIES = """const [page] = performance.getEntriesByType('navigation');
const painted = performance.getEntriesByName('first-contentful-paint')[0];
document.body.offsetHeight;
return [painted ? painted.startTime : null, page.loadEventEnd];"""
best = None
for _ in range(3):
    driver.get("about:blank")
    driver.get(Path(sys.argv[1]).resolve().as_uri())
    deadline = time.monotonic() + 20
    painted, loaded = driver.execute_script(ENTRIES)
    while painted is None and time.monotonic() < deadline:
        time.sleep(0.1)
        painted, loaded = driver.execute_script(ENTRIES)
    if painted is not None and (best is None or loaded < best[1]):
        best = (painted, loaded)
driver.quit()
print("not measured: nothing was painted" if best is None else f"{best[0]:.0f}, {best[1]:.0f} ms")
