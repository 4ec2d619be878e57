-- functions: eef16283e5b661d542c787bf247e66c3d52465b07a2c0b149c7074c3c54398b6

-- Each table of the queue of deliveries is named by what a row of it is. Processes of the release before go on under the
-- old names: views that PostgreSQL writes through, with the place of a row, by which claims and records find it. A
-- migration of the next release drops them, and the function take_webhook_places with them.
alter table webhook_queue rename to webhook_queued_deliveries;
alter index webhook_queue_pkey rename to webhook_queued_deliveries_pkey;
alter index webhook_queue_organisation_id_endpoint_id_due_at_sequence_idx
  rename to webhook_queued_deliveries_organisation_id_endpoint_id_due_a_idx;
create view webhook_queue as
  select organisation_id, endpoint_id, delivery_id, sequence, due_at, parked, ctid from webhook_queued_deliveries;

alter table webhook_leases rename to webhook_leased_attempts;
alter index webhook_leases_pkey rename to webhook_leased_attempts_pkey;
create view webhook_leases as
  select organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until, ctid from webhook_leased_attempts;

alter table webhook_wakes rename to webhook_due_endpoints;
alter index webhook_wakes_pkey rename to webhook_due_endpoints_pkey;
alter index webhook_wakes_due_at_idx rename to webhook_due_endpoints_due_at_idx;
create view webhook_wakes as select organisation_id, endpoint_id, due_at, id, ctid from webhook_due_endpoints;

alter table webhook_waits rename to webhook_waiting_endpoints;
alter index webhook_waits_pkey rename to webhook_waiting_endpoints_pkey;
alter index webhook_waits_organisation_id_since_idx rename to webhook_waiting_endpoints_organisation_id_since_idx;
create view webhook_waits as select organisation_id, endpoint_id, since, id, ctid from webhook_waiting_endpoints;
