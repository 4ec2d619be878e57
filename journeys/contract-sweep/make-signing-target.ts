import type { FieldInspection, RequestedSignature } from '@field-inspection/sdk';
import type { CscProviderServer } from '@field-inspection/server/testing/csc-provider/start-csc-provider';
import { makeFirstReport } from '@field-inspection/server/testing/make-first-report';
import { mintReportLink } from '@field-inspection/server/testing/mint-report-link';
import { readSentCode } from '@field-inspection/server/testing/read-sent-code';
import type { Seed } from '@field-inspection/server/testing/seed-organisation';
import { openSigningDevice } from '@field-inspection/server/testing/signing-device';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { USER_AGENT } from '../requests/call-operation.ts';
import { MISSING_IDS } from '../requests/ids.ts';
import type { RouteOperation } from '../requests/operations.ts';
import type { Target } from './make-target.ts';

const POOL_SIZE = 4;

/**
 * Signatures for the routes of the API and of the sign page, each as far as the route needs it. Each session has a
 * report, so they are few; none is used twice in a row, since one call must not find what belongs to the call before.
 */
export const createSigningTargets = (server: TestServer, csc: CscProviderServer) => {
  const pools = new Map<string, string[]>();
  let drawn = 0;
  const findSession = async (seed: Seed): Promise<string> => {
    const pool = pools.get(seed.organisationId) ?? [];
    pools.set(seed.organisationId, pool);
    if (pool.length < POOL_SIZE) pool.push(await completeSession(server, seed));
    return pool[drawn++ % pool.length]!;
  };
  return async (seed: Seed, { listed: { resource, key } }: RouteOperation): Promise<Target> => {
    const sessionId = await findSession(seed);
    const client = server.clientOf(seed.apiKey);
    const ids = { ...MISSING_IDS, session_id: sessionId };
    if (key === 'readReport') return readShared(server, sessionId);
    if (resource === 'recipients' && key !== 'list') {
      // An address has one link a session.
      const session_id = key === 'create' ? await completeSession(server, seed) : sessionId;
      const added = key === 'create' ? null : await addRecipient(client, sessionId, drawn);
      return { ids: { ...ids, session_id, ...(added && { recipient_id: added.id }) }, bearer: seed.apiKey };
    }
    if (key === 'request' || key === 'list') return { ids, bearer: seed.apiKey };
    const signature = await ask(client, sessionId, drawn);
    if (resource === 'signatures')
      return { ids: { ...ids, signature_id: signature.id }, bearer: seed.apiKey };
    const target = await goTo(key, { server, csc, signature });
    return { ...target, ids: { ...ids, ...target.ids } };
  };
};

/** A recipient of the report has shown the code. */
const readShared = async (server: TestServer, session_id: string): Promise<Target> => {
  const { signatureId, url } = await mintReportLink(server.context, session_id);
  const device = openSigningDevice(server, { sign_url: url }, { userAgent: USER_AGENT });
  await device.byLink('POST', '/code');
  const otp_code = await readSentCode(server.context, signatureId);
  const { body } = await device.byLink('POST', '/verify', { otp_code });
  return { ids: { ...MISSING_IDS, session_id }, bearer: String(body['signing_session_token']) };
};

const completeSession = async (
  { clientOf, context }: TestServer,
  { apiKey, organisationId }: Seed,
): Promise<string> => {
  const client = clientOf(apiKey);
  const { id } = await client.sessions.create();
  await client.sessions.end(id);
  await makeFirstReport(context, organisationId, id);
  return id;
};

// Each signature has its own address, since an address takes only so many messages an hour.
const ask = (client: FieldInspection, sessionId: string, number: number): Promise<RequestedSignature> =>
  client.signatures.request(sessionId, {
    signer: { name: 'Ada Rossi', email: `ada-${number}-${sessionId}@example.com` },
    level: 'SES',
  });

const addRecipient = (client: FieldInspection, sessionId: string, number: number) =>
  client.recipients.create(sessionId, {
    name: 'Eva Brandt',
    email: `eva-${number}-${sessionId}@example.com`,
  });

const goTo = async (
  key: string,
  { server, csc, signature }: { server: TestServer; csc: CscProviderServer; signature: RequestedSignature },
): Promise<{ ids: Partial<Target['ids']>; bearer: string }> => {
  const device = openSigningDevice(server, signature, { userAgent: USER_AGENT });
  if (key === 'open' || key === 'sendCode') return { ids: {}, bearer: device.linkToken };
  await device.byLink('POST', '/code');
  const code = await readSentCode(server.context, signature.id);
  if (key === 'verify') return { ids: { code }, bearer: device.linkToken };
  const { body } = await device.byLink('POST', '/verify', { code });
  const bearer = String(body['signing_session_token']);
  const view = await device.call('GET', '/session', { token: bearer });
  const { sha256 } = view.body['report'] as { sha256: string };
  if (key !== 'finish') return { ids: { sha256 }, bearer };
  const step = await device.call('POST', '/sign', { token: bearer, body: { sha256 } });
  const back = await csc.visit(String(step.body['action_url']));
  const { state, code: granted } = Object.fromEntries(back.searchParams);
  return { ids: { state: state!, code: granted! }, bearer };
};
