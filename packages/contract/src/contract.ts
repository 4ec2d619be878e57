import './shapes/say-issue.ts';
import { branding } from './org/branding.ts';
import { billing } from './org/billing.ts';
import { campaigns } from './sessions/campaigns.ts';
import { credentials } from './org/credentials.ts';
import { directory } from './org/directory.ts';
import { domains } from './org/domains.ts';
import { evidence } from './evidence/evidence.ts';
import { exports } from './org/exports.ts';
import { fieldEvidence } from './field/field-evidence.ts';
import { fieldWhiteboards } from './field/field-whiteboards.ts';
import { field } from './field/field.ts';
import { inspections } from './inspections/inspections.ts';
import { join } from './field/join.ts';
import { invitations, members } from './org/members.ts';
import { keys } from './org/keys.ts';
import { me, memberSessions } from './org/me.ts';
import { messages } from './org/messages.ts';
import { org } from './org/org.ts';
import { participants } from './sessions/participants.ts';
import { recipients } from './sessions/recipients.ts';
import { reports } from './evidence/reports.ts';
import { retention } from './org/retention.ts';
import { sessions } from './sessions/sessions.ts';
import { signIn } from './org/sign-in.ts';
import { signatures } from './evidence/signatures.ts';
import { signing } from './evidence/signing.ts';
import { sso } from './org/sso.ts';
import { templates } from './sessions/templates.ts';
import { verification } from './sessions/verification.ts';
import { webhookEndpoints } from './webhooks/webhook-endpoints.ts';
import { webhookEvents } from './webhooks/webhook-events.ts';
import { webhooks } from './webhooks/webhooks.ts';
import { whiteboards } from './evidence/whiteboards.ts';
import { c } from './route.ts';

/** Every route of the service, by resource. Plain data: docs/decisions/0002 says why. */
export const contract = c.router({
  sessions,
  participants,
  join,
  field,
  fieldEvidence,
  fieldWhiteboards,
  evidence,
  reports,
  recipients,
  signatures,
  signing,
  whiteboards,
  verification,
  campaigns,
  templates,
  webhookEndpoints,
  webhookEvents,
  inspections,
  webhooks,
  org,
  members,
  invitations,
  memberSessions,
  me,
  signIn,
  credentials,
  directory,
  sso,
  domains,
  keys,
  branding,
  messages,
  billing,
  retention,
  exports,
});

export type Contract = typeof contract;
