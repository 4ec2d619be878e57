import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { joinByLink } from '../../apps/server/src/testing/join-by-link.ts';
import { runDueJobs } from '../../apps/server/src/testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts';
import { takePhoto } from '../../apps/server/src/testing/take-photo.ts';
import { openFieldSession } from '../../packages/sdk/src/field.ts';
import { signWebhook } from '../../packages/sdk/src/webhooks.ts';
import { readCodeBlocks } from '../code-blocks/read-code-blocks.ts';

/* The file of docs/python.md as it stands there, run by python3 against the real service. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const [client, flow] = readCodeBlocks().filter(
  ({ language, page }) => language === 'python' && page === 'docs/python.md',
);

let server: TestServer;
let way: Awaited<ReturnType<typeof openWay>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-'));
  await writeFile(join(folder, 'field_inspection.py'), client!.code);
  server = await startTestServer();
  way = await openWay(server.baseUrl);
});
afterAll(async () => {
  await way.close();
  await server.close();
  await rm(folder, { recursive: true });
});

describe.skipIf(!hasPython())('Python, without a client of ours,', () => {
  it('makes the main flow: session, invite, evidence, end, report; again with its keys makes nothing', async () => {
    const [first, second] = [run(flow!.code), run(flow!.code)];
    const printed = await workUntil(Promise.all([first, second]));
    const ids = printed.map((text) => /^done (.*)$/m.exec(text)?.[1]);
    expect(new Set(ids).size).toBe(1);
    const made = await server.client.sessions.list().toArray({ limit: 10 });
    expect(made.map(({ id, status }) => [id, status])).toEqual([[ids[0], 'closed']]);
    expect((await readFile(join(folder, 'report.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('reads each page of a list', async () => {
    const { id } = await server.client.sessions.create();
    const { body: joined } = await joinByLink((await server.client.participants.create(id)).join_url);
    const field = openFieldSession({ token: joined.field_session_token, baseUrl: server.baseUrl });
    await field.updateConsent({ camera: 'granted' });
    for (let count = 0; count < 3; count++) await field.evidence.createPhoto(await takePhoto());
    const printed = await run(`from field_inspection import *
print(len(list(list_all('/v1/evidence', session_id='${id}', limit=1))), len(list(list_evidence('${id}'))))`);
    expect(printed).toBe('3 3\n');
  });

  it('comes again after Retry-After, and after a lost reply, with the same key: one session is made', async () => {
    way.next('429', 'lost');
    const printed = await run(`from field_inspection import *
started = time.monotonic()
print(create_session(notes='Python, again')['notes'], time.monotonic() - started >= 1)`);
    expect(printed).toBe('Python, again True\n');
    expect(new Set(way.keys()).size).toBe(1);
    expect(way.keys()).toHaveLength(3);
    const made = await server.client.sessions.list().toArray({ limit: 100 });
    expect(made.filter(({ notes }) => notes === 'Python, again')).toHaveLength(1);
  });

  it('tells a refusal by its code, at once', async () => {
    way.next();
    const printed = await run(`from field_inspection import *
try:
    create_session(note='misspelt')
except ApiError as error:
    print(error.status, error.code)`);
    expect(printed).toBe('400 validation_error\n');
    expect(way.keys()).toHaveLength(1);
  });

  it('takes and refuses the deliveries that the SDK does', async () => {
    const body = JSON.stringify({ id: 'event-1', type: 'session.joined', data: { notes: 'Dach – Süd ☂' } });
    const sign = (secrets: string[], ageSeconds = 0) =>
      signWebhook({ body, secrets, timestamp: Math.floor(Date.now() / 1000) - ageSeconds })['Svc-Signature'];
    const cases: [string, string | null, string[]][] = [
      [body, sign([SECRET])!, [SECRET]],
      [body, sign([OTHER_SECRET, SECRET])!, [SECRET]],
      [body, sign([SECRET])!, [OTHER_SECRET, SECRET]],
      [body, sign([OTHER_SECRET])!, [SECRET]],
      [body, sign([SECRET], 400)!, [SECRET]],
      [body, sign([SECRET], -400)!, [SECRET]],
      ['{}', sign([SECRET])!, [SECRET]],
      [body, null, [SECRET]],
      [body, 't=²,v1=é,nonsense', ['']],
    ];
    await writeFile(join(folder, 'cases.json'), JSON.stringify(cases));
    const printed = await run(`from field_inspection import *
for body, header, secrets in json.load(open('cases.json', encoding='utf-8')):
    try:
        print(verify_webhook(body.encode(), header, secrets)['id'])
    except ValueError:
        print('refused')`);
    expect(printed.trim().split('\n')).toEqual([...Array(3).fill('event-1'), ...Array(6).fill('refused')]);
  });
});

/** The worker's jobs go on meanwhile: one after the other, as the report is waited for. */
async function workUntil<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  void Promise.allSettled([work]).then(() => (isOver = true));
  const isDone = async () => {
    await runDueJobs(server.context);
    return isOver;
  };
  await vi.waitUntil(isDone, { timeout: 240_000, interval: 100 });
  return work;
}

/** A program ends with its test: its calls would else take the faults that are meant for the next one. */
async function run(code: string): Promise<string> {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const env = {
    PATH: process.env['PATH'],
    PYTHONDONTWRITEBYTECODE: '1',
    FIELD_INSPECTION_BASE_URL: way.baseUrl,
    FIELD_INSPECTION_API_KEY: server.seed.apiKey,
  };
  const options = { cwd: folder, env, signal: end.signal };
  return (await promisify(execFile)('python3', ['-c', code], options)).stdout;
}

/** A way to the service that answers the next calls 429, or loses their replies. */
async function openWay(baseUrl: string) {
  let faults: ('429' | 'lost')[] = [];
  let keys: unknown[] = [];
  const proxy = createServer((call, reply) => {
    const fault = faults.shift();
    keys.push(call.headers['idempotency-key']);
    if (fault === '429') return call.resume() && reply.writeHead(429, { 'Retry-After': '1' }).end('{}');
    const { method, headers } = call;
    const onward = request(baseUrl + call.url!, { method, headers }, (answer) => {
      // The service has done it.
      if (fault === 'lost') return void answer.resume().on('end', () => reply.destroy());
      reply.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(reply);
    });
    call.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    next: (...given: typeof faults) => ((faults = given), (keys = [])),
    keys: () => keys,
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
}

function hasPython(): boolean {
  try {
    return execFileSync('python3', ['-c', 'print(1)']).length > 0;
  } catch {
    return false;
  }
}
