import type { Contract } from '@field-inspection/contract';

export type Tag = { one: string; many: string; title: string; description: string };

/** The compiler asks for the tag of a new resource. */
export const TAGS: Record<keyof Contract, Tag> = {
  sessions: {
    one: 'Session',
    many: 'Sessions',
    title: 'Sessions',
    description: 'One inspection each: created, joined by a field person, recorded if wanted, and ended.',
  },
  participants: {
    one: 'Participant',
    many: 'Participants',
    title: 'Participants',
    description: 'Invites of field persons. The link and the one-time code are shown once.',
  },
  join: {
    one: 'Invite',
    many: 'Invites',
    title: 'Join',
    description: 'What the page behind an invite link calls. No API key: the link is the credential.',
  },
  field: {
    one: 'FieldSession',
    many: 'FieldSessions',
    title: 'Field session',
    description: "What the field person's device calls. The field_session_token is the credential.",
  },
  fieldEvidence: {
    one: 'FieldEvidence',
    many: 'FieldEvidence',
    title: 'Field evidence',
    description:
      "What the field person's device captures, in one request each. The field_session_token is the credential.",
  },
  fieldWhiteboards: {
    one: 'FieldWhiteboard',
    many: 'FieldWhiteboards',
    title: 'Field whiteboards',
    description: 'What the field person draws on. The field_session_token is the credential.',
  },
  evidence: {
    one: 'Evidence',
    many: 'Evidence',
    title: 'Evidence',
    description: 'What was captured, the audit chain that says when, and who vouches for it.',
  },
  reports: {
    one: 'Report',
    many: 'Reports',
    title: 'Reports',
    description: 'What an ended session comes to, as a sealed PDF.',
  },
  recipients: {
    one: 'Recipient',
    many: 'Recipients',
    title: 'Recipients of the report',
    description: 'To whom the report is sent, each by a link of their own that wants a code.',
  },
  signatures: {
    one: 'Signature',
    many: 'Signatures',
    title: 'Signatures',
    description: "Persons' electronic signatures on the report. The link is shown once.",
  },
  signing: {
    one: 'Signing',
    many: 'Signings',
    title: 'Signing',
    description:
      'What the page behind `sign_url` calls. No API key: the link and its code are the credential.',
  },
  whiteboards: {
    one: 'Whiteboard',
    many: 'Whiteboards',
    title: 'Whiteboards',
    description: 'What was drawn, as pictures with the time stamped on them.',
  },
  verification: {
    one: 'Chain',
    many: 'Chains',
    title: 'Verification',
    description: 'What this service knows of a chain that somebody holds. No API key: anyone may ask.',
  },
  campaigns: {
    one: 'Campaign',
    many: 'Campaigns',
    title: 'Campaigns',
    description: 'Batches of sessions that are reported on together.',
  },
  templates: {
    one: 'Template',
    many: 'Templates',
    title: 'Templates',
    description:
      'What sessions of one kind ask for, in versions. A session keeps the one that it began with.',
  },
  webhookEndpoints: {
    one: 'WebhookEndpoint',
    many: 'WebhookEndpoints',
    title: 'Webhook endpoints',
    description: 'Receivers of events, each with its own signing secret.',
  },
  webhookEvents: {
    one: 'WebhookEvent',
    many: 'WebhookEvents',
    title: 'Webhook events',
    description: 'What is sent to the endpoints, and the log of the deliveries.',
  },
  inspections: {
    one: 'Inspection',
    many: 'Inspections',
    title: 'Inspections',
    description:
      'Sessions at the versioned root: created with their invite in one call, and simpler to follow.',
  },
  webhooks: {
    one: 'Webhook',
    many: 'Webhooks',
    title: 'Webhooks',
    description: 'The webhook endpoints, at the versioned root.',
  },
  org: {
    one: 'Org',
    many: 'Orgs',
    title: 'Organisation',
    description: 'The organisation of the API key: its plan, its settings and its own audit chain.',
  },
  members: {
    one: 'Member',
    many: 'Members',
    title: 'Members',
    description: 'The persons of the organisation, each with a role.',
  },
  invitations: {
    one: 'Invitation',
    many: 'Invitations',
    title: 'Invitations',
    description:
      'What the page behind the link of an invitation calls. No API key: the link is the credential.',
  },
  memberSessions: {
    one: 'SessionOfMember',
    many: 'SessionsOfMember',
    title: 'Sessions of members',
    description: 'Where a member is signed in.',
  },
  me: {
    one: 'Me',
    many: 'Me',
    title: 'Me',
    description:
      'Who calls. What is below it takes a member who has signed in: by the cookie of their session, from a page of the service.',
  },
  signIn: {
    one: 'SignIn',
    many: 'SignIns',
    title: 'Sign-in',
    description: 'What the page for signing in calls.',
  },
  credentials: {
    one: 'Credential',
    many: 'Credentials',
    title: 'Credentials',
    description: 'API keys: what they may do, from where and until when. A key is shown once.',
  },
  directory: {
    one: 'Directory',
    many: 'Directories',
    title: 'Directory',
    description:
      'The directory that provisions the members over SCIM 2.0: its tokens, its groups, what it did.',
  },
  sso: {
    one: 'Sso',
    many: 'Sso',
    title: 'Sign-on',
    description: "How members sign in by their company's identity provider: OpenID Connect or SAML 2.0.",
  },
  domains: {
    one: 'OrgDomain',
    many: 'OrgDomains',
    title: 'Domains of addresses',
    description: "The domains of the members' addresses, which lead to the organisation's sign-on.",
  },
  keys: {
    one: 'Key',
    many: 'Keys',
    title: 'Keys',
    description: 'What is done with a key that was found. No API key: the one that leaked is the credential.',
  },
  branding: {
    one: 'Branding',
    many: 'Brandings',
    title: 'Branding',
    description: 'How the organisation looks to the people it invites.',
  },
  messages: {
    one: 'MessageText',
    many: 'MessageTexts',
    title: 'Texts of messages',
    description: 'What e-mails and SMS say to the people whom the organisation invites.',
  },
  billing: {
    one: 'Billing',
    many: 'Billing',
    title: 'Plan and billing',
    description: 'What the organisation pays for, what that includes, and what is used of it.',
  },
  retention: {
    one: 'Retention',
    many: 'Retention',
    title: 'Retention',
    description: 'How long what sessions hold of people is kept.',
  },
  exports: {
    one: 'Export',
    many: 'Exports',
    title: 'Export',
    description: 'Everything that the organisation has, with its files.',
  },
};

/**
 * Joins a route's key with the resource's noun (`createSession`, `listSessions`), unless the key names its object
 * already (`startRecording`).
 */
export const operationIdOf = (resource: keyof typeof TAGS, key: string): string => {
  if (/[A-Z]/.test(key)) return key;
  const { one, many } = TAGS[resource];
  return `${key}${key === 'list' ? many : one}`;
};
