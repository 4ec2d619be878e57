import { verifyChain, verifyCommitment, type AuditEntry } from '@field-inspection/evidence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrganisation } from '../../organisations/operate-organisations.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { appendOrgEntry } from './append-entry.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;
const makeOrganisation = async () =>
  (await createOrganisation(server.context, { name: 'Acme', plan: 'pro' })).id;
const append = (organisationId: string, ...emails: string[]) =>
  server.context.transact(async (tx) => {
    for (const email of emails) {
      const payload = { host: true, role: 'observer' };
      appendOrgEntry(server.context, tx, {
        organisationId,
        kind: 'member.added',
        payload,
        personal: { email },
      });
    }
  });
const listEntries = async (organisationId: string) =>
  (await prisma().orgEntry.findMany({
    omit: { organisation_id: true },
    where: { organisation_id: organisationId },
    orderBy: { sequence: 'asc' },
  })) as unknown as AuditEntry[];

it('is one chain an organisation, from its first fact on, which any verifier of chains verifies', async () => {
  const [ours, others] = [await makeOrganisation(), await makeOrganisation()];
  await append(ours, 'ada@example.com', 'bob@example.com');
  await append(others, 'eve@example.com');
  await append(ours, 'cyd@example.com');
  const entries = await listEntries(ours);
  expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  expect(await verifyChain(entries)).toMatchObject({ valid: true });
  expect(await prisma().orgChain.findUnique({ where: { organisation_id: ours } })).toMatchObject({
    head_sequence: 3,
    head_hash: entries[2]!.hash,
  });
  expect(await listEntries(others)).toHaveLength(1);
});

it('has personal values as commitments, which those disclosed beside it meet', async () => {
  const organisationId = await makeOrganisation();
  await append(organisationId, 'ada@example.com');
  const [entry] = await listEntries(organisationId);
  expect(JSON.stringify(entry)).not.toContain('ada@example.com');
  const where = { organisation_id: organisationId };
  const { salt, value } = await prisma().orgDisclosure.findFirstOrThrow({ where });
  expect(value).toBe('ada@example.com');
  const commitment = entry!.payload.email as string;
  expect(await verifyCommitment({ salt, value: 'ada@example.com', commitment })).toBe(true);
});

it('of facts at once, the first ones too, each has its place and none is lost', async () => {
  const organisationId = await makeOrganisation();
  await Promise.all(Array.from({ length: 8 }, (_, index) => append(organisationId, `p${index}@example.com`)));
  const entries = await listEntries(organisationId);
  expect(entries).toHaveLength(8);
  expect(await verifyChain(entries)).toMatchObject({ valid: true });
});

it('can neither be changed nor cut', async () => {
  const organisationId = await makeOrganisation();
  await append(organisationId, 'ada@example.com');
  const where = `where organisation_id = '${organisationId}'`;
  for (const statement of [
    `update org_entries set kind = 'x' ${where}`,
    `delete from org_entries ${where}`,
    'truncate org_entries cascade',
  ]) {
    await expect(server.context.database.pool.query(statement)).rejects.toThrow(/append-only/);
  }
});
