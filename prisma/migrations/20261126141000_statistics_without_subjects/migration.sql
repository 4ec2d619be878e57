-- Whose certificate signed: a name, which a redaction erases.
alter table signatures alter column certificate_subject set statistics 0;

-- What an analyze before this one has found goes as 20261126051000_old_statistics says.
do $$
begin
  if exists (
    select from pg_stats
    where schemaname = current_schema() and tablename = 'signatures' and attname = 'certificate_subject'
  ) then
    alter table signatures alter column certificate_subject type text;
  end if;
end
$$;
