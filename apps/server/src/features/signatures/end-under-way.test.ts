import { describe, expect, it } from 'vitest';
import { createTestSeal } from '../../testing/create-test-seal.ts';
import { openSigningDevice } from '../../testing/signing-device.ts';
import {
  actionOf,
  ask,
  enter,
  get,
  logIn,
  signAll,
  useCscWorlds,
  type CscSession,
  type CscWorld,
} from '../../testing/csc-provider/use-csc-worlds.ts';
import { createTasks } from '../../tasks.ts';

const openWorld = useCscWorlds(createTestSeal());
const DAY_MS = 86_400_000;

const CANCELLED = {
  status: 410,
  body: {
    code: 'link_expired',
    signature_status: 'cancelled',
    detail: expect.stringContaining('was cancelled') as string,
  },
};

describe('a request that is cancelled while it is signed', () => {
  const begin = async ({ csc }: CscWorld, session: CscSession) => csc.visit(actionOf(await session.sign()));
  const agree = async (world: CscWorld, session: CscSession) => world.csc.visit(await logIn(world, session));

  it.each([
    ['the signer logs in', begin, 'oauth2/token', true],
    ['the certificate is read', begin, 'credentials/info', true],
    ['leave to sign is fetched', agree, 'oauth2/token', true],
    ['the provider signs', agree, 'signatures/signHash', true],
    ['the provider fails', agree, 'signatures/signHash', false],
  ] as const)(
    'says that it was cancelled, and leaves the report free: %s',
    async (_, reach, path, isGood) => {
      const world = await openWorld();
      const session = await enter(world);
      const back = await reach(world, session);
      world.csc.lie(path, async (answer) => {
        await world.server.client.signatures.cancel(world.sessionId, session.id);
        return isGood ? answer : {};
      });
      expect(await session.finish(back)).toMatchObject(CANCELLED);
      expect(await session.call('GET', '/session')).toMatchObject(CANCELLED);
      expect(await get(world, session.id)).toMatchObject({ status: 'cancelled', failure: null });
      world.csc.lie(path, undefined);
      expect((await signAll(world, await enter(world))).body).toMatchObject({ status: 'signed' });
      expect((await world.server.client.reports.list(world.sessionId)).data).toHaveLength(2);
    },
  );

  it('says so to a return that reads the request just before', async () => {
    const world = await openWorld();
    const session = await enter(world);
    const back = await begin(world, session);
    const { signature } = world.server.context.database.prisma;
    const read = signature.findUnique.bind(signature);
    let isRead = false;
    Object.assign(signature, {
      findUnique: async (query: Parameters<typeof read>[0]) => {
        const row = await read(query);
        if (!isRead) {
          isRead = true;
          await world.server.client.signatures.cancel(world.sessionId, session.id);
        }
        return row;
      },
    });
    expect(await session.finish(back)).toMatchObject(CANCELLED);
  });
});

describe('a request that has ended', () => {
  const SECRETS = {
    otp_hmac: null,
    otp_expires_at: null,
    state_hash: null,
    progress_sealed: null,
    busy_until: null,
  };
  const readSecrets = ({ server }: CscWorld, id: string) =>
    server.context.database.prisma.signature.findFirstOrThrow({
      where: { id },
      select: {
        otp_hmac: true,
        otp_expires_at: true,
        state_hash: true,
        progress_sealed: true,
        busy_until: true,
      },
    });
  const fill = async (world: CscWorld, name?: string) => {
    const asked = await ask(world, name ? { name } : {});
    const session = await enter(world, asked);
    actionOf(await session.sign());
    await openSigningDevice(world.server, asked).receiveCode();
    expect(Object.values(await readSecrets(world, asked.id))).not.toContain(null);
    return { ...session, asked };
  };

  it('keeps neither the code nor what went on at the provider, once it is cancelled, declined or signed', async () => {
    const world = await openWorld();
    const cancelled = await fill(world);
    await world.server.client.signatures.cancel(world.sessionId, cancelled.id);
    const declined = await fill(world, 'Ben Costa');
    await declined.call('POST', '/decline');
    const signed = await fill(world, 'Cleo Diaz');
    await signAll(world, signed);
    for (const [{ id }, status] of [
      [cancelled, 'cancelled'],
      [declined, 'declined'],
      [signed, 'signed'],
    ] as const) {
      expect((await get(world, id)).status).toBe(status);
      expect(await readSecrets(world, id)).toEqual(SECRETS);
    }
  });

  it('keeps nothing of it once it has expired and the clean-up came by, which leaves those that wait alone', async () => {
    const world = await openWorld();
    const expired = await fill(world);
    world.server.clock.advance(DAY_MS);
    const waiting = await fill(world);
    const before = await readSecrets(world, waiting.id);
    world.server.clock.advance(13 * DAY_MS);
    await createTasks(world.server.context)['clean-up']!({}, {} as never);
    expect((await get(world, expired.id)).status).toBe('expired');
    expect(await readSecrets(world, expired.id)).toEqual(SECRETS);
    expect(await readSecrets(world, waiting.id)).toEqual(before);
  });
});
