import { addMember, hashToken } from '@field-inspection/server/testing/add-member';
import { freshEmail } from '@field-inspection/server/testing/mint-invite-for';
import type { Seed } from '@field-inspection/server/testing/seed-organisation';
import { makeFirstReport } from '@field-inspection/server/testing/make-first-report';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { MISSING_IDS, namesInPath, type Ids } from '../requests/ids.ts';
import type { RouteOperation } from '../requests/operations.ts';
import { joinFieldPerson } from './join-field-person.ts';

/** A caller with what the route names: by a token, or by the cookies of a browser. */
export type Target = { ids: Ids; bearer?: string; cookie?: string };

/** Sessions are `open` where no other status stands here. */
const STATUS_BY_ROUTE: Record<string, string> = { 'sessions.stopRecording': 'recording' };

export const makeTarget = async (
  server: TestServer,
  seed: Seed,
  { name, path, auth, listed: { resource, key } }: RouteOperation,
): Promise<Target> => {
  const names = namesInPath(path);
  if (name === 'branding.verifyDomain') {
    await server.clientOf(seed.apiKey).branding.update({ domain: `${seed.organisationId}.example.com` });
  } else {
    // A verified domain is removed: links would lead to a host that does not exist.
    await server.context.database.prisma.organisation.updateMany({
      where: { id: seed.organisationId, domain: { not: null } },
      data: { domain: null },
    });
  }
  const base = { ...MISSING_IDS, ...(await makeObjects(server, seed, { name, names })) };
  if (resource === 'members' || resource === 'invitations') {
    const isInvited = resource === 'invitations' || key === 'resendInvitation';
    const ids = { ...base, ...(await makeMember(server, seed, isInvited)) };
    if (key === 'getIdentity' || key === 'unlink') await linkMember(server, seed, ids.member_id);
    return { ids, bearer: seed.apiKey };
  }
  if (resource === 'reports' || name === 'sessions.redact' || name === 'sessions.setOutcome') {
    return { ids: { ...base, ...(await completeSession(server, seed)) }, bearer: seed.apiKey };
  }
  const isCaptured = (['evidence_id', 'owner_id', 'whiteboard_file'] as const).some((each) =>
    names.includes(each),
  );
  // Recording needs a participant who has granted it.
  const isRecorded = name === 'sessions.startRecording';
  if (auth !== 'field_session' && !isCaptured && !isRecorded) {
    // A link without an address has no code.
    const recipient = name === 'join.requestCode' ? { recipient_email: freshEmail() } : {};
    const invited = await invite(server, seed, { status: STATUS_BY_ROUTE[name] ?? 'open', recipient });
    return { ids: { ...base, ...invited }, bearer: seed.apiKey };
  }
  const { device, ids } = await joinFieldPerson(server, seed);
  const bearer = auth === 'field_session' ? device.token : seed.apiKey;
  return { ids: { ...base, ...ids }, bearer };
};

/** Makes a member, or a person invited by a known token; `email` is theirs, or a fresh one. */
const makeMember = async (
  { context }: TestServer,
  { organisationId }: Seed,
  isInvited: boolean,
): Promise<Partial<Ids>> => {
  const [email, fresh] = [`${context.ids.next()}@example.com`, `${context.ids.next()}@example.com`];
  const person = { organisationId, email, name: 'Ada', role: 'inspector', locale: 'en' } as const;
  const { id: member_id } = await addMember(context, person);
  if (!isInvited) return { member_id, email: fresh };
  const token = context.random.bytes(32).toString('base64url');
  const { prisma } = context.database;
  await prisma.member.updateMany({ where: { id: member_id }, data: { status: 'invited', joined_at: null } });
  const expires_at = new Date(context.clock.now().getTime() + 60_000);
  await prisma.memberInvitation.create({
    data: { token_hash: hashToken(token), organisation_id: organisationId, member_id, expires_at },
  });
  return { member_id, email, token };
};

/** The member has signed in by a provider before. */
const linkMember = async (
  { context }: TestServer,
  { organisationId: organisation_id }: Seed,
  member_id: string,
): Promise<void> => {
  const [connection_id, created_at] = [context.ids.next(), context.clock.now()];
  const data = { organisation_id, connection_id, subject: member_id, member_id, created_at };
  await context.database.prisma.memberIdentity.create({ data });
};

const makeObjects = async (
  { clientOf }: TestServer,
  { apiKey }: Seed,
  { name, names }: { name: string; names: (keyof Ids)[] },
): Promise<Partial<Ids>> => {
  const client = clientOf(apiKey);
  if (names.includes('campaign_id')) {
    return { campaign_id: (await client.campaigns.create({ name: 'sweep' })).id };
  }
  if (names.includes('template_id')) {
    return { template_id: (await client.templates.create({ name: 'sweep' })).id };
  }
  if (names.includes('credential_id') && name.startsWith('directory.')) {
    return { credential_id: (await client.directory.createToken({ name: 'sweep' })).id };
  }
  if (names.includes('credential_id')) {
    const { id } = await client.credentials.create({ name: 'sweep', scopes: ['sessions:read'] });
    return { credential_id: id };
  }
  if (!names.includes('endpoint_id') && !names.includes('delivery_id')) return {};
  const { id } = await client.webhookEndpoints.create(
    name === 'webhookEndpoints.pull' ? { kind: 'pull' } : { url: 'https://example.com/hooks' },
  );
  return { endpoint_id: id, delivery_id: (await client.webhookEndpoints.test(id)).id };
};

const completeSession = async (
  { clientOf, context }: TestServer,
  { apiKey, organisationId }: Seed,
): Promise<Partial<Ids>> => {
  const client = clientOf(apiKey);
  const { id } = await client.sessions.create();
  await client.sessions.end(id);
  // Makes the report alone: a whole sweep has thousands of due deliveries.
  const made = await makeFirstReport(context, organisationId, id);
  const report = await client.reports.get(id, made.id);
  return {
    session_id: id,
    report_id: report.id,
    report_file: report.pdf_url!.split('/').at(-1)!,
  };
};

const invite = async (
  server: TestServer,
  { apiKey, organisationId }: Seed,
  { status, recipient }: { status: string; recipient: { recipient_email?: string } },
) => {
  const client = server.clientOf(apiKey);
  const shots = [{ slot: 'roof_north', label: { en: 'The roof from the north' } }];
  const session = await client.sessions.create({ notes: 'sweep', shots });
  const { id, join_url } = await client.participants.create(session.id, recipient);
  await server.context.database.prisma.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: session.id } },
    data: { status, started_at: server.clock.now() },
  });
  return { session_id: session.id, invite_id: id, token: new URL(join_url).hash.slice(1) };
};
