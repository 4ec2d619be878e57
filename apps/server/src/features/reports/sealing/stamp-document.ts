/** The place of a document timestamp: what a token may have. */
export const STAMP_BYTES = 16_384;

const FIELD = 'Archive';

/**
 * Adds a document timestamp (EN 319 142-1, section 5.5) as a revision of its own. Undefined when there is no time to be had.
 */
export const stampDocument = async (
  pdf: Uint8Array,
  askForTime: (digest: Uint8Array) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  // Not before it is needed: it is a large library.
  const { PDF } = await import('@libpdf/core');
  const document = await PDF.load(pdf);
  const none = new Error('There is no time to be had.');
  const timestamp = async (digest: Uint8Array): Promise<Uint8Array> => {
    const token = await askForTime(digest);
    if (!token) throw none;
    return token;
  };
  try {
    const { bytes } = await document.addTimestamp({
      timestampAuthority: { timestamp },
      estimatedSize: STAMP_BYTES,
      fieldName: FIELD,
    });
    return bytes as Uint8Array<ArrayBuffer>;
  } catch (error) {
    if (error === none) return undefined;
    throw error;
  }
};
