#!/usr/bin/env python3
"""Checks how an editor and a debugger see generated clients:

- For each marked item in the programs in `benches/editor/programs`, "Go to Definition" leads only to the line that defines the item.
- For one setter of each client, "Find References" shows the definition of the setter and all calls to it in the program. Any further
  results are calls in generated code.
- rust-analyzer can expand all macro calls in the generated code of the test client.
- The list of completions contains the expected names but no internal names, and does not start with a rarely used method such as
  `clone`.
- In a backtrace of this client, the frame of a setter refers to the definition of the setter in `client.rs`.

    benches/editor/check.py [CLIENT …]      (monitoring_service, generated, parcels, kitchen_sink, backtraces; default: all)

Drives rust-analyzer over its protocol with the programs in `programs`. In these, `/*@*/` stands before a name whose definition is
looked up; `//~ what > block > … > item` names the line of the definition: an item in nested blocks of `client.rs`, or of the file that
is named first. `/*?*/` asks for completions, which must contain the names after `>`. The exit code is 1 unless all rows of the table
are exact.

RUST_ANALYZER is the program (default: `rust-analyzer`). SYSROOT_SRC is the folder `library` of the sources of the standard library, if
the toolchain has no component `rust-src`.
"""

import collections
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "benches" / "editor"
WORK = ROOT / "target" / "editor"
SECONDS = 900

Client = collections.namedtuple("Client", "program package dependency code")
# `code` is the generated file; None if the build script writes it.
THIS = "default-features = false, features = [\"all-tags\"{}]"
CLIENTS = {
    "monitoring_service": Client("monitoring_service", "monitoring-service", ("", THIS.format("")), "pregenerated/client.rs"),
    "generated": Client("monitoring_service", "monitoring-service", ("", THIS.format(', "generate"')), None),
    "parcels": Client("parcels", "parcels", ("examples/clients/parcels", 'default-features = false, features = ["all-tags"]'), None),
    "kitchen_sink": Client(
        "kitchen_sink", "kitchen-sink", ("tests/kitchen-sink", 'default-features = false, features = ["all-tags", "webhooks"]'), None
    ),
}


# Completions that must not be offered, and those that must not come first.
NOT_OFFERED = ("into_optional", "undeclared_")
NOT_FIRST = ("into_optional", "keep_undeclared", "clear_undeclared", "undeclared", "build", "clone")
# Some editors sort by name what is equally relevant: `build` and `clear_undeclared` are early there, whatever their order in the code.
NOT_FIRST_BY_NAME = ("into_optional", "keep_undeclared")


class Ended(Exception):
    """rust-analyzer ended by itself, for example because its stack overflowed."""


