import { execFile, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestAuthority } from '../../apps/server/src/testing/create-test-authority.ts';
import { signWebhook } from '../../packages/sdk/src/webhooks.ts';
import { openBlockFolder } from '../code-blocks/open-block-folder.ts';
import { isReceiver, readCodeBlocks, readPromises } from '../code-blocks/read-code-blocks.ts';

/* Every receiver that the guides show is run, and gets deliveries that are right and such that are not. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const blocks = readCodeBlocks();
const receivers = blocks.filter((block) => block.language === 'ts' && isReceiver(block));

/** A delivery as the service sends it. */
function sign({ secrets = [SECRET], ageSeconds = 0 }: { secrets?: string[]; ageSeconds?: number } = {}) {
  const data = { id: 'session-1', invite: { id: 'invite-1', recipient_first_name: 'Ada' } };
  const body = JSON.stringify({ id: 'event-1', type: 'session.joined', sequence: 1, data });
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Svc-Event-Type': 'session.joined',
    ...signWebhook({ body, secrets, timestamp }),
  };
  return { body, headers };
}

type Delivery = ReturnType<typeof sign>;

const ping: Delivery = { body: '{"type":"ping"}', headers: { 'Svc-Event-Type': 'ping' } };

describe('running', () => {
  const { folder, write, close } = openBlockFolder();
  afterAll(close);
  const authority = createTestAuthority();
  const { cert, key } = authority.issue();
  writeFileSync(join(folder, 'localhost.pem'), cert);
  writeFileSync(join(folder, 'localhost-key.pem'), key);
  // The block listens on a free port, which it tells.
  writeFileSync(
    join(folder, 'preload-listen.mjs'),
    `import { Server } from 'node:net';
     const { listen } = Server.prototype;
     Server.prototype.listen = function () {
       return listen.call(this, 0, '127.0.0.1', () => process.send(this.address().port));
     };`,
  );

  function start(code: string) {
    const child = fork(write(code), {
      cwd: folder,
      execArgv: ['--import', './preload.mjs', '--import', './preload-listen.mjs'],
      env: { ...process.env, FIELD_INSPECTION_WEBHOOK_SECRET: SECRET },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return { child, output: text(child.stdout!), errors: text(child.stderr!), exited: once(child, 'exit') };
  }

  it.each(receivers.filter(({ code }) => code.includes('.listen(')))('$name', async ({ code }) => {
    const { child, output, errors } = start(code);
    const [port] = (await once(child, 'message')) as [number];
    const ca = code.includes('node:https') ? authority.ca : undefined;
    const statuses = [];
    for (const delivery of [
      ping,
      sign(),
      sign({ secrets: [OTHER_SECRET, SECRET] }),
      sign({ secrets: [OTHER_SECRET] }),
      sign({ ageSeconds: 400 }),
      { ...sign(), headers: {} },
    ])
      statuses.push(await post(delivery, { port, ca }));
    child.kill();
    expect(statuses, await errors).toEqual([204, 204, 204, 400, 400, 400]);
    expect((await output).match(/session-1/g)).toHaveLength(2);
  });

  const exported = /^export (?:const|async function) (\w+)/m;
  it.each(receivers.filter(({ code }) => exported.test(code)))('$name', async ({ code }) => {
    const [, name] = exported.exec(code) ?? [];
    const argument =
      name === 'handler'
        ? `{ ...delivery, body: btoa(delivery.body), isBase64Encoded: true }`
        : `new Request('http://localhost/hooks', { method: 'POST', ...delivery })`;
    const { output, errors, exited } = start(`${code}
      const delivery = ${JSON.stringify(sign())};
      const reply = await ${name}(${argument});
      console.log(reply.statusCode ?? reply.status);`);
    expect(await exited, await errors).toEqual([0, null]);
    expect(await output).toMatch(/session-1[\s\S]*204\n$/);
  });

  const scripts = receivers.filter(({ code }) => !code.includes('.listen(') && !exported.test(code));
  it.each(scripts)('$name', async ({ code }) => {
    const { output, errors, exited } = start(code);
    expect(await exited, await errors).toEqual([0, null]);
    const promised = readPromises(code);
    expect(promised.length).toBeGreaterThan(0);
    for (const line of promised) expect((await output).split('\n')).toContain(line);
  });

  it('covers every receiver', () => {
    expect(receivers.length).toBeGreaterThanOrEqual(10);
  });
});

it.skipIf(!hasPython())('the receiver in Python accepts and refuses what the SDK does', async () => {
  const python = blocks.find(
    ({ language, page }) => language === 'python' && page === 'docs/webhooks.md',
  )?.code;
  const cases: [boolean, Delivery, string[]][] = [
    [true, sign(), [SECRET]],
    [true, sign({ secrets: [OTHER_SECRET, SECRET] }), [SECRET]],
    [true, sign(), [OTHER_SECRET, SECRET]],
    [false, sign({ secrets: [OTHER_SECRET] }), [SECRET]],
    [false, sign({ ageSeconds: 400 }), [SECRET]],
    [false, sign({ ageSeconds: -400 }), [SECRET]],
    [false, { ...sign(), body: '{}' }, [SECRET]],
    [false, { body: '{}', headers: { 'Svc-Signature': 't=²,v1=é,nonsense' } }, ['']],
    [false, { body: '{}', headers: { 'Svc-Signature': '' } }, [SECRET]],
  ];
  const calls = cases.map(([, { body, headers }, secrets]) => [body, headers['Svc-Signature'], secrets]);
  const script = `${python}
import json, sys
for body, header, secrets in json.loads(sys.argv[1]):
    print(is_signed(body.encode(), header, secrets))`;
  const { stdout } = await promisify(execFile)('python3', ['-c', script, JSON.stringify(calls)]);
  expect(stdout.trim().split('\n')).toEqual(cases.map(([accepted]) => (accepted ? 'True' : 'False')));
});

function hasPython(): boolean {
  try {
    return execFileSync('python3', ['-c', 'print(1)']).length > 0;
  } catch {
    return false;
  }
}

async function post(
  { body, headers }: Delivery,
  { port, ca }: { port: number; ca: string | undefined },
): Promise<number | undefined> {
  const options = { host: 'localhost', port, path: '/hooks', method: 'POST', headers, family: 4 };
  const request = ca ? requestHttps({ ...options, ca }) : requestHttp(options);
  const [response] = await once(request.end(body), 'response');
  response.resume();
  return response.statusCode;
}
