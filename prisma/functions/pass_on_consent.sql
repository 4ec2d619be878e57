-- An answer that a process of the release before took is its participant's own, too. There the camera's was also the
-- one to recordings. Entries of this release name the version of the texts, and have written their rows themselves.
-- Callers: the triggers of audit_entries
create or replace function pass_on_consent() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.participants
  set consent_camera = coalesce(new.payload ->> 'camera', consent_camera),
    consent_recording = coalesce(new.payload ->> 'camera', consent_recording),
    consent_gps = coalesce(new.payload ->> 'gps', consent_gps)
  where organisation_id = new.organisation_id and id = (new.payload ->> 'participant_id')::uuid;
  return null;
end
$$;
