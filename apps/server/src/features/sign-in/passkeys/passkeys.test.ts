import { MAX_PASSKEYS } from '@field-inspection/contract';
import type { PasskeyCreation, PasskeyRequest, UsePasskeyBody } from '@field-inspection/contract';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { outcomeOf } from '../../../testing/call-api.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { callerWith, cookiesOf, signInAs, type SignedIn } from '../../../testing/sign-in.ts';
import type { Bend } from '../../../testing/software-authenticator.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { openSignInWorld } from '../testing/open-sign-in-world.ts';
import { openPasskeyWorld } from '../../../testing/open-passkey-world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => void server.post.emails.splice(0));

const { begin, makeAuthenticator, open, register, signIn } = openPasskeyWorld(() => server);
const { entriesOf } = openSignInWorld(() => server);
const prisma = () => server.context.database.prisma;
const foreignKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const sessionsOf = (memberId: string) => prisma().credential.count({ where: { member_id: memberId } });

/** What a browser or an authenticator of somebody else would answer. */
const WRONG: [string, () => Bend][] = [
  ['another challenge', () => ({ challenge: 'A'.repeat(43) })],
  ['another origin', () => ({ origin: 'https://evil.example' })],
  ['a host below ours', () => ({ origin: server.baseUrl.replace('//', '//evil.') })],
  ['our host over another scheme', () => ({ origin: server.baseUrl.replace('http:', 'https:') })],
  ['another relying party', () => ({ rpId: 'evil.example' })],
  ['nobody whom the authenticator has verified', () => ({ flags: 0b001 })],
  ['nobody who was there', () => ({ flags: 0b100 })],
  ['another kind of answer', () => ({ type: 'payment.get' })],
  ['a page that another origin has in a frame', () => ({ clientData: { crossOrigin: true } })],
  ['a page below another origin', () => ({ clientData: { topOrigin: 'https://evil.example' } })],
];

