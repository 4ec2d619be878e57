export { assembleSignature } from './seal/assemble-signature.ts';
export { describeSigner, type SignerDescription } from './seal/describe-signer.ts';
export { hashSignature } from './seal/hash-signature.ts';
export { HEAD_KEYWORD } from './report-head.ts';
export { prepareSignature, type PreparedSignature } from './seal/prepare-signature.ts';
export type { SignatureOrder, SignatureScheme } from './seal/signature-order.ts';
export { DEMO_POLICY } from './x509/oids.ts';
