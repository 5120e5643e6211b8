-- Signed archives of closed terms, and the keys that sign them.

-- Every key that ever signed an archive: old archives are checked with old keys.
create table archive_keys (
  -- The SHA-256 of the public key, by which people compare it.
  fingerprint bytea primary key,
  -- Ed25519, as DER (SubjectPublicKeyInfo).
  public_key bytea not null,
  created_at timestamptz not null default now(),
  constraint archive_keys_fingerprint_right check (fingerprint = sha256(public_key)),
  constraint archive_keys_public_key_form check (length(public_key) = 44)
);

-- In a table of its own, so that nothing that lists keys reads it. A key from ARCHIVE_KEY_FILE has no row here.
create table archive_private_keys (
  fingerprint bytea primary key constraint archive_private_keys_key references archive_keys,
  -- As DER (PKCS #8).
  private_key bytea not null
);

-- Every archive that was made, so that a copy of it can be recognised. The files themselves are not stored.
create table archives (
  -- The SHA-256 of the whole ZIP file.
  checksum bytea primary key,
  size bigint not null,
  term_id integer not null,
  closing_id integer not null,
  manifest text not null,
  signature bytea not null,
  key_fingerprint bytea not null constraint archives_key references archive_keys,
  made_at timestamptz not null default now(),
  made_by integer not null constraint archives_made_by references users,
  constraint archives_closing foreign key (term_id, closing_id) references term_closings (term_id, id),
  constraint archives_checksum_form check (length(checksum) = 32),
  constraint archives_signature_form check (length(signature) = 64),
  constraint archives_size_positive check (size > 0)
);
create index archives_closing_id on archives (closing_id);
