#!/usr/bin/env bash
# Makes the Python environment of the peers once, in target/peers, and prints its interpreter:
#
#     "$(crates/cli/benches/bench/peers/environment.sh)" crates/cli/benches/bench/peers/exudyn_andrews.py
#
# A change of requirements.txt makes it anew. PYTHON names another interpreter to begin with (3.11 or newer).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../../.." && pwd)
folder=${CARGO_TARGET_DIR:-$root/target}/peers
mark=$folder/requirements.txt
if ! cmp --silent "$here/requirements.txt" "$mark"; then
  rm -rf "$folder"
  mkdir -p "$folder"
  "${PYTHON:-python3}" -m venv "$folder/environment" >&2
  "$folder/environment/bin/pip" install --quiet --requirement "$here/requirements.txt" >&2
  # Written last, so that an installation that was cut short is made again.
  cp "$here/requirements.txt" "$mark"
fi
echo "$folder/environment/bin/python"