class Server:
    """A process of rust-analyzer."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [os.environ.get("RUST_ANALYZER", "rust-analyzer")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=open(folder / "rust-analyzer.log", "wb"),
            cwd=folder,
            env=environment(),
        )
        self.replies, self.statuses, self.last = {}, queue.Queue(), 0
        self.arrived = threading.Condition()
        threading.Thread(target=self.receive, daemon=True).start()
        cargo = {"extraEnv": {"CARGO_TARGET_DIR": str(WORK / "target")}, "targetDir": None}
        if os.environ.get("SYSROOT_SRC"):
            cargo["sysrootSrc"] = os.environ["SYSROOT_SRC"]
        options = {"cargo": cargo, "checkOnSave": False, "cachePriming": {"enable": False}, "files": {"watcher": "server"}}
        self.options = options
        self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder.as_uri(),
                "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
                "initializationOptions": options,
                "capabilities": {
                    "experimental": {"serverStatusNotification": True},
                    "general": {"positionEncodings": ["utf-8"]},
                    "textDocument": {"definition": {"linkSupport": False}},
                },
            },
        )
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params, seconds=SECONDS):
        """Returns the result of a request, or a text that begins with `error`."""
        self.last += 1
        number = self.last
        try:
            self.send({"id": number, "method": method, "params": params})
        except BrokenPipeError:
            raise Ended(f"rust-analyzer ended with {self.process.wait()}") from None
        end = time.monotonic() + seconds
        with self.arrived:
            while number not in self.replies:
                if self.process.poll() is not None:
                    raise Ended(f"rust-analyzer ended with {self.process.returncode}")
                if time.monotonic() > end:
                    return "error: no answer in time"
                self.arrived.wait(1)
            reply = self.replies.pop(number)
        if reply.get("error", {}).get("code") in (-32801, -32802):
            time.sleep(0.5)
            return self.request(method, params, seconds)
        return "error: " + reply["error"]["message"] if "error" in reply else reply["result"]

    def receive(self):
        while True:
            length = 0
            while (line := self.process.stdout.readline()).strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not line:
                return
            message = json.loads(self.process.stdout.read(length))
            if "method" in message and "id" in message:
                result = [self.options for _ in message["params"]["items"]] if message["method"] == "workspace/configuration" else None
                self.send({"id": message["id"], "result": result})
            elif message.get("method") == "experimental/serverStatus":
                self.statuses.put(message["params"])
            elif "id" in message:
                with self.arrived:
                    self.replies[message["id"]] = message
                    self.arrived.notify_all()

    def wait_until_ready(self):
        while True:
            try:
                status = self.statuses.get(timeout=SECONDS)
            except queue.Empty:
                sys.exit("error: rust-analyzer does not become ready")
            if status["quiescent"]:
                if status["health"] == "error":
                    sys.exit("error: rust-analyzer: " + str(status.get("message")))
                if status["health"] != "ok":
                    print("note: rust-analyzer: " + str(status.get("message")).replace("\n", " "), file=sys.stderr)
                return

    def open(self, path):
        text = path.read_text()
        self.notify("textDocument/didOpen", {"textDocument": {"uri": path.as_uri(), "languageId": "rust", "version": 1, "text": text}})
        return text

    def at(self, method, path, line, column, **more):
        """Sends a request about a position: a line from 1, a byte from 0."""
        position = {"line": line - 1, "character": column}
        return self.request(method, {"textDocument": {"uri": path.as_uri()}, "position": position, **more})

    def end(self):
        if self.process.poll() is not None:
            return
        self.request("shutdown", None, 30)
        self.notify("exit", None)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Table:
    """The rows that are printed."""

    def __init__(self):
        self.rows = []

    def row(self, client, what, expected, found, is_exact=None):
        is_exact = expected == found if is_exact is None else is_exact
        self.rows.append((is_exact, client, what, expected, found))
        print(f"{'ok  ' if is_exact else 'FAIL'} {client:19} {what:44} expected: {expected}" + ("" if is_exact else f"\n{'':70}found: {found}"), flush=True)

    def fails(self):
        return [row for row in self.rows if not row[0]]


def environment():
    return {**os.environ, "CARGO_INCREMENTAL": "0", "CARGO_TERM_COLOR": "never", "CARGO_TARGET_DIR": str(WORK / "target")}


def children(lines, begin, end, indent):
    """Yields the lines of a block that are its items. An anonymous constant is transparent."""
    for at in range(begin, end):
        if lines[at].startswith(" " * indent) and not lines[at].startswith(" " * (indent + 1)):
            yield at
            if re.match(r" *const _: \(\) = \{$", lines[at]):
                yield from children(lines, at + 1, block_end(lines, at, indent), indent + 4)


def block_end(lines, begin, indent):
    # A line such as `) -> Self {` ends the arguments of a function, not its block.
    closing = re.compile(" " * indent + r"[})](?!.*\{$)")
    return next((at for at in range(begin + 1, len(lines)) if closing.match(lines[at])), len(lines))


def definitions(lines, steps, begin=0, end=None, indent=0):
    """Returns the lines, from 1, of an item in nested blocks."""
    end = len(lines) if end is None else end
    pattern = re.compile(r" *(pub(\([a-z ]+\))? )?((async|const) )*(struct |enum )?" + re.escape(steps[0]).replace(r"\ ", " ") + r"(?!\w)")
    if len(steps) == 1:
        return [at + 1 for at in children(lines, begin, end, indent) if pattern.match(lines[at])]
    found = []
    for at in children(lines, begin, end, indent):
        if pattern.match(lines[at]):
            depth = len(lines[at]) - len(lines[at].lstrip())
            found += definitions(lines, steps[1:], at + 1, block_end(lines, at, depth), depth + 4)
    return found


def shown(path, line):
    path = pathlib.Path(path)
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return f"{'…/out/client.rs' if path.match('out/client.rs') else name}:{line}"


def line_of(path, line):
    lines = pathlib.Path(path).read_text().splitlines()
    return lines[line - 1].strip() if line <= len(lines) else ""


def targets(result):
    """Returns the places in a result, and its error as one."""
    if isinstance(result, str):
        return [(result, 0)]
    return sorted(
        {(urllib.parse.unquote(place["uri"].removeprefix("file://")), place["range"]["start"]["line"] + 1) for place in result or []}
    )


def package_of(name, client):
    """Writes the package of a program, builds what it needs, and returns its folder and the generated code."""
    folder = WORK / name
    (folder / "src").mkdir(parents=True, exist_ok=True)
    path, features = client.dependency
    patches = "".join(
        f'{package} = {{ path = "{ROOT / "crates" / package}" }}\n' for package in ("perennial", "perennial-codegen") if name == "parcels"
    )
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "program"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\n'
        f'{client.package} = {{ path = "{ROOT / path}", {features} }}\n' + (f'[patch.crates-io]\n{patches}' if patches else '') +
        f'[profile.dev]\ndebug = "line-tables-only"\n'
    )
    shutil.copy(ROOT / ("examples/clients" if name == "parcels" else "") / "Cargo.lock", folder / "Cargo.lock")
    (folder / "src" / "lib.rs").write_text((HERE / "programs" / f"{client.program}.rs").read_text())
    command = ["cargo", "check", "--message-format=json"]
    built = subprocess.run(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, text=True)
    if built.returncode:
        for line in built.stdout.splitlines():
            message = json.loads(line)
            if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
                print(message["message"]["rendered"], file=sys.stderr)
        sys.exit(f"error: the program of {name} does not compile")
    code = ROOT / client.code if client.code else None
    for line in built.stdout.splitlines():
        message = json.loads(line)
        is_script = message["reason"] == "build-script-executed"
        if code is None and is_script and re.search(rf"[/#]{client.package}[#@]", message["package_id"]):
            code = pathlib.Path(message["out_dir"]) / "client.rs"
    return folder, code


def check_definitions(table, server, name, program, text, code):
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if "/*@*/" not in line or "//~" not in line:
            continue
        what, *steps = [step.strip() for step in line.split("//~")[1].split(" > ")]
        file = code
        if steps[0].endswith(".rs"):
            file = ROOT / steps.pop(0)
        at = definitions(file.read_text().splitlines(), steps)
        expected = [shown(file, line) for line in at]
        found = targets(server.at("textDocument/definition", program, number, line.encode().index(b"/*@*/") + 5))
        item = re.search(r"/\*@\*/(\w+)", line)[1]
        # A target must contain the name.
        has_name = len(found) == 1 and re.search(rf"\b{item}\b", line_of(*found[0]))
        expected_text = " ".join(expected) or "`" + " > ".join(steps) + "`, which is not written out"
        found_text = " ".join(shown(*place) for place in found) or "nothing"
        if len(found) == 1 and found[0][1]:
            found_text += f" `{line_of(*found[0])[:60]}`"
        is_exact = len(expected) == 1 and bool(has_name) and [shown(*place) for place in found] == expected
        table.row(name, f"definition of {what}: {item}", expected_text, found_text, is_exact)


def check_references(table, server, name, program, text, code):
    """Compares the references of the first setter that the program calls twice."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        match = re.search(r"/\*@\*/(\w+).*//~ (?:\w+ )?setter > (.*)", line)
        uses = match and [at for at, other in enumerate(lines, 1) if re.search(rf"\bcall(\.|\b.*\.)/?(\*@\*/)?{match[1]}\(", other)]
        if not match or len(uses) < 2:
            continue
        steps = [step.strip() for step in match[2].split(" > ")]
        definition = definitions(code.read_text().splitlines(), steps)
        expected = sorted([shown(code, at) for at in definition] + [shown(program, at) for at in uses])
        # The position is inside the name: at its start, rust-analyzer takes the comment before it.
        inside = line.encode().index(b"/*@*/") + 6
        result = server.at("textDocument/references", program, number, inside, context={"includeDeclaration": True})
        # Generated code also calls the setter: in the method of a tag, and in former setters.
        is_call = lambda path, at: pathlib.Path(path) == code and f".{match[1]}(" in line_of(path, at)
        found = sorted(shown(*place) for place in targets(result) if not is_call(*place))
        table.row(name, f"references of a setter: {match[1]}", " ".join(expected), " ".join(found) or "nothing", expected == found and len(definition) == 1)
        return
    table.row(name, "references of a setter", "a setter that the program calls twice", "none")


