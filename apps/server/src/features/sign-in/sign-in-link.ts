import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { readDevice } from '../../http/callers/read-device.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { openSession } from './exports/open-session.ts';

/** Long enough to be handed over by phone or chat. */
const LINK_MS = 3_600_000;

/**
 * Makes a link by which an active member signs in once, within an hour; for the host alone, such as for the first
 * org_admin where no mail is sent yet. Undefined when there is no such active member.
 */
export const makeSignInLink = (
  context: Pick<Context, 'config' | 'ids' | 'random' | 'transact'>,
  { organisationId, memberId }: { organisationId: string; memberId: string },
): Promise<{ member: string; url: string; expires_at: Date } | undefined> =>
  context.transact(async (tx) => {
    const member = await tx.db.member.findFirst({
      where: { organisation_id: organisationId, id: memberId, status: 'active' },
    });
    if (!member) return undefined;
    const token = context.random.bytes(32).toString('base64url');
    const expires_at = new Date(tx.now.getTime() + LINK_MS);
    await tx.db.signInAttempt.create({
      data: {
        id: context.ids.next(),
        purpose: 'link',
        secret_hash: hashToken(token),
        organisation_id: organisationId,
        member_id: member.id,
        created_at: tx.now,
        expires_at,
      },
    });
    appendOrgEntry(context, tx, {
      organisationId,
      kind: 'member.sign_in_link_made',
      payload: { host: true, member: member.id },
    });
    return { member: member.id, url: `${context.config.baseUrl}/sign-in#${token}`, expires_at };
  });

/**
 * Signs in by a link. One conditional statement uses it up.
 *
 * @throws {Refusal} link_expired
 */
export const redeemLink = (
  context: Pick<Context, 'ids' | 'keyring' | 'random' | 'transact'>,
  { token, device }: { token: string; device: ReturnType<typeof readDevice> },
): Promise<string> =>
  context.transact(async (tx) => {
    const [taken] = await tx.db.$queryRaw<{ organisation_id: string; member_id: string }[]>`
      delete from sign_in_attempts
      where secret_hash = ${hashToken(token)} and purpose = 'link' and expires_at > ${tx.now}
      returning organisation_id, member_id
    `;
    const member =
      taken &&
      (await tx.db.member.findFirst({
        where: { organisation_id: taken.organisation_id, id: taken.member_id, status: 'active' },
      }));
    if (!member) throw new Refusal('link_expired', 'The link is no longer valid. Ask for another one.');
    return openSession(context, tx, { member, way: 'link', device });
  });
