# Sourced by script/release.

# pack ARCHIVE OPTIONS… PATHS…: a .tar.gz of the same bytes for the same files and SOURCE_DATE_EPOCH, whoever packs. Links
# become the files that they lead to.
pack() {
  local archive=$1
  shift
  tar --create --dereference --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX "$@" | gzip --no-name >"$archive"
}
