import type { ChainVerdict } from '../chain/verify-chain.ts';
import type { StatedHead } from './read-manifest.ts';

type Failure = Extract<ChainVerdict, { valid: false }>;

export function judgeHead(
  verdict: ChainVerdict,
  { stated, expectedHead }: { stated: StatedHead; expectedHead: string | undefined },
): ChainVerdict {
  if (!verdict.valid) return verdict;

  const { length, head } = verdict;
  if (length < stated.length) {
    const message = `Entry ${length + 1} is missing: the chain was cut off; manifest.json counts ${stated.length}.`;
    return fail(length + 1, 'truncated', message);
  }
  if (length > stated.length) {
    const message = `Entry ${stated.length + 1} comes after the last that manifest.json counts: it was added.`;
    return fail(stated.length + 1, 'extended', message);
  }
  const at = Math.max(length, 1);
  if (head.hash !== stated.head) {
    const last = length === 0 ? 'What it goes on from' : `The last entry, ${length},`;
    const message = `${last} is not the head that manifest.json names: one of the two was rewritten.`;
    return fail(at, 'wrong_head', message);
  }
  if (expectedHead !== undefined && head.hash !== expectedHead) {
    return fail(
      at,
      'wrong_head',
      `The last entry, ${length}, is not the expected head: the chain was cut off or rewritten, or is another session's.`,
    );
  }
  return verdict;
}

function fail(sequence: number, code: Failure['code'], message: string): Failure {
  return { valid: false, sequence, code, message };
}
