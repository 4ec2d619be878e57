import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMember } from '../../testing/add-member.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it("no key bears a member's address, in whatever letters, unless it is the member's or their own", async () => {
  const { organisationId } = server.seed;
  const person = { organisationId, name: 'Ada', role: 'org_admin', locale: 'en' } as const;
  const { id } = await addMember(server.context, { ...person, email: 'ada@example.com' });
  const clientWith = async (operatorEmail: string, memberId: string | null = null) => {
    const scopes = ['credentials:write' as const, 'sessions:write' as const];
    const { api_key } = await createCredential(server.context, {
      organisationId,
      name: '',
      scopes,
      operatorEmail,
      memberId,
    });
    return server.clientOf(api_key);
  };
  const machine = await clientWith('dispatch@example.com');
  const ask = (operator_email: string) =>
    machine.credentials.create({ name: 'x', scopes: ['sessions:write'], operator_email });
  for (const address of ['ada@example.com', 'ADA@Example.com']) {
    await expect(ask(address)).rejects.toMatchObject({
      code: 'validation_error',
      errors: [{ path: 'body.operator_email' }],
    });
  }
  expect(await ask('other@example.com')).toMatchObject({ operator_email: 'other@example.com' });
  const own = await clientWith('ada@example.com', id);
  const body = { name: 'x', scopes: ['sessions:write'] as const, operator_email: 'ada@example.com' };
  expect(await own.credentials.create({ ...body, scopes: [...body.scopes] })).toMatchObject({
    operator_email: 'ada@example.com',
    member: null,
  });
  await server.client.members.delete(
    (await server.client.members.create({ email: 'gone@example.com', name: 'Gone', role: 'auditor' })).id,
  );
  expect(await ask('gone@example.com')).toMatchObject({ operator_email: 'gone@example.com' });
});
