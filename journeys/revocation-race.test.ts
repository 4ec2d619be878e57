import { FieldInspection } from '@field-inspection/sdk';
import { addMember } from '@field-inspection/server/testing/add-member';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { revokeCredential } from '@field-inspection/server/testing/revoke-credential';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { sendHalf, type LateReply } from '@field-inspection/server/testing/send-half';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { createChoices } from '@field-inspection/server/testing/webhook-simulation/create-choices';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SEED = Number(process.env['SEED'] ?? 20261123);
const RIGHTS = 200;
const REQUESTS_OF_EACH = 10;
const WAVE = 10;
const AT_ONCE = 4;
const PACE_MS = 20;
const GONE = '401 unauthenticated';
/** Starting the program takes a while. */
const ADMIN_PACE_MS = 1_000;

type Right = {
  label: string;
  token: string;
  path: string;
  bodyOf: (label: string) => object;
  revoke: () => Promise<void>;
  /** The reply to a request after the end of the right. */
  refusal: string;
  /** A request waits up to so long before it sends the rest of its body. */
  paceMs: number;
  count: () => Promise<number>;
};

let world: ProcessWorld;
let servers: SpawnedServer[];
const choices = createChoices(SEED);

beforeAll(async () => {
  world = await openProcessWorld();
  servers = await Promise.all(
    [1, 2, 3].map(() => world.spawn('api', { UNAUTHENTICATED_RATE_LIMIT: '100000' })),
  );
});
afterAll(() => world.close());

const clientOf = (server: SpawnedServer) =>
  new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });

const countRows = async (sql: string, label: string): Promise<number> => {
  const { rows } = await world.context.database.pool.query<{ count: number }>(sql, [label]);
  return rows[0]!.count;
};

const openCredential = async (
  label: string,
  { paceMs, revoke }: { paceMs: number; revoke: (id: string) => Promise<unknown> },
): Promise<Right> => {
  const { id, api_key } = await createCredential(world.context, {
    organisationId: world.seed.organisationId,
    name: label,
    scopes: ['sessions:write'],
    operatorEmail: 'ada@example.com',
    rateLimit: 1_000,
  });
  return {
    label,
    token: api_key,
    path: '/api/v1/public/sessions',
    bodyOf: (notes) => ({ notes }),
    refusal: GONE,
    paceMs,
    revoke: async () => void (await revoke(id)),
    count: () => countRows('select count(*)::int from sessions where notes = $1', label),
  };
};

const POINTS = [
  [10, 10],
  [90, 60],
];
const DRAWING = {
  width: 600,
  height: 200,
  strokes: [{ tool: 'pen', color: '#102030', size: 3, points: POINTS }],
};

type Ending = 'revoke' | 'reissue' | 'leave';

const openDevice = async (label: string, sessionId: string, ending: Ending): Promise<Right> => {
  const { participants } = clientOf(choices.pick(servers));
  const invite = await participants.create(sessionId);
  const { field_session_token: token } = (await joinByLink(invite.join_url)).body;
  const leave = async () => {
    const { baseUrl } = choices.pick(servers);
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await fetch(`${baseUrl}/v1/field/leave`, { method: 'POST', headers });
    expect(status).toBe(204);
  };
  const end = (way: 'revoke' | 'reissue') =>
    clientOf(choices.pick(servers)).participants[way](sessionId, invite.id);
  return {
    label,
    token,
    path: '/v1/field/whiteboards',
    bodyOf: (title) => ({ title, drawing: DRAWING }),
    refusal: GONE,
    paceMs: PACE_MS,
    revoke: async () => void (await (ending === 'leave' ? leave() : end(ending))),
    count: () => countRows('select count(*)::int from whiteboards where title = $1', label),
  };
};

const ENDINGS: Ending[] = ['revoke', 'reissue', 'leave'];

/** Every fourth right is a device's, the others are API keys; script/admin revokes four of these. */
const openRight = async (at: number, sessionIds: string[]): Promise<Right> => {
  const label = `right ${at}`;
  if (at % 4 === 0) {
    return openDevice(label, sessionIds[at % sessionIds.length]!, ENDINGS[(at / 4) % ENDINGS.length]!);
  }
  if (at % 50 !== 1) {
    return openCredential(label, {
      paceMs: PACE_MS,
      revoke: (credentialId) => revokeCredential(world.context, { credentialId }),
    });
  }
  return openCredential(label, {
    paceMs: ADMIN_PACE_MS,
    revoke: async (credentialId) => {
      const argv = ['credential', 'revoke', '--credential', credentialId];
      const { exitCode } = await runAdmin({ DATABASE_URL: world.databaseUrl }, ...argv);
      expect(exitCode).toBe(0);
    },
  });
};

