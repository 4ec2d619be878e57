import type { QueueItem } from '../queue/shelf/queue-item.ts';
import type { Trouble } from './judge-reply.ts';

export type PhotoFate = { evidence: string } | { trouble: Trouble } | 'on its way';

const SHARED = ['ended', 'access', 'quota'] as const;

export const judgePhoto = ({
  receipt,
  state,
  reason,
}: Pick<QueueItem, 'receipt' | 'state' | 'reason'>): PhotoFate => {
  if (receipt) return { evidence: receipt.evidenceId };
  if (state !== 'refused') return 'on its way';
  return { trouble: SHARED.find((each) => each === reason) ?? 'refused' };
};
