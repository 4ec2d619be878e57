# Sourced by the scripts that bring a program which a test starts. The packages of Debian 13 are unpacked beside the
# toolchain, with the libraries that they need: nothing is installed, and nobody need be root.

suite=trixie

# fetch_from_debian PROGRAM 'PACKAGES': PROGRAM is then "$folder/PROGRAM".
fetch_from_debian() {
  program=$1
  packages=$2
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || give_up 'this is not Debian'
  mirror=$(find_mirror)
  [ -n "$mirror" ] || give_up 'no mirror of Debian is among the sources of apt'
  with_lock unpack
}

# The one that this host uses: whichever it is, it can be reached.
find_mirror() {
  (cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true) |
    sed -n 's/^[^#]*\(https\{0,1\}:\/\/[^ ]*\/debian\)\/\{0,1\}\( .*\)\{0,1\}$/\1/p' | head -n 1
}

unpack() {
  say "fetching $program from Debian's packages"
  rm -rf "$folder"
  mkdir -p "$folder"/{state/lists/partial,cache/archives/partial,downloads,root}
  : >"$folder/state/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$folder/sources.list"
  cat >"$folder/apt.conf" <<END
Dir::State "$folder/state";
Dir::State::status "$folder/state/status";
Dir::Cache "$folder/cache";
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "-";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::http::Timeout "10";
Acquire::Retries "1";
END
  ask_apt update
  # shellcheck disable=SC2086
  (cd "$folder/downloads" && ask_apt download $packages)
  for package in "$folder"/downloads/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
  rm -rf "$folder"/{state,cache,downloads}
  write_program
}

ask_apt() {
  APT_CONFIG="$folder/apt.conf" timeout 60 apt-get -qq "$@" </dev/null >&2 || give_up "apt-get $1 failed"
}

write_program() {
  write_starter "$program" "$folder/$program"
}

# write_starter PROGRAM FILE: FILE runs it by the C library that it was made for, since the host's is another.
write_starter() {
  local loader libraries binary
  loader=$(find "$folder/root/usr/lib" -name 'ld-linux*' | head -n 1)
  libraries=$(dirname "$(find "$folder/root" -name libc.so.6 | head -n 1)")
  binary=$(find "$folder/root/usr" -path "*bin/$1" | head -n 1)
  cat >"$2" <<END
#!/bin/sh
exec "$loader" --library-path "$libraries" "$binary" "\$@"
END
  chmod +x "$2"
}
