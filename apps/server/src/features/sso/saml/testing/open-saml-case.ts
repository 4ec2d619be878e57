import { ProviderRefusal } from '../../provider-refusal.ts';
import type { SamlExpectation } from '../answer/expectation.ts';
import { readSamlResponse } from '../read-saml-response.ts';
import { answerAsProvider, encodeAnswer, writeAnswer, type Bend } from './answer-as-provider.ts';
import { issueSigner, type Signer } from './issue-signer.ts';
import { EXPECTED } from './write-response.ts';

/** A connection, its provider, and what becomes of the provider's answers: who signed in, or the reason why not. */
export const openSamlCase = (signer: Signer = issueSigner()) => {
  const expected: SamlExpectation = { ...EXPECTED, certificates: [signer.certificate] };
  const judge = (base64: string, change: Partial<SamlExpectation> = {}): string => {
    try {
      return `taken: ${readSamlResponse(base64, { ...expected, ...change }).person.subject}`;
    } catch (error) {
      if (error instanceof ProviderRefusal) return error.reason;
      throw error;
    }
  };
  return {
    signer,
    expected,
    judge,
    judgeXml: (xml: string | Uint8Array) => judge(Buffer.from(xml).toString('base64')),
    judgeBent: (bend: Bend, change?: Partial<SamlExpectation>) =>
      judge(answerAsProvider(signer, bend), change),
    read: (bend: Bend, change: Partial<SamlExpectation> = {}) =>
      readSamlResponse(answerAsProvider(signer, bend), { ...expected, ...change }),
    write: (bend: Bend = {}) => writeAnswer(signer, bend),
    encode: encodeAnswer,
  };
};

export const TAKEN = 'taken: maria@example.com';
