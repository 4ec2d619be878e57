import { verifyChain, verifyTimestamp, type AuditEntry } from '@field-inspection/evidence';
import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './finding.ts';

const ENTRY = {
  sequence: true,
  kind: true,
  occurred_at: true,
  payload: true,
  prev_hash: true,
  hash: true,
} as const;

/** Every chain verifies up to its head, and what a session that ended has is frozen and anchored. */
export const checkChains = async ({ context, tsa }: SoakWorld): Promise<Finding[]> => {
  const { prisma } = context.database;
  const roots = [tsa.root];
  const chains = await prisma.auditChain.findMany({ include: { session: true, anchors: true } });
  const valid: Finding = { name: 'every chain verifies', checked: chains.length, faults: [] };
  const anchored: Finding = { name: 'every ended chain is anchored', checked: 0, faults: [] };
  for (const { session, session_id, head_hash, head_sequence, frozen_at, anchors } of chains) {
    const entries = (await prisma.auditEntry.findMany({
      where: { session_id },
      select: ENTRY,
      orderBy: { sequence: 'asc' },
    })) as AuditEntry[];
    const expectedHead = { hash: head_hash, sequence: head_sequence };
    const verdict = await verifyChain(entries, { expectedHead });
    if (!verdict.valid) valid.faults.push(`${session_id}: ${verdict.message}`);
    if (session.status !== 'closed') continue;
    anchored.checked += 1;
    const [anchor] = anchors;
    if (!frozen_at || anchors.length !== 1 || !anchor?.token) {
      anchored.faults.push(`${session_id} is not anchored`);
      continue;
    }
    const digest = Buffer.from(head_hash, 'hex');
    const stamp = await verifyTimestamp(anchor.token, { digest, roots, now: new Date() });
    if (!stamp.valid) anchored.faults.push(`${session_id}: ${stamp.message}`);
  }
  return [valid, anchored];
};
