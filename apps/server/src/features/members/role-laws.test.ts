import {
  listRoutes,
  ROLE_NAMES,
  ROLES,
  SCOPES,
  STEP_UP_MINUTES,
  type RoleName,
  type Scope,
} from '@field-inspection/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCredential } from '../../testing/create-credential.ts';
import { FROM_OWN_PAGE, signInAs } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { addMember } from './add-member.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const ROUTES = listRoutes().filter(({ policy }) => policy.auth === 'credential');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each(ROLE_NAMES)(
  'on every route, %s is let in exactly where the table of roles has its scope',
  async (role) => {
    const { organisationId } = server.seed;
    const email = `${role}@example.com`;
    const { id } = await addMember(server.context, { organisationId, email, name: role, role, locale: 'en' });
    const { api_key } = await createCredential(server.context, {
      organisationId,
      name: role,
      scopes: [...SCOPES],
      operatorEmail: email,
      memberId: id,
      rateLimit: 10_000,
    });
    const wrong: string[] = [];
    for (const { route, policy } of ROUTES) {
      const path = route.path.replace(/\?.*$/, '').replaceAll(/:\w+/g, MISSING);
      // The call has no body and names nothing that exists: a caller who is let in hears of that, and nothing is done.
      const response = await fetch(server.baseUrl + path, {
        method: route.method,
        headers: { authorization: `Bearer ${api_key}` },
      });
      await response.arrayBuffer();
      const isLetIn = policy.caller !== 'member' && hasScope(role, policy.scope);
      if ((response.status === 403) === isLetIn) {
        wrong.push(`${route.method} ${route.path}: ${response.status}`);
      }
      expect(response.status).not.toBe(401);
    }
    expect(ROUTES.length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  },
);

it.each(ROLE_NAMES)(
  'on every route that takes members, %s who has signed in is let in where the table of roles has its scope',
  async (role) => {
    const { cookie } = await signInAs(server, role);
    const wrong: string[] = [];
    // The last of these ends the session.
    const routes = ROUTES.toSorted((a, b) => Number(a.key === 'signOut') - Number(b.key === 'signOut'));
    for (const { route, policy } of routes) {
      const path = route.path.replace(/\?.*$/, '').replaceAll(/:\w+/g, MISSING);
      const { status } = await send({ method: route.method, path, cookie });
      const isLetIn = policy.caller !== 'key' && hasScope(role, policy.scope);
      if ((status === 403) === isLetIn) wrong.push(`${route.method} ${route.path}: ${status}`);
      expect(status).not.toBe(401);
    }
    expect(wrong).toEqual([]);
  },
);

it('on every route that asks for it, an org_admin who signed in long ago must step up, and on no other', async () => {
  const { cookie, memberId } = await signInAs(server, 'org_admin');
  await server.context.database.prisma.credential.updateMany({
    where: { member_id: memberId },
    data: { stepped_up_at: new Date(Date.now() - STEP_UP_MINUTES * 60_000 - 1) },
  });
  const asked: string[] = [];
  for (const { route, policy, key } of ROUTES) {
    if (policy.caller === 'key' || key === 'signOut') continue;
    const path = route.path.replace(/\?.*$/, '').replaceAll(/:\w+/g, MISSING);
    const { text } = await send({ method: route.method, path, cookie });
    if (text.includes('step_up_required') !== (policy.stepUp ?? false)) asked.push(route.path);
  }
  expect(asked).toEqual([]);
  expect(ROUTES.filter(({ policy }) => policy.stepUp).length).toBeGreaterThan(10);
});

const hasScope = (role: RoleName, scope: Scope | null): boolean =>
  scope === null || (ROLES[role] as readonly Scope[]).includes(scope);

const send = async ({ method, path, cookie }: { method: string; path: string; cookie: string }) => {
  const response = await fetch(server.baseUrl + path, { method, headers: { ...FROM_OWN_PAGE, cookie } });
  return { status: response.status, text: await response.text() };
};
