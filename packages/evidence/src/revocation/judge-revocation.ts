import type { StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import type { Certificate } from '../x509/certificate.ts';
import { judgeCrl, judgeOcsp, type CertificateStatus } from './judge-answer.ts';
import { readCrl } from './read-crl.ts';
import { readOcspResponse } from './read-ocsp-response.ts';

export type RevocationAnswers = {
  readonly ocsps: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
};

export type ReadAnswer = (pair: {
  certificate: Certificate;
  issuer: Certificate;
}) => Promise<CertificateStatus>;

export type RevocationStatus =
  | { readonly status: 'good'; readonly until: number }
  | { readonly status: 'revoked'; readonly revokedAt: number }
  | { readonly status: 'unknown' };

// Clocks of a responder and of an authority differ, as for timestamps.
const TOLERANCE_MS = 60_000;

/**
 * Reads each answer once; an unreadable answer counts as none.
 *
 * @throws {TooComplex}
 */
export function readAnswers({ ocsps, crls }: RevocationAnswers, budget: StepBudget): ReadAnswer[] {
  return [
    ...ocsps.flatMap((der) => {
      const response = readOrNone(() => readOcspResponse(der, budget));
      return response.map(
        (one): ReadAnswer =>
          (pair) =>
            judgeOcsp(one, pair),
      );
    }),
    ...crls.flatMap((der) => {
      const list = readOrNone(() => readCrl(der, budget));
      return list.map(
        (one): ReadAnswer =>
          (pair) =>
            judgeCrl(one, pair),
      );
    }),
  ];
}

/**
 * Judges whether a certificate had been revoked at a time, by answers of its issuer or an appointed responder. An
 * answer "good" counts if it holds at that time or was made later, but not after the certificate's end, when an issuer
 * may drop it from its lists. A revocation always counts.
 *
 * @param given `at`: the time that counts; `seenBy`: later answers don't count. Both in milliseconds since 1970.
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function judgeRevocation(given: {
  certificate: Certificate;
  issuer: Certificate;
  answers: readonly ReadAnswer[];
  at: number;
  seenBy: number;
}): Promise<RevocationStatus> {
  const { certificate, at, seenBy } = given;
  const found = (await listStatuses(given)).filter(({ thisUpdate }) => thisUpdate <= seenBy + TOLERANCE_MS);
  const revoked = found.find(({ revokedAt }) => revokedAt !== null && revokedAt <= at);
  if (revoked) return { status: 'revoked', revokedAt: revoked.revokedAt! };

  const good = found.filter(({ thisUpdate, until }) => until >= at && thisUpdate <= certificate.notAfter);
  if (good.length === 0) return { status: 'unknown' };
  return { status: 'good', until: Math.max(...good.map(({ until }) => until)) };
}

async function listStatuses(given: Parameters<typeof judgeRevocation>[0]): Promise<CertificateStatus[]> {
  const statuses: CertificateStatus[] = [];
  for (const answer of given.answers) {
    try {
      statuses.push(await answer(given));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return statuses;
}

function readOrNone<T>(read: () => T): [T] | [] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
