import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { verifyReport } from '@field-inspection/evidence';
import { pdfsigVersion, runPdfsig } from '@field-inspection/evidence/testing/run-pdfsig';
import { completeSession } from '@field-inspection/server/testing/complete-session';
import { createTestSeal } from '@field-inspection/server/testing/create-test-seal';
import {
  actionOf,
  logIn,
  signAll,
  useCscWorlds,
  type CscWorld,
} from '@field-inspection/server/testing/csc-provider/use-csc-worlds';
import { CSC_CLIENT } from '@field-inspection/server/testing/csc-provider/start-csc-provider';
import { dataDirOf } from '@field-inspection/server/testing/data-dir-of';
import { runSweeps } from '@field-inspection/server/testing/run-sweeps';
import { openSigningDevice } from '@field-inspection/server/testing/signing-device';
import { SIGNING_DEATHS, type SigningDeath } from '@field-inspection/server/testing/start-dying-signer';
import { processEnv } from '@field-inspection/server/testing/process-env';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { expect, onTestFinished, test } from 'vitest';

const SIGNER = fileURLToPath(import.meta.resolve('@field-inspection/server/testing/start-dying-signer'));
/** Each kill needs a start of another server. */
const TIMEOUT_MS = 120_000;

const seal = createTestSeal();
const openCscWorld = useCscWorlds(seal);

test(
  `kill -9 while a person signs, ${SIGNING_DEATHS.join(', ')}: signing again gives one signature, demo`,
  { timeout: TIMEOUT_MS },
  async () => {
    const server = await startTestServer(
      {},
      { seal: seal.seal, demoSigner: { ...createTestSeal().seal, demo: true } },
    );
    onTestFinished(server.close);
    for (const death of SIGNING_DEATHS) {
      const dying = startSigner(server, death);
      const { sessionId, asked, session } = await ask(server, {});
      const body = { sha256: await session.readSha256() };
      const given = { token: session.token, body, headers: { 'idempotency-key': 'one tap' } };
      const signer = await dying;
      const device = (baseUrl: string) => openSigningDevice({ ...server, baseUrl }, asked);
      await expect(device(signer.baseUrl).call('POST', '/sign', given)).rejects.toThrow('fetch failed');
      expect(await signer.exited).toBe('SIGKILL');
      // The page repeats a request without an answer.
      const again = await device(server.baseUrl).call('POST', '/sign', given);
      expect([death, again.status, again.body]).toEqual([death, 200, { status: 'signed', action_url: null }]);
      await expectOneSignature(server, sessionId);
    }
    expect(await runSweeps(server)).toEqual([]);
  },
);

test(
  `kill -9 while a person signs, ${SIGNING_DEATHS.join(', ')}: signing again gives one signature, csc`,
  { timeout: TIMEOUT_MS },
  async () => {
    const world = await openCscWorld();
    const { server, csc } = world;
    for (const death of SIGNING_DEATHS) {
      const dying = startSigner(server, death, world);
      const { sessionId, asked, session } = await ask(server, { level: 'AES' });
      const back = await csc.visit(
        death === 'preparing' ? actionOf(await session.sign()) : await logIn(world, session),
      );
      const signer = await dying;
      if (death === 'authorising') csc.lie('oauth2/token', () => process.kill(signer.pid, 'SIGKILL'));
      const given = { token: session.token, body: Object.fromEntries(back.searchParams) };
      const device = (baseUrl: string) => openSigningDevice({ ...server, baseUrl }, asked);
      await expect(device(signer.baseUrl).call('POST', '/finish', given)).rejects.toThrow('fetch failed');
      expect(await signer.exited).toBe('SIGKILL');
      csc.lie('oauth2/token', undefined);
      const again = await device(server.baseUrl).call('POST', '/finish', given);
      // A state works once, so a signer who used it in vain begins anew.
      if (death !== 'recorded') {
        expect([death, again.status, again.body['code']]).toEqual([death, 422, 'signature_refused']);
        expect((await signAll(world, session)).body).toMatchObject({ status: 'signed' });
      } else expect(again.body).toEqual({ status: 'signed', action_url: null });
      await expectOneSignature(server, sessionId);
    }
    expect(await runSweeps(server)).toEqual([]);
  },
);

const ask = async (server: TestServer, { level = 'SES' as 'SES' | 'AES' }) => {
  // The dying server has the database's clock.
  server.clock.set(new Date());
  const { sessionId } = await completeSession(server);
  const email = `${sessionId}@example.com`;
  const asked = await server.client.signatures.request(sessionId, {
    signer: { name: 'Ada Rossi', email },
    level,
  });
  return { sessionId, asked, session: { id: asked.id, ...(await openSigningDevice(server, asked).enter()) } };
};

const expectOneSignature = async (server: TestServer, sessionId: string): Promise<void> => {
  const { prisma } = server.context.database;
  const addenda = await prisma.addendaEntry.findMany({
    where: { session_id: sessionId },
    orderBy: { sequence: 'asc' },
  });
  expect(addenda.map(({ kind }) => kind)).toEqual(['report.ready', 'signature.applied']);
  const signed = { session_id: sessionId, type: 'session.signed' };
  expect(await prisma.event.count({ where: signed })).toBe(1);
  const reports = await prisma.report.findMany({
    where: { session_id: sessionId },
    orderBy: { revision: 'asc' },
  });
  expect(reports.map(({ revision, status, leased_by }) => [revision, status, leased_by])).toEqual([
    [0, 'ready', null],
    [1, 'ready', null],
  ]);
  const [sealed, pdf] = await Promise.all(reports.map((report) => download(server, report)));
  expect(pdf!.subarray(0, sealed!.length).equals(sealed!)).toBe(true);
  const { signatures } = await verifyReport(new Uint8Array(pdf!), { roots: [seal.root], now: new Date() });
  expect(signatures.map(({ ok }) => ok)).toEqual([true, true]);
  expect(signatures[0]).toMatchObject({ verdict: 'trusted', signer_kind: 'organisation' });
  if (pdfsigVersion) {
    expect(runPdfsig(new Uint8Array(pdf!))).toEqual(['Signature is Valid.', 'Signature is Valid.']);
  }
};

const download = async (
  { context }: TestServer,
  { organisation_id, id, sha256 }: { organisation_id: string; id: string; sha256: string | null },
): Promise<Buffer> => {
  const bytes = await context.objects.get(`${organisation_id}/${id}/${sha256!}`);
  return Buffer.concat(await bytes.toArray());
};

/** The further server shares database and store, and dies when it gets so far. */
const startSigner = async (
  { databaseUrl, baseUrl }: TestServer,
  death: SigningDeath,
  world?: Pick<CscWorld, 'csc'>,
) => {
  const child = spawn(process.execPath, [SIGNER, death], {
    env: {
      ...processEnv(),
      BASE_URL: baseUrl,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirOf(databaseUrl),
      MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMS_URL: 'http://127.0.0.1:1',
      METRICS_TOKEN: 'test-metrics-token',
      LOG_LEVEL: 'silent',
      ...(world
        ? {
            CSC_URL: world.csc.url,
            CSC_CLIENT_ID: CSC_CLIENT.clientId,
            CSC_CLIENT_SECRET: CSC_CLIENT.clientSecret,
          }
        : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = new Promise<string | number | null>((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ?? code));
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { baseUrl: line, pid: child.pid!, exited };
};
