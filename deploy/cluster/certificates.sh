#!/bin/sh
# certificates.sh FOLDER NAME=ADDRESS...: a certificate authority of the cluster's own in FOLDER, and a key and a certificate for each
# machine. What is there already stays, so that a new machine can be added later. Keep ca.key off the machines of the cluster.
set -eu
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
umask 077

if [ ! -e ca.key ]; then
  openssl ecparam -name prime256v1 -genkey -noout -out ca.key
  openssl req -x509 -new -key ca.key -days 3650 -subj '/CN=staff-portal cluster' -out ca.crt \
    -addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign,cRLSign
fi

for machine in "$@"; do
  name=${machine%%=*}
  address=${machine#*=}
  [ ! -e "$name.crt" ] || continue
  openssl ecparam -name prime256v1 -genkey -noout -out "$name.key"
  openssl req -new -key "$name.key" -subj "/CN=$name" -out "$name.csr"
  # 127.0.0.1: portal servers reach the database through HAProxy on their own loopback address.
  printf '%s\n' "subjectAltName=DNS:$name,IP:$address,IP:127.0.0.1" 'extendedKeyUsage=serverAuth,clientAuth' >"$name.ext"
  openssl x509 -req -in "$name.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 1825 -extfile "$name.ext" -out "$name.crt"
  # HAProxy reads the certificate and its key from one file.
  cat "$name.crt" "$name.key" >"$name.pem"
  rm "$name.csr" "$name.ext"
done
chmod 644 ./*.crt
