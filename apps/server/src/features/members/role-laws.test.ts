import { listRoutes, ROLE_NAMES, ROLES, SCOPES, type Scope } from '@field-inspection/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCredential } from '../../testing/create-credential.ts';
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
    const allowed: readonly Scope[] = ROLES[role];
    const wrong: string[] = [];
    for (const { route, policy } of ROUTES) {
      const path = route.path.replace(/\?.*$/, '').replaceAll(/:\w+/g, MISSING);
      // The call has no body and names nothing that exists: a caller who is let in hears of that, and nothing is done.
      const response = await fetch(server.baseUrl + path, {
        method: route.method,
        headers: { authorization: `Bearer ${api_key}` },
      });
      await response.arrayBuffer();
      if ((response.status === 403) === allowed.includes(policy.scope!)) {
        wrong.push(`${route.method} ${route.path}: ${response.status}`);
      }
      expect(response.status).not.toBe(401);
    }
    expect(ROUTES.length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  },
);
