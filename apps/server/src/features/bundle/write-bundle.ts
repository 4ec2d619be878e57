import { Readable } from 'node:stream';
import type { AuditEntry } from '@field-inspection/contract';
import { listTokenCertificates } from '@field-inspection/evidence';
import { writePem } from '@field-inspection/evidence/asn1';
import { ZipFile } from 'yazl';
import type { Context } from '../../context.ts';
import { nameContent } from '../../platform/object-store/object-key.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import {
  ADDENDA_DISCLOSURES_PATH,
  ADDENDA_PATH,
  type BundleFile,
  type BundleManifest,
  certificatesPath,
  CHAIN_PATH,
  composeManifest,
  DISCLOSURES_PATH,
  tokenPath,
  type TokenPosition,
} from './compose-manifest.ts';
import { describeBundle } from './describe-bundle.ts';
import { type BundleRows, ENTRY, readBundleRows } from './read-bundle-rows.ts';

type BundleContext = Pick<Context, 'database' | 'objects'>;

/** Makes the ZIP while it is read: however large the files are, at most a part of one is in memory. */
export const writeBundle = async (context: BundleContext, key: SessionKey): Promise<Readable> => {
  const rows = await readBundleRows(context, key);
  const manifest = composeManifest(rows);
  const zip = new ZipFile();
  const options = { mtime: rows.chain.frozen_at };
  zip.addBuffer(Buffer.from(describeBundle(manifest)), 'README.txt', options);
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), 'manifest.json', options);
  zip.addReadStreamLazy(CHAIN_PATH, options, (give) =>
    give(null, Readable.from(streamChain(context, key), { objectMode: false })),
  );
  zip.addBuffer(Buffer.from(JSON.stringify(rows.disclosures)), DISCLOSURES_PATH, options);
  addTokens(zip, { folder: 'anchors', anchors: rows.chain.anchors, options });
  zip.addBuffer(Buffer.from(writeLines(rows.addenda)), ADDENDA_PATH, options);
  zip.addBuffer(Buffer.from(JSON.stringify(rows.addendaDisclosures)), ADDENDA_DISCLOSURES_PATH, options);
  addTokens(zip, { folder: 'addenda-anchors', anchors: rows.addendaAnchors, options });
  for (const { file, ownerId } of listFiles(manifest)) {
    const objectKey = nameContent({ organisationId: key.organisationId, ownerId }, file.sha256);
    addFile(zip, { file, options, open: () => context.objects.get(objectKey) });
  }
  zip.end();
  return toReadable(zip);
};

type Options = { mtime: Date };

const addTokens = (
  zip: ZipFile,
  given: {
    folder: TokenPosition['folder'];
    anchors: readonly Pick<BundleRows['addendaAnchors'][number], 'token'>[];
    options: Options;
  },
): void => {
  const { folder, anchors, options } = given;
  for (const [index, { token }] of anchors.entries()) {
    if (!token) continue;
    zip.addBuffer(Buffer.from(token), tokenPath({ folder, index }), options);
    zip.addBuffer(Buffer.from(listCertificates(token)), certificatesPath({ folder, index }), options);
  }
};

const listFiles = ({
  evidence,
  reports,
  withheld,
}: BundleManifest): { file: BundleFile; ownerId: string }[] => {
  const missing = new Set(withheld.map(({ path }) => path));
  const files = [
    ...evidence.flatMap((original) =>
      [original, ...original.derivatives].map((file) => ({ file, ownerId: original.id })),
    ),
    ...reports.map((file) => ({ file, ownerId: file.id })),
  ];
  return files.filter(({ file }) => !missing.has(file.path));
};

/** A chain may have a hundred thousand entries: they are read and sent part by part. */
const BATCH = 1_000;

async function* streamChain(
  { database }: BundleContext,
  { organisationId, sessionId }: SessionKey,
): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const entries = (await database.prisma.auditEntry.findMany({
      where: { organisation_id: organisationId, session_id: sessionId, sequence: { gt: after } },
      select: ENTRY,
      orderBy: { sequence: 'asc' },
      take: BATCH,
    })) as AuditEntry[];
    yield writeLines(entries);
    if (entries.length < BATCH) return;
    after = entries.at(-1)!.sequence;
  }
}

const writeLines = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

/** openssl wants the certificates beside the token. */
const listCertificates = (token: Uint8Array): string =>
  listTokenCertificates(token)
    .map(({ der }) => writePem(der))
    .join('');

// Photos and videos are compressed already.
const addFile = (
  zip: ZipFile,
  { file, options, open }: { file: BundleFile; options: Options; open: () => Promise<Readable> },
): void => {
  zip.addReadStreamLazy(file.path, { ...options, compress: false, size: file.byte_size }, (give) => {
    open().then(
      (stream) => give(null, stream),
      (error: Error) => give(error, null as never),
    );
  });
};

// A file that can't be read breaks the download off: half a bundle must not look whole.
const toReadable = (zip: ZipFile): Readable => {
  const output = zip.outputStream as Readable;
  (zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => output.destroy(error));
  return output;
};
