import { type BlobSource, EvidenceError } from '@field-inspection/evidence';
import { type Finding, type Language, type VerifyKey, writeText } from '../words/finding.ts';
import { wordBundle } from '../words/word-bundle.ts';
import { wordReport } from '../words/word-report.ts';
import { listFingerprints } from './list-fingerprints.ts';
import { type Verification, verifyFile } from './verify-file.ts';

export type Order =
  | { readonly kind: 'roots'; readonly id: number; readonly file: BlobSource }
  | {
      readonly kind: 'verify';
      readonly id: number;
      readonly file: BlobSource;
      readonly roots: readonly Uint8Array[];
      readonly expectedHead: string | null;
      readonly language: Language;
      /** Milliseconds since 1970, by the page's clock. */
      readonly now: number;
    };

export type Answer =
  | {
      readonly kind: 'roots';
      readonly id: number;
      readonly bytes: Uint8Array;
      readonly fingerprints: string[];
    }
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  | { readonly kind: 'finding'; readonly id: number; readonly finding: Finding; readonly details: string };

export const answerOrder = async (order: Order, tell: (answer: Answer) => void): Promise<void> => {
  if (order.kind === 'roots') return answerRoots(order, tell);
  const { id, file, roots, language, expectedHead } = order;
  const counted = countReads(file, (share) => tell({ kind: 'progress', id, share }));
  try {
    const verification = await verifyFile(counted, { roots, now: new Date(order.now) });
    const finding = wordVerification(language, { verification, expectedHead });
    const details = verification.kind === 'neither' ? '' : JSON.stringify(verification.verdict, null, 2);
    tell({ kind: 'finding', id, finding, details });
  } catch (error) {
    tell({ kind: 'finding', id, finding: wordFailure(language, error), details: '' });
  }
};

const answerRoots = async (
  { id, file }: Extract<Order, { kind: 'roots' }>,
  tell: (answer: Answer) => void,
): Promise<void> => {
  const bytes = await readSmallFile(file);
  tell({ kind: 'roots', id, bytes, fingerprints: await listFingerprints(bytes) });
};

// More than all roots that browsers trust; a larger or unreadable file holds no certificate here.
const MAX_ROOTS_BYTES = 1_000_000;

const readSmallFile = async (file: BlobSource): Promise<Uint8Array> => {
  if (file.size > MAX_ROOTS_BYTES) return new Uint8Array();
  try {
    return new Uint8Array(await file.slice(0, file.size).arrayBuffer());
  } catch {
    return new Uint8Array();
  }
};

const wordVerification = (
  language: Language,
  { verification, expectedHead }: { verification: Verification; expectedHead: string | null },
): Finding => {
  if (verification.kind === 'report') {
    return wordReport(language, { verdict: verification.verdict, expectedHead });
  }
  if (verification.kind === 'bundle') {
    return wordBundle(language, { verdict: verification.verdict, expectedHead });
  }
  return wordOther(language, { heading: 'neither.heading', lead: 'neither.lead' });
};

const wordFailure = (language: Language, error: unknown): Finding => {
  const isInsecure = error instanceof EvidenceError && error.code === 'digest_unavailable';
  const lead = isInsecure ? 'failed.insecure' : 'failed.file';
  return wordOther(language, { heading: 'failed.heading', lead });
};

const wordOther = (
  language: Language,
  { heading, lead }: { heading: VerifyKey; lead: VerifyKey },
): Finding => ({
  tone: 'bad',
  heading: writeText(language, heading),
  lead: writeText(language, lead),
  fault: null,
  proven: [],
  unproven: [],
  facts: [],
  groups: [],
});

// A progress bar can't show smaller steps.
const STEP = 0.01;

/**
 * Reports the share of a file's bytes that was asked for, from 0 to 1. The verifier reads most bytes once and the
 * directory twice, so the share is good for a progress bar alone.
 */
const countReads = (file: BlobSource, tell: (share: number) => void): BlobSource => {
  let readBytes = 0;
  let told = 0;
  return {
    size: file.size,
    slice: (start, end) => {
      readBytes += end - start;
      const share = Math.min(1, readBytes / Math.max(1, file.size));
      if (share - told >= STEP) {
        told = share;
        tell(share);
      }
      return file.slice(start, end);
    },
  };
};
