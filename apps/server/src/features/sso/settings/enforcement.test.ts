import type { PasskeyRequest } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../testing/call-api.ts';
import { openPasskeyWorld } from '../../../testing/open-passkey-world.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { callerWith, cookiesOf, makeAttempt, makeLink, signInAs } from '../../../testing/sign-in.ts';
import { OIDC, openSsoWorld, type SsoWorld } from '../testing/open-sso-world.ts';

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.server.close());

/** An organisation that enforces its sign-on: `admin` passes it, `member` does not. */
const openEnforced = async () => {
  const organisation = await world.openOrganisation();
  const { admin, client, organisationId } = organisation;
  const member = await signInAs(world.server, 'inspector', { organisationId });
  await client.sso.put(OIDC);
  await organisation.verify();
  await organisation.pass();
  await client.sso.activate();
  await client.members.update(admin.memberId, { break_glass: true });
  await admin.call('POST /org/sso/enforce', { body: { enforced: true } });
  return { ...organisation, member };
};

const showCode = async (email: string) => {
  const cookie = await makeAttempt(world.server.context, { email, code: '123456', isProven: false });
  return callerWith(world.server, cookie)('POST /sign-in/code', { body: { code: '123456' } });
};

describe('where the sign-on is enforced', () => {
  it('a code signs in no member but an org_admin with break_glass, and is not used up by it', async () => {
    const { admin, member, client } = await openEnforced();
    const cookie = await makeAttempt(world.server.context, {
      email: member.email,
      code: '123456',
      isProven: false,
    });
    const show = () => callerWith(world.server, cookie)('POST /sign-in/code', { body: { code: '123456' } });
    expect(outcomeOf(await show())).toBe('403 sso_required');
    expect((await showCode(admin.email)).status).toBe(200);
    await client.sso.disable();
    expect((await show()).status).toBe(200);
  });

  it('a link signs in nobody, and is not used up by it', async () => {
    const { member, organisationId, client } = await openEnforced();
    const token = await makeLink(world.server.context, { organisationId, memberId: member.memberId });
    const follow = () => callerWith(world.server, '')('POST /sign-in/link', { body: { token } });
    expect(outcomeOf(await follow())).toBe('403 sso_required');
    await client.sso.disable();
    expect((await follow()).status).toBe(204);
  });

  it('a passkey signs in and steps up no member but an org_admin with break_glass', async () => {
    const { admin, member } = await openEnforced();
    const { register, signIn } = openPasskeyWorld(() => world.server);
    const [{ authenticator: own }, { authenticator }] = [await register(admin), await register(member)];
    expect(outcomeOf(await signIn(authenticator))).toBe('403 sso_required');
    expect((await signIn(own)).status).toBe(204);
    const begun = await member.call('POST /me/step-up/passkey/begin');
    const body = authenticator.get(begun.body as unknown as PasskeyRequest);
    expect(outcomeOf(await member.call('POST /me/step-up/passkey', { body }))).toBe('403 sso_required');
  });

  it('an invitation makes a member, and no session', async () => {
    const { client } = await openEnforced();
    const email = 'invited-where-enforced@example.com';
    await client.members.create({ email, name: 'Ada Rossi', role: 'inspector' });
    await runDueJobs(world.server.context);
    const mail = world.server.post.emails.find(({ to }) => to === email)!;
    const token = /invitations#(\S+)/.exec(mail.text)![1]!;
    const reply = await callerWith(world.server, '')('POST /org/invitations/accept', {
      body: { token, email },
    });
    expect([reply.status, cookiesOf(reply)]).toEqual([200, '']);
  });

  it('a code steps up nobody who is bound to the provider', async () => {
    const { admin, member } = await openEnforced();
    expect(outcomeOf(await member.call('POST /me/step-up/code'))).toBe('403 sso_required');
    expect((await admin.call('POST /me/step-up/code')).status).toBe(204);
  });

  it('who is a member elsewhere, too, chooses that one, and is refused for this one', async () => {
    const { member, organisationId } = await openEnforced();
    const elsewhere = await world.openOrganisation();
    await signInAs(world.server, 'observer', {
      organisationId: elsewhere.organisationId,
      email: member.email,
    });
    const cookie = await makeAttempt(world.server.context, {
      email: member.email,
      code: '123456',
      isProven: true,
    });
    const choose = (organisation: string) =>
      callerWith(world.server, cookie)('POST /sign-in/organisation', { body: { organisation } });
    expect(outcomeOf(await choose(organisationId))).toBe('403 sso_required');
    expect((await choose(elsewhere.organisationId)).status).toBe(204);
  });

  it('a plan that includes it no more locks nobody out', async () => {
    const { member, organisationId } = await openEnforced();
    await world.setPlan(organisationId, 'pro');
    expect((await showCode(member.email)).status).toBe(200);
  });
});
