import { createHash } from 'node:crypto';
import {
  buildOcspRequest,
  listRevocationSources,
  verifyRevocation,
  type RevocationQuestion,
} from '@field-inspection/evidence/seal';
import type { Clock } from '../clock.ts';
import type { FetchSignedAnswer, SignedAnswer } from '../safe-fetch/fetch-signed-answer.ts';
import type { RevocationFinder, RevocationFinding } from './revocation-finder.ts';

type Tools = { clock: Clock; fetchSignedAnswer: FetchSignedAnswer };

const MAX_OCSP_BYTES = 65_536;
const MAX_CRL_BYTES = 2 ** 20;

const TIMEOUT_MS = 4_000;

/** Milliseconds before a source without an answer is asked again: it costs one report its wait, not all. */
const RETRY_MS = 300_000;

/** A kept answer must still be valid when the report is stamped. */
const MARGIN_MS = 60_000;

/** A report rests on some five certificates, and those of a host are the same for all. */
const MAX_KEPT = 200;

const MAX_SOURCES = 3;

type Kept = { finding: Promise<RevocationFinding>; until: number };

/** A certificate's responders first, then its lists. Answers are kept until the issuer gives a next one. */
export const createRevocationFinder = (
  tools: Tools,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): RevocationFinder => {
  const kept = new Map<string, Kept>();
  return {
    find: (question) => {
      const key = nameQuestion(question);
      const now = tools.clock.now().getTime();
      const known = kept.get(key);
      if (known && known.until > now) return known.finding;
      const asked = askSources(tools, question, timeoutMs).catch((error: unknown): Asked => {
        // An unreadable certificate costs a level; thrown on, it would cost the report.
        return { finding: { status: 'unknown', reason: String(error) }, until: now + RETRY_MS };
      });
      const entry = { finding: asked.then(({ finding }) => finding), until: now + RETRY_MS };
      void asked.then(({ until }) => (entry.until = until));
      kept.delete(key);
      kept.set(key, entry);
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
      return entry.finding;
    },
  };
};

const nameQuestion = ({ certificate, issuer }: RevocationQuestion): string =>
  createHash('sha256').update(certificate).update(issuer).digest('hex');

type Asked = { finding: RevocationFinding; until: number };
type Answers = { ocsps: readonly Uint8Array[]; crls: readonly Uint8Array[] };

const askSources = async (tools: Tools, question: RevocationQuestion, timeoutMs: number): Promise<Asked> => {
  const end = AbortSignal.timeout(timeoutMs);
  const { responders, lists } = listRevocationSources(question.certificate);
  let reason = 'The certificate names nobody to ask.';
  for (const ask of [
    ...responders.slice(0, MAX_SOURCES).map((url) => (signal: AbortSignal) => {
      return askResponder(tools, { url, question, signal });
    }),
    ...lists.slice(0, MAX_SOURCES).map((url) => (signal: AbortSignal) => fetchList(tools, { url, signal })),
  ]) {
    // A silent source must leave time for the next.
    const { answer, kind } = await ask(AbortSignal.any([end, AbortSignal.timeout(timeoutMs / 2)]));
    reason = answer.ok ? 'The answer proves nothing of the certificate.' : answer.message;
    if (!answer.ok) continue;
    const asked = await judge(tools, { ...question, ocsps: [], crls: [], [kind]: [answer.bytes] });
    if (asked) return asked;
  }
  return { finding: { status: 'unknown', reason }, until: tools.clock.now().getTime() + RETRY_MS };
};

type Answer = { answer: SignedAnswer; kind: keyof Answers };

const askResponder = async (
  { fetchSignedAnswer }: Tools,
  { url, question, signal }: { url: string; question: RevocationQuestion; signal: AbortSignal },
): Promise<Answer> => {
  const body = { bytes: await buildOcspRequest(question), contentType: 'application/ocsp-request' };
  return { kind: 'ocsps', answer: await fetchSignedAnswer({ url, body, maxBytes: MAX_OCSP_BYTES, signal }) };
};

const fetchList = async (
  { fetchSignedAnswer }: Tools,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<Answer> => ({
  kind: 'crls',
  answer: await fetchSignedAnswer({ url, maxBytes: MAX_CRL_BYTES, signal }),
});

const judge = async ({ clock }: Tools, given: RevocationQuestion & Answers): Promise<Asked | undefined> => {
  const now = clock.now();
  const verdict = await verifyRevocation({ ...given, at: now });
  if (verdict.status === 'unknown') return undefined;
  if (verdict.status === 'revoked') {
    return { finding: { status: 'revoked', revokedAt: verdict.revoked_at }, until: now.getTime() + RETRY_MS };
  }
  const { ocsps, crls } = given;
  return { finding: { status: 'good', ocsps, crls }, until: Date.parse(verdict.until) - MARGIN_MS };
};
