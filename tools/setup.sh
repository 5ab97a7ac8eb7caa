# Sourced by ./run and ./test: installs missing packages, configures and builds.
# All of it is quick when there is nothing to do.

say() { printf '%s\n' "$*" >&2; }

# Packages for "run", or for "run" and "test".
wanted_packages() {
    awk -v all="$1" '/^#/ || NF < 2 { next } $1 == "run" || all == "test" { print $2 }' tools/packages.txt
}

missing_packages() {
    wanted_packages "$1" | while read -r package; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || printf '%s ' "$package"
    done
}

install_packages() {
    command -v dpkg-query >/dev/null || { say "This is no Debian machine; please install: $(wanted_packages "$1" | tr '\n' ' ')"; return 0; }
    local missing sudo=""
    missing=$(missing_packages "$1")
    [ -n "$missing" ] || return 0
    [ "$(id -u)" -eq 0 ] || sudo=sudo
    say "Installing: $missing"
    $sudo apt-get update -qq >&2
    # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2
}

# build PRESET WHAT...: quiet when all is well, everything on failure.
build() {
    local preset=$1 log="build/$1.log"
    shift
    mkdir -p build
    if [ ! -f "build/$preset/build.ninja" ]; then
        say "Configuring $preset"
        cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; return 3; }
    fi
    ninja -C "build/$preset" "$@" >"$log" 2>&1 &
    local builder=$! waited=0
    while kill -0 $builder 2>/dev/null && [ $waited -lt 20 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
    [ $waited -lt 20 ] || say "Building $preset (a few minutes the first time; log in $log)"
    wait $builder || { cat "$log" >&2; return 3; }
}