/** The right goes on, but is too small for its requests: a member becomes auditor, a key is bound to networks. */
const openNarrowed = async (at: number): Promise<Right> => {
  const { organisationId } = world.seed;
  const label = `narrowed ${at}`;
  const email = `narrowed${at}@example.com`;
  const person = { organisationId, name: label, email, role: 'inspector', locale: 'en' } as const;
  const { id: memberId } = await addMember(world.context, person);
  const { id, api_key: token } = await createCredential(world.context, {
    organisationId,
    name: label,
    scopes: ['sessions:read', 'sessions:write'],
    operatorEmail: email,
    memberId,
    rateLimit: 1_000,
  });
  const { members, credentials } = clientOf(choices.pick(servers));
  const isDemoted = at % 2 === 0;
  return {
    label,
    token,
    path: '/api/v1/public/sessions',
    bodyOf: (notes) => ({ notes }),
    refusal: isDemoted ? '403 permission_denied' : GONE,
    paceMs: PACE_MS,
    revoke: async () =>
      void (isDemoted
        ? await members.update(memberId, { role: 'auditor' })
        : await credentials.update(id, { allowed_networks: ['192.0.2.0/24'] })),
    count: () => countRows('select count(*)::int from sessions where notes = $1', label),
  };
};

type Outcome = { right: Right; atReply: number; atEnd: number; replies: LateReply[] };

/**
 * Sends half of each request, ends some at a time, and revokes the right after a random number of replies; a busy
 * machine would move a moment given in time. Counts the committed writes.
 */
const race = async (right: Right): Promise<Outcome> => {
  const requests = Array.from({ length: REQUESTS_OF_EACH }, (_, at) => ({
    url: choices.pick(servers).baseUrl + right.path,
    waitMs: choices.between(0, right.paceMs),
    headers: at % 2 === 0 ? { 'idempotency-key': `${right.label}/${at}` } : {},
  }));
  const revokeAfter = choices.between(1, REQUESTS_OF_EACH - 2 * AT_ONCE);
  const body = JSON.stringify(right.bodyOf(right.label));
  const halves = requests.map(({ url, headers }) => sendHalf(url, { token: right.token, headers, body }));
  await Promise.all(halves.map(({ judged }) => judged));
  const replies: LateReply[] = [];
  const moment = Promise.withResolvers<void>();
  const endInTurn = async (first: number) => {
    for (let at = first; at < REQUESTS_OF_EACH; at += AT_ONCE) {
      await sleep(requests[at]!.waitMs);
      replies.push(await halves[at]!.finish());
      if (replies.length >= revokeAfter) moment.resolve();
    }
  };
  const ending = Promise.all(Array.from({ length: AT_ONCE }, (_, first) => endInTurn(first)));
  await moment.promise;
  await right.revoke();
  const atReply = await right.count();
  await ending;
  return { right, atReply, atEnd: await right.count(), replies };
};

const expectNothingAfter = async (outcomes: Outcome[]): Promise<void> => {
  expect(outcomes.filter(({ atReply, atEnd }) => atReply !== atEnd)).toEqual([]);
  for (const { right, atEnd, replies } of outcomes) {
    // Each acknowledged creation is there, and no other.
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(atEnd);
    // A busy machine may answer 503, and then nothing was done.
    const others = replies.filter(({ status }) => status !== 201 && status !== 503);
    expect(others.filter(({ status, code }) => `${status} ${code}` !== right.refusal)).toEqual([]);
  }
  const deadlocks = 'select deadlocks::int as count from pg_stat_database where datname = $1';
  expect(await countRows(deadlocks, new URL(world.databaseUrl).pathname.slice(1))).toBe(0);
  // The moments were right: for most rights some requests came before the revocation and some after.
  const torn = outcomes.filter(({ atEnd }) => atEnd > 0 && atEnd < REQUESTS_OF_EACH);
  expect(torn.length).toBeGreaterThan(outcomes.length / 2);
};

const NARROWED = 60;

it(`of 600 requests with slow bodies to 3 processes none commits after the reply of the change that made its right too small, at 60 random moments (seed ${SEED})`, async ({
  annotate,
}) => {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < NARROWED; at += WAVE) {
    const positions = Array.from({ length: WAVE }, (_, index) => at + index);
    outcomes.push(...(await Promise.all((await Promise.all(positions.map(openNarrowed))).map(race))));
  }
  await expectNothingAfter(outcomes);
  await annotate('0 of 600 requests committed after the reply of 60 changes that took their right', 'figure');
});

it(`of 2 000 requests with slow bodies to 3 processes none commits after the reply of its revocation, at 200 random moments (seed ${SEED})`, async ({
  annotate,
}) => {
  const { sessions } = clientOf(servers[0]!);
  const sessionIds = await Promise.all(Array.from({ length: 10 }, async () => (await sessions.create()).id));
  const outcomes: Outcome[] = [];
  for (let at = 0; at < RIGHTS; at += WAVE) {
    const positions = Array.from({ length: WAVE }, (_, index) => at + index);
    const rights = await Promise.all(positions.map((position) => openRight(position, sessionIds)));
    outcomes.push(...(await Promise.all(rights.map(race))));
  }
  await expectNothingAfter(outcomes);
  await annotate('0 of 2 000 requests committed after the reply of 200 revocations', 'figure');
});
