-- Scoring periods. Dates never overlap, names are unique, exactly one term is current.

create table terms (
  id integer generated always as identity primary key,
  name text not null constraint terms_name_form check (name = btrim(name) and length(name) between 1 and 100),
  start_date date not null,
  end_date date not null,
  status text not null default 'open' constraint terms_status_code check (status in ('open', 'closed')),
  is_current boolean not null default false,
  closed_at timestamptz,
  closed_by integer references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer references users,
  constraint terms_end_not_before_start check (end_date >= start_date),
  constraint terms_dates_in_range check (start_date >= '1900-01-01' and end_date <= '2199-12-31'),
  constraint terms_closed_has_time check ((status = 'closed') = (closed_at is not null)),
  constraint terms_no_overlap exclude using gist (daterange(start_date, end_date, '[]') with &&)
);
create unique index terms_name_unique on terms (lower(name));
create unique index terms_one_current on terms (is_current) where is_current;
create trigger terms_touch before update on terms for each row execute function touch();

-- The unique index allows no two current terms; this one, checked at commit, allows no moment without.
create function keep_a_current_term() returns trigger language plpgsql as $$
begin
  if exists (select from terms) and not exists (select from terms where is_current) then
    raise exception 'one term must be current' using errcode = 'SP003';
  end if;
  return null;
end $$;
create constraint trigger terms_keep_a_current after insert or update or delete on terms
  deferrable initially deferred for each row execute function keep_a_current_term();

create table term_reopenings (
  id integer generated always as identity primary key,
  term_id integer not null references terms,
  reason text not null constraint term_reopenings_reason_form check (length(btrim(reason)) between 1 and 1000),
  reopened_by integer not null references users,
  reopened_at timestamptz not null default now()
);
create index term_reopenings_term_id on term_reopenings (term_id);

-- The term a starting date counts in: the one that contains it, else the current one.
create function term_of(starting_date date) returns integer language sql stable as $$
  select coalesce(
    (select id from terms where daterange(start_date, end_date, '[]') @> starting_date),
    (select id from terms where is_current))
$$;

-- Holds the term's row until the end of the transaction, so that nothing slips in while it is being closed.
create function refuse_in_closed_term(term integer) returns void language plpgsql as $$
begin
  if (select status from terms where id = term for share) = 'closed' then
    raise exception 'term % is closed', term using errcode = 'SP002';
  end if;
end $$;
