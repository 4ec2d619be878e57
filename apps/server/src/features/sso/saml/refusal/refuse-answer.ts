import { ProviderRefusal } from '../../provider-refusal.ts';

/** Why an answer by SAML is not taken; the words stand in the organisation's chain. */
export type SamlReason =
  | 'too_large'
  | 'malformed'
  | 'forbidden_markup'
  | 'unexpected_shape'
  | 'encrypted'
  | 'status'
  | 'unsolicited'
  | 'unknown_request'
  | 'unsigned'
  | 'refused_algorithm'
  | 'unusable_certificate'
  | 'foreign_signature'
  | 'altered'
  | 'wrong_issuer'
  | 'wrong_destination'
  | 'wrong_recipient'
  | 'wrong_audience'
  | 'expired'
  | 'too_early'
  | 'unconfirmed'
  | 'old_authentication'
  | 'unusable_subject';

/** @throws {ProviderRefusal} always */
export const refuse = (reason: SamlReason, sentence: string, cause?: unknown): never => {
  throw new ProviderRefusal(reason, sentence, cause === undefined ? undefined : { cause });
};
