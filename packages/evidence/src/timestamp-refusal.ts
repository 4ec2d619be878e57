/**
 * Reason that a token is refused.
 *
 * - `malformed`: not a timestamp token, or what is signed in it is not spelled as DER allows, or it has more than one
 *   signer, or bytes behind it;
 * - `wrong_digest`: it is a token for other data;
 * - `wrong_nonce`: it answers another request;
 * - `unsupported_algorithm`: a hash, signature or key that is weak or unknown here;
 * - `missing_certificate`: the signer's certificate is not in the token: the request must ask for it;
 * - `missing_attribute`: nothing, or too little, is signed beside the content;
 * - `wrong_content_type`: what is signed as a timestamp is declared as something else;
 * - `wrong_message_digest`: the content was changed after it was signed;
 * - `wrong_signature`: the signer's key did not sign this;
 * - `wrong_signing_certificate`: the certificate is not the one the signature was made with;
 * - `wrong_authority_name`: the token names another authority than its signer;
 * - `not_for_timestamping`: the signer's certificate is not for timestamping, and for nothing else;
 * - `not_an_authority`: a certificate of the path may not issue certificates, or not for timestamping;
 * - `unsupported_certificate`: a certificate of the path has a critical extension, or constraints, unknown here;
 * - `path_too_long`: an authority issued to more levels than it may;
 * - `not_valid_then`: a certificate of the path was not valid at the token's time;
 * - `untrusted`: the signer's certificate leads to none of the given roots;
 * - `in_the_future`: the token's time has not come yet;
 * - `too_complex`: there is more in it to read and to verify than any token has.
 */
export type TimestampFailureCode =
  | 'malformed'
  | 'wrong_digest'
  | 'wrong_nonce'
  | 'unsupported_algorithm'
  | 'missing_certificate'
  | 'missing_attribute'
  | 'wrong_content_type'
  | 'wrong_message_digest'
  | 'wrong_signature'
  | 'wrong_signing_certificate'
  | 'wrong_authority_name'
  | 'not_for_timestamping'
  | 'not_an_authority'
  | 'unsupported_certificate'
  | 'path_too_long'
  | 'not_valid_then'
  | 'untrusted'
  | 'in_the_future'
  | 'too_complex';

/** `verifyTimestamp` turns a refusal into a verdict; only the entry `asn1` lets it out. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: TimestampFailureCode;

  constructor(code: TimestampFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
