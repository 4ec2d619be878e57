import type { Context } from '../../../context.ts';
import type { Seal } from '../../../platform/seal/seal.ts';
import { findValidationData, type ValidationData } from './find-validation-data.ts';

/** A seal that holds now, and what proves that its certificates were not revoked; null when that can't be had. */
export type StandingSeal = { seal: Seal; sealData: ValidationData | null };

/**
 * The seal, unless its certificate has expired or was revoked: such a seal makes a report worse than none, since verifiers
 * call it invalid. Where nobody tells whether it was revoked, it is used.
 */
export const findSeal = async ({
  seal,
  revocation,
  clock,
  log,
}: Pick<Context, 'seal' | 'revocation' | 'clock' | 'log'>): Promise<StandingSeal | null> => {
  if (!seal) return null;
  if (clock.now() > seal.notAfter) {
    log.error({ subject: seal.subject, not_after: seal.notAfter }, 'the certificate of SEAL_P12 has expired');
    return null;
  }
  const [own, ...above] = seal.certificates;
  const others = [...above, ...(seal.others ?? [])];
  const found = await findValidationData({ revocation }, { own: own!, others });
  if (found.status === 'good') return { seal, sealData: found.data };
  if (found.status === 'unknown') {
    log.info({ reason: found.reason }, 'a report is sealed without validation data');
    return { seal, sealData: null };
  }
  log.error(
    { subject: seal.subject, revoked_at: found.revokedAt },
    'a certificate of SEAL_P12 was revoked: reports are made without a seal',
  );
  return null;
};
