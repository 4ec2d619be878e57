#!/bin/sh
# The image of PostgreSQL runs this once, when the database is new: the role that owns the tables and migrates, and the
# one that only reads and writes rows. On a host with a PostgreSQL of its own, root runs it, and may run it again:
#   SECRETS=/etc/fis/secrets PSQL='runuser -u postgres -- psql' operations/compose/make-roles.sh
set -eu
secrets=${SECRETS:-/run/secrets}
# By the environment: whoever may list processes sees a command line.
OWNER_PASSWORD=$(cat "$secrets/database_owner_password")
SERVICE_PASSWORD=$(cat "$secrets/database_service_password")
export OWNER_PASSWORD SERVICE_PASSWORD
${PSQL:-psql} --set ON_ERROR_STOP=1 --quiet --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv service SERVICE_PASSWORD
select 'create role fis_owner' where to_regrole('fis_owner') is null \gexec
select 'create role fis_service' where to_regrole('fis_service') is null \gexec
alter role fis_owner login password :'owner';
alter role fis_service login password :'service';
select 'create database fis owner fis_owner' where not exists (select from pg_database where datname = 'fis') \gexec
SQL
