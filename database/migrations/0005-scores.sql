-- What each member earned in each term: kept as sums beside the postings and moved by the same statement that moves a posting.

create table term_scores (
  user_id integer not null references users,
  term_id integer not null references terms,
  tp numeric(5, 1) not null default 0 constraint term_scores_tp_range check (tp between 0 and 1000),
  fb numeric(5, 1) not null default 0 constraint term_scores_fb_range check (fb between 0 and 1000),
  atts numeric(12, 2) not null default 0 constraint term_scores_atts_range check (atts >= 0),
  acts numeric(12, 2) not null default 0 constraint term_scores_acts_range check (acts >= 0),
  escore numeric(12, 2) not null default 0 constraint term_scores_escore_range check (escore >= 0),
  posted_count integer not null default 0 constraint term_scores_posted_count_range check (posted_count >= 0),
  total_score numeric(13, 2) not null generated always as (tp + fb + atts + acts + escore) stored,
  primary key (term_id, user_id)
);
create index term_scores_user_id on term_scores (user_id);

create function move_points(member integer, term integer, kind text, points numeric, postings integer)
returns void language plpgsql as $$
begin
  insert into term_scores (user_id, term_id) values (member, term) on conflict do nothing;
  update term_scores set
    atts = atts + case kind when 'Attending' then points else 0 end,
    acts = acts + case kind when 'Compulsory' then points else 0 end,
    escore = escore + case kind when 'Elective' then points else 0 end,
    posted_count = posted_count + postings
  where user_id = member and term_id = term;
end $$;

create function posting_moves_points() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform move_points(old.user_id, old.term_id, old.type, -old.score, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform move_points(new.user_id, new.term_id, new.type, new.score, 1);
  end if;
  return null;
end $$;
create trigger posted_activities_move_points after insert or delete or update of user_id, term_id, type, score
  on posted_activities for each row execute function posting_moves_points();

create function keep_closed_term() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform refuse_in_closed_term(old.term_id);
  end if;
  if tg_op <> 'DELETE' then
    perform refuse_in_closed_term(new.term_id);
    return new;
  end if;
  return old;
end $$;
create trigger posted_activities_keep_closed_term before insert or update or delete on posted_activities
  for each row execute function keep_closed_term();
create trigger term_scores_keep_closed_term before insert or update or delete on term_scores
  for each row execute function keep_closed_term();

-- A closed term as it was at its close: names and grades included, so that nothing done later can change it.
create table term_results (
  term_id integer not null references terms,
  user_id integer not null references users,
  name text not null,
  degree text,
  title text,
  department_id integer,
  department_name text,
  email text,
  tp numeric(5, 1) not null,
  fb numeric(5, 1) not null,
  atts numeric(12, 2) not null,
  acts numeric(12, 2) not null,
  escore numeric(12, 2) not null,
  posted_count integer not null,
  total_score numeric(13, 2) not null,
  grade text not null constraint term_results_grade_code check (grade in ('E', 'D', 'C', 'B', 'A', 'A+', '-')),
  constraint term_results_total check (total_score = tp + fb + atts + acts + escore),
  primary key (term_id, user_id)
);
-- Written before the term's status turns to closed, cleared after it turns to open again.
create trigger term_results_keep_closed_term before insert or update or delete on term_results
  for each row execute function keep_closed_term();
