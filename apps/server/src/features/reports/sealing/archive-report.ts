import { listTokenCertificates, verifyReport } from '@field-inspection/evidence';
import type { Context } from '../../../context.ts';
import type { TimestampAuthority } from '../../../platform/tsa-client/timestamp-authority.ts';
import { askForTime, type Stamp } from './ask-for-time.ts';
import { findValidationData, type FoundData, type ValidationData } from './find-validation-data.ts';

type ArchiveContext = Pick<Context, 'revocation' | 'clock' | 'random' | 'log' | 'metrics'>;

export type ArchiveLevel = 'B-LT' | 'B-LTA';

export type SealedPdf = { pdf: Uint8Array; token: Uint8Array; sealData: ValidationData };

export type Archived =
  { ok: true; pdf: Uint8Array<ArrayBuffer> } | { ok: false; missing: 'data' | 'time' | 'validity' };

/**
 * Validation data raises a seal from B-T to B-LT, a document timestamp over it to B-LTA. The result is verified as a
 * stranger would, so that the report states what a verifier finds.
 */
export const archiveReport = async (
  context: ArchiveContext,
  sealed: SealedPdf,
  aim: { level: ArchiveLevel; stamp: Stamp },
): Promise<Archived> => {
  try {
    return await tryToArchive(context, sealed, aim);
  } catch (error) {
    // The report is sealed already: a failure costs a level only.
    context.log.error({ err: error }, 'the validation data of a report could not be added');
    return { ok: false, missing: 'data' };
  }
};

const tryToArchive: typeof archiveReport = async (context, { pdf, token, sealData }, { level, stamp }) => {
  const { authority } = stamp;
  const found = await findTokenData(context, token, authority);
  if (found.status !== 'good') return giveUp(context, found, authority);
  const stored = await addValidationData(pdf, [sealData, found.data]);
  const archived =
    level === 'B-LT' ? stored : await stampDocument(stored, (digest) => askForTime(context, digest, stamp));
  if (!archived) return { ok: false, missing: 'time' };
  const expected = { roots: [sealData.root], tsaRoots: [found.data.root], now: context.clock.now() };
  const { signatures, message } = await verifyReport(archived, expected);
  if (signatures[0]?.level === level) return { ok: true, pdf: archived };
  context.log.warn({ authority: authority.name, reason: message }, `a report does not reach ${level}`);
  return { ok: false, missing: 'data' };
};

/** Without a configured root, the token itself must name its root: whoever verifies has the root, and no less. */
const findTokenData = (
  context: Pick<Context, 'revocation'>,
  token: Uint8Array,
  { roots }: TimestampAuthority,
): Promise<FoundData> => {
  const certificates = listTokenCertificates(token);
  const own = certificates.find(({ isSigner }) => isSigner) ?? certificates[0]!;
  return findValidationData(context, { own: own.der, others: certificates.map(({ der }) => der), roots });
};

const giveUp = (
  { log }: Pick<Context, 'log'>,
  found: Exclude<FoundData, { status: 'good' }>,
  { name }: TimestampAuthority,
): Archived => {
  if (found.status === 'revoked') {
    log.error(
      { authority: name, revoked_at: found.revokedAt },
      'the certificate of an authority was revoked',
    );
    return { ok: false, missing: 'validity' };
  }
  log.warn(
    { authority: name, reason: found.reason },
    'a report is sealed without validation data of its authority',
  );
  return { ok: false, missing: 'data' };
};

/** DSS (EN 319 142-1, section 5.4.2). Nothing is compressed: the verifier reads bytes as they were signed. */
const addValidationData = async (
  pdf: Uint8Array,
  found: readonly ValidationData[],
): Promise<Uint8Array<ArrayBuffer>> => {
  // @libpdf/core is a large library: it is loaded at its first use.
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

const dropTwins = (ders: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(ders.map((der) => [Buffer.from(der).toString('base64'), der])).values(),
];

/** The most bytes that a token may have. */
export const STAMP_BYTES = 16_384;

const FIELD = 'Archive';

/** A further revision (EN 319 142-1, section 5.5). Undefined when no authority gives a time. */
const stampDocument = async (
  pdf: Uint8Array,
  askForTime: (digest: Uint8Array) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  // @libpdf/core is a large library: it is loaded at its first use.
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