def check_expansions(table, server, name, code):
    """Expands each macro call of the generated code recursively."""
    calls, expanded, fails = collections.Counter(), 0, []
    server.open(code)
    for number, line in enumerate(code.read_text().splitlines(), 1):
        call = re.match(r" *(?:(?:::)?perennial::__private::(?:v1::)?|v1::)(\w+)! *[{(]", line)
        if not call:
            continue
        calls[call[1]] += 1
        try:
            result = server.at("rust-analyzer/expandMacro", code, number, call.start(1))
        except Ended as ended:
            table.row(name, "macro calls that expand", f"{call[1]}! in line {number} expands", str(ended))
            return
        expansion = result["expansion"] if isinstance(result, dict) else None
        # The macro `requires` expands to nothing if the runtime is not too old.
        if expansion is not None and "compile_error" not in expansion and (expansion.strip() or call[1] == "requires"):
            expanded += 1
        else:
            fails.append(f"{call[1]}! in line {number}: {str(result)[:80]}")
    total = calls.total()
    counts = ", ".join(f"{count} {call}!" for call, count in sorted(calls.items()))
    found = "; ".join([f"{expanded} / {total}", *fails[:3]])
    table.row(name, "macro calls that expand", f"{total} / {total}", found, expanded == total > 0)
    table.row(name, "macro calls (a note)", counts or "none", counts or "none")


