#!/bin/sh
# Makes what the bus needs: passwords of the four roles, and a certificate for the names of nats-server.
#   deploy/nats/make-keys.sh FOLDER NAME…        e.g. deploy/nats/make-keys.sh deploy/keys nats
set -eu
[ $# -ge 2 ] || { echo "Usage: $0 FOLDER NAME…" >&2; exit 2; }
folder=$1
shift
names=''
for name; do
  case $name in
  *[!0-9.]*) names="$names,DNS:$name" ;;
  *) echo "$name is an address: the processes check nats-server by its name." >&2; exit 2 ;;
  esac
done
if [ -e "$folder/bus.env" ]; then
  echo "$folder/bus.env is there already. Remove $folder first if every process is to get new passwords." >&2
  exit 1
fi
umask 077
mkdir -p "$folder/tls"
certificate() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 "$@"; }
# Nobody keeps the authority's own key: it signs this one certificate and is forgotten.
certificate -subj '/CN=Trading Bot bus authority' -keyout "$folder/ca.key" -out "$folder/ca.crt"
certificate -subj '/CN=Trading Bot bus' -addext "subjectAltName=${names#,}" -addext 'basicConstraints=critical,CA:FALSE' \
  -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -keyout "$folder/tls/tls.key" -out "$folder/tls/tls.crt"
rm "$folder/ca.key"
# They begin with a letter: nats-server would read a number as one.
for role in FEED ENGINE API WORKER; do
  echo "BUS_${role}_PASSWORD=bus$(openssl rand -hex 24)"
done >"$folder/bus.env"
# Read by nats-server and the processes, which run as other users.
chmod 755 "$folder" "$folder/tls"
chmod 644 "$folder/ca.crt" "$folder/tls/tls.crt"
echo "Made $folder/bus.env, $folder/ca.crt and $folder/tls for ${names#,}."
