import { SESSION_TEXTS } from '@field-inspection/rules';
import { id, MEMBER_TABLES, type ExportedTable, type ListedTable } from './member-tables.ts';

const session = { name: 'session_id', type: 'uuid' } as const;
const sequence = { name: 'sequence', type: 'int' } as const;
const authority = { name: 'authority', type: 'text' } as const;
const field = { name: 'field', type: 'text' } as const;

const ENTRY = 'kind occurred_at payload prev_hash hash';
const DISCLOSURE = 'salt value';
const ANCHOR = 'status attempt_count last_error gen_time serial policy token created_at anchored_at';

/**
 * Each exported column is named, so that no later column is exported by oversight; a test finds columns that are in
 * neither list. Counts of 64 bits are numbers, as in the API.
 */
const LISTED: readonly ListedTable[] = [
  {
    type: 'organisation',
    table: 'organisations',
    organisation: 'id',
    key: [],
    columns:
      'id name plan subscription_status locale time_zone rate_limit inspections_used domain created_at sign_in_idle_minutes sign_in_life_minutes contact',
    omits: 'callback_secret_sealed previous_callback_secret_sealed previous_callback_secret_expires_at',
  },
  {
    type: 'retention_policy',
    table: 'retention_policies',
    key: [],
    columns:
      'version session_days session_days_at recording_days recording_days_at message_days message_days_at plan_days plan_days_at updated_at',
  },
  {
    type: 'billing_customer',
    table: 'billing_customers',
    key: [],
    columns: 'customer_id subscription_id period_starts_at period_ends_at created_at',
    omits: 'readings',
  },
  {
    type: 'branding',
    table: 'branding',
    key: [],
    columns:
      'version display_name sender_name footer imprint_url privacy_url primary_colour background_colour logo_sha256 logo_width logo_height domain domain_value domain_missing_since updated_at',
  },
  { type: 'branding_logo', table: 'branding_logos', key: [], columns: 'sha256 png' },
  {
    type: 'message_text',
    table: 'message_texts',
    key: [
      { name: 'kind', type: 'text' },
      { name: 'locale', type: 'text' },
    ],
    columns: 'subject body sms updated_at',
  },
  ...MEMBER_TABLES,
  {
    type: 'org_chain',
    table: 'org_chains',
    key: [],
    columns: 'head_sequence head_hash anchored_sequence anchor_requested_at',
  },
  { type: 'org_entry', table: 'org_entries', key: [sequence], columns: ENTRY },
  { type: 'org_disclosure', table: 'org_disclosures', key: [sequence, field], columns: DISCLOSURE },
  { type: 'org_anchor', table: 'org_anchors', key: [authority, sequence], columns: ANCHOR, omits: 'nonce' },
  { type: 'campaign', table: 'campaigns', key: [id], columns: 'name description shots created_at' },
  { type: 'template', table: 'templates', key: [id], columns: 'version archived created_at' },
  {
    type: 'template_version',
    table: 'template_versions',
    key: [
      { name: 'template_id', type: 'uuid' },
      { name: 'version', type: 'int' },
    ],
    columns: 'name type shots created_at',
  },
  {
    type: 'session',
    table: 'sessions',
    key: [id],
    columns: `status operator_email scheduled_for started_at ended_at ${Object.keys(SESSION_TEXTS).join(' ')} metadata shots contact report_recipients locale consent_camera consent_gps unsent_items campaign_id template_id template_version created_at updated_at outcome outcome_note outcome_set_at completed_at on_hold redacted_at erased_at`,
  },
  {
    type: 'participant',
    table: 'participants',
    key: [id],
    columns:
      'session_id role recipient_first_name recipient_last_name recipient_email recipient_phone send_email send_sms send_code ttl_minutes issue expires_at joined_at done_at revoked_at consent_camera consent_microphone consent_gps consent_recording unsent_items unsent_items_at created_at',
    omits: 'token_sealed otp_hmac otp_expires_at otp_sent otp_attempts entries pin',
  },
  {
    type: 'evidence',
    table: 'evidence',
    key: [id],
    columns:
      'session_id participant_id kind status mime byte_size::float8 sha256 received_sha256 captured_at received_at lat_e7 lon_e7 accuracy_cm slot annotates whiteboard_id version width height finding finding_author finding_set_at failure_code failure_message erased_at created_at updated_at',
    omits: 'credential_id reserved_bytes announced_sha256 keeps_place',
  },
  {
    type: 'evidence_derivative',
    table: 'evidence_derivatives',
    key: [
      { name: 'evidence_id', type: 'uuid' },
      { name: 'variant', type: 'text' },
    ],
    columns: 'mime byte_size::float8 sha256 width height',
  },
  {
    type: 'whiteboard',
    table: 'whiteboards',
    key: [id],
    columns: 'session_id title version created_at updated_at',
  },
  {
    type: 'whiteboard_anchor',
    table: 'whiteboard_anchors',
    key: [{ name: 'evidence_id', type: 'uuid' }, { name: 'variant', type: 'text' }, authority],
    columns: `${ANCHOR} sha256`,
    omits: 'nonce',
  },
  {
    type: 'report',
    table: 'reports',
    key: [id],
    columns:
      'session_id revision_of revision status completes_session locale audit_trail photos sha256 byte_size pages seal_level seal_authority seal_demo failure_code failure_message erased_at created_at updated_at ready_at',
    omits: 'leased_by leased_until attempt_count',
  },
  {
    type: 'signature',
    table: 'signatures',
    key: [id],
    columns:
      'session_id report_id root_report_id purpose status level provider locale signer_name signer_email signer_phone failed_count failure_code failure_message certificate_subject expires_at signed_at opened_at created_at updated_at',
    omits:
      'code_issue otp_hmac otp_expires_at otp_attempts session_issue session_expires_at pin state_hash progress_sealed busy_until',
  },
  {
    type: 'audit_chain',
    table: 'audit_chains',
    key: [session],
    columns: 'head_sequence head_hash frozen_at',
  },
  { type: 'audit_entry', table: 'audit_entries', key: [session, sequence], columns: ENTRY },
  {
    type: 'audit_disclosure',
    table: 'audit_disclosures',
    key: [session, sequence, field],
    columns: DISCLOSURE,
  },
  { type: 'anchor', table: 'anchors', key: [session, authority], columns: ANCHOR, omits: 'nonce' },
  {
    type: 'addenda_chain',
    table: 'addenda_chains',
    key: [session],
    columns: 'head_sequence head_hash anchored_sequence anchor_requested_at',
  },
  { type: 'addenda_entry', table: 'addenda_entries', key: [session, sequence], columns: ENTRY },
  {
    type: 'addenda_disclosure',
    table: 'addenda_disclosures',
    key: [session, sequence, field],
    columns: DISCLOSURE,
  },
  {
    type: 'addenda_anchor',
    table: 'addenda_anchors',
    key: [session, authority, sequence],
    columns: ANCHOR,
    omits: 'nonce',
  },
  {
    type: 'message',
    table: 'messages',
    key: [id],
    columns:
      'session_id participant_id endpoint_id signature_id member_id kind channel recipient locale expires_at created_at sent_at cancelled_at fate fate_at fate_reason',
    omits: 'secret_sealed dedupe_key attempt_count lease_until awaits_count failing_since',
  },
  {
    type: 'webhook_endpoint',
    table: 'webhook_endpoints',
    key: [id],
    columns:
      'kind url description event_types active last_sequence::float8 failing_since session_id paused_reason paused_at read_at acknowledged_sequence::float8 created_at deleted_at',
    omits: 'secret_sealed previous_secret_sealed previous_secret_expires_at pause_reported_at',
  },
  {
    type: 'event',
    table: 'events',
    key: [id],
    columns: 'type session_id data test created_at',
    omits: 'traceparent',
  },
  {
    type: 'webhook_delivery',
    table: 'webhook_deliveries',
    key: [id],
    columns:
      'endpoint_id event_id event_type sequence::float8 status attempt_count response_status next_attempt_at created_at delivered_at fetched_at',
    omits: 'failure_count reported_attempt',
  },
  {
    type: 'webhook_attempt',
    table: 'webhook_attempts',
    key: [
      { name: 'delivery_id', type: 'uuid' },
      { name: 'number', type: 'int' },
    ],
    columns:
      'outcome response_status error_class error response_excerpt response_headers duration_ms started_at finished_at',
  },
];

export const EXPORTED_TABLES: readonly ExportedTable[] = LISTED.map(
  ({ key, columns, omits = '', organisation = 'organisation_id', ...table }) => ({
    ...table,
    organisation,
    // A table of one row an organisation.
    key: key.length > 0 ? key : [{ name: organisation, type: 'uuid' } as const],
    columns: columns === '' ? [] : columns.split(' '),
    omits: omits === '' ? [] : omits.split(' '),
  }),
);
