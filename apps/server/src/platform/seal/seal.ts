export type Seal = {
  subject: string;
  /** DER: the seal's own certificate, then those above it; the root is left out. */
  certificates: readonly Uint8Array[];
  /** DER: the file's other certificates, its root among them. The answers on revocation are held against them. */
  others?: readonly Uint8Array[];
  /** The hash of everything that is signed. */
  hash: SealHash;
  notAfter: Date;
  /** True for demo mode's own, which proves nothing to a stranger. */
  demo: boolean;
  /** Signs by `hash` and as the certificate's key does: ECDSA gives DER. */
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
};

export type SealHash = 'SHA-256' | 'SHA-384' | 'SHA-512';
