import type { PasskeyRequest, UsePasskeyBody } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../testing/call-api.ts';
import { foreignKey, listWrongAnswers, openPasskeyWorld } from '../../../testing/open-passkey-world.ts';
import { callerWith, cookiesOf, type SignedIn } from '../../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { openSignInWorld } from '../testing/open-sign-in-world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { open } = openPasskeyWorld(() => server);
const { entriesOf } = openSignInWorld(() => server);
const prisma = () => server.context.database.prisma;

describe('a step-up by a passkey', () => {
  const age = (memberId: string) =>
    prisma().credential.updateMany({
      where: { member_id: memberId },
      data: { stepped_up_at: new Date(server.clock.now().getTime() - 601_000) },
    });
  const beginStepUp = async ({ call }: Pick<SignedIn, 'call'>) =>
    (await call('POST /me/step-up/passkey/begin')).body as unknown as PasskeyRequest;

  it('is asked for before a passkey is added or removed, and gives another cookie: the one before is dead', async () => {
    const { person, authenticator, passkey } = await open();
    await age(person.memberId);
    const remove = `DELETE /me/passkeys/${passkey.id}`;
    for (const route of ['POST /me/passkey/begin', remove])
      expect(outcomeOf(await person.call(route))).toBe('403 step_up_required');
    const request = await beginStepUp(person);
    expect(request.allowCredentials).toMatchObject([
      { id: authenticator.kept[0]!.rawId.toString('base64url') },
    ]);
    const body = authenticator.get(request, { userHandle: null });
    const done = await person.call('POST /me/step-up/passkey', { body });
    expect(done.status).toBe(204);
    expect(outcomeOf(await person.call('GET /me'))).toBe('401 unauthenticated');
    const call = callerWith(server, cookiesOf(done));
    expect((await call(remove)).status).toBe(204);
    expect((await entriesOf(person.memberId)).slice(-2)).toMatchObject([
      { kind: 'member.stepped_up', way: 'passkey' },
      { kind: 'member.passkey_removed', passkey: passkey.id },
    ]);
  });

  it.each([...listWrongAnswers(() => server), ['a foreign key', () => ({ key: foreignKey() })] as const])(
    'is refused for the answer of %s, and uses its challenge up',
    async (_, bend) => {
      const { person, authenticator } = await open();
      const request = await beginStepUp(person);
      const send = (body: UsePasskeyBody) => person.call('POST /me/step-up/passkey', { body });
      expect(outcomeOf(await send(authenticator.get(request, bend())))).toBe('401 passkey_refused');
      expect((await entriesOf(person.memberId)).at(-1)).toMatchObject({
        kind: 'member.step_up_refused',
        way: 'passkey',
        reason: 'not_proven',
      });
      expect(outcomeOf(await send(authenticator.get(request)))).toBe('401 passkey_refused');
      expect((await person.call('GET /me')).status).toBe(200);
    },
  );

  it('takes no passkey of another member, none that was removed, and one call of twenty', async () => {
    const [ada, eve] = [await open(), await open()];
    const foreign = eve.authenticator.get(await beginStepUp(ada.person));
    expect(outcomeOf(await ada.person.call('POST /me/step-up/passkey', { body: foreign }))).toBe(
      '401 passkey_refused',
    );
    const body = ada.authenticator.get(await beginStepUp(ada.person));
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ada.person.call('POST /me/step-up/passkey', { body })),
    );
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(19);
    await eve.person.call(`DELETE /me/passkeys/${eve.passkey.id}`);
    const gone = eve.authenticator.get(await beginStepUp(eve.person));
    expect(outcomeOf(await eve.person.call('POST /me/step-up/passkey', { body: gone }))).toBe(
      '401 passkey_refused',
    );
  });
});
