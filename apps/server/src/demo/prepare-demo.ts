import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCOPES } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { createCredential } from '../features/credentials/create-credential.ts';
import { addMember } from '../features/members/add-member.ts';
import { createOrganisation } from '../features/organisations/operate-organisations.ts';
import { makeSignInLink } from '../features/sign-in/sign-in-link.ts';
import { hashToken } from '../platform/secrets/hash-token.ts';

type Demo = {
  base_url: string;
  api_base_url: string;
  organisation_id: string;
  api_key: string;
  webhook_ca_file: string;
  webhook_ca_key_file: string;
};

export const prepareDemo = async (
  context: Context,
  authority: { caFile: string; caKeyFile: string },
): Promise<Demo> => {
  const file = join(context.config.dataDir, 'demo.json');
  const known = await readDemo(file);
  const identity =
    known && (await isKeyKnown(context, known.api_key)) ? known : await createIdentity(context);
  const demo: Demo = {
    base_url: context.config.baseUrl,
    api_base_url: context.config.apiBaseUrl,
    organisation_id: identity.organisation_id,
    api_key: identity.api_key,
    webhook_ca_file: authority.caFile,
    webhook_ca_key_file: authority.caKeyFile,
  };
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return demo;
};

/** Only the first start finds no member: each link that is made stands in the organisation's chain. */
export const makeFirstLink = async (
  context: Context,
  { organisation_id: organisationId }: Pick<Demo, 'organisation_id'>,
): Promise<string | undefined> => {
  // By the pool, for the reason of isKeyKnown.
  const sql = 'select from members where organisation_id = $1 limit 1';
  const { rowCount } = await context.database.pool.query(sql, [organisationId]);
  if (rowCount !== 0) return undefined;
  const person = { email: ADMIN_EMAIL, name: 'Demo Admin', role: 'org_admin', locale: 'en' } as const;
  const { id: memberId } = await addMember(context, { organisationId, ...person });
  return (await makeSignInLink(context, { organisationId, memberId }))!.url;
};

/** The address of a member can't be given to a key that is not theirs, so it is not the one of the demo's key. */
const ADMIN_EMAIL = 'admin@example.com';

export const describeDemo = (demo: Demo, firstLink?: string): string =>
  [
    '',
    'Field Inspection Service, demo mode',
    `  base URL    ${demo.base_url}`,
    `  reference   ${demo.base_url}/docs`,
    `  outbox      ${demo.base_url}/outbox`,
    `  console     ${demo.base_url}/console`,
    `  sign in     ${firstLink ?? `${demo.base_url}/sign-in`}`,
    `              ${firstLink ? 'once, within an hour; later ' : ''}as ${ADMIN_EMAIL}, by the code in the outbox`,
    `  API key     ${demo.api_key}`,
    '  try         ' +
      `curl -X POST ${demo.base_url}/api/v1/public/sessions -H "Authorization: Bearer ${demo.api_key}"`,
    '',
  ].join('\n');

type Identity = Pick<Demo, 'organisation_id' | 'api_key'>;

const readDemo = async (file: string): Promise<Identity | undefined> => {
  try {
    const demo = JSON.parse(await readFile(file, 'utf8')) as Partial<Identity>;
    return demo.api_key && demo.organisation_id ? (demo as Identity) : undefined;
  } catch {
    // demo.json is absent at the first start; a damaged one is made anew.
    return undefined;
  }
};

const isKeyKnown = async ({ database }: Context, apiKey: string): Promise<boolean> => {
  // A start asks it, and the first question of a process takes Prisma 0.15 s.
  const { rowCount } = await database.pool.query(
    `select from credential_keys k
     join credentials c on c.organisation_id = k.organisation_id and c.id = k.credential_id
     where k.key_hash = $1 and c.revoked_at is null`,
    [hashToken(apiKey)],
  );
  return rowCount !== 0;
};

const createIdentity = async (context: Context): Promise<Identity> => {
  const organisation = await createOrganisation(context, {
    name: 'Demo Inspections',
    plan: 'enterprise',
  });
  const { api_key } = await createCredential(context, {
    organisationId: organisation.id,
    name: 'demo',
    scopes: [...SCOPES],
    operatorEmail: 'operator@example.com',
  });
  return { organisation_id: organisation.id, api_key };
};
