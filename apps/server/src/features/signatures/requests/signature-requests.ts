import type { Signature } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { Refusal, noSuch } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { leadBy, listPage } from '../../../platform/database/list-page.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import { viewSignature, type SignatureRow } from '../state/signature-view.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { endSignature } from '../state/end-signature.ts';
import { lockSignature } from '../state/lock-signature.ts';

/** Gives a page of a session's signatures, newest first. */
export const listSignatures = async (
  context: Pick<Context, 'database' | 'keyring' | 'clock'>,
  {
    organisationId,
    sessionId,
    query,
  }: SessionKey & { query: { limit: number; cursor?: string | undefined } },
) => {
  const { prisma } = context.database;
  const found = await prisma.session.findUnique({
    select: { id: true },
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
  });
  if (!found) throw noSuch('session', sessionId);
  const list = ['signatures', organisationId, sessionId];
  const of = { table: 'signatures', organisationId };
  const { rows, ...page } = await listPage<SignatureRow>(context, {
    list,
    cursor: query.cursor,
    limit: query.limit,
    of,
    whole: leadBy(of, Prisma.sql`session_id = ${sessionId}::uuid`),
  });
  const now = context.clock.now();
  return { data: rows.map((row) => viewSignature(row, now)), ...page };
};

export const getSignature = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organisationId, sessionId, signatureId }: SessionKey & { signatureId: string },
): Promise<Signature> => {
  const row = await database.prisma.signature.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: signatureId } },
  });
  if (row?.session_id !== sessionId) throw noSuch('signature', signatureId);
  return viewSignature(row, clock.now());
};

/** Cancels a signature that waits; an ended one stays as it is. */
export const cancelSignature = async (
  tx: Tx,
  { sessionId, ...key }: SessionKey & { signatureId: string },
): Promise<void> => {
  const row = await lockSignature(tx, key);
  if (row.session_id !== sessionId) throw noSuch('signature', key.signatureId);
  if (row.status === 'signed') {
    throw new Refusal(
      'session.invalid_state',
      'The signature is in the report; it can not be cancelled any more.',
    );
  }
  if (row.status === 'pending') await endSignature(tx, row, 'cancelled');
};
