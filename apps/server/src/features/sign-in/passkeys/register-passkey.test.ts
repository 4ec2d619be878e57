import { MAX_PASSKEYS, type PasskeyCreation } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { outcomeOf } from '../../../testing/call-api.ts';
import { HOSTILE_BYTES, listWrongAnswers, openPasskeyWorld } from '../../../testing/open-passkey-world.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { callerWith, cookiesOf, signInAs } from '../../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { openSignInWorld } from '../testing/open-sign-in-world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { makeAuthenticator, open, register, signIn } = openPasskeyWorld(() => server);
const { entriesOf } = openSignInWorld(() => server);
const prisma = () => server.context.database.prisma;

describe('a passkey', () => {
  it('is registered by who is signed in, stands in the chain, and is told to its member by mail', async () => {
    const person = await signInAs(server, 'inspector');
    const begun = await person.call('POST /me/passkey/begin');
    const asked = begun.body as unknown as PasskeyCreation;
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
    expect(again.excludeCredentials).toMatchObject([
      { id: authenticator.kept[0]!.rawId.toString('base64url'), transports: ['internal', 'hybrid'] },
    ]);
    expect(again.user.id).toBe(asked.user.id);
  });

  it('that an org_admin removes is told to its member by mail, and one that they remove themselves is not', async () => {
    const person = await signInAs(server, 'inspector');
    const admin = await signInAs(server, 'org_admin');
    const [first, second] = [await register(person), await register(person)];
    const path = `/org/members/${person.memberId}/passkeys/${first.passkey.id}`;
    expect((await admin.call(`DELETE ${path}`)).status).toBe(204);
    expect((await person.call(`DELETE /me/passkeys/${second.passkey.id}`)).status).toBe(204);
    await runDueJobs(server.context);
    const subject = 'Passkey removed from your account (Acme Inspections)';
    const mails = server.post.emails.filter((sent) => sent.to === person.email && sent.subject === subject);
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Passkey: Laptop')]);
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
        return (body as unknown as PasskeyCreation).user.id;
      }),
    );
    expect(new Set(handles).size).toBe(2);
    for (const handle of handles) expect(Buffer.from(handle, 'base64url')).toHaveLength(32);
  });

  it.each(listWrongAnswers(() => server))('is not registered by the answer of %s', async (_, bend) => {
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
    expect(next.challenge).not.toBe(begun.challenge);
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

  it('is not registered by bytes that no browser sends', async () => {
    const person = await signInAs(server, 'inspector');
    for (const bytes of HOSTILE_BYTES) {
      for (const field of ['client_data_json', 'attestation_object'] as const) {
        const begun = await person.call('POST /me/passkey/begin');
        const body = makeAuthenticator().create(begun.body as unknown as PasskeyCreation);
        const reply = await person.call('POST /me/passkeys', { body: { ...body, [field]: bytes } });
        expect(outcomeOf(reply)).toBe('401 passkey_refused');
      }
    }
  });
});
