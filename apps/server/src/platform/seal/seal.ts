export type Seal = {
  subject: string;
  /** DER: the seal's own certificate, then those above it; the root is left out. */
  certificates: readonly Uint8Array[];
  /** DER: the file's other certificates, its root among them. The answers on revocation are held against them. */
  others?: readonly Uint8Array[];
  /** The hash of everything that is signed. */
  hash: SealHash;
  notBefore: Date;
  notAfter: Date;
  /** True for demo mode's own, which proves nothing to a stranger. */
  demo: boolean;
  /** Signs by `hash` and as the certificate's key does: ECDSA gives DER. */
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
};

/** The seal of reports, as its file is now. */
export type SealSource = {
  /** While there is no valid seal, reports wait rather than be made without one. */
  isRequired: boolean;
  /** Null where none is configured. One that is not valid any more, or not yet, is given all the same. */
  read: () => Promise<Seal | null>;
};

/** Says why verifiers would refuse a seal that is made now; undefined for a valid one. */
export const findInvalidity = (
  { notBefore, notAfter }: Pick<Seal, 'notBefore' | 'notAfter'>,
  now: Date,
): string | undefined => {
  if (now > notAfter) return `expired at ${notAfter.toISOString()}`;
  if (now < notBefore) return `is valid only from ${notBefore.toISOString()}`;
  return undefined;
};

export type SealHash = 'SHA-256' | 'SHA-384' | 'SHA-512';
