# Sourced by the scripts beside it. `setup` brings what a fresh machine lacks (Node.js, pnpm, the packages, the
# generated code) and is silent and quick when nothing is missing. It writes progress to stderr only, asks
# nothing, and needs bash (3.2 will do), npm and any Node.js >= 20.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
toolchain="$root/.toolchain"
# Before everything on the host's PATH, and harmless while it is empty.
export PATH="$toolchain/node_modules/.bin:$PATH"
export TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1 CHECKPOINT_DISABLE=1
export COREPACK_ENABLE_DOWNLOAD_PROMPT=0
# Node.js keeps here what it has compiled, which halves the two seconds that the service takes to load.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$toolchain/compile-cache}"
# The pnpm fetched here is the one that package.json names; without this it looks for itself in the lockfile.
export pnpm_config_pm_on_fail=ignore

setup() {
  ensure_home
  is_ready && return
  mkdir -p "$toolchain"
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
  has_node && has_pnpm && has_packages && has_generated_code && has_field_application && has_sdk_reference
}

prepare() {
  # Somebody else may have prepared everything while this process waited for the lock.
  if ! has_node || ! has_pnpm; then install_toolchain; fi
  has_packages || install_packages
  has_generated_code || generate_code
  has_field_application || build_field_application
  has_sdk_reference || generate_sdk_reference
}

# Node.js 22.18 is the first that runs TypeScript files as they are.
has_node() {
  # The shell remembers where it found the host's node, which may have been before ours was there.
  hash -r
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 18) ? 0 : 1)' \
    2>/dev/null
}

pnpm_version() {
  sed -n 's/.*"packageManager": *"pnpm@\([0-9.]*\).*/\1/p' "$root/package.json"
}

# Asked from /, since inside the project pnpm would answer with the version that package.json names; offline,
# since corepack's stand-in would download one to answer.
has_pnpm() {
  local wanted
  wanted=$(pnpm_version)
  if grep -q "\"version\": \"$wanted\"" "$toolchain/node_modules/pnpm/package.json" 2>/dev/null; then return 0; fi
  [ "$(cd / && COREPACK_ENABLE_NETWORK=0 pnpm --version </dev/null 2>/dev/null)" = "$wanted" ]
}

# The packages that hold the programs themselves: `node` and `pnpm` put theirs in place by install scripts, and
# those are switched off on many machines.
install_toolchain() {
  local packages program
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    fail 'this needs npm and any Node.js >= 20: https://nodejs.org'
  fi
  packages="pnpm@$(pnpm_version)"
  # Its own Node.js stays in the list: it is what answers has_node, and is about to be replaced.
  if [ -e "$toolchain/node_modules/.bin/node" ] || ! has_node; then
    packages="$packages $(name_node_package)@24"
  fi
  say "fetching ${packages// / and } from the npm registry"
  rm -rf "$toolchain/node_modules"
  # shellcheck disable=SC2086
  run_quietly npm install --prefix "$toolchain" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund \
    --no-update-notifier --loglevel=error $packages
  # Without this it would be a script that turbo can't start.
  for program in "$toolchain"/node_modules/@pnpm/exe.*/pnpm; do
    if [ -x "$program" ]; then ln -sf "../@pnpm/$(basename "$(dirname "$program")")/pnpm" "$toolchain/node_modules/.bin/pnpm"; fi
  done
}

name_node_package() {
  node -p '`node-${process.platform === "darwin" && process.arch === "arm64" ? "bin-" : ""}${process.platform}-${process.arch}`'
}

has_packages() {
  [ "$(cat "$root/node_modules/.setup-packages" 2>/dev/null)" = "$(stamp_packages)" ]
}

# The platform is in it for a checkout that a container shares with its host.
stamp_packages() {
  (
    cd "$root"
    uname -sm
    cat pnpm-lock.yaml pnpm-workspace.yaml package.json {apps,packages}/*/package.json | cksum
  )
}

install_packages() {
  say 'installing the packages'
  # CI: pnpm must not ask whether it may replace a node_modules made in another way.
  CI=true run_quietly pnpm install --frozen-lockfile
  stamp_packages >"$root/node_modules/.setup-packages"
}

has_generated_code() {
  [ -e "$root/apps/server/src/platform/prisma/client.ts" ] &&
    [ -e "$root/apps/server/src/features/verify-page/built/verifier.js" ] &&
    [ "$(cat "$root/node_modules/.setup-generated" 2>/dev/null)" = "$(stamp_generated_code)" ]
}

stamp_generated_code() {
  (
    cd "$root"
    stamp_packages
    cat prisma/schema/*.prisma apps/server/prisma.config.ts | cksum
    # What the browser's verifier is built of.
    find packages/evidence/src apps/server/src/features/verify-page -name '*.ts' ! -name '*.test.ts' ! -path '*/testing/*' | sort | xargs cat | cksum
  )
}

generate_code() {
  say 'generating the database client and the verifier of browsers'
  run_quietly pnpm --filter @field-inspection/server gen
  stamp_generated_code >"$root/node_modules/.setup-generated"
}

has_field_application() {
  [ -e "$root/apps/field/dist/manifest.json" ] &&
    [ "$(cat "$root/node_modules/.setup-field" 2>/dev/null)" = "$(stamp_field_application)" ]
}

stamp_field_application() {
  (
    cd "$root"
    stamp_packages
    # Of the contract it has types only, which are gone when it is built. What tsc notes beside the sources is no source.
    find apps/field/src apps/field/vite.config.ts packages/{drawing,messages,signalling}/src -type f ! -name '*.test.ts' ! -name '*.tsbuildinfo' | sort | xargs cat | cksum
  )
}

build_field_application() {
  say 'building the field application'
  run_quietly pnpm --filter @field-inspection/field gen
  stamp_field_application >"$root/node_modules/.setup-field"
}

has_sdk_reference() {
  [ -e "$root/apps/server/src/features/reading/built/sdk/index.md" ] &&
    [ "$(cat "$root/node_modules/.setup-sdk-reference" 2>/dev/null)" = "$(stamp_sdk_reference)" ]
}

stamp_sdk_reference() {
  (
    cd "$root"
    stamp_packages
    find packages/sdk/src apps/server/src/features/reading/build-sdk-pages.ts -name '*.ts' ! -name '*.test.ts' ! -path '*/testing/*' | sort | xargs cat | cksum
  )
}

generate_sdk_reference() {
  say "generating the SDK's reference"
  run_quietly pnpm --filter @field-inspection/server gen:reading
  stamp_sdk_reference >"$root/node_modules/.setup-sdk-reference"
}

run_quietly() {
  local output
  if output=$(cd "$root" && "$@" </dev/null 2>&1); then return; fi
  printf '%s\n' "$output" >&2
  fail "this failed: $*"
}

# In a subshell, so that what is started later does not inherit the lock.
with_lock() (
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
