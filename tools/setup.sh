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

# node and npm build the pages of the studio.  A node that was not installed by Debian may bring its
# own npm, which Debian's package conflicts with: so only what is missing is installed.
install_node() {
    local missing="" sudo=""
    command -v node >/dev/null || missing="nodejs"
    command -v npm >/dev/null || missing="$missing npm"
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null || { say "Please install: $missing"; return 0; }
    [ "$(id -u)" -eq 0 ] || sudo=sudo
    say "Installing: $missing"
    $sudo apt-get update -qq >&2
    # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2
}

# What the pages are made from, as one number.
pages_sum() {
    git ls-files -z --cached --others --exclude-standard web 2>/dev/null | grep -zv '^web/e2e/' | sort -z |
        xargs -0 sha256sum 2>/dev/null | sha256sum
}

# The pages of the studio, once for all presets and only if their sources have changed.  Without
# them the studio runs all the same and says what is missing.
build_pages() {
    local sum log=build/pages.log
    mkdir -p build
    sum=$(pages_sum)
    [ -f web/dist/index.html ] && [ "$(cat build/pages.sum 2>/dev/null)" = "$sum" ] && return 0
    install_node || true
    command -v npm >/dev/null || { say "There is no npm: the studio starts without its pages"; return 0; }
    say "Building the studio's pages (log in $log)"
    {
        if [ ! web/node_modules/.package-lock.json -nt web/package-lock.json ]; then
            (cd web && npm ci --no-audit --no-fund)
        fi && (cd web && npm run build)
    } >"$log" 2>&1 || { say "The pages cannot be built (see $log): the studio starts without them"; return 0; }
    printf '%s' "$sum" >build/pages.sum
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
