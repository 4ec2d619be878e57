import { isSigner, readSignedData, type SignedData } from '../cms/signed-data.ts';
import { readBer } from '../der/read-der.ts';
import { MAX_ANSWER_STEPS, openBudget, TooComplex, type StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { foldName } from '../x509/names.ts';
import { TST_INFO } from '../x509/oids.ts';

// The version tells which parts may follow, but each part tells its own kind. PKCS #7 had 1 for everything.
const FORM = { contentType: TST_INFO, versions: [1, 3, 4, 5], isDetached: false };

export type Token = SignedData & { readonly content: Uint8Array };

/** A certificate as its DER, and the names in it: two names are the same when these texts are. */
export type TokenCertificate = {
  readonly der: Uint8Array;
  readonly issuer: string;
  readonly subject: string;
  /** True if the token names it as the signer's. */
  readonly isSigner: boolean;
};

/**
 * Reads SignedData with a TSTInfo (RFC 3161, section 2.4.2).
 *
 * @throws {Refusal} `malformed`, `missing_attribute`
 * @throws {TooComplex}
 */
export function readToken(token: Uint8Array, budget: StepBudget = openBudget()): Token {
  const { content, ...rest } = readSignedData(readBer(token, budget), { form: FORM, budget });
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
    const signedData = readToken(token, openBudget(MAX_ANSWER_STEPS));
    return signedData.certificates.map((certificate) => ({
      der: certificate.bytes,
      issuer: foldName(certificate.issuer),
      subject: foldName(certificate.subject),
      isSigner: isSigner(certificate, signedData),
    }));
  } catch (error) {
    if (error instanceof Refusal || error instanceof TooComplex) return [];
    throw error;
  }
}
