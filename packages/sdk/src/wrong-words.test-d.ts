import type { FieldInspection } from './client.ts';
import type { Session } from './resources/sessions.ts';

/* A word that the service would refuse does not compile; one that it gave can be sent again (sent-again.test-d.ts). */

export async function misspell(client: FieldInspection, id: string, word: string) {
  // @ts-expect-error -- a status
  await client.sessions.list({ status: 'opne' });
  // @ts-expect-error -- any string
  await client.sessions.list({ status: word });
  // @ts-expect-error -- an outcome
  await client.sessions.setOutcome(id, { outcome: 'acepted' });
  // @ts-expect-error -- a reason
  await client.sessions.redact(id, { reason: 'gdpr' });
  // @ts-expect-error -- a scope
  await client.credentials.create({ name: 'Backend', scopes: ['session:read'] });
  // @ts-expect-error -- a role in place of scopes
  await client.credentials.create({ name: 'Backend', scopes: 'admin' });
  // @ts-expect-error -- a role
  await client.members.create({ name: 'Ada', email: 'ada@example.com', role: 'inspektor' });
  // @ts-expect-error -- a role to filter by
  await client.members.list({ role: 'owner' });
  // @ts-expect-error -- a state to filter by
  await client.members.list({ status: 'enabled' });
  // @ts-expect-error -- a state to set
  await client.members.update(id, { status: 'invited' });
  // @ts-expect-error -- an event type
  await client.webhookEndpoints.create({ url: 'https://example.com/hooks', event_types: ['session.end'] });
  // @ts-expect-error -- an event type to subscribe to
  await client.webhookEndpoints.update(id, { event_types: ['ping'] });
  // @ts-expect-error -- a kind of endpoint
  await client.webhookEndpoints.create({ kind: 'poll' });
  // @ts-expect-error -- an event type to test with
  await client.webhookEndpoints.test(id, { event_type: 'session.finished' });
  // @ts-expect-error -- a state of deliveries
  await client.webhookEvents.list({ status: 'sent' });
  // @ts-expect-error -- an event type to filter by
  await client.webhookEvents.list({ event_type: 'evidence.captured' });
  // @ts-expect-error -- a kind of evidence
  await client.evidence.list({ session_id: id, kind: 'picture' });
  // @ts-expect-error -- a variant
  await client.evidence.download(id, id, { variant: 'small' });
  // @ts-expect-error -- photos of a report
  await client.reports.create(id, { photos: 'large' });
  const signer = { name: 'Ada', email: 'ada@example.com' };
  // @ts-expect-error -- a level of signature
  await client.signatures.request(id, { level: 'advanced', signer });
  // @ts-expect-error -- a provider of signatures
  await client.signatures.request(id, { level: 'SES', provider: 'docusign', signer });
  // @ts-expect-error -- a plan
  await client.billing.createCheckout({ plan: 'free' });
  // @ts-expect-error -- a channel
  await client.v1.inspections.create({ participant: { channel: 'fax', email: 'ada@example.com' } });
  // @ts-expect-error -- a locale
  await client.sessions.create({ locale: 'xx' });
  // @ts-expect-error -- a locale, as any string
  await client.sessions.create({ locale: word });
}

export async function mix(client: FieldInspection, id: string) {
  // @ts-expect-error -- an endpoint that is pulled has no address
  await client.webhookEndpoints.create({ kind: 'pull', url: 'https://example.com/hooks' });
  // @ts-expect-error -- an endpoint that is pushed to has one
  await client.webhookEndpoints.create({ event_types: ['session.ended'] });
  // @ts-expect-error -- an SMS goes to a phone
  await client.v1.inspections.create({ participant: { channel: 'sms', email: 'ada@example.com' } });
  // @ts-expect-error -- an e-mail goes to an address
  await client.v1.inspections.create({ participant: { channel: 'email' } });
  // @ts-expect-error -- a code goes by one of two ways
  await client.signatures.request(id, { level: 'SES', signer: { name: 'Ada' } });
}

export async function spell(client: FieldInspection, id: string) {
  const { locale } = await client.sessions.create({ locale: 'pt-BR' });
  await client.sessions.update(id, { locale });
  await client.webhookEndpoints.create({ kind: 'pull' });
  await client.webhookEndpoints.create({ url: 'https://example.com/hooks', event_types: ['session.ended'] });
  await client.v1.inspections.create({ participant: { channel: 'sms', phone: '+393331234567' } });
  await client.signatures.request(id, { level: 'SES', signer: { name: 'Ada', phone: '+393331234567' } });
}

/** A reply stays open: a newer word is a string, and no branch leaves it out. */
export const describe = ({ status }: Session): string => {
  switch (status) {
    case 'closed':
      return 'over';
    default: {
      const other: string = status;
      return other;
    }
  }
};
