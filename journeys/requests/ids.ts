/** Ids of one session's and its organisation's objects, by the names of path parameters and fields. */
export type Ids = Record<
  | 'session_id'
  | 'invite_id'
  | 'campaign_id'
  | 'template_id'
  | 'member_id'
  | 'member_session_id'
  | 'passkey_id'
  | 'organisation_id'
  | 'credential_id'
  | 'domain_id'
  | 'endpoint_id'
  | 'delivery_id'
  | 'upload_id'
  | 'evidence_id'
  | 'owner_id'
  | 'hash'
  | 'report_id'
  | 'report_file'
  | 'recipient_id'
  | 'signature_id'
  | 'whiteboard_id'
  | 'whiteboard_file'
  | 'token'
  | 'email'
  | 'audit_chain_hash'
  | 'code'
  | 'sha256'
  | 'state'
  | 'raw_id'
  | 'client_data_json'
  | 'attestation_object'
  | 'authenticator_data'
  | 'signature'
  | 'user_handle',
  string
>;

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

/** Well-formed ids that nothing has. */
export const MISSING_IDS: Ids = {
  session_id: MISSING,
  invite_id: MISSING,
  campaign_id: MISSING,
  template_id: MISSING,
  member_id: MISSING,
  member_session_id: MISSING,
  passkey_id: MISSING,
  organisation_id: MISSING,
  credential_id: MISSING,
  domain_id: MISSING,
  endpoint_id: MISSING,
  delivery_id: MISSING,
  upload_id: MISSING,
  evidence_id: MISSING,
  owner_id: MISSING,
  hash: '0'.repeat(64),
  report_id: MISSING,
  report_file: `${MISSING}.pdf`,
  recipient_id: MISSING,
  signature_id: MISSING,
  whiteboard_id: MISSING,
  whiteboard_file: `${MISSING}.png`,
  token: 'A'.repeat(43),
  email: 'nobody@example.com',
  audit_chain_hash: '0'.repeat(64),
  code: '000000',
  sha256: '0'.repeat(64),
  state: 'none',
  raw_id: 'AAAA',
  client_data_json: 'e30',
  attestation_object: 'oA',
  authenticator_data: 'AAAA',
  signature: 'AAAA',
  user_handle: 'AAAA',
};

export const namesInPath = (path: string): (keyof Ids)[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => {
    if (name! in MISSING_IDS) return name as keyof Ids;
    throw new Error(`Say in ids.ts and make-target.ts what :${name} of ${path} is.`);
  });
