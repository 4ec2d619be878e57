import { contract } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { type Caller, sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import { noSuch } from '../../refusals.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import {
  addRecipient,
  type RecipientKey,
  reissueRecipient,
  revokeRecipient,
} from './requests/change-recipients.ts';
import { viewRecipient } from './state/recipient-view.ts';
import type { SignatureRow } from './state/signature-view.ts';

export const recipientRoutes = (context: Context) =>
  implement(contract.recipients, {
    list: (given) => listRecipients(context, { ...sessionKeyOf(given), query: given.query }),
    create: (tx, given) => addRecipient(context, tx, { ...sessionKeyOf(given), body: given.body }),
    reissue: (tx, given) => reissueRecipient(context, tx, recipientKeyOf(given)),
    revoke: (tx, given) => revokeRecipient(context, tx, recipientKeyOf(given)),
  });

const recipientKeyOf = (given: {
  caller: Caller;
  params: { session_id: string; recipient_id: string };
}): RecipientKey => ({ ...sessionKeyOf(given), recipientId: given.params.recipient_id });

export const listRecipients = async (
  context: Pick<Context, 'database' | 'keyring' | 'clock'>,
  {
    organisationId,
    sessionId,
    query,
  }: SessionKey & { query: { limit: number; cursor?: string | undefined } },
) => {
  const found = await context.database.prisma.session.findUnique({
    select: { id: true },
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
  });
  if (!found) throw noSuch('session', sessionId);
  const of = { table: 'signatures', organisationId };
  const { rows, ...page } = await listPage<SignatureRow>(context, {
    list: ['recipients', organisationId, sessionId],
    cursor: query.cursor,
    limit: query.limit,
    of,
    whole: leadBy(of, Prisma.sql`session_id = ${sessionId}::uuid and purpose = 'read'`),
  });
  const now = context.clock.now();
  return { data: rows.map((row) => viewRecipient(row, now)), ...page };
};
