import type { ValidationData } from './find-validation-data.ts';

/**
 * Adds to a PDF, as a revision of its own, the store of validation data (DSS, EN 319 142-1, section 5.4.2). Nothing is
 * compressed: our verifier takes only what stands there as it was signed.
 */
export const addValidationData = async (
  pdf: Uint8Array,
  found: readonly ValidationData[],
): Promise<Uint8Array<ArrayBuffer>> => {
  // Not before it is needed: it is a large library.
  const { PDF, PdfArray, PdfDict, PdfName } = await import('@libpdf/core');
  const document = await PDF.load(pdf);
  const list = (key: 'certificates' | 'ocsps' | 'crls') => {
    const ders = dropTwins(found.flatMap((data) => data[key]));
    return new PdfArray(ders.map((der) => document.createStream({}, der)));
  };
  const store = PdfDict.of({
    Type: PdfName.of('DSS'),
    Certs: list('certificates'),
    OCSPs: list('ocsps'),
    CRLs: list('crls'),
  });
  document.getCatalog().set('DSS', document.register(store));
  const saved = await document.save({ incremental: true, compressStreams: false });
  return saved as Uint8Array<ArrayBuffer>;
};

// Seal and authority may share an issuer.
const dropTwins = (ders: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(ders.map((der) => [Buffer.from(der).toString('base64'), der])).values(),
];
