# Sourced by the scripts beside it. `setup` brings what a fresh machine lacks (Node.js, pnpm, the packages, the
# generated code) and is silent and quick when nothing is missing; `setup server` brings the packages of the running
# service alone. It writes progress to stderr only, asks nothing, and needs bash (3.2 will do), npm and any
# Node.js >= 20.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
toolchain="$root/.toolchain"
# Before everything on the host's PATH, and programs that the host lacks behind it; harmless while they are empty.
export PATH="$toolchain/bin:$PATH:$toolchain/pdf-tools"
export TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1 CHECKPOINT_DISABLE=1
export COREPACK_ENABLE_DOWNLOAD_PROMPT=0
# Node.js keeps here what it has compiled, which halves the two seconds that the service takes to load.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$toolchain/compile-cache}"
# The pnpm fetched here is the one that package.json names; without this it looks for itself in the lockfile.
export pnpm_config_pm_on_fail=ignore

setup() {
  wanted=${1:-all}
  ensure_home
  is_ready && return
  with_lock prepare
  is_ready || fail 'the setup did not complete: run the script again to see why'
}

# npm and pnpm keep caches under HOME and fail where they can't. Tried, because to root everything looks writable.
ensure_home() {
  local probe
  if [ -n "${HOME:-}" ] && probe=$(mktemp -d "$HOME/.setup-XXXXXX" 2>/dev/null); then
    rmdir "$probe"
    return
  fi
  export HOME="$toolchain/home"
  mkdir -p "$HOME"
}

is_ready() {
  has_node && has_pnpm && has_packages && has_generated_code && has_client && has_pages && has_console
}

# Somebody else may have prepared everything while this process waited for the lock.
prepare() {
  local node='' generated='' client='' data_dir=''
  mkdir -p "$toolchain/bin"
  has_pnpm || install_pnpm
  # Beside the packages: pnpm itself runs without Node.js, and their install scripts run on the host's.
  if ! has_node; then
    install_node &
    node=$!
  fi
  has_packages || install_packages
  if [ -n "$node" ]; then
    wait "$node"
    # From here on it is the one that runs.
    hash -r
  fi
  if ! has_generated_code; then
    generate_code &
    generated=$!
  fi
  if ! has_client; then
    generate_client &
    client=$!
  fi
  if [ "$wanted" = server ]; then
    create_data_dir &
    data_dir=$!
  fi
  has_pages || build_pages
  if [ -n "$generated" ]; then wait "$generated"; fi
  if [ -n "$client" ]; then wait "$client"; fi
  has_console || build_console
  if [ -n "$data_dir" ]; then wait "$data_dir"; fi
}

# Node.js 22.18 is the first that runs TypeScript files as they are.
has_node() {
  # The shell remembers where it found the host's node, which may have been before ours was there.
  hash -r
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 18) ? 0 : 1)' \
    2>/dev/null
}

# Fetched by pnpm, which takes a third of npm's time for it.
install_node() {
  local package
  package=$(name_node_package)
  say "fetching $package@24 from the npm registry"
  rm -rf "$toolchain/node"
  mkdir -p "$toolchain/node"
  run_quietly pnpm --dir "$toolchain/node" add --ignore-workspace --ignore-scripts "$package@24"
  ln -sf "../node/node_modules/$package/bin/node" "$toolchain/bin/node"
}

# The package that holds the program itself: `node` puts its own in place by an install script, and those are switched
# off on many machines.
name_node_package() {
  node -p '`node-${process.platform === "darwin" && process.arch === "arm64" ? "bin-" : ""}${process.platform}-${process.arch}`'
}

pnpm_version() {
  sed -n 's/.*"packageManager": *"pnpm@\([0-9.]*\).*/\1/p' "$root/package.json"
}

# Asked from /, since inside the project pnpm would answer with the version that package.json names; offline,
# since corepack's stand-in would download one to answer.
has_pnpm() {
  local version
  version=$(pnpm_version)
  if [ -x "$toolchain/bin/pnpm" ] &&
    grep -q "\"version\": \"$version\"" "$toolchain"/pnpm/node_modules/@pnpm/exe.*/package.json 2>/dev/null; then return 0; fi
  [ "$(cd / && COREPACK_ENABLE_NETWORK=0 pnpm --version </dev/null 2>/dev/null)" = "$version" ]
}

# The package that holds the program alone: npm takes half a second more for `pnpm`, which asks for those of all
# platforms, and puts a script that turbo can't start in its place.
install_pnpm() {
  local package
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    fail 'this needs npm and any Node.js >= 20: https://nodejs.org'
  fi
  package=$(name_pnpm_package)
  say "fetching $package@$(pnpm_version) from the npm registry"
  rm -rf "$toolchain/pnpm"
  run_quietly npm install --prefix "$toolchain/pnpm" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund \
    --no-update-notifier --loglevel=error "$package@$(pnpm_version)"
  ln -sf "../pnpm/node_modules/$package/pnpm" "$toolchain/bin/pnpm"
}

# Node.js says of which C library it is, where the system has a choice.
name_pnpm_package() {
  node -p '
    const isMusl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
    `@pnpm/exe.${process.platform}-${process.arch}${isMusl ? "-musl" : ""}`'
}

# What is installed is the first word of the stamp: `all`, or `server` with less. All is enough for either.
has_packages() {
  local installed
  installed=$(cat "$root/node_modules/.setup-packages" 2>/dev/null) || return 1
  [ "${installed#* }" = "$(stamp_packages)" ] && { [ "${installed%% *}" = all ] || [ "$wanted" = server ]; }
}

