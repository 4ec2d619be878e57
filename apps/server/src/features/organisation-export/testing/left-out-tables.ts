const SECRETS = 'leads from the hash of a secret to what it opens';
const QUEUE = 'work that is under way, which the webhook deliveries show';
const ROOM = 'who is in a live room, and what was said there minutes ago';
const COUNTS = 'counts of what was done lately, by which it is limited';
const SERVICE = "the service's own, of no organisation";

export const LEFT_OUT_TABLES: Record<string, string> = {
  credential_keys: SECRETS,
  invite_tokens: SECRETS,
  field_session_tokens: SECRETS,
  signing_tokens: SECRETS,
  member_invitations: SECRETS,
  sign_in_attempts: SECRETS,
  sign_in_handovers: SECRETS,
  idempotency_keys: 'replies that are kept for a day, sealed; what they tell of is in the export',
  session_metadata: 'the pairs of the sessions once more, to find them by',
  frozen_heads: 'the heads of the audit chains once more, to find them by',
  provisioning_entries: 'the requests of a directory for 30 days; what came of them is in the own chain',
  billing_events: 'what the payment provider said; what came of it is with the organisation',
  room_uses: COUNTS,
  rate_windows: COUNTS,
  message_windows: COUNTS,
  media_signals: ROOM,
  media_peers: ROOM,
  webhook_queued_deliveries: QUEUE,
  webhook_leased_attempts: QUEUE,
  webhook_due_endpoints: QUEUE,
  webhook_waiting_endpoints: QUEUE,
  webhook_recoveries: QUEUE,
  worker_processes: SERVICE,
  write_probes: SERVICE,
  master_keys: SERVICE,
};
