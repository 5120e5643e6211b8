#!/bin/sh
# nightly-backup.sh FOLDER KEEP: one more backup in FOLDER, read back to its last byte. Older ones beyond KEEP go only after that.
# The database is the one of DATA_DIR or DATABASE_URL. Works from the project's folder.
set -eu
folder=$1
keep=$2
file="$folder/staff-portal-$(date -u +%Y-%m-%dT%H%M%SZ).backup"

# What a run that was cut off left behind.
rm -f "$folder"/staff-portal-*.backup.part

node scripts/backup.mjs "$file"
if ! node scripts/backup.mjs --verify "$file"; then
  mv "$file" "$file.broken"
  echo "The backup cannot be read back; it is kept as $file.broken, and no older one was removed." >&2
  exit 1
fi
# On the disk, not only on its way there.
sync "$file" "$folder"

# Their names sort by time.
find "$folder" -maxdepth 1 -type f -name 'staff-portal-*.backup' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm "$old"
done
