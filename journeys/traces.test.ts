import { fileURLToPath } from 'node:url';
import { FieldInspection } from '@field-inspection/sdk';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { startMailServer } from '@field-inspection/server/testing/start-mail-server';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';
import { startCollector } from './traces/start-collector.ts';

const NOTE_MODULES = fileURLToPath(new URL('traces/note-modules.ts', import.meta.url));
/** Spans leave in batches, some seconds apart. */
const PATIENCE = { timeout: 60_000, interval: 200 };

let world: ProcessWorld;
let closes: (() => unknown)[];
beforeEach(async () => {
  world = await openProcessWorld();
  closes = [world.close];
});
afterEach(async () => {
  for (const close of closes.toReversed()) await close();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

it('one trace leads from the caller of a session over its transaction and its jobs to the webhook and the mail, through two processes, and holds no word of a person', async () => {
  const [collector, mail, receiver] = await Promise.all([
    startCollector(),
    startMailServer(),
    openWebhookReceiver(world),
  ]);
  closes.push(collector.close, mail.close, receiver.close);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '200',
    SMTP_URL: mail.url,
  };
  const { organisationId, apiKey } = world.seed;
  const got: { traceparent: unknown; path: string }[] = [];
  receiver.answer(({ headers, path }, response) => {
    got.push({ traceparent: headers.traceparent, path });
    response.writeHead(204).end();
  });
  await seedWebhookEndpoint(world.context, {
    organisationId,
    url: receiver.urlOf('/path-s3cret?token=query-s3cret'),
    eventTypes: ['session.created'],
  });
  const [api] = await Promise.all([world.spawn('api', env), world.spawn('worker', env)]);
  const client = new FieldInspection({ apiKey, baseUrl: api.baseUrl });
  const headers = { traceparent: TRACEPARENT };
  const { id } = await client.sessions.create({ notes: 'owner-is-ada' }, { headers });
  await client.participants.create(id, { recipient_email: 'ada@example.com' }, { headers });
  await client.sessions.list({ reference: 'query-of-ada' });

  const own = () => collector.spans.filter(({ traceId }) => traceId === TRACE);
  const find = (name: string, about: object = {}) =>
    own().find(
      (span) =>
        span.name === name && Object.entries(about).every(([key, value]) => span.attributes[key] === value),
    );
  await expect.poll(() => find('call', { 'http.response.status_code': 204 }), PATIENCE).toBeDefined();
  await expect.poll(() => find('call mail server'), PATIENCE).toBeDefined();
  await expect
    .poll(() => find('POST', { 'http.route': '/api/v1/public/sessions' }), PATIENCE)
    .toMatchObject({ parentSpanId: '00f067aa0ba902b7' });
  const lead = (from: ReturnType<typeof find>): string[] => {
    const above = own().find(({ spanId }) => spanId === from!.parentSpanId);
    return above ? [from!.name, ...lead(above)] : [from!.name];
  };
  await expect
    .poll(() => lead(find('call', { 'http.response.status_code': 204 })), PATIENCE)
    .toEqual(['call', 'deliver webhook', 'transaction', 'POST']);
  await expect
    .poll(() => lead(find('call mail server')), PATIENCE)
    .toEqual(['call mail server', 'job send-message', 'transaction', 'POST']);
  const call = find('call', { 'http.response.status_code': 204 })!;
  expect(got).toEqual([
    { traceparent: `00-${TRACE}-${call.spanId}-01`, path: '/path-s3cret?token=query-s3cret' },
  ]);
  expect(call.service).toMatchObject({ 'service.name': 'field-inspection' });

  await expect.poll(() => collector.bodies.join('').includes('GET'), PATIENCE).toBe(true);
  const sent = collector.bodies.join('\n');
  const hidden = [apiKey, 'owner-is-ada', 'ada@example.com', 'path-s3cret', 'query-s3cret', 'query-of-ada'];
  for (const words of hidden) expect(sent).not.toContain(words);
});

it('nothing of OpenTelemetry is loaded where no collector is set, nor does a webhook say a trace', async () => {
  const receiver = await openWebhookReceiver(world);
  closes.push(receiver.close);
  const got: unknown[] = [];
  receiver.answer(({ headers }, response) => {
    got.push(headers.traceparent);
    response.writeHead(204).end();
  });
  const { organisationId, apiKey } = world.seed;
  await seedWebhookEndpoint(world.context, {
    organisationId,
    url: receiver.urlOf('/'),
    eventTypes: ['session.created'],
  });
  const env = { NODE_OPTIONS: `--import=${NOTE_MODULES}` };
  const server = await world.spawnSources('all', env);
  const client = new FieldInspection({ apiKey, baseUrl: server.baseUrl });
  await client.sessions.create({}, { headers: { traceparent: TRACEPARENT } });
  await expect.poll(() => got, PATIENCE).toEqual([undefined]);
  expect(server.lines.filter((line) => line.startsWith('loaded '))).toEqual([]);
  const { rows } = await world.context.database.pool.query<{ traceparent: string | null }>(
    'select distinct traceparent from events',
  );
  expect(rows).toEqual([{ traceparent: null }]);

  const collector = await startCollector();
  closes.push(collector.close);
  const traced = await world.spawnSources('api', { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(traced.lines).toContain('loaded @opentelemetry/sdk-trace');
});

it('a collector that is away costs no request, and the process stops as soon', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  const server = await world.spawn('api', env);
  const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl, maxRetries: 0 });
  for (let count = 0; count < 20; count++) await client.sessions.create({});
  expect(await server.kill('SIGTERM')).toBe(0);
});
