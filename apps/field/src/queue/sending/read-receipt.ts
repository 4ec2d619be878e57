import type { Receipt } from '../shelf/queue-item.ts';

/**
 * Reads the receipt in a reply; undefined while the upload is no evidence. A photo's hash is that of its bytes as they
 * came.
 */
export const readReceipt = (header: (name: string) => string | null | undefined): Receipt | undefined => {
  const evidenceId = header('Evidence-Id');
  const sha256 = header('Evidence-Received-Sha256') ?? header('Evidence-Sha256');
  if (!evidenceId || !sha256) return undefined;
  const sequence = Number(header('Evidence-Sequence') ?? Number.NaN);
  return { evidenceId, sha256, sequence: Number.isInteger(sequence) ? sequence : undefined };
};