def check_completions(table, server, name, program, text):
    for number, line in enumerate(text.splitlines(), 1):
        if "/*?*/" not in line:
            continue
        what, names = [part.strip() for part in line.split("//~")[1].split(" > ")]
        result = server.at("textDocument/completion", program, number, line.encode().index(b"/*?*/") + 5, context={"triggerKind": 1})
        items = result["items"] if isinstance(result, dict) else result if isinstance(result, list) else []
        # The order of the server, which most editors keep.
        items.sort(key=lambda item: item.get("sortText", ""))
        labels = [re.match(r"(r#)?(\w*)", item["label"])[2] or item["label"] for item in items]
        by_name = sorted(label for item, label in zip(items, labels) if item.get("sortText") == items[0].get("sortText"))
        for order, shown_labels, unwanted in (("first", labels, NOT_FIRST), ("first by name", by_name, NOT_FIRST_BY_NAME)):
            is_own = shown_labels[:1] != [] and shown_labels[0] not in unwanted
            expected = "none of " + " ".join(unwanted)
            table.row(name, f"completion of {what}: {order}", expected if not is_own else shown_labels[0], " ".join(shown_labels[:6]) or str(result)[:80], is_own)
        hidden = [label for label in NOT_OFFERED if label in labels]
        table.row(name, f"completion of {what}: not offered", " ".join(NOT_OFFERED), "offered: " + " ".join(hidden), not hidden and labels != [])
        missing = [label for label in names.split() if label not in labels]
        table.row(name, f"completion of {what}: complete", names, "without " + " ".join(missing) if missing else names)


def check_client(table, name):
    client = CLIENTS[name]
    folder, code = package_of(name, client)
    program = folder / "src" / "lib.rs"
    server = Server(folder)
    try:
        server.wait_until_ready()
        text = server.open(program)
        check_definitions(table, server, name, program, text, code)
        check_references(table, server, name, program, text, code)
        check_completions(table, server, name, program, text)
        if name == "kitchen_sink":
            check_expansions(table, server, name, code)
    except Ended as ended:
        table.row(name, "the editor", "goes on", str(ended))
    finally:
        server.end()


