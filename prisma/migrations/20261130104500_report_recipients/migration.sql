-- To whom a link to the report is sent. The default writes no row anew.
alter table sessions add column report_recipients jsonb not null default '[]';

-- A link to a report is there to sign it, or to read it. The code, its limits and its attempts are the same.
alter table signatures
  add column purpose text not null default 'sign',
  add column opened_at timestamptz(6);

alter table signatures
  drop constraint signatures_level,
  add constraint signatures_level check (
    case purpose when 'sign' then level in ('SES', 'AES', 'QES') else level = '' end
  ) not valid,
  drop constraint signatures_provider,
  add constraint signatures_provider check (
    case purpose when 'sign' then provider in ('demo', 'csc') else provider = '' end
  ) not valid,
  -- Who may read signs nothing.
  add constraint signatures_purpose check (
    case purpose when 'sign' then opened_at is null else purpose = 'read' and status in ('pending', 'cancelled') end
  ) not valid;