describe('a passkey', () => {
  it('is registered by who is signed in, stands in the chain, and is told to its member by mail', async () => {
    const person = await signInAs(server, 'inspector');
    const begun = await person.call('POST /me/passkey/begin');
    const asked = (begun.body as unknown as PasskeyCreation).public_key;
    expect(asked).toMatchObject({
      rp: { id: '127.0.0.1' },
      user: { name: `${person.email} (Acme Inspections)`, displayName: 'Ada Rossi' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(Buffer.from(asked.challenge, 'base64url')).toHaveLength(32);
    const { authenticator, passkey } = await register(person);
    expect(passkey).toMatchObject({ name: 'Laptop', backed_up: false, transports: ['internal', 'hybrid'] });
    expect((await person.call('GET /me/passkeys')).body['data']).toEqual([passkey]);
    expect((await entriesOf(person.memberId)).at(-1)).toMatchObject({
      kind: 'member.passkey_added',
      passkey: passkey.id,
      backed_up: false,
    });
    await runDueJobs(server.context);
    const subject = 'New passkey for your account (Acme Inspections)';
    const mail = server.post.emails.find((sent) => sent.to === person.email && sent.subject === subject);
    expect(mail?.text).toContain('Laptop');
    const again = (await person.call('POST /me/passkey/begin')).body as unknown as PasskeyCreation;
    expect(again.public_key.excludeCredentials).toMatchObject([
      { id: authenticator.kept[0]!.rawId.toString('base64url'), transports: ['internal', 'hybrid'] },
    ]);
    expect(again.public_key.user.id).toBe(asked.user.id);
  });

  it('is named by its browser and system, unless its member names it, and by its member later', async () => {
    const { person, authenticator } = await open();
    const begun = await person.call('POST /me/passkey/begin');
    const body = authenticator.create(begun.body as unknown as PasskeyCreation);
    const made = await person.call('POST /me/passkeys', { body });
    expect(made.body).toMatchObject({ name: 'Firefox, Linux' });
    const path = `/me/passkeys/${made.body['id']}`;
    const renamed = await person.call(`PATCH ${path}`, { body: { name: 'Phone' } });
    expect(renamed.body).toEqual({ ...made.body, name: 'Phone' });
    const other = await signInAs(server, 'org_admin');
    expect((await other.call(`PATCH ${path}`, { body: { name: 'Mine' } })).status).toBe(404);
    expect((await other.call(`DELETE ${path}`)).status).toBe(404);
  });

  it('tells no two organisations that their members are one person', async () => {
    const [here, there] = [await signInAs(server, 'inspector'), await signInAs(server, 'inspector')];
    const handles = await Promise.all(
      [here, there].map(async ({ call }) => {
        const { body } = await call('POST /me/passkey/begin');
        return (body as unknown as PasskeyCreation).public_key.user.id;
      }),
    );
    expect(new Set(handles).size).toBe(2);
    for (const handle of handles) expect(Buffer.from(handle, 'base64url')).toHaveLength(32);
  });

  it.each(WRONG)('is not registered by the answer of %s', async (_, bend) => {
    const person = await signInAs(server, 'inspector');
    const begun = await person.call('POST /me/passkey/begin');
    const body = makeAuthenticator().create(begun.body as unknown as PasskeyCreation, bend());
    expect(outcomeOf(await person.call('POST /me/passkeys', { body }))).toBe('401 passkey_refused');
    expect(await prisma().passkey.count({ where: { member_id: person.memberId } })).toBe(0);
  });

  it('is not registered where somebody else vouches for it: nothing is fetched of what a certificate names', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const person = await signInAs(server, 'inspector');
    for (const format of [
      'packed',
      'fido-u2f',
      'apple',
      'tpm',
      'android-key',
      'android-safetynet',
      'other',
    ]) {
      const begun = await person.call('POST /me/passkey/begin');
      const statement = new Map<unknown, unknown>([['x5c', [Buffer.from('certificate')]]]);
      const bend = { attestation: { format, statement } };
      const body = makeAuthenticator().create(begun.body as unknown as PasskeyCreation, bend);
      expect(outcomeOf(await person.call('POST /me/passkeys', { body }))).toBe('401 passkey_refused');
    }
    const beyond = fetched.mock.calls.filter(([url]) => !String(url).startsWith(server.baseUrl));
    fetched.mockRestore();
    expect(beyond).toEqual([]);
  });

  it('is registered once by a challenge, however many answers come at once, and by none of another session', async () => {
    const person = await signInAs(server, 'inspector');
    const begun = (await person.call('POST /me/passkey/begin')).body as unknown as PasskeyCreation;
    const body = makeAuthenticator().create(begun);
    const other = await signInAs(server, 'inspector');
    expect(outcomeOf(await other.call('POST /me/passkeys', { body }))).toBe('401 passkey_refused');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => person.call('POST /me/passkeys', { body })),
    );
    const outcomes = replies.map((reply) => (reply.status === 201 ? '201' : outcomeOf(reply)));
    expect(outcomes.toSorted()).toEqual(['201', ...Array(19).fill('401 passkey_refused')]);
    const next = (await person.call('POST /me/passkey/begin')).body as unknown as PasskeyCreation;
    expect(next.public_key.challenge).not.toBe(begun.public_key.challenge);
    expect(outcomeOf(await person.call('POST /me/passkeys', { body }))).toBe('401 passkey_refused');
  });

  it('is of one member: one that somebody has already is refused as a wrong one', async () => {
    const [ada, eve] = [await open(), await signInAs(server, 'inspector')];
    const taken = await prisma().passkey.findFirstOrThrow({ where: { id: ada.passkey.id } });
    const begun = await eve.call('POST /me/passkey/begin');
    const authenticator = makeAuthenticator();
    const made = authenticator.create(begun.body as unknown as PasskeyCreation);
    const object = Buffer.from(made.attestation_object, 'base64url');
    const at = object.indexOf(authenticator.kept[0]!.rawId);
    object.set(taken.raw_id, at);
    const body = { ...made, attestation_object: object.toString('base64url') };
    expect(outcomeOf(await eve.call('POST /me/passkeys', { body }))).toBe('401 passkey_refused');
    expect((await signIn(ada.authenticator)).status).toBe(204);
  });

  it(`is one of ${MAX_PASSKEYS} of a member at most, also of those that are registered at once`, async () => {
    const { person, authenticator, passkey } = await open();
    const row = await prisma().passkey.findFirstOrThrow({ where: { id: passkey.id } });
    const data = Array.from({ length: MAX_PASSKEYS - 3 }, () => {
      const id = server.context.ids.next();
      return { ...row, id, raw_id: Uint8Array.from(Buffer.from(id)) };
    });
    await prisma().passkey.createMany({ data });
    // A session has one challenge at a time, so each registers from another one.
    const sessions = [];
    for (let device = 0; device < 4; device++)
      sessions.push(callerWith(server, cookiesOf(await signIn(authenticator))));
    const outcomes = await Promise.all(
      sessions.map(async (call) => {
        const begun = await call('POST /me/passkey/begin');
        const body = makeAuthenticator().create(begun.body as unknown as PasskeyCreation);
        return () => call('POST /me/passkeys', { body });
      }),
    ).then((ready) => Promise.all(ready.map((finish) => finish())));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(outcomeOf(await person.call('POST /me/passkey/begin'))).toBe('409 passkey_limit');
    expect(await prisma().passkey.count({ where: { member_id: person.memberId } })).toBe(MAX_PASSKEYS);
  });
});

describe('a sign-in by a passkey', () => {
  it('leads to a session of its organisation, with its way, in the browser that began', async () => {
    const { person, authenticator, passkey } = await open();
    const { request, finish } = await begin();
    expect(request.public_key).toMatchObject({
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
    ...WRONG,
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
});

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
    expect(request.public_key.allowCredentials).toMatchObject([
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

  it.each([...WRONG, ['a foreign key', () => ({ key: foreignKey() })] as const])(
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

describe('bytes that no browser sends', () => {
  const nest = (depth: number) => Buffer.alloc(depth, 0x81).toString('base64url');
  const HOSTILE = ['', 'AA', 'e30', 'bnVsbA', 'W10', 'AAAA'.repeat(300), nest(2_000)];

  it('are refused, and never break', async () => {
    const { authenticator } = await open();
    for (const bytes of HOSTILE) {
      for (const field of ['client_data_json', 'authenticator_data', 'signature'] as const) {
        const { request, finish } = await begin();
        const reply = await finish({ ...authenticator.get(request), [field]: bytes });
        expect([400, 401]).toContain(reply.status);
      }
    }
  });

  it('are refused at a registration, also where lists are nested 2 000 deep', async () => {
    const { person } = await open();
    for (const bytes of HOSTILE) {
      for (const field of ['client_data_json', 'attestation_object'] as const) {
        const begun = await person.call('POST /me/passkey/begin');
        const body = makeAuthenticator().create(begun.body as unknown as PasskeyCreation);
        const reply = await person.call('POST /me/passkeys', { body: { ...body, [field]: bytes } });
        expect([400, 401]).toContain(reply.status);
      }
    }
  });
});
