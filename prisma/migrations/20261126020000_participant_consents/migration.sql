-- functions: 51e7ecfeb7747893be63ea21795ab2bb56144f3de218961a2ca58ceb58ea2354

-- What each participant allows, matter by matter.
alter table participants
  add column consent_camera text not null default 'pending',
  add column consent_microphone text not null default 'pending',
  add column consent_gps text not null default 'pending',
  add column consent_recording text not null default 'pending',
  -- Not valid: nothing of the table is read for it.
  add constraint participants_consents check (
    consent_camera in ('pending', 'granted', 'denied', 'revoked')
    and consent_microphone in ('pending', 'granted', 'denied', 'revoked')
    and consent_gps in ('pending', 'granted', 'denied', 'revoked')
    and consent_recording in ('pending', 'granted', 'denied', 'revoked')
  ) not valid;

-- Until now there was one answer for the whole session, and the camera's was the one to recordings, too. It passes on
-- to everybody who has joined; the microphone was not asked for.
update participants p
set consent_camera = s.consent_camera, consent_gps = s.consent_gps, consent_recording = s.consent_camera
from sessions s
where s.organisation_id = p.organisation_id and s.id = p.session_id and p.joined_at is not null
  and (s.consent_camera <> 'pending' or s.consent_gps <> 'pending');

-- Who is in: a recording asks for the tokens of a participant that nobody has left with.
create index field_session_tokens_participant_idx on field_session_tokens (organisation_id, participant_id)
  where left_at is null;

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

create trigger audit_entries_consent
  after insert on audit_entries
  for each row when (new.kind = 'consent.changed' and new.payload -> 'text_version' is null)
  execute function pass_on_consent();
