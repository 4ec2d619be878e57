import type { LocaleCode, SignInWay } from '@field-inspection/contract';
import type { Member } from '#prisma';
import type { Context } from '../../../context.ts';
import type { readDevice } from '../../../http/callers/read-device.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { createSessionToken } from '../../../platform/secrets/api-key.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { queueMessages } from '../../notifications/exports/queue-messages.ts';
import { nameDevice } from './name-device.ts';
import { requireOpenWay } from './require-open-way.ts';

/** Requests a minute of a session: a page asks for much at once, and a person sees to one page. */
const RATE_LIMIT = 300;

/** Characters of a browser's name that are kept. */
const MOST_USER_AGENT = 300;

const MINUTE_MS = 60_000;

/** Sessions that are compared with: a device that was not among the last of them counts as new. */
const MOST_COMPARED = 100;

export type SignIn = {
  member: Member;
  way: SignInWay;
  /** The connection of the organisation, for the ways over its provider. */
  connectionId?: string;
  device: ReturnType<typeof readDevice>;
  /** Wrong codes that came before the right one. */
  wrongCodes?: number;
  passkeyId?: string;
};

/**
 * Signs a member in: a session with a token of its own, an entry in the organisation's chain, and a mail where the
 * device is new. The token is returned here and never again.
 *
 * @throws {Refusal} sso_required, for a way past the provider of an organisation that enforces it
 */
export const openSession = async (
  context: Pick<Context, 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { member, way, connectionId, device, wrongCodes = 0, passkeyId }: SignIn,
): Promise<string> => {
  const { organisation_id, id: member_id } = member;
  if (connectionId === undefined) await requireOpenWay(tx, member);
  const token = createSessionToken(context.random);
  const id = context.ids.next();
  const userAgent = device.userAgent.slice(0, MOST_USER_AGENT);
  const isKnown = await isKnownDevice(tx, member, userAgent);
  await tx.db.credential.create({
    data: {
      organisation_id,
      id,
      kind: 'session',
      name: '',
      scopes: [],
      operator_email: member.email,
      member_id,
      rate_limit: RATE_LIMIT,
      created_at: tx.now,
      expires_at: await findEnd(tx, organisation_id),
      way,
      connection_id: connectionId ?? null,
      user_agent: userAgent,
      stepped_up_at: tx.now,
      keys: { create: { key_hash: hashToken(token), created_at: tx.now } },
    },
  });
  appendOrgEntry(context, tx, {
    organisationId: organisation_id,
    kind: 'member.signed_in',
    payload: {
      ...nameActor({ credentialId: id, memberId: member_id }),
      way,
      ...(connectionId === undefined ? { wrong_codes: wrongCodes } : { connection: connectionId }),
      ...(passkeyId === undefined ? {} : { passkey: passkeyId }),
    },
    personal: { user_agent: userAgent, address: device.address },
  });
  if (!isKnown) {
    const message = {
      member: { organisation_id, id: member_id, locale: member.locale as LocaleCode },
      kind: 'new_sign_in' as const,
      channel: 'email' as const,
      recipient: member.email,
      secret: nameDevice(userAgent),
      dedupeKey: `new_sign_in:${id}`,
      expiresAt: null,
    };
    queueMessages(context, tx, [message]);
  }
  return token;
};

// Each use puts the end off (countKey).
const findEnd = async (tx: Tx, id: string): Promise<Date> => {
  const { sign_in_idle_minutes, sign_in_life_minutes } = await tx.db.organisation.findUniqueOrThrow({
    where: { id },
    select: { sign_in_idle_minutes: true, sign_in_life_minutes: true },
  });
  return new Date(tx.now.getTime() + Math.min(sign_in_idle_minutes, sign_in_life_minutes) * MINUTE_MS);
};

// A browser changes its version every few weeks and stays the same device.
const isKnownDevice = async (tx: Tx, member: Member, userAgent: string): Promise<boolean> => {
  const earlier = await tx.db.credential.findMany({
    where: { organisation_id: member.organisation_id, member_id: member.id, kind: 'session' },
    select: { user_agent: true },
    orderBy: { created_at: 'desc' },
    take: MOST_COMPARED,
  });
  return earlier.some(({ user_agent }) => nameDevice(user_agent ?? '') === nameDevice(userAgent));
};
