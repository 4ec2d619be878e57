import { webhookEventSchemas } from '@field-inspection/contract';
import { beforeEach, expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import { verifyWebhook } from '../../webhooks/verify-webhook.ts';
import { createFakeService, type FakeInspectionService } from '../create-fake-service.ts';

let service: FakeInspectionService;
let client: FieldInspection;
let sessionId: string;
beforeEach(async () => {
  service = createFakeService();
  client = new FieldInspection({ ...service.clientOptions, maxRetries: 0 });
  ({ id: sessionId } = await client.sessions.create({ locale: 'it' }));
});

const codeOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );

it('there is no report before the end, and a queued one after it', async () => {
  expect((await client.reports.list(sessionId)).data).toEqual([]);
  expect(await codeOf(client.reports.create(sessionId))).toBe('evidence_not_ready');
  expect(() => service.makeReports(sessionId)).toThrow('end the session first');
  await client.sessions.end(sessionId);
  expect((await client.reports.list(sessionId)).data).toMatchObject([{ status: 'queued', locale: 'it' }]);
  expect(await codeOf(client.reports.download(sessionId))).toBe('evidence_not_ready');
  expect((await client.evidence.get(sessionId)).pdf_url).toBeNull();
  const { completed_at, report } = await client.v1.inspections.get(sessionId);
  expect(completed_at).toBe((await client.sessions.get(sessionId)).ended_at);
  expect(report).toMatchObject({ status: 'queued', ready_at: null });
});

it('the first report completes the session: session.completed as the contract says, a PDF, a link, report of both families', async () => {
  const { signing_secret: secrets } = await client.webhookEndpoints.create({
    url: 'https://example.com/hooks',
  });
  await client.sessions.end(sessionId);
  service.takeDeliveries();
  const [made] = service.makeReports(sessionId);
  const events = service
    .takeDeliveries()
    .map((each) => verifyWebhook({ ...each, secrets, now: service.now() }));
  expect(events.map(({ type }) => type)).toEqual(['session.completed']);
  expect(webhookEventSchemas['session.completed'].parse(events[0])).toEqual(events[0]);
  const { id, sha256, byte_size, locale } = made!;
  expect(events[0]!.data).toMatchObject({ id: sessionId, report: { id, sha256, byte_size, locale } });
  const pdf = await (await client.reports.download(sessionId)).text();
  expect([pdf.slice(0, 5), pdf.length]).toEqual(['%PDF-', byte_size]);
  expect(await client.reports.get(sessionId, id)).toEqual(made);
  expect((await client.evidence.get(sessionId)).pdf_url).toBe(made!.pdf_url);
  const report = { id, status: 'ready', ready_at: made!.ready_at };
  expect((await client.v1.inspections.get(sessionId)).report).toEqual(report);
  expect((await client.sessions.get(sessionId)).report).toEqual(report);
  expect(events[0]!.data).toMatchObject({ report });
});

it('a further report is queued in its own form, made when told, and sends no event', async () => {
  await client.sessions.end(sessionId);
  service.makeReports(sessionId);
  service.takeDeliveries();
  const asked = await client.reports.create(sessionId, { locale: 'pt-BR', audit_trail: false });
  expect(asked).toMatchObject({ status: 'queued', locale: 'pt', audit_trail: false, photos: 'full' });
  service.makeReports(sessionId);
  expect(service.takeDeliveries()).toEqual([]);
  expect((await client.reports.list(sessionId)).data.map(({ status, locale }) => [status, locale])).toEqual([
    ['ready', 'pt'],
    ['ready', 'it'],
  ]);
  const other = await client.sessions.create();
  expect(await codeOf(client.reports.get(other.id, asked.id))).toBe('not_found');
});
