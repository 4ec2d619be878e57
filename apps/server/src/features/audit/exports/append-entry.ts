import type { CanonicalValue, ChainHead } from '@field-inspection/evidence';
import type { Context } from '../../../context.ts';
import type { ChainName } from '../../../platform/database/effects.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/**
 * A fact of a session, for one of its chains. `personal` values never enter the chain: each becomes a salted
 * commitment in the payload under its name, and is disclosed in a table that redaction may empty.
 */
export type Fact = {
  organisationId: string;
  sessionId: string;
  kind: string;
  payload: Record<string, CanonicalValue>;
  personal?: Record<string, CanonicalValue>;
};

export type OrgFact = Omit<Fact, 'sessionId' | 'kind'> & { kind: OrgFactKind };

export type ChainKey = Pick<Fact, 'organisationId' | 'sessionId'>;

type AppendContext = Pick<Context, 'random'>;

export const appendEntry = (context: AppendContext, tx: Tx, fact: Fact): void =>
  append(context, tx, { ...fact, chain: 'audit' });

export const startChain = (context: AppendContext, tx: Tx, fact: Fact): void => {
  tx.effects.startedChains.add(fact.sessionId);
  appendEntry(context, tx, fact);
};

export const freezeChain = (tx: Tx, { organisationId, sessionId }: ChainKey): void =>
  void tx.effects.frozenChains.push({ organisationId, sessionId });

/**
 * Adds a fact that came after the freeze to its session's addenda when the transaction commits, and has their head
 * anchored. The session's chain must be frozen: the first addendum goes on from its head, and the chain itself stays
 * closed.
 */
export const appendAddendum = (context: AppendContext, tx: Tx, fact: Fact): void =>
  append(context, tx, { ...fact, chain: 'addenda' });

/** A fact of an ended session goes to its chain while that is open, and to its addenda once it is frozen. */
export const appendWhereOpen = async (context: AppendContext, tx: Tx, fact: Fact): Promise<void> => {
  // Under this lock nothing freezes the chain before the transaction commits.
  const { frozenAt } = await lockHead(tx, fact);
  (frozenAt ? appendAddendum : appendEntry)(context, tx, fact);
};

/**
 * Adds a fact to its organisation's own chain when the transaction commits. The chain begins with the first fact and
 * is never frozen. The payload begins with `nameActor`, or with `host: true` where the host's operator did it.
 */
export const appendOrgEntry = (context: AppendContext, tx: Tx, fact: OrgFact): void =>
  append(context, tx, { ...fact, chain: 'org' });

const append = (
  { random }: AppendContext,
  tx: Tx,
  { personal = {}, ...fact }: (Fact | OrgFact) & { chain: ChainName },
): void => {
  const salted = Object.entries(personal).map(([field, value]) => ({
    field,
    salt: random.bytes(32).toString('hex'),
    value,
  }));
  tx.effects.facts.push({ ...fact, personal: salted });
};

type LockedHead = ChainHead & { frozenAt: Date | null };

/** The row lock orders the appends of one session, to its addenda, too. Raw, since Prisma can't lock. */
export const lockHead = async (
  tx: Pick<Tx, 'db'>,
  { organisationId, sessionId }: ChainKey,
): Promise<LockedHead> => {
  const rows = await tx.db.$queryRaw<LockedHead[]>`
    select head_sequence as sequence, head_hash as hash, frozen_at as "frozenAt"
    from audit_chains
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
    for update
  `;
  const head = rows[0];
  if (!head) throw new Error(`session ${sessionId} has no audit chain`);
  return head;
};

/** The kinds of entries in an organisation's own chain. docs/organisation.md says when each is written. */
export const ORG_FACT_KINDS = [
  'member.added',
  'member.invited',
  'member.joined',
  'member.changed',
  'member.removed',
  'member.signed_in',
  'member.sign_in_refused',
  'member.sign_in_link_made',
  'member.stepped_up',
  'member.step_up_refused',
  'member.signed_out',
  'member.passkey_added',
  'member.passkey_removed',
  'organisation.changed',
  'organisation.callback_secret_rotated',
  'key.created',
  'key.changed',
  'key.rotated',
  'key.revoked',
  'branding.updated',
  'branding.domain_verified',
  'branding.domain_lost',
  'branding.message_text_updated',
  'billing.changed',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_rotated',
  'retention.changed',
  'retention.held',
  'retention.released',
  'retention.redacted',
  'export.begun',
  'directory.changed',
  'directory.refused',
  'sso.changed',
  'sso.tested',
  'sso.activated',
  'sso.disabled',
  'sso.enforced',
  'sso.certificates_changed',
  'sso.certificate_ending',
  'sso.domain_added',
  'sso.domain_verified',
  'sso.domain_removed',
  'sso.domain_missing',
  'sso.domain_lost',
  'member.linked',
  'member.unlinked',
] as const;

type OrgFactKind = (typeof ORG_FACT_KINDS)[number];
