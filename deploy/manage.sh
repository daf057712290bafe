#!/bin/sh
# manage.py as the account and with the settings of memory-server.service, for the administrator:
#   deploy/manage.sh create_workspace "My workspace"
set -eu
settings=${SETTINGS_DIR:-/etc/memory-server}
cd "$(dirname "$0")/.."

# As systemd does: copies of the secrets that the account can read, for as long as the command runs.
secrets=$(mktemp -d)
trap 'rm -r "$secrets"' EXIT
chown memory "$secrets"
set -a
. "$settings/memory.env"
for name in secret_key seal_key database_url backup_database_url; do
    install -o memory -m 400 "$settings/$name" "$secrets/$name"
done
SECRET_KEY_FILE=$secrets/secret_key
SEAL_KEY_FILE=$secrets/seal_key
DATABASE_URL_FILE=$secrets/database_url
BACKUP_DATABASE_URL_FILE=$secrets/backup_database_url
DATA_DIR=${DATA_DIR:-/var/lib/memory-server}
HOME=$(getent passwd memory | cut -d: -f6) # where libpq looks for certificates
set +a
umask 077
[ -d "$DATA_DIR" ] || install -d -o memory -g memory "$DATA_DIR" # the unit's StateDirectory makes it otherwise
setpriv --reuid=memory --regid=memory --init-groups .venv/bin/python manage.py "$@"
