import type { LocaleCode } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { queueMessages, type MessageKind } from '../notifications/exports/queue-messages.ts';

/** An organisation has few admins, and each costs one of its messages of the day. */
const MOST_TOLD = 50;

type Told = {
  organisationId: string;
  kind: MessageKind;
  /** Names the fact: each admin is told of it once. */
  fact: string;
  /** The mail names it. */
  name?: string;
  /** The time that the mail tells of, after which it is not sent any more. */
  until: Date | null;
};

/** Queues a mail to each active org_admin, in the transaction of the fact that it tells. */
export const tellAdmins = async (
  context: Pick<Context, 'ids' | 'keyring'>,
  tx: Tx,
  { organisationId, kind, fact, name, until }: Told,
): Promise<void> => {
  const admins = await tx.db.member.findMany({
    where: { organisation_id: organisationId, role: 'org_admin', status: 'active' },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
    take: MOST_TOLD,
  });
  queueMessages(
    context,
    tx,
    admins.map(({ id, locale, email }) => ({
      member: { organisation_id: organisationId, id, locale: locale as LocaleCode },
      kind,
      channel: 'email' as const,
      recipient: email,
      ...(name === undefined ? {} : { secret: name }),
      dedupeKey: `${kind}:${fact}:${id}`,
      expiresAt: until,
      awaitsCount: true,
    })),
  );
};
