#!/bin/sh
# Installs a hash-pinned lock into a virtual environment, which it makes first if need be, and then this checkout
# itself, in place.
#
#   scripts/install.sh VENV LOCK
#
# uv does it in a sixth of pip's time. Where uv cannot (no build of it for this machine, or an index that only pip is
# configured for), pip installs the very same lock.
set -eu

venv=$1
lock=$2
python=$venv/bin/python

say() { printf '%s\n' "$*" >&2; }

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

make_venv() {
    without_venv=
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
        new_enough "$candidate" || continue
        if ! "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            without_venv=$candidate
            continue
        fi
        "$candidate" -m venv --clear "$venv"
        return
    done
    if [ -n "$without_venv" ]; then
        say "Fathom found $without_venv, but it cannot make virtual environments."
        say "On Debian or Ubuntu:  apt-get install python3-venv"
    else
        say "Fathom needs Python 3.11 or newer. Here is $(python3 --version 2>/dev/null || echo 'no python3 at all')."
        say "Install it from your system's packages, or name it:  make PYTHON=/path/to/python3.12 …"
    fi
    exit 1
}

install() {
    if [ -n "$uv" ]; then
        "$uv" pip install --quiet --system-certs --python "$python" "$@" && return
        say "uv could not install it; trying pip."
    fi
    "$python" -m pip install --quiet --disable-pip-version-check "$@"
}

new_enough "$python" || make_venv

# Older versions of pip trust a list of their own; unless told otherwise, it is to trust what the system trusts.
trusted=/etc/ssl/certs/ca-certificates.crt
if [ -z "${PIP_CERT:-}" ] && [ -r "$trusted" ] && ! "$python" -m pip config get global.cert >/dev/null 2>&1; then
    export PIP_CERT="$trusted"
fi

uv=$venv/bin/uv
if ! "$uv" --version >/dev/null 2>&1; then
    "$python" -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
        -r requirements/uv.txt || uv=
fi

say "Installing $lock …"
install --require-hashes -r "$lock"
install --no-deps --no-build-isolation -e .
