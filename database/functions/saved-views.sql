-- A view for all administrators is audited from the moment it is shared until it is not; a person's own views concern nobody else. Filters
-- and columns are recorded as text, as the address of the list has them.
create or replace function audited_view(view saved_views) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', view.name, 'panel', view.panel, 'is_shared', view.is_shared,
    'search', view.content ->> 'search', 'sort', view.content ->> 'sort',
    'filters', (select string_agg(key || '=' || value, ' ' order by key) from jsonb_each_text(view.content -> 'filters')),
    'columns', (select string_agg(value, ', ' order by place)
      from jsonb_array_elements_text(view.content -> 'columns') with ordinality as listed (value, place))))
$$;

create or replace function audit_saved_view() returns trigger language plpgsql as $$
declare
  values_before jsonb := case when tg_op = 'UPDATE' then audited_view(old) end;
  values_after jsonb := audited_view(new);
  kind text := case
    when tg_op = 'INSERT' then 'added'
    when old.deleted_at is null and new.deleted_at is not null then 'removed'
    when old.deleted_at is not null and new.deleted_at is null then 'restored'
    else 'edited'
  end;
begin
  if kind = 'edited' and values_before = values_after then
    return null;
  end if;
  perform write_audit('saved_view', kind, new.id, new.name, null, audited_values(values_before, values_after),
    audited_values(values_after, values_before));
  return null;
end $$;

create or replace trigger saved_views_added after insert on saved_views for each row when (new.is_shared)
  execute function audit_saved_view();
create or replace trigger saved_views_changed after update on saved_views for each row when (old.is_shared or new.is_shared)
  execute function audit_saved_view();
