import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type * as Sdk from '@field-inspection/sdk';
import type * as Field from '@field-inspection/sdk/field';
import { createTestSeal } from '@field-inspection/server/testing/create-test-seal';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKED = join(import.meta.dirname, 'earlier-sdk/field-inspection-sdk-2026-11-26.tgz');

let folder: string;
let server: TestServer;
let sdk: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earlier-sdk-'));
  await promisify(execFile)('tar', ['-xzf', PACKED, '-C', folder]);
  sdk = await load();
  server = await startTestServer({}, { demoSigner: createTestSeal().seal });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const load = async () => {
  const entry = <T>(name: string) =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, 'package/dist', `${name}.js`)).href) as Promise<T>;
  return {
    ...(await entry<typeof Sdk>('index')),
    ...(await entry<Pick<typeof Field, 'joinSession'>>('field')),
  };
};

describe('the SDK of the release before', () => {
  it('runs the quickstart: session, invite, photo, webhook, end, report, bundle', async () => {
    const client = new sdk.FieldInspection({ apiKey: server.seed.apiKey, baseUrl: server.baseUrl });
    const endpoint = await client.webhookEndpoints.create({ kind: 'pull' });
    const session = await client.sessions.create({ reference: 'CLM-2026-00417', locale: 'de' });
    const invite = await client.participants.create(session.id, {
      recipient_first_name: 'Ada',
      recipient_email: 'ada@example.com',
      send_email: true,
    });

    const joined = await sdk.joinSession(invite.join_url, { otpCode: invite.otp_code! });
    if (joined.status !== 'joined') throw new Error(joined.status);
    await joined.field.updateConsent({ camera: 'granted' });
    const photo = await joined.field.evidence.createPhoto(await takePhoto());

    expect(await client.evidence.list({ session_id: session.id }).toArray({ limit: 10 })).toMatchObject([
      { id: photo.id, kind: 'photo', sha256: photo.sha256 },
    ]);
    const [found] = (await client.sessions.list({ reference: 'CLM-2026-00417' })).data;
    expect((await client.sessions.end(found!.id)).status).toBe('closed');
    await runDueJobs(server.context);

    const pdf = new Uint8Array(await (await client.reports.download(session.id)).arrayBuffer());
    expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe('%PDF-');
    const bundle = new Uint8Array(await (await client.evidence.downloadBundle(session.id)).arrayBuffer());
    expect(bundle.length).toBeGreaterThan(1_000);

    const { data } = await client.webhookEndpoints.pull(endpoint.id);
    const events = data.map(({ headers, body }) =>
      sdk.verifyWebhook({ headers, body, secrets: endpoint.signing_secret }),
    );
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set([
        'session.created',
        'session.joined',
        'evidence.created',
        'session.evidence.captured',
        'session.ended',
        'session.completed',
      ]),
    );
  });

  it('is told the same code and class of a refusal', async () => {
    const client = new sdk.FieldInspection({ apiKey: server.seed.apiKey, baseUrl: server.baseUrl });
    const refusal = await client.sessions.get(crypto.randomUUID()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(sdk.NotFoundError);
    const denied = await client.sessions.create({ notes: 'x'.repeat(4001) }).catch((error: unknown) => error);
    expect(denied).toMatchObject({ code: 'validation_error', errors: [{ path: 'body.notes' }] });
  });

  it('goes through lists to their end, and repeats a call under its key', async () => {
    const client = new sdk.FieldInspection({ apiKey: server.seed.apiKey, baseUrl: server.baseUrl });
    const idempotencyKey = crypto.randomUUID();
    const once = () => client.sessions.create({ reference: 'PAGES' }, { idempotencyKey });
    expect((await once()).id).toBe((await once()).id);
    for (let count = 0; count < 4; count++) await client.sessions.create({ reference: 'PAGES' });
    const ids: string[] = [];
    for await (const { id } of client.sessions.list({ reference: 'PAGES', limit: 2 })) ids.push(id);
    expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  });
});
