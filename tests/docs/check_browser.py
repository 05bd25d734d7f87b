#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens the pages of the built documentation in headless Chromium: no error in the console, no picture that is
not drawn, no link to a file or place that does not exist; README, pages of docs/ and tutorial are there, with
pictures. Lists of names, listings of sources, and three of four pages of structs, which are all alike, are left
to check_site.py: each page takes 0.2 s of processor time. With HYPERMATCH_PART=I/N in the environment, of the
pages that Doxygen makes of sources every Nth.
check_browser.py FOLDER

Speaks the DevTools protocol over a pipe. Exit code 77 where no Chromium is installed (scripts/setup.sh)."""
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Lists that Doxygen makes, all alike.
LISTS = re.compile(r"(functions|namespacemembers|globals|dir_|search/).*|.*(-members|_source|_8md)\.html")
# What Doxygen makes of sources.
SOURCES = re.compile(r"(struct|class|namespace|union|group|.*_8(hpp|cpp))")
# Seconds without an answer after which the browser hangs.
PATIENCE = 60
# What a page says about itself, once it is loaded.
LOOK = """Promise.all([...document.images].map(image => image.decode().catch(() => null))).then(() => JSON.stringify({
  title: document.title,
  pictures: [...document.images].map(image => [image.src, image.naturalWidth > 0])
    .concat([...document.querySelectorAll('object[data]')].map(o => [o.data, o.contentDocument !== null])),
  links: [...document.querySelectorAll('a[href], area[href]')].map(a => a.href.baseVal ?? a.href),
  places: [...document.querySelectorAll('[id], a[name]')].flatMap(e => [e.id, e.getAttribute('name')]).filter(x => x)
}))"""


class Browser:
    def __init__(self, program, profile):
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()

        def move():  # the browser reads from 3 and writes to 4
            os.dup2(to_browser, 13)
            os.dup2(from_browser, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--remote-debugging-pipe", "--allow-file-access-from-files", f"--user-data-dir={profile}"],
            preexec_fn=move, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.count, self.rest, self.events, self.session = 0, b"", [], None

    def message(self):
        while b"\0" not in self.rest:
            if not select.select([self.into], [], [], PATIENCE)[0]:
                raise RuntimeError(f"the browser said nothing for {PATIENCE} s")
            part = os.read(self.into, 1 << 16)
            if not part:
                raise RuntimeError("the browser ended")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        """The answer to a call; what arrives before it is kept as events."""
        self.count += 1
        call = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            call["sessionId"] = self.session
        os.write(self.out, json.dumps(call).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.count:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def open_tab(self):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def visit(self, url):
        """What the page says, and its errors."""
        self.events = []
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())
        for _ in range(20):  # scripts of the page may still put pictures in
            answer = self.call("Runtime.evaluate", expression=LOOK, returnByValue=True, awaitPromise=True)
            seen = json.loads(answer["result"]["value"])
            if all(drawn for _, drawn in seen["pictures"]):
                break
            time.sleep(0.1)
        return seen, [text for event in self.events for text in errors_of(event)]


def errors_of(event):
    method, facts = event.get("method"), event.get("params", {})
    if method == "Runtime.exceptionThrown":
        yield f"exception: {facts['exceptionDetails'].get('exception', {}).get('description', '')[:200]}"
    elif method == "Runtime.consoleAPICalled" and facts["type"] in ("error", "assert"):
        yield f"console: {facts['args'][0].get('value', '')}"
    elif method == "Log.entryAdded" and facts["entry"]["level"] == "error":
        yield f"log: {facts['entry']['text']} {facts['entry'].get('url', '')}"
    elif method == "Network.loadingFailed" and not facts.get("canceled"):
        yield f"not loaded: {facts.get('errorText')}"


def file_of(url):
    parts = urllib.parse.urlsplit(url)
    return (pathlib.Path(urllib.parse.unquote(parts.path)), urllib.parse.unquote(parts.fragment)) if (
        parts.scheme == "file") else (None, "")


def mistakes_of(path, seen, errors, places):
    yield from errors
    for picture, drawn in seen["pictures"]:
        if not drawn:
            yield f"picture {picture} is not drawn"
    for link in seen["links"]:
        target, place = file_of(link)
        if target is None:
            continue
        if not target.exists():
            yield f"link {link}: no such file"
        elif place and target in places and place not in places[target]:
            yield f"link {link}: no such place"


def missing_of(pages):
    """Pages of docs/ that the site lacks, or that have lost their pictures."""
    pictures = {seen["title"].rsplit(": ", 1)[-1]: len(seen["pictures"]) for seen, _ in pages.values()}
    for title, least in (("Tutorial", 3), ("File formats", 0), ("Algorithms", 0), ("Performance", 0),
                         ("Families of instances", 0), ("Architecture", 0), ("Contributing", 0)):
        if title not in pictures:
            yield f"no page {title}"
        elif pictures[title] < least:
            yield f"{title}: {pictures[title]} pictures, expected {least}"


def chosen_pages(folder):
    own = [path for path in sorted(folder.rglob("*.html")) if not LISTS.fullmatch(str(path.relative_to(folder)))]
    structs = [path for path in own if path.name.startswith("struct")]
    made = [path for path in own if SOURCES.match(path.name) and path not in structs] + structs[::4]
    return sorted({*own} - {*structs} | {*made})


def main():
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        print("skipped: no Chromium here (Debian: chromium-headless-shell, installed by scripts/setup.sh)")
        return 77
    folder = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(program, profile)
        try:
            browser.open_tab()
            pages = {path: browser.visit(path.as_uri()) for path in chosen_pages(folder)}
        finally:
            browser.process.kill()
            browser.process.wait()
    places = {path: set(seen["places"]) for path, (seen, _) in pages.items()}
    wrong = [f"{path.name}: {mistake}" for path, (seen, errors) in pages.items()
             for mistake in dict.fromkeys(mistakes_of(path, seen, errors, places))]
    wrong += missing_of(pages)
    for line in wrong:
        print(line)
    drawn = sum(len(seen["pictures"]) for seen, _ in pages.values())
    print(f"{len(pages)} pages, {drawn} pictures, {len(wrong)} mistakes")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
