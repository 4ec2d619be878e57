/** What is told of an organisation itself, in its own chain. docs/organisation.md says when. */
export const ORG_FACT_KINDS = [
  'member.added',
  'member.invited',
  'member.joined',
  'member.changed',
  'member.removed',
  'organisation.changed',
  'organisation.callback_secret_rotated',
  'key.created',
  'key.changed',
  'key.rotated',
  'key.revoked',
  'branding.updated',
  'branding.domain_verified',
  'branding.message_text_updated',
  'billing.changed',
  'retention.changed',
  'retention.held',
  'retention.released',
  'retention.redacted',
  'export.begun',
] as const;

export type OrgFactKind = (typeof ORG_FACT_KINDS)[number];
