import { FieldInspection, type CreateInspectionsBody } from '@field-inspection/sdk';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { expect, test } from 'vitest';

const SESSIONS = 60;
const KILLS = 3;

test('kill -9 while many sessions are created, 3 times: repeated under its key, the request creates each once', async ({
  annotate,
  onTestFinished,
}) => {
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const { prisma } = world.context.database;
  const body: CreateInspectionsBody = {
    sessions: Array.from({ length: SESSIONS }, (_, index) => ({
      reference: `CLM-${index}`,
      participant: { channel: 'email', email: `ada${index}@example.com` },
    })),
  };
  const open = async () => {
    const server = await world.spawn('api');
    const client = new FieldInspection({
      apiKey: world.seed.apiKey,
      baseUrl: server.baseUrl,
      maxRetries: 0,
    });
    const create = () =>
      Promise.resolve(client.v1.inspections.createMany(body, { idempotencyKey: 'import-1' }));
    return { server, create };
  };
  const cutAt: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const { server, create } = await open();
    const before = await prisma.session.count();
    const cut = create().then(
      () => 'answered',
      () => 'cut',
    );
    await expect.poll(() => prisma.session.count(), { interval: 1 }).toBeGreaterThan(before);
    await server.kill('SIGKILL');
    cutAt.push(await prisma.session.count());
    expect(await cut).toBe('cut');
  }
  expect(cutAt[0]).toBeLessThan(SESSIONS);

  const { create } = await open();
  const { data } = await create();
  expect(await create()).toEqual({ data });
  expect(data.map(({ index, problem }) => [index, problem])).toEqual(
    body.sessions.map((_, index) => [index, null]),
  );
  const rows = await prisma.session.findMany({ select: { id: true, reference: true } });
  const byReference = new Map(rows.map(({ id, reference }) => [reference, id]));
  expect(rows).toHaveLength(SESSIONS);
  expect(data.map(({ inspection }) => inspection!.id)).toEqual(
    body.sessions.map(({ reference }) => byReference.get(reference!)),
  );
  expect({
    invites: await prisma.participant.count(),
    created: await prisma.event.count({ where: { type: 'session.created' } }),
    entries: await prisma.auditEntry.count(),
    messages: await prisma.message.count(),
  }).toEqual({ invites: SESSIONS, created: SESSIONS, entries: 2 * SESSIONS, messages: 2 * SESSIONS });
  await annotate(`cut after ${cutAt.join(', ')} of ${SESSIONS} sessions; each was created once`, 'figure');
});
