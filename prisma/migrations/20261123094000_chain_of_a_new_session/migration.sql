-- A session and its chain are written by one statement, which tells whether the session was refused. A key that is
-- judged at the end of the statement would fail there and say nothing of why; at the commit both are there, or neither.
alter table audit_chains
  alter constraint audit_chains_organisation_id_session_id_fkey deferrable initially deferred;
