-- Which notices go to devices, and by which topic a person chooses them. The topics stand in contract/push.ts, too. Null: to none.
create or replace function push_topic(kind text) returns text language sql immutable as $$
  select case
    when kind in ('returned', 'verified') then kind
    when kind in ('question accepted', 'question declined', 'question message') then 'answered'
    when kind in ('scores released', 'release taken back') then 'released'
    when kind in ('term ends', 'posting ends', 'day extended', 'extension withdrawn') then 'days'
    when kind like 'event %' then 'events'
  end
$$;

-- A new notice waits for each device of its reader that wants it. The choice of this moment counts.
create or replace function queue_push() returns trigger language plpgsql as $$
begin
  insert into pushes (subscription_id, notice_id)
  select s.id, new.id from push_subscriptions s left join user_preferences p on p.user_id = s.user_id
  where s.user_id = new.user_id and not push_topic(new.kind) = any(coalesce(p.push_off, '{}'));
  return null;
end $$;

create or replace trigger notices_push after insert on notices for each row
  when (push_topic(new.kind) is not null and new.read_at is null) execute function queue_push();
