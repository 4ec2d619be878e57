import { RequestedSignature, webhookEventSchemas } from '@field-inspection/contract';
import { beforeEach, expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import { verifyWebhook } from '../../webhooks/verify-webhook.ts';
import { createFakeService, type FakeInspectionService } from '../create-fake-service.ts';

const ADA = { name: 'Ada Rossi', email: 'ada@example.com' };

let service: FakeInspectionService;
let client: FieldInspection;
let sessionId: string;
beforeEach(async () => {
  service = createFakeService();
  client = new FieldInspection({ ...service.clientOptions, maxRetries: 0 });
  ({ id: sessionId } = await client.sessions.create({ locale: 'it' }));
});

const request = (body: object = {}) =>
  client.signatures.request(sessionId, { signer: ADA, level: 'SES', ...body });
const codeOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );
const makeReport = async () => {
  await client.sessions.end(sessionId);
  return service.makeReports(sessionId)[0]!;
};

it('there is nothing to sign before a report is ready', async () => {
  expect(await codeOf(request())).toBe('evidence_not_ready');
});

it('a request gives a link once, and the signature is signed when told: a revision, an addendum, session.signed', async () => {
  const report = await makeReport();
  const { signing_secret: secrets } = await client.webhookEndpoints.create({
    url: 'https://example.com/hooks',
  });
  service.takeDeliveries();
  const asked = await request();
  expect(RequestedSignature.parse(asked)).toEqual(asked);
  expect(asked).toMatchObject({ status: 'pending', locale: 'it', report: report.id, provider: 'demo' });
  const { sign_url, ...shown } = asked;
  expect(sign_url).toMatch(/\/sign#[\w-]{43}$/);
  expect(await client.signatures.get(sessionId, asked.id)).toEqual(shown);
  const signed = service.sign(asked.id);
  expect((await client.signatures.list(sessionId)).data).toEqual([signed]);
  const revision = await client.reports.get(sessionId, signed.report);
  expect(revision).toMatchObject({ status: 'ready', revision_of: report.id });
  expect((await client.evidence.listAddenda(sessionId)).data.map(({ kind }) => kind)).toEqual([
    'signature.applied',
    'report.ready',
  ]);
  const events = service
    .takeDeliveries()
    .map((each) => verifyWebhook({ ...each, secrets, now: service.now() }));
  expect(webhookEventSchemas['session.signed'].parse(events[0])).toEqual(events[0]);
  expect(events[0]!.data).toMatchObject({ id: sessionId, signature: signed });
  expect(await codeOf(client.signatures.cancel(sessionId, asked.id))).toBe('session.invalid_state');
});

it('a cancelled one and one of another session can not be signed or seen', async () => {
  await makeReport();
  const { id } = await request();
  await client.signatures.cancel(sessionId, id);
  expect(await client.signatures.get(sessionId, id)).toMatchObject({ status: 'cancelled' });
  expect(() => service.sign(id)).toThrow('cancelled');
  const other = await client.sessions.create();
  expect(await codeOf(client.signatures.get(other.id, id))).toBe('not_found');
});

it('refuses what it can not send a code to, and a level that the demo provider does not give', async () => {
  await makeReport();
  expect(await codeOf(request({ signer: { name: 'Ada' } }))).toBe('validation_error');
  expect(await codeOf(request({ level: 'QES' }))).toBe('validation_error');
  expect(await request({ level: 'QES', provider: 'csc' })).toMatchObject({ level: 'QES' });
});

it('expires after 14 days', async () => {
  await makeReport();
  const { id } = await request();
  service.advance(14 * 86_400_000);
  expect(await client.signatures.get(sessionId, id)).toMatchObject({ status: 'expired' });
});
