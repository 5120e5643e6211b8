-- Every statement that was handed out on paper, so that whoever is shown it can ask whether it is genuine. The same facts about the
-- same member and term are the same statement, under the same code.

create table statements (
  -- Random, and the only thing needed to ask: so long that nobody finds one by trying.
  code text primary key constraint statements_code_form check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  user_id integer not null references users,
  -- Without a reference: an empty term may be deleted, its statements stay.
  term_id integer not null,
  -- What it says, to the letter, and the sum over it that stands on the paper.
  content text not null,
  checksum bytea not null constraint statements_checksum_right check (checksum = sha256(convert_to(content, 'UTF8'))),
  issued_at timestamptz not null default now(),
  issued_by integer not null references users,
  constraint statements_once unique (user_id, term_id, checksum)
);

create function statements_stay() returns trigger language plpgsql as $$
begin
  raise exception 'statements are append-only' using errcode = 'SP004';
end $$;
create trigger statements_stay before update or delete on statements for each row execute function statements_stay();
create trigger statements_stay_whole before truncate on statements for each statement execute function statements_stay();
