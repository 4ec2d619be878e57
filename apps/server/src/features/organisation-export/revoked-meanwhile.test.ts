import { SCOPES } from '@field-inspection/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCredential } from '../../testing/create-credential.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { addMember } from '../members/add-member.ts';

/** So much is in no buffer between the server and who reads. */
const SESSIONS = 8_000;
const LATE = 'written after the revocation';

let server: TestServer;
let campaign: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ id: campaign } = await server.client.campaigns.create({ name: 'many' }));
  await server.context.database.pool.query(
    `insert into sessions (organisation_id, id, status, operator_email, notes, locale, campaign_id, created_at, updated_at)
     select $1, gen_random_uuid(), 'created', '', repeat('x', 4000), 'en', $2, now() + n * interval '1 ms', now()
     from generate_series(1, ${SESSIONS}) n`,
    [server.seed.organisationId, campaign],
  );
});
afterAll(() => server.close());

/** A member, and a key of theirs. */
const hire = async () => {
  const { organisationId } = server.seed;
  const email = `${crypto.randomUUID()}@example.com`;
  const person = { email, name: 'Ada', role: 'org_admin', locale: 'en' } as const;
  const { id: memberId } = await addMember(server.context, { organisationId, ...person });
  const operator = { organisationId, name: '', scopes: [...SCOPES], operatorEmail: email, memberId };
  return { memberId, ...(await createCredential(server.context, operator)) };
};

const WAYS = {
  'is revoked': ({ id }: { id: string }): PromiseLike<unknown> => server.client.credentials.revoke(id),
  'is of a member who is disabled': ({ memberId }: { memberId: string }): PromiseLike<unknown> =>
    server.client.members.update(memberId, { status: 'disabled' }),
};

/** Reads on until the end, or until it is broken off. */
const readOn = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
  let text = '';
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text = (text + Buffer.from(next.value).toString()).slice(-100_000);
    return { isWhole: true, text };
  } catch {
    return { isWhole: false, text };
  }
};

const exportPath = () => '/v1/org/export';
const csvPath = () => `/api/v1/public/campaigns/${campaign}/report.csv`;

it.each([
  ['an export', 'is revoked', exportPath],
  ['an export', 'is of a member who is disabled', exportPath],
  ['the CSV of a campaign', 'is revoked', csvPath],
] as const)('%s, read slowly, breaks off once its key %s', async (_, how, pathOf) => {
  const key = await hire();
  const headers = { authorization: `Bearer ${key.api_key}` };
  const response = await fetch(`${server.baseUrl}${pathOf()}`, { headers });
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  await reader.read();
  await (WAYS[how] as (key: object) => PromiseLike<unknown>)(key);
  await server.client.sessions.create({ notes: LATE });
  const { isWhole, text } = await readOn(reader);
  expect(isWhole).toBe(false);
  expect(text).not.toContain(LATE);
});

it('both are whole for a key that stays', async () => {
  const { api_key: apiKey } = await hire();
  for (const path of [exportPath(), csvPath()]) {
    const response = await fetch(`${server.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(response.status).toBe(200);
    expect(await readOn(response.body!.getReader())).toMatchObject({ isWhole: true });
  }
});
