import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { revokeCredential } from '../features/credentials/operate-credentials.ts';
import { cloneDatabase } from '../testing/clone-database.ts';
import { openTestContext } from '../testing/open-test-context.ts';
import { describeDemo, makeFirstLink, prepareDemo } from './prepare-demo.ts';

const AUTHORITY = { caFile: '/data/ca.pem', caKeyFile: '/data/ca-key.pem' };
let context: Context;
let drop: () => Promise<void>;
let dataDir: string;

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  context = await openTestContext(database.databaseUrl);
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prepare-demo-'));
  context.config.dataDir = dataDir;
  return () => rm(dataDir, { recursive: true });
});
afterAll(async () => {
  await context.close();
  await drop();
});

const prepare = () => prepareDemo(context, AUTHORITY);
const readDemo = async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as object;
const countOrganisations = () => context.database.prisma.organisation.count();

describe('prepareDemo', () => {
  it('makes an enterprise organisation and a key that may do everything, and writes where everything is', async () => {
    const demo = await prepare();
    expect(await readDemo()).toEqual(demo);
    expect(demo).toMatchObject({
      base_url: context.config.baseUrl,
      api_base_url: context.config.apiBaseUrl,
      webhook_ca_file: '/data/ca.pem',
      webhook_ca_key_file: '/data/ca-key.pem',
    });
    const organisation = await context.database.prisma.organisation.findUniqueOrThrow({
      where: { id: demo.organisation_id },
    });
    expect(organisation.plan).toBe('enterprise');
  });

  it('writes the file for its owner alone, and leaves no half of one', async () => {
    await prepare();
    expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
    await expect(stat(join(dataDir, 'demo.json.new'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps organisation and key over restarts, and follows the base URL', async () => {
    const first = await prepare();
    const count = await countOrganisations();
    const moved = {
      ...context,
      config: { ...context.config, baseUrl: 'http://127.0.0.1:4000', apiBaseUrl: 'http://127.0.0.1:4000/v1' },
    };
    const second = await prepareDemo(moved, AUTHORITY);
    expect(second).toEqual({
      ...first,
      base_url: 'http://127.0.0.1:4000',
      api_base_url: 'http://127.0.0.1:4000/v1',
    });
    expect(await readDemo()).toEqual(second);
    expect(await countOrganisations()).toBe(count);
  });

  it.each([
    ['is damaged', async () => writeFile(join(dataDir, 'demo.json'), '{"api_key":"fis_')],
    [
      'is of another database',
      async () => writeFile(join(dataDir, 'demo.json'), '{"api_key":"fis_x","organisation_id":"x"}'),
    ],
    [
      'holds a key that was revoked',
      async () => {
        const { organisation_id } = await prepare();
        const { id } = await context.database.prisma.credential.findFirstOrThrow({
          where: { organisation_id },
        });
        await revokeCredential(context, { credentialId: id });
      },
    ],
  ])('makes a new key where the file %s', async (_, damage) => {
    await damage();
    const before = await readFile(join(dataDir, 'demo.json'), 'utf8');
    const demo = await prepare();
    expect(demo.api_key).toMatch(/^fis_[0-9A-Za-z]{38}$/);
    expect(before).not.toContain(demo.api_key);
  });
});

describe('describeDemo', () => {
  it('says where to go, with a call that can be tried as it is', async () => {
    const demo = await prepare();
    const text = describeDemo(demo);
    expect(text).toContain(demo.api_key);
    expect(text).toContain(
      `curl -X POST ${demo.base_url}/api/v1/public/sessions -H "Authorization: Bearer ${demo.api_key}"`,
    );
    expect(text).not.toContain(demo.webhook_ca_key_file);
  });

  it('says how a person signs in: by a link at the first start, which is not made again, and by a code later', async () => {
    const demo = await prepare();
    const link = await makeFirstLink(context, demo);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:1\/sign-in#[\w-]{43}$/);
    expect(describeDemo(demo, link)).toContain(`  sign in     ${link}\n`);
    expect(await makeFirstLink(context, demo)).toBeUndefined();
    const later = describeDemo(demo);
    expect(later).toContain(`  sign in     ${demo.base_url}/sign-in\n`);
    expect(later).not.toContain('#');
    expect(await readFile(join(dataDir, 'demo.json'), 'utf8')).not.toContain(new URL(link!).hash.slice(1));
    const members = await context.database.prisma.member.findMany({
      where: { organisation_id: demo.organisation_id },
    });
    expect(members.map(({ email, role, status }) => [email, role, status])).toEqual([
      ['admin@example.com', 'org_admin', 'active'],
    ]);
  });
});
