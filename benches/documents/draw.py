"""Draws 30 older and 30 newer OpenAPI documents below 1.5 MB, one for each provider, with a seed: `draw.py FOLDER SEED`.

The folder does not record the age of a document. The newer documents are the documents with OpenAPI 3.1, and the documents with 3.0 that
mention the latest dates.
"""

import hashlib
import json
import pathlib
import re
import sys

folder, seed = pathlib.Path(sys.argv[1]), sys.argv[2]


def order(name):
    return hashlib.sha256(f"{seed}:{name}".encode()).hexdigest()


class Document:
    def __init__(self, path):
        text = path.read_text()
        document = json.loads(text)
        self.name = str(path.relative_to(folder))
        self.order = order(self.name)
        self.provider = self.name.split("/")[0].removesuffix(".json")
        self.version = document.get("openapi") or document["swagger"]
        self.converted = document["info"]["x-origin"][-1].get("version") != "3.0"
        # Later dates are usually examples.
        dates = re.findall(r"\b20[12]\d-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])\b", text)
        self.date = max((date for date in dates if date <= "2024-02-29"), default="")


def one_per_provider(documents, others=()):
    first = {document.provider: document for document in reversed(documents)}
    for other in others:
        first.pop(other.provider, None)
    return sorted(first.values(), key=lambda document: order(document.provider))


documents = [Document(path) for path in folder.rglob("*.json") if path.stat().st_size < 1_500_000]
documents.sort(key=lambda document: document.order)
older = [document for document in documents if not document.version.startswith("3.1")]
newest = one_per_provider([document for document in documents if document not in older])
dated = [document for document in older if document.date and not document.converted]
dated = one_per_provider(sorted(dated, key=lambda document: document.date, reverse=True), newest)
newer = newest + sorted(dated, key=lambda document: (document.date, document.order), reverse=True)[: 30 - len(newest)]
for group, drawn in ("older", one_per_provider(older, newer)[:30]), ("newer", newer):
    for document in drawn:
        print(group, document.name, sep="\t")
