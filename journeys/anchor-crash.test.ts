import { randomInt } from 'node:crypto';
import { FieldInspection } from '@field-inspection/sdk';
import { verifyChain, verifyTimestamp } from '@field-inspection/evidence';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import {
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '@field-inspection/server/testing/start-timestamp-authority';
import { describe, it } from 'vitest';

const SESSIONS = 50;
const SERVERS = 4;
const ROUNDS = 5;
const RESUME_MS = 60_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('kill -9 of servers while sessions end', () => {
  it('20 times kill -9 over 50 session ends: chain valid, exactly one anchor per authority', async ({
    expect,
    onTestFinished,
  }) => {
    const authorities = await Promise.all([startTimestampAuthority(), startTimestampAuthority()]);
    // Late, so that some servers are killed while they wait for the reply.
    for (const authority of authorities) authority.answer('the truth, late');
    const world = await openProcessWorld();
    onTestFinished(async () => {
      await world.close();
      await Promise.all(authorities.map((authority) => authority.close()));
    });
    const servers = openServers(world, authorities);
    const killed = servers.killInRounds();
    const sessionIds = await servers.createSessions();
    await servers.endSessions(sessionIds, killed);
    expect(servers.killCount()).toBe(20);

    const { prisma } = world.context.database;
    const isDone = async () =>
      (await prisma.anchor.count({ where: { status: 'anchored' } })) === SESSIONS * authorities.length;
    await waitUntil(isDone, RESUME_MS);

    expect(await prisma.session.count({ where: { status: 'closed' } })).toBe(SESSIONS);
    for (const sessionId of sessionIds) {
      expect(await readChain(world, sessionId)).toEqual({
        kinds: ['session.created', 'session.ended'],
        verdict: expect.objectContaining({ valid: true, length: 2 }) as object,
        heads: 1,
      });
      expect(await readAnchors(world, sessionId, authorities)).toEqual(
        authorities.map(({ url }) => ({ authority: url, isValid: true, events: 1 })),
      );
    }
    expect(await prisma.anchor.count()).toBe(SESSIONS * authorities.length);
    // Some tokens were asked for twice: by a killed server, and by the one after it.
    const asked = authorities.reduce((sum, authority) => sum + authority.requestCount(), 0);
    expect(asked).toBeGreaterThan(SESSIONS * authorities.length);
  });
});

const openServers = (world: ProcessWorld, authorities: TimestampAuthorityServer[]) => {
  const live = new Set<SpawnedServer>();
  let killCount = 0;
  const start = async (): Promise<SpawnedServer> => {
    const server = await world.spawn('all', {
      TSA_URLS: authorities.map(({ url }) => url).join(','),
      UPLOAD_GRACE: '0.2',
    });
    live.add(server);
    return server;
  };
  const kill = async (server: SpawnedServer): Promise<void> => {
    await sleep(randomInt(100));
    live.delete(server);
    await server.kill('SIGKILL');
    killCount += 1;
  };
  const call = async <T>(run: (client: FieldInspection) => Promise<T>): Promise<T> => {
    for (;;) {
      const { baseUrl } = [...live][randomInt(Math.max(live.size, 1))] ?? {};
      const client = baseUrl && new FieldInspection({ apiKey: world.seed.apiKey, baseUrl, maxRetries: 0 });
      const result = client && (await run(client).catch(() => undefined));
      if (result) return result;
      await sleep(20);
    }
  };
  return {
    killCount: () => killCount,
    /** Each running server is killed at a time of its own, once one of them waits for an authority. */
    killInRounds: async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const running = await Promise.all(Array.from({ length: SERVERS }, start));
        await Promise.race([...authorities.map((authority) => authority.asked()), sleep(5_000)]);
        await Promise.all(running.map(kill));
      }
      await Promise.all([start(), start()]);
    },
    createSessions: () =>
      Promise.all(
        Array.from({ length: SESSIONS }, (_, index) =>
          call((client) => client.sessions.create({}, { idempotencyKey: `session ${index}` })),
        ),
      ).then((sessions) => sessions.map(({ id }) => id)),
    endSessions: async (sessionIds: string[], killed: Promise<unknown>) => {
      let isOver = false;
      void killed.then(() => (isOver = true));
      for (const id of sessionIds) {
        await call((client) => client.sessions.end(id));
        if (!isOver) await sleep(randomInt(400));
      }
      await killed;
    },
  };
};

const readChain = async ({ context: { database } }: ProcessWorld, sessionId: string) => {
  const where = { session_id: sessionId };
  const head = await database.prisma.auditChain.findFirstOrThrow({ where });
  const rows = await database.prisma.auditEntry.findMany({ where, orderBy: { sequence: 'asc' } });
  const entries = rows.map(({ organisation_id: _, session_id: __, ...entry }) => entry);
  const expectedHead = { sequence: head.head_sequence, hash: head.head_hash };
  return {
    kinds: entries.map(({ kind }) => kind),
    verdict: await verifyChain(entries, { expectedHead }),
    heads: await database.prisma.frozenHead.count({ where: { ...where, head_hash: head.head_hash } }),
  };
};

/** Gives whether each authority anchored this head, and how often receivers were told. */
const readAnchors = async (
  { context: { database } }: ProcessWorld,
  sessionId: string,
  authorities: TimestampAuthorityServer[],
) => {
  const { head_hash } = await database.prisma.auditChain.findFirstOrThrow({
    where: { session_id: sessionId },
  });
  const anchors = await database.prisma.anchor.findMany({ where: { session_id: sessionId } });
  const events = await database.prisma.event.findMany({
    where: { session_id: sessionId, type: 'session.anchored' },
  });
  return Promise.all(
    authorities.map(async ({ url, root }) => {
      const [anchor] = anchors.filter(({ authority }) => authority === url);
      const verdict = await verifyTimestamp(anchor!.token!, {
        digest: Uint8Array.from(Buffer.from(head_hash, 'hex')),
        nonce: anchor!.nonce,
        roots: [root],
        now: new Date(),
      });
      const own = events.filter(
        ({ data }) => (data as { anchor: { authority: string } }).anchor.authority === url,
      );
      return { authority: url, isValid: verdict.valid, events: own.length };
    }),
  );
};

const waitUntil = async (condition: () => Promise<boolean>, withinMs: number): Promise<void> => {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await sleep(100);
  }
};
