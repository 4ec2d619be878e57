-- The planner's statistics keep values of each column, also when the rows that had them are gone. Of what people wrote
-- and where they were none are kept: nothing is planned by them, since such columns are read by the keys of their rows
-- or found by an index.
alter table sessions
  alter column notes set statistics 0,
  alter column "type" set statistics 0,
  alter column reference set statistics 0,
  alter column metadata set statistics 0,
  alter column shots set statistics 0,
  alter column outcome_note set statistics 0;
alter table session_metadata alter column value set statistics 0;
alter table participants
  alter column recipient_first_name set statistics 0,
  alter column recipient_last_name set statistics 0,
  alter column recipient_email set statistics 0,
  alter column recipient_phone set statistics 0;
alter table messages alter column recipient set statistics 0;
alter table signatures
  alter column signer_name set statistics 0,
  alter column signer_email set statistics 0,
  alter column signer_phone set statistics 0;
alter table whiteboards alter column title set statistics 0;
alter table evidence
  alter column slot set statistics 0,
  alter column lat_e7 set statistics 0,
  alter column lon_e7 set statistics 0;
alter table audit_disclosures alter column value set statistics 0;
alter table addenda_disclosures alter column value set statistics 0;
alter table org_disclosures alter column value set statistics 0;
alter table webhook_attempts alter column response_excerpt set statistics 0;
alter table media_signals alter column event set statistics 0;
alter table members
  alter column name set statistics 0,
  alter column email set statistics 0;
