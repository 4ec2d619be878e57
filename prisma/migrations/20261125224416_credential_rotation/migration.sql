-- A key may have a successor: for the overlap both lead to their credential.
alter table credential_keys
  add column created_at timestamptz(6),
  add column hint text,
  add column last_used_at timestamptz(6),
  add column valid_until timestamptz(6);

create index credential_keys_organisation_id_credential_id_idx on credential_keys (organisation_id, credential_id);

-- The newest keys have no end of their own, and are nearly all.
create index credential_keys_valid_until_idx on credential_keys (valid_until) where valid_until is not null;

-- As text, since inet would show 203.0.113.7/32 without its size. Each statement that reads them makes networks of
-- them: what is none must never be kept.
alter table credentials
  add column allowed_networks text[] default array[]::text[],
  add column last_refused_address text,
  add column last_refused_at timestamptz(6),
  add constraint credentials_allowed_networks_check
    check (allowed_networks is not null and allowed_networks::inet[] is not null);

-- Every row fulfils the condition, and only the list states it: whoever looks for an organisation and an id gets the
-- primary key, which the planner would leave for a younger index while the table is small.
create index credentials_listed_idx on credentials (organisation_id, created_at desc, id desc) where rate_limit > 0;
