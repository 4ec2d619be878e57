import type { RoleName } from '@field-inspection/contract';
import { judgePerson, requireMemberQuota } from '@field-inspection/rules';
import type { Member } from '#prisma';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { endInvitation } from '../../members/exports/end-invitation.ts';
import { insertMember } from '../../members/exports/insert-member.ts';
import { lockOrganisation } from '../../members/exports/lock-members.ts';
import type { ProvidedPerson } from '../provided-person.ts';
import { ProviderRefusal } from '../provider-refusal.ts';
import type { Connection } from '../settings/connection-view.ts';
import { findVerifiedDomain } from './find-connection.ts';

type Given = { connection: Connection; person: ProvidedPerson };
type Found = { becomes: 'known' | 'linked' | 'created'; member: Member | null };

/**
 * Finds whom a person would be here, and changes nothing.
 *
 * @throws {ProviderRefusal} with a `PersonReason`
 */
export const findPerson = async (tx: Pick<Tx, 'db'>, { connection, person }: Given): Promise<Found> => {
  const { organisation_id, id: connection_id } = connection;
  const { subject, email, emailVerified } = person;
  const known = await tx.db.memberIdentity.findUnique({
    where: { organisation_id_connection_id_subject: { organisation_id, connection_id, subject } },
    include: { member: true },
  });
  const member = known?.member ?? (email === null ? null : await findByEmail(tx, organisation_id, email));
  const verdict = judgePerson({
    email,
    emailVerified,
    known: known?.member ?? null,
    addressed: member && { status: member.status, isLinked: await isLinked(tx, connection, member) },
    isOwnDomain:
      email !== null && (await findVerifiedDomain(tx.db, email))?.organisation_id === organisation_id,
    justInTime: connection.just_in_time,
    hasDirectory: connection.just_in_time && (await hasDirectory(tx, organisation_id)),
  });
  if (verdict.becomes === 'refused') throw new ProviderRefusal(verdict.reason, verdict.sentence);
  return { becomes: verdict.becomes, member: verdict.becomes === 'created' ? null : member };
};

const findByEmail = async (
  tx: Pick<Tx, 'db'>,
  organisationId: string,
  email: string,
): Promise<Member | null> => {
  const [member] = await tx.db.$queryRaw<Member[]>`
    select * from members
    where organisation_id = ${organisationId}::uuid and lower(email) = lower(${email}) and status <> 'removed'
  `;
  return member ?? null;
};

const isLinked = async (
  tx: Pick<Tx, 'db'>,
  { organisation_id, id: connection_id }: Connection,
  { id: member_id }: Member,
): Promise<boolean> =>
  (await tx.db.memberIdentity.count({ where: { organisation_id, connection_id, member_id } })) > 0;

// A directory that is connected says alone who becomes a member.
const hasDirectory = async (tx: Pick<Tx, 'db'>, organisation_id: string): Promise<boolean> => {
  const [token] = await tx.db.$queryRaw<object[]>`
    select from credentials
    where organisation_id = ${organisation_id}::uuid and scopes = '{directory:write}'::text[]
      and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
    limit 1
  `;
  return token !== undefined;
};

/**
 * Makes of a person the member that they are: known, linked by their address, once, or new.
 *
 * @throws {ProviderRefusal} with a `PersonReason`, or `member_limit`
 */
export const admitPerson = async (
  context: Pick<Context, 'ids' | 'random'>,
  tx: Tx,
  given: Given,
): Promise<Member> => {
  const { connection, person } = given;
  const first = await findPerson(tx, given);
  if (first.becomes === 'known') return first.member!;
  // The second of two first sign-ins at once waits, and finds the link.
  const organisation = await lockOrganisation(tx, connection.organisation_id);
  const { becomes, member: found } = await findPerson(tx, given);
  if (becomes === 'known') return found!;
  const member = found
    ? await joinInvited(context, tx, { connection, member: found })
    : await createMember(context, tx, { ...given, organisation });
  await tx.db.memberIdentity.create({
    data: {
      organisation_id: connection.organisation_id,
      connection_id: connection.id,
      subject: person.subject,
      member_id: member.id,
      created_at: tx.now,
    },
  });
  appendOrgEntry(context, tx, {
    organisationId: connection.organisation_id,
    kind: 'member.linked',
    payload: { connection: connection.id, member: member.id },
    personal: { subject: person.subject },
  });
  return member;
};

// The provider vouches for the address, so that nobody needs the link of an invitation.
const joinInvited = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { connection, member }: { connection: Connection; member: Member },
): Promise<Member> => {
  if (member.status !== 'invited') return member;
  const { organisation_id, id, role } = member;
  await endInvitation(tx, { organisationId: organisation_id, memberId: id });
  appendOrgEntry(context, tx, {
    organisationId: organisation_id,
    kind: 'member.joined',
    payload: { connection: connection.id, member: id, role },
  });
  return tx.db.member.update({
    where: { organisation_id_id: { organisation_id, id } },
    data: { status: 'active', joined_at: tx.now },
  });
};

const createMember = async (
  context: Pick<Context, 'ids' | 'random'>,
  tx: Tx,
  {
    connection,
    person,
    organisation,
  }: Given & { organisation: Awaited<ReturnType<typeof lockOrganisation>> },
): Promise<Member> => {
  const { organisation_id, id, default_role } = connection;
  const where = { organisation_id, status: { not: 'removed' } };
  requireQuota(organisation.plan, await tx.db.member.count({ where }));
  const email = person.email!;
  const member = await insertMember(context, tx, {
    organisation_id,
    email,
    name: person.displayName ?? email.slice(0, email.lastIndexOf('@')),
    role: default_role satisfies string as RoleName,
    status: 'active',
    locale: organisation.locale,
    joined_at: tx.now,
  });
  appendOrgEntry(context, tx, {
    organisationId: organisation_id,
    kind: 'member.added',
    payload: { connection: id, member: member.id, role: member.role },
    personal: { email: member.email, name: member.name },
  });
  return member;
};

const requireQuota = (...given: Parameters<typeof requireMemberQuota>): void => {
  try {
    requireMemberQuota(...given);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ProviderRefusal('member_limit', error.message, { cause: error });
  }
};