# The platform is in it for a checkout that a container shares with its host.
stamp_packages() {
  (
    cd "$root"
    uname -sm
    cat pnpm-lock.yaml pnpm-workspace.yaml package.json {apps,packages}/*/package.json | cksum
  )
}

# The packages of the service alone are for a checkout that never had others: what is there is never cut down.
install_packages() {
  local stamp="$root/node_modules/.setup-packages" scope=all only=()
  if [ "$wanted" = server ] && { [ ! -e "$root/node_modules" ] || grep -q '^server' "$stamp" 2>/dev/null; }; then
    scope=server
    # Whoever installs all has the age of each version looked up, which takes 5 s; the hashes are compared here, too.
    only=(--trust-lockfile --prod --filter . --filter './examples...' --filter '@field-inspection/server...')
  fi
  # Until it is done the stamp has no more than the scope, with which a later run goes on if this one is cut off.
  mkdir -p "$root/node_modules"
  echo "$scope" >"$stamp"
  say 'installing the packages'
  # CI: pnpm must not ask whether it may replace a node_modules made in another way.
  CI=true run_quietly pnpm install --frozen-lockfile "${only[@]+"${only[@]}"}"
  echo "$scope $(stamp_packages)" >"$stamp"
}

has_generated_code() {
  [ -e "$root/apps/server/src/platform/prisma/client.ts" ] &&
    [ "$(cat "$root/node_modules/.setup-generated" 2>/dev/null)" = "$(stamp_generated_code)" ]
}

stamp_generated_code() {
  (
    cd "$root"
    stamp_packages
    cat prisma/schema/*.prisma apps/server/src/generate-client.ts | cksum
  )
}

generate_code() {
  say 'generating the database client'
  run_quietly pnpm --filter @field-inspection/server gen
  stamp_generated_code >"$root/node_modules/.setup-generated"
}

has_client() {
  [ -e "$root/packages/sdk/src/resources/resources.ts" ] &&
    [ "$(cat "$root/node_modules/.setup-client" 2>/dev/null)" = "$(stamp_client)" ]
}

stamp_client() {
  (
    cd "$root"
    stamp_packages
    find packages/contract/src packages/sdk/generator -name '*.ts' ! -name '*.test.ts' | sort | xargs cat | cksum
  )
}

# Of the contract. By Node.js itself, since a start waits for it and pnpm takes longer than the work.
generate_client() {
  say 'generating what the SDK knows of the contract'
  run_quietly node packages/sdk/generator/main.ts
  stamp_client >"$root/node_modules/.setup-client"
}

# A start does the same where it is not there; of what fails here, the start says why.
create_data_dir() {
  (cd "$root" && node apps/server/src/demo/create-data-dir.ts </dev/null >/dev/null 2>&1) || true
}

has_pages() {
  [ -e "$root/apps/pages/dist/verifier.js" ] &&
    [ "$(cat "$root/node_modules/.setup-pages" 2>/dev/null)" = "$(stamp_pages)" ]
}

stamp_pages() {
  (
    cd "$root"
    stamp_packages
    # Of the contract it has types only, which are gone when it is built. What tsc notes beside the sources is no source.
    find apps/{field,pages}/src apps/pages/{vite.config,build-verifier}.ts packages/{drawing,evidence,messages,signalling,ui}/src -type f ! -path '*/testing/*' ! -path '*/catalogues/*' ! -name '*.test.ts' ! -name '*.tsbuildinfo' | sort | xargs cat | cksum
  )
}

build_pages() {
  say 'building the pages'
  run_quietly pnpm --filter @field-inspection/pages gen
  stamp_pages >"$root/node_modules/.setup-pages"
}

has_console() {
  [ -e "$root/apps/console/dist/manifest.json" ] &&
    [ "$(cat "$root/node_modules/.setup-console" 2>/dev/null)" = "$(stamp_console)" ]
}

stamp_console() {
  (
    cd "$root"
    stamp_packages
    find apps/console/src apps/console/vite.config.ts packages/{sdk,ui}/src -type f ! -path '*/testing/*' ! -path '*/fake/*' ! -path '*/cli/*' ! -path '*/catalogues/*' ! -name '*.test.ts' ! -name '*.tsbuildinfo' | sort | xargs cat | cksum
  )
}

# Of the SDK, a part of which is generated first.
build_console() {
  say 'building the console'
  run_quietly pnpm --filter @field-inspection/console gen
  stamp_console >"$root/node_modules/.setup-console"
}

run_quietly() {
  local output
  if output=$(cd "$root" && "$@" </dev/null 2>&1); then return; fi
  printf '%s\n' "$output" >&2
  fail "this failed: $*"
}

# In a subshell, so that what is started later does not inherit the lock.
with_lock() (
  mkdir -p "$toolchain"
  lock="$toolchain/setup.lock"
  if command -v flock >/dev/null 2>&1; then
    exec 9>"$lock"
    flock 9
  else
    lock="$lock.d"
    wait_for_directory
    trap 'rm -rf "$lock"' EXIT
  fi
  "$@"
)

# macOS has no flock: whoever makes the directory has the lock.
wait_for_directory() {
  local holder
  until mkdir "$lock" 2>/dev/null; do
    holder=$(cat "$lock/pid" 2>/dev/null || true)
    # A holder that was killed left it behind; one without a pid was killed before it could write one.
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then mv "$lock" "$lock.$$" 2>/dev/null || true; fi
    if [ -z "$holder" ] && [ -n "$(find "$lock" -prune -mmin +1 2>/dev/null)" ]; then rm -rf "$lock"; fi
    rm -rf "$lock.$$"
    sleep 0.2
  done
  # The script's own pid, which lives at least as long as this subshell.
  echo "$$" >"$lock/pid"
}

say() {
  echo "setup: $*" >&2
}

fail() {
  say "$*"
  exit 1
}
