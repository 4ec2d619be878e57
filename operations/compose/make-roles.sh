#!/bin/sh
# The image of PostgreSQL runs this once, when the database is new: the role that owns the tables and migrates, and the
# one that only reads and writes rows. On a host with a PostgreSQL of its own, root runs it:
#   SECRETS=/etc/fis/secrets PSQL='runuser -u postgres -- psql' operations/compose/make-roles.sh
set -eu
secrets=${SECRETS:-/run/secrets}
${PSQL:-psql} --set ON_ERROR_STOP=1 --quiet --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner="$(cat "$secrets/database_owner_password")" \
  --set service="$(cat "$secrets/database_service_password")" <<'SQL'
create role fis_owner login password :'owner';
create role fis_service login password :'service';
create database fis owner fis_owner;
SQL
