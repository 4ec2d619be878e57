import type { PasskeyCreation } from '@field-inspection/contract';
import { createPrivateKey } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { outcomeOf } from '../../../testing/call-api.ts';
import {
  foreignKey,
  HOSTILE_BYTES,
  listWrongAnswers,
  openPasskeyWorld,
} from '../../../testing/open-passkey-world.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { callerWith, cookiesOf, signInAs } from '../../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { openSignInWorld } from '../testing/open-sign-in-world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { begin, makeAuthenticator, open, register, signIn } = openPasskeyWorld(() => server);
const { entriesOf } = openSignInWorld(() => server);
const prisma = () => server.context.database.prisma;
const sessionsOf = (memberId: string) => prisma().credential.count({ where: { member_id: memberId } });

describe('a sign-in by a passkey', () => {
  it('leads to a session of its organisation, with its way, in the browser that began', async () => {
    const { person, authenticator, passkey } = await open();
    const { request, finish } = await begin();
    expect(request).toMatchObject({
      rpId: '127.0.0.1',
      allowCredentials: [],
      userVerification: 'required',
    });
    const reply = await finish(authenticator.get(request));
    expect(reply.status).toBe(204);
    const [session, ended] = reply.headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-fis_session=fms_\w{38}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(ended).toMatch(/^__Host-fis_passkey=; Path=\/; Max-Age=0; /);
    const call = callerWith(server, cookiesOf(reply));
    expect((await call('GET /me')).body).toMatchObject({
      organisation: server.seed.organisationId,
      member: person.memberId,
      session: { way: 'passkey', is_current: true },
    });
    const [listed] = (await call('GET /me/passkeys')).body['data'] as { last_used_at: string }[];
    expect(listed!.last_used_at).not.toBeNull();
    expect((await entriesOf(person.memberId)).at(-1)).toMatchObject({
      kind: 'member.signed_in',
      way: 'passkey',
      passkey: passkey.id,
    });
  });

  it.each([
    ...listWrongAnswers(() => server),
    ['a foreign key', () => ({ key: foreignKey() })] as const,
    ['another member', () => ({ userHandle: Buffer.alloc(32, 1).toString('base64url') })] as const,
    ['no member', () => ({ userHandle: null })] as const,
  ])('is refused for the answer of %s, and that stands in the chain', async (_, bend) => {
    const { person, authenticator, passkey } = await open();
    expect(outcomeOf(await signIn(authenticator, bend()))).toBe('401 passkey_refused');
    expect(await sessionsOf(person.memberId)).toBe(1);
    await runDueJobs(server.context);
    expect((await entriesOf(person.memberId)).at(-1)).toMatchObject({
      kind: 'member.sign_in_refused',
      way: 'passkey',
      passkey: passkey.id,
      reason: 'not_proven',
    });
    expect((await signIn(authenticator)).status).toBe(204);
  });

  it('is refused for a copy, whose counter is behind or stands still, and that stands in the chain', async () => {
    const { person, authenticator } = await open();
    expect((await signIn(authenticator, { counter: 7 })).status).toBe(204);
    for (const counter of [7, 6, 0]) {
      expect(outcomeOf(await signIn(authenticator, { counter }))).toBe('401 passkey_refused');
      await runDueJobs(server.context);
      expect((await entriesOf(person.memberId)).at(-1)).toMatchObject({
        kind: 'member.sign_in_refused',
        way: 'passkey',
        reason: 'counter',
      });
    }
    expect(await sessionsOf(person.memberId)).toBe(2);
    expect((await signIn(authenticator, { counter: 2 ** 32 - 1 })).status).toBe(204);
  });

  it('is taken of an authenticator that counts nothing', async () => {
    const { authenticator } = await open('inspector', { isCounting: false });
    for (let turn = 0; turn < 3; turn++) expect((await signIn(authenticator)).status).toBe(204);
  });

  it('is one session of twenty calls at once, and none when it is sent again', async () => {
    const { person, authenticator } = await open();
    const { request, finish } = await begin();
    const body = authenticator.get(request);
    const replies = await Promise.all(Array.from({ length: 20 }, () => finish(body)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(401)]);
    expect(await sessionsOf(person.memberId)).toBe(2);
    expect(outcomeOf(await finish(body))).toBe('401 passkey_refused');
    const { cookie } = await begin();
    const elsewhere = await callerWith(server, cookie)('POST /sign-in/passkey/finish', { body });
    expect(outcomeOf(elsewhere)).toBe('401 passkey_refused');
  });

  it('belongs to the browser that began, ends after 10 minutes, and uses its challenge up whatever is wrong', async () => {
    const { authenticator } = await open();
    const first = await begin();
    const body = authenticator.get(first.request);
    for (const cookie of ['', (await begin()).cookie]) {
      const reply = await callerWith(server, cookie)('POST /sign-in/passkey/finish', { body });
      expect(outcomeOf(reply)).toBe('401 passkey_refused');
    }
    await first.finish(authenticator.get(first.request, { key: foreignKey() }));
    expect(outcomeOf(await first.finish(body))).toBe('401 passkey_refused');
    const late = await begin();
    await prisma().signInAttempt.updateMany({
      where: { purpose: 'passkey' },
      data: { expires_at: server.clock.now() },
    });
    expect(outcomeOf(await late.finish(authenticator.get(late.request)))).toBe('401 passkey_refused');
  });

  it('is nothing to a member who is disabled, removed or invited, nor after the passkey is removed', async () => {
    const { person, authenticator, passkey } = await open();
    const admin = await signInAs(server, 'org_admin');
    const member = `/org/members/${person.memberId}`;
    await admin.call(`PATCH ${member}`, { body: { status: 'disabled' } });
    expect(outcomeOf(await signIn(authenticator))).toBe('401 passkey_refused');
    await admin.call(`PATCH ${member}`, { body: { status: 'active' } });
    expect((await signIn(authenticator)).status).toBe(204);
    expect((await admin.call(`GET ${member}/passkeys`)).body['data']).toMatchObject([{ id: passkey.id }]);
    expect((await admin.call(`DELETE ${member}/passkeys/${passkey.id}`)).status).toBe(204);
    expect(outcomeOf(await signIn(authenticator))).toBe('401 passkey_refused');
    expect((await admin.call(`DELETE ${member}/passkeys/${passkey.id}`)).status).toBe(404);
    const { authenticator: second } = await register(person);
    expect((await admin.call(`DELETE ${member}`)).status).toBe(204);
    expect(outcomeOf(await signIn(second))).toBe('401 passkey_refused');
    const row = await prisma().member.findFirstOrThrow({ where: { id: person.memberId } });
    expect(row.user_handle).toBeNull();
    expect(await prisma().passkey.count({ where: { member_id: person.memberId } })).toBe(0);
  });

  it('is answered for an unknown passkey in the same words and by the same statements as for a known one', async () => {
    const [known, unknown] = [(await open()).authenticator, makeAuthenticator()];
    const person = await signInAs(server, 'inspector');
    unknown.create((await person.call('POST /me/passkey/begin')).body as unknown as PasskeyCreation);
    const tryOne = async (authenticator: typeof known) => {
      const { request, finish } = await begin();
      const body = authenticator.get(request, { key: foreignKey() });
      const query = vi.spyOn(pg.Client.prototype, 'query');
      const reply = await finish(body);
      const sent = query.mock.calls.map(([statement]) =>
        (typeof statement === 'string' ? statement : (statement as { text: string }).text).replaceAll(
          /\$\d+|\s+/g,
          ' ',
        ),
      );
      query.mockRestore();
      const { request_id: _, ...said } = reply.body;
      return { status: reply.status, said, sent };
    };
    await tryOne(unknown);
    const [found, lost] = [await tryOne(known), await tryOne(unknown)];
    expect(lost).toEqual(found);
    expect(found.sent.length).toBeGreaterThan(2);
  });

  it('is nobody’s by the key that stands in for an unknown passkey', async () => {
    const authenticator = makeAuthenticator();
    const person = await signInAs(server, 'inspector');
    authenticator.create((await person.call('POST /me/passkey/begin')).body as unknown as PasskeyCreation);
    const one = Buffer.alloc(32);
    one[31] = 1;
    const key = createPrivateKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        d: one.toString('base64url'),
        x: Buffer.from('6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296', 'hex').toString(
          'base64url',
        ),
        y: Buffer.from('4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5', 'hex').toString(
          'base64url',
        ),
      },
    });
    expect(outcomeOf(await signIn(authenticator, { key }))).toBe('401 passkey_refused');
  });

  it('is a page’s of the service alone', async () => {
    const reply = await callerWith(server, '')('POST /sign-in/passkey/begin', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(outcomeOf(reply)).toBe('403 foreign_origin');
  });

  it('is refused for bytes that no browser sends', async () => {
    const { authenticator } = await open();
    for (const bytes of HOSTILE_BYTES) {
      for (const field of ['client_data_json', 'authenticator_data', 'signature'] as const) {
        const { request, finish } = await begin();
        const reply = await finish({ ...authenticator.get(request), [field]: bytes });
        expect(outcomeOf(reply)).toMatch(/^40[01] /);
      }
    }
  });
});
