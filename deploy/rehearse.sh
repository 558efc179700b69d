#!/usr/bin/env bash
# Starts the campus of compose.yaml on this machine as its documents say, asks for a page, for its state and for a
# code, and restores its own backup over it. CI runs this; it removes the project's containers and volumes before and after.
set -euo pipefail
cd "$(dirname "$0")/.."

export COMPOSE_PROJECT_NAME=campus-rehearsal IMAGE=campus-rehearsal DOMAIN=localhost
export POSTGRES_PASSWORD=of-the-owner POSTGRES_APP_PASSWORD=of-the-app
NEXTAUTH_SECRET=$(head -c 32 /dev/urandom | base64)
BACKUP_SECRET=$(head -c 32 /dev/urandom | base64)
export NEXTAUTH_SECRET BACKUP_SECRET RESEND_API_KEY=re_nobody MAIL_FROM="Campus Circle <nobody@localhost>"
# No mail leaves this machine: nothing listens there.
export RESEND_BASE_URL=http://127.0.0.1:9

compose() { docker compose --env-file /dev/null "$@"; }
forget() { compose down --volumes --remove-orphans; }
end() {
  local code=$?
  if [ "$code" -ne 0 ]; then compose ps --all && compose logs --tail 50; fi
  forget
  exit "$code"
}
forget
trap end EXIT

compose up --detach --build --wait --wait-timeout 900

# Caddy makes the certificate of "localhost" itself.
ask() {
  local expected=$1
  shift
  echo "$* → $expected"
  [ "$(curl --insecure --silent --output /dev/null --write-out '%{http_code}' --retry 10 --retry-all-errors "$@")" = "$expected" ]
}
ask 200 https://localhost/
ask 200 https://localhost/api/health/ready
ask 201 https://localhost/api/auth/register --json '{"email":"first.person@mitsgwl.ac.in","collegeName":"MITS"}'
ask 200 https://localhost/api/auth/send-otp --json '{"email":"first.person@mitsgwl.ac.in"}'

rows() { compose exec -T postgres psql --username=postgres --dbname=campus_circle --tuples-only --no-align --command "$1"; }
[ "$(rows "SELECT count(*) FROM pg_roles WHERE rolsuper AND rolname <> 'postgres'")" = 0 ]

# The service wrote the day's before anyone was there; this one has who asked for a code.
backup=/backups/campus-rehearsal.tar.gz
compose exec -T backup node scripts/backup.mjs "$backup"
[ "$(rows "SELECT count(*) FROM users")" = 1 ]
rows "DELETE FROM users"
compose stop app
compose run --rm --no-deps restore "$backup" --replace --yes
compose start app
[ "$(rows "SELECT count(*) FROM users")" = 1 ]
compose up --detach --wait --wait-timeout 120
ask 200 https://localhost/api/health/ready
echo "The campus starts, answers and comes back from its backup."
