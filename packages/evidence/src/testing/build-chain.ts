import { appendEntries } from '../chain/append-entry.ts';
import { GENESIS_HEAD, type AuditEntry } from '../chain/audit-entry.ts';

export async function buildChain(length: number): Promise<AuditEntry[]> {
  const drafts = Array.from({ length }, (_, index) => ({
    kind: 'evidence.captured',
    occurred_at: '2026-11-20T09:30:00.000Z',
    payload: { byte_size: index },
  }));
  return appendEntries(GENESIS_HEAD, drafts);
}
