import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../../testing/call-api.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import {
  openOidcOrganisations,
  readsOf,
  type OidcOrganisations,
} from '../testing/open-oidc-organisations.ts';

let world: OidcOrganisations;
beforeAll(async () => {
  world = await openOidcOrganisations();
});
afterAll(() => world.close());

const { meOf, lastEntry } = readsOf(() => world);

/** An organisation with a member who has signed in by the provider. */
const openLinked = async () => {
  const organisation = await world.openConnected({ just_in_time: true });
  const email = `ada@${organisation.domain}`;
  const { browser } = await organisation.signIn(email, { sub: 'ada-of-before' });
  const { member } = await meOf(browser);
  return { ...organisation, email, browser, member };
};

describe('a member who signs in by the provider', () => {
  it('is shown as the person they are there', async () => {
    const { client, connection, member, admin, organisationId } = await openLinked();
    expect(await client.members.getIdentity(member)).toEqual({
      connection: connection.id,
      subject: 'ada-of-before',
      linked_at: expect.any(String) as string,
    });
    await expect(client.members.getIdentity(admin.memberId)).rejects.toMatchObject({ status: 404 });
    const inspector = await signInAs(world.server, 'inspector', { organisationId });
    const reply = await inspector.call(`GET /org/members/${member}/identity`);
    expect(outcomeOf(reply)).toBe('403 permission_denied');
  });

  it('is unlinked by an org_admin: another person of the same address is them from then on, and the one of before is not', async () => {
    const { client, member, email, signIn, admin, browser, ...organisation } = await openLinked();
    const asAnother = async () => (await signIn(email, { sub: 'ada-of-now' })).reply.to;
    expect(await asAnother()).toBe('/sign-in?refused=no_member');
    const path = `/org/members/${member}/identity`;
    expect((await admin.call(`DELETE ${path}`)).status).toBe(204);
    expect(outcomeOf(await admin.call(`DELETE ${path}`))).toBe('404 not_found');
    const kept = { ...organisation, client, admin, signIn } as Parameters<typeof lastEntry>[0];
    const entry = await lastEntry(kept, 'member.unlinked');
    expect(entry).toMatchObject({ member, connection: organisation.connection.id });
    expect(JSON.stringify(entry)).not.toContain('ada-of-before');
    expect((await meOf(browser)).member).toBe(member);
    expect(await asAnother()).toBe('/sign-in');
    expect(await client.members.getIdentity(member)).toMatchObject({ subject: 'ada-of-now' });
    const before = await signIn(email, { sub: 'ada-of-before' });
    expect(before.reply.to).toBe('/sign-in?refused=no_member');
  });

  it('is unlinked by nobody who holds less than the member, nor from another organisation', async () => {
    const { client, member } = await openLinked();
    await client.members.update(member, { role: 'auditor' });
    const { api_key } = await client.credentials.create({
      name: 'few',
      scopes: ['org:read', 'members:write'],
    });
    const unlink = (apiKey: string) =>
      callApi(world.server, `DELETE /org/members/${member}/identity`, { apiKey, root: '/v1' });
    expect(outcomeOf(await unlink(api_key))).toBe('403 permission_denied');
    expect(outcomeOf(await unlink((await world.openOrganisation()).apiKey))).toBe('404 not_found');
    expect(await client.members.getIdentity(member)).toMatchObject({ subject: 'ada-of-before' });
  });
});
