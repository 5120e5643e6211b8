-- The history of a posting is read from the audit trail.
create index audit_posting on audit (subject_id, id) where subject = 'posting';

-- What was decided, newest first.
create index posted_activities_decided on posted_activities (state, reviewed_at desc, id desc) where state <> 'posted';

-- What a link leads to, however it is written. From now on also without the parameters that campaigns and mail programs add; and letters
-- of the path keep their case, because https://youtu.be/aB and /Ab are two videos. The index stores the results, so it is made anew.
drop index posted_activities_link_key;
create or replace function link_key(link text) returns text language sql immutable as $$
  select lower(substring(address from '^[^/?]*')) || substring(address from '^[^/?]*(.*)$')
  from regexp_replace(link, '^https?://(www\.)?|#.*$', '', 'gi') as without_fragment,
    regexp_replace(without_fragment, '(?<=[?&])(utm_[^=&]*|fbclid|gclid)(=[^&]*)?(&|$)', '', 'gi') as without_campaign,
    regexp_replace(without_campaign, '/*[?&]*$|/+(?=\?)', '', 'g') as address
$$;
create index posted_activities_link_key on posted_activities (link_key(link), id) where link is not null;
