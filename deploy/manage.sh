#!/bin/sh
# manage.py as the account and with the settings of memory-server.service, for the administrator:
#   deploy/manage.sh create_workspace "My workspace"
set -eu
settings=${SETTINGS_DIR:-/etc/memory-server}
cd "$(dirname "$0")/.."

set -a
. "$settings/memory.env"
SECRET_KEY=$(cat "$settings/secret_key")
SEAL_KEY=$(cat "$settings/seal_key")
DATABASE_URL=$(cat "$settings/database_url")
if [ -e "$settings/backup_database_url" ]; then BACKUP_DATABASE_URL=$(cat "$settings/backup_database_url"); fi
DATA_DIR=${DATA_DIR:-/var/lib/memory-server}
set +a
umask 077
exec setpriv --reuid=memory --regid=memory --init-groups .venv/bin/python manage.py "$@"