BACKTRACES = """
//! Prints the lines of `client.rs` from which conversions of a program are called.
use monitoring_service::{Client, types};

struct Probe(&'static str);

fn report(probe: &Probe) -> String {
    println!("== {}\\n{}", probe.0, std::backtrace::Backtrace::force_capture());
    "a probe".to_owned()
}

macro_rules! converts {
    ($($to:ty)*) => { $(
        impl TryFrom<Probe> for $to {
            type Error = String;
            fn try_from(probe: Probe) -> Result<Self, String> { Err(report(&probe)) }
        }
    )* };
}
converts!(monitoring_service::uuid::Uuid monitoring_service::time::QueryTime types::IncidentUpdateCreate types::IncidentSeverity);

fn main() {
    let client = Client::builder("http://127.0.0.1:1").api_key("key").account_id(monitoring_service::uuid::Uuid::nil()).build();
    let client = match client { Ok(client) => client, Err(error) => panic!("{error}") };
    let call = client.get_v1_privatelocations_id_metrics();
    let call = call.id(Probe("mod builder > impl GetV1PrivatelocationsIdMetrics > fn id"));
    let call = call.from(Probe("mod builder > impl GetV1PrivatelocationsIdMetrics > fn from"));
    drop(call.to(Probe("mod builder > impl GetV1PrivatelocationsIdMetrics > fn to")));
    drop(client.private_locations().metrics(Probe("mod tags > impl PrivateLocations > fn metrics")));
    let call = client.post_v1_statuspages_incidents_incidentid_incidentupdates();
    drop(call.body(Probe("mod builder > impl PostV1StatuspagesIncidentsIncidentidIncidentupdates > fn body")));
    drop(types::Incident::builder().severity(Probe("mod types > mod builder > impl Incident > fn severity")));
}
"""


def check_backtraces(table):
    """Compares the line of each setter in a backtrace with the lines of its definition."""
    client = CLIENTS["monitoring_service"]
    folder, code = package_of("backtraces", client)
    (folder / "src" / "main.rs").write_text(BACKTRACES)
    command = ["cargo", "run", "--quiet"]
    output = subprocess.run(command, cwd=folder, env={**environment(), "RUST_BACKTRACE": "full"}, stdout=subprocess.PIPE, text=True)
    lines = code.read_text().splitlines()
    for trace in output.stdout.split("== ")[1:]:
        what, *frames = trace.splitlines()
        found = [int(line) for line in re.findall(r"/client\.rs:(\d+)", "\n".join(frames))]
        at = definitions(lines, what.split(" > "))
        what = what.split(" > ")
        last = block_end(lines, at[0] - 1, len(lines[at[0] - 1]) - len(lines[at[0] - 1].lstrip())) + 1 if at else 0
        expected = f"lines {at[0]}–{last}" if at else f"`{' > '.join(what)}`, which is not written out"
        found_text = " ".join(f"{line} `{lines[line - 1].strip()[:50]}`" for line in found) or "no line of client.rs"
        table.row("backtraces", f"line of {what[-2]} > {what[-1]}".replace("impl ", "").replace("fn ", "")[-44:], expected, found_text, bool(at and found) and at[0] <= found[-1] <= last)
    if output.returncode or "== " not in output.stdout:
        table.row("backtraces", "the program", "ends well", f"exit code {output.returncode}")


def main():
    names = sys.argv[1:] or [*CLIENTS, "backtraces"]
    if unknown := [name for name in names if name not in CLIENTS and name != "backtraces"]:
        sys.exit(f"error: no such client: {' '.join(unknown)}")
    table = Table()
    for name in names:
        if name == "backtraces":
            check_backtraces(table)
        else:
            check_client(table, name)
    print(f"{len(table.rows) - len(table.fails())} of {len(table.rows)} rows are exact")
    return 1 if table.fails() else 0


if __name__ == "__main__":
    sys.exit(main())
