/** The seal of a report: an organisation's key and its certificates. The key itself is shown to nobody. */
export type Seal = {
  /** The owner, as the certificate says (RFC 4514). */
  subject: string;
  /** DER: the seal's own, then those above it; the root is left out. */
  certificates: readonly Uint8Array[];
  /** DER: what else its file holds, the root among it if it is there. The answers on revocation are held against it. */
  others?: readonly Uint8Array[];
  /** The one hash of everything that is signed. */
  hash: SealHash;
  notAfter: Date;
  /** The server's own, made up in demo mode: it proves nothing to a stranger. */
  demo: boolean;
  /** Signs bytes, by `hash` and as the certificate's key does: ECDSA gives DER. */
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
};

export type SealHash = 'SHA-256' | 'SHA-384' | 'SHA-512';
