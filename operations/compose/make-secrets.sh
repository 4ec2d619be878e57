#!/bin/sh
# Makes the files of secrets/ beside compose.yaml. What is there already stays. The address of the mail server comes by
# standard input, since it has a password: whoever may list processes sees a command line.
#   operations/compose/make-secrets.sh
# SECRETS names another folder, and DATABASE_HOST another PostgreSQL than that of compose.yaml.
# Keep a copy of secrets/master_keys apart: without it, what is sealed in a backup is lost.
set -eu
folder=${SECRETS:-$(cd "$(dirname "$0")" && pwd)/secrets}
database=${DATABASE_HOST:-postgres:5432}
# Only root looks into the folder. A container gets single files of it, as whichever user it runs.
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

if [ ! -e smtp_url ]; then
  echo 'The mail server, such as smtps://user:password@mail.example.com:' >&2
  IFS= read -r smtp_url || true
  [ -n "${smtp_url:-}" ] || { echo 'No mail server was named. Run this again, and name it.' >&2; exit 2; }
fi

random() { openssl rand -hex 24; }

# keep NAME: the file gets what comes by standard input, unless it is there.
keep() {
  if [ -e "$1" ]; then cat >/dev/null; return; fi
  cat >"$1"
  chmod 444 "$1"
}

for role in superuser owner service; do random | keep "database_${role}_password"; done
echo "postgresql://fis_owner:$(cat database_owner_password)@$database/fis" | keep database_owner_url
echo "postgresql://fis_service:$(cat database_service_password)@$database/fis" | keep database_url
echo "k1:$(openssl rand -base64 32)" | keep master_keys
random | keep metrics_token
echo "${smtp_url:-}" | keep smtp_url

random | keep s3_key
echo "http://fis:$(cat s3_key)@s3:8333/fis?region=us-east-1&signed_urls=false" | keep s3_url
keep s3_config <<END
{"identities":[{"name":"fis","credentials":[{"accessKey":"fis","secretKey":"$(cat s3_key)"}],"actions":["Admin"]}]}
END

random | keep turn_secret
keep turnserver_conf <<END
listening-port=3478
use-auth-secret
static-auth-secret=$(cat turn_secret)
realm=field-inspection
no-cli
no-tls
no-dtls
no-multicast-peers
denied-peer-ip=0.0.0.0-0.255.255.255
denied-peer-ip=10.0.0.0-10.255.255.255
denied-peer-ip=100.64.0.0-100.127.255.255
denied-peer-ip=127.0.0.0-127.255.255.255
denied-peer-ip=169.254.0.0-169.254.255.255
denied-peer-ip=172.16.0.0-172.31.255.255
denied-peer-ip=192.168.0.0-192.168.255.255
denied-peer-ip=::1
denied-peer-ip=fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
denied-peer-ip=fe80::-febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff
END
