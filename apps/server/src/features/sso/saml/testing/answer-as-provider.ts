import type { Signer } from './issue-signer.ts';
import { insertSignature, writeSignature, type SignatureBend } from './sign-element.ts';
import { USUAL, writeAssertion, writeResponse, type AnswerParts } from './write-response.ts';

export type Bend = {
  parts?: Partial<AnswerParts>;
  signs?: 'assertion' | 'response' | 'both' | 'nothing';
  signature?: SignatureBend;
  /** Changes the assertion, or the response, before it is signed. */
  assertion?: (text: string) => string;
  response?: (text: string) => string;
  /** Changes the whole after it is signed, as who stands between does. */
  sent?: (text: string) => string;
};

/** The XML that a provider sends. */
export const writeAnswer = (signer: Signer, bend: Bend = {}): string => {
  const { signs = 'assertion' } = bend;
  const parts = { ...USUAL, ...bend.parts };
  const plainAssertion = bend.assertion?.(writeAssertion(parts)) ?? writeAssertion(parts);
  const signElement = (element: string): string =>
    insertSignature(element, writeSignature(element, signer, bend.signature));
  const assertion = signs === 'assertion' || signs === 'both' ? signElement(plainAssertion) : plainAssertion;
  const plain = writeResponse(parts, assertion);
  const response = bend.response?.(plain) ?? plain;
  const answer = signs === 'response' || signs === 'both' ? signElement(response) : response;
  return bend.sent?.(answer) ?? answer;
};

/** As the form field has it. */
export const encodeAnswer = (xml: string): string => Buffer.from(xml).toString('base64');

export const answerAsProvider = (signer: Signer, bend: Bend = {}): string =>
  encodeAnswer(writeAnswer(signer, bend));
