import type { AuditEntry } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';

/** A chain may have a hundred thousand entries: they are read and sent part by part. */
const BATCH = 1_000;

/** A frozen chain as lines of JSON, in the order of its sequence. */
export async function* streamChain(
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const entries = (await database.prisma.auditEntry.findMany({
      where: { organisation_id: organisationId, session_id: sessionId, sequence: { gt: after } },
      select: { sequence: true, kind: true, occurred_at: true, payload: true, prev_hash: true, hash: true },
      orderBy: { sequence: 'asc' },
      take: BATCH,
    })) as AuditEntry[];
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (entries.length < BATCH) return;
    after = entries.at(-1)!.sequence;
  }
}
