import type { Context } from '../../../context.ts';
import { listIssued } from '../../../platform/seal/list-issued.ts';

/** Each item is DER. */
export type ValidationData = {
  certificates: readonly Uint8Array[];
  ocsps: readonly Uint8Array[];
  crls: readonly Uint8Array[];
  root: Uint8Array;
};

export type FoundData =
  | { status: 'good'; data: ValidationData }
  | { status: 'revoked'; revokedAt: string }
  | { status: 'unknown'; reason: string };

export const findValidationData = async (
  { revocation }: Pick<Context, 'revocation'>,
  given: { own: Uint8Array; others: readonly Uint8Array[]; roots?: readonly Uint8Array[] },
): Promise<FoundData> => {
  const path = listIssued(given.own, given);
  if (!path) return { status: 'unknown', reason: 'The certificate of an issuer is not at hand.' };
  const { questions, root } = path;
  const findings = await Promise.all(questions.map((question) => revocation.find(question)));
  const data = { certificates: questions.map(({ certificate }) => certificate), root };
  const answers = { ocsps: [] as Uint8Array[], crls: [] as Uint8Array[] };
  let unknown: string | undefined;
  for (const finding of findings) {
    if (finding.status === 'revoked') return finding;
    if (finding.status === 'unknown') {
      unknown ??= finding.reason;
      continue;
    }
    answers.ocsps.push(...finding.ocsps);
    answers.crls.push(...finding.crls);
  }
  return unknown === undefined
    ? { status: 'good', data: { ...data, ...answers } }
    : { status: 'unknown', reason: unknown };
};
