-- functions: 640f1bd13504779fa5c519c86a51095d5405d53ffa5d8f9c6d8e5b24fa511e88

-- The service's own role may write these rows, so that the database says which changes make no falsehood of them. The
-- code writes a head, its entries and their disclosures by one statement, as the release before does; the triggers ask
-- when that is over. The bodies are in prisma/functions.
create function refuse_stray_entry() returns trigger language plpgsql as $$ begin return null; end $$;
create function refuse_stray_head() returns trigger language plpgsql as $$ begin return null; end $$;
create function refuse_stray_frozen_head() returns trigger language plpgsql as $$ begin return null; end $$;
create function refuse_late_disclosure() returns trigger language plpgsql as $$ begin return null; end $$;
create function refuse_held_change() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger audit_entries_in_order after insert on audit_entries
  for each row execute function refuse_stray_entry();
create trigger addenda_entries_in_order after insert on addenda_entries
  for each row execute function refuse_stray_entry();
create trigger org_entries_in_order after insert on org_entries
  for each row execute function refuse_stray_entry();

create trigger audit_chains_begun after insert on audit_chains
  for each row execute function refuse_stray_head();
create trigger addenda_chains_begun after insert on addenda_chains
  for each row execute function refuse_stray_head();
create trigger org_chains_begun after insert on org_chains
  for each row execute function refuse_stray_head();

-- What else stands in the row, such as the time of the freeze or up to where authorities were asked, changes without a
-- look at the entries.
create trigger audit_chains_forward after update on audit_chains
  for each row when ((old.head_sequence, old.head_hash) is distinct from (new.head_sequence, new.head_hash))
  execute function refuse_stray_head();
create trigger addenda_chains_forward after update on addenda_chains
  for each row when ((old.head_sequence, old.head_hash) is distinct from (new.head_sequence, new.head_hash))
  execute function refuse_stray_head();
create trigger org_chains_forward after update on org_chains
  for each row when ((old.head_sequence, old.head_hash) is distinct from (new.head_sequence, new.head_hash))
  execute function refuse_stray_head();

create trigger frozen_heads_of_chain after insert on frozen_heads
  for each row execute function refuse_stray_frozen_head();

-- Redaction deletes disclosures; nothing changes one, or brings it back.
create trigger audit_disclosures_with_entry after insert on audit_disclosures
  for each row execute function refuse_late_disclosure();
create trigger addenda_disclosures_with_entry after insert on addenda_disclosures
  for each row execute function refuse_late_disclosure();
create trigger org_disclosures_with_entry after insert on org_disclosures
  for each row execute function refuse_late_disclosure();
create trigger audit_disclosures_held before update on audit_disclosures
  for each row execute function refuse_change();
create trigger addenda_disclosures_held before update on addenda_disclosures
  for each row execute function refuse_change();
create trigger org_disclosures_held before update on org_disclosures
  for each row execute function refuse_change();

-- Whose a row is, and of what an authority was asked, never changes: no statement of the service names these columns.
create trigger audit_chains_owned before update of organisation_id, session_id on audit_chains
  for each row execute function refuse_held_change();
create trigger addenda_chains_owned before update of organisation_id, session_id on addenda_chains
  for each row execute function refuse_held_change();
create trigger org_chains_owned before update of organisation_id on org_chains
  for each row execute function refuse_held_change();
create trigger anchors_owned before update of organisation_id, session_id, authority, nonce on anchors
  for each row execute function refuse_held_change();
create trigger addenda_anchors_owned
  before update of organisation_id, session_id, authority, sequence, nonce on addenda_anchors
  for each row execute function refuse_held_change();
create trigger org_anchors_owned before update of organisation_id, authority, sequence, nonce on org_anchors
  for each row execute function refuse_held_change();
create trigger evidence_owned
  before update of organisation_id, id, session_id, participant_id, kind, annotates, whiteboard_id, version,
    announced_sha256 on evidence
  for each row execute function refuse_held_change();

-- Those of addenda and of organisations are given up for a later head; that of a frozen chain has none after it.
create trigger anchors_kept before delete on anchors
  for each row execute function refuse_held_change();

-- What has a hash is evidence: it is set once, when the bytes are stored as they stay. Place and slot go when the bytes
-- are erased, and come back no more. What is done or failed stays so.
create trigger evidence_held before update on evidence
  for each row when (
    old.sha256 is not null and (
      (old.sha256, old.received_sha256, old.byte_size, old.mime, old.width, old.height, old.captured_at, old.received_at)
        is distinct from
      (new.sha256, new.received_sha256, new.byte_size, new.mime, new.width, new.height, new.captured_at, new.received_at)
      or (old.lat_e7, old.lon_e7, old.accuracy_cm, old.slot) is distinct from
        (new.lat_e7, new.lon_e7, new.accuracy_cm, new.slot)
        and not (new.erased_at is not null and num_nonnulls(new.lat_e7, new.lon_e7, new.accuracy_cm) = 0 and new.slot = '')
      or old.erased_at is not null and new.erased_at is distinct from old.erased_at
      or old.status <> 'pending' and (old.status, old.failure_code, old.failure_message) is distinct from
        (new.status, new.failure_code, new.failure_message)
    )
  )
  execute function refuse_held_change();
create trigger evidence_kept before delete on evidence
  for each row when (old.sha256 is not null)
  execute function refuse_held_change();
