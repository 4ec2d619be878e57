export { assembleSignature } from './seal/assemble-signature.ts';
export { describeSigner, type SignerDescription } from './seal/describe-signer.ts';
export { hashSignature } from './seal/hash-signature.ts';
export { prepareSignature, type PreparedSignature } from './seal/prepare-signature.ts';
export type { SignatureOrder, SignatureScheme } from './seal/signature-order.ts';
