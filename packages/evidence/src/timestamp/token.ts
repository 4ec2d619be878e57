import { readSignedData, type SignedData } from '../cms/signed-data.ts';
import { readDer } from '../der/read-der.ts';
import { MAX_ANSWER_STEPS, openBudget, TooComplex, type StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { TST_INFO } from '../x509/oids.ts';

/** A token taken apart; its content is the DER of the TSTInfo. */
export type Token = SignedData & { readonly content: Uint8Array };

/** A certificate and the names in it, each as its DER. Two names are the same when their bytes are. */
export type TokenCertificate = {
  readonly der: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
};

/**
 * Takes a token apart: SignedData with a TSTInfo (RFC 3161, section 2.4.2).
 *
 * @throws {Refusal} `malformed`, `missing_attribute`
 * @throws {TooComplex}
 */
export function readToken(token: Uint8Array, budget: StepBudget = openBudget()): Token {
  const form = { contentType: TST_INFO, version: 3, isDetached: false };
  const { content, ...rest } = readSignedData(readDer(token, budget), { form, budget });
  if (!content) throw new Refusal('malformed', 'The token has no content.');
  return { ...rest, content };
}

/**
 * Lists the certificates that a timestamp token brings along, in its order. Nothing is verified: that one is here says
 * nothing of whom to trust.
 *
 * @param token the DER of the token, as `readTimestampReply` returned it.
 * @returns none, when the token is not one that `verifyTimestamp` could take apart.
 *
 * @example
 * ```ts
 * import { listTokenCertificates } from '@field-inspection/evidence';
 *
 * declare const token: Uint8Array;
 *
 * console.log(listTokenCertificates(token).length); // 2: the signer's, and its authority's
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc5652#section-5.1
 */
export function listTokenCertificates(token: Uint8Array): TokenCertificate[] {
  try {
    const { certificates } = readToken(token, openBudget(MAX_ANSWER_STEPS));
    return certificates.map(({ bytes, issuer, subject }) => ({
      der: bytes,
      issuer: issuer.bytes,
      subject: subject.bytes,
    }));
  } catch (error) {
    if (error instanceof Refusal || error instanceof TooComplex) return [];
    throw error;
  }
}
