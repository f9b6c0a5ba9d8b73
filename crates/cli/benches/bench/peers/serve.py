"""What scripts of peers share: one prepares itself, tells who it is, and runs once for each line of its input."""

import json
import sys


def serve(head, run):
    """Prints `head` as JSON, then for each line of the input what `run` gives: `seconds` of the processor and what else there is."""
    print(json.dumps(head), flush=True)
    for _ in sys.stdin:
        print(json.dumps(run()), flush=True)
