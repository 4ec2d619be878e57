import { readFile, open } from 'node:fs/promises';
import {
  EvidenceError,
  verifyEvidence,
  verifyReport,
  type BlobSource,
  type ReportVerdict,
  type SignatureVerdict,
} from '../../evidence.ts';
import { renderEvidence } from './render-evidence.ts';
import { alignColumns, joinParts, nameFile, titled, toPrintable } from '../terminal/terminal-text.ts';
import { nameVerdict } from './name-verdict.ts';

/** The exit codes, for scripts. */
const EXIT_CODES = { verified: 0, trusted: 0, broken: 1, invalid: 1, intact: 3, untrusted: 3 } as const;

export interface Verification {
  readonly path: string;
  readonly roots: readonly string[];
  readonly tsaRoots: readonly string[];
  readonly head: string | undefined;
  readonly json: boolean;
}

export type Outcome = { readonly text: string; readonly exitCode: number };

const PDF_HEADER = '%PDF-';
const ZIP_HEADERS = ['PK\x03\x04', 'PK\x05\x06'];

/**
 * The first bytes tell a report (PDF) from a bundle (ZIP).
 *
 * @throws {EvidenceError} `invalid_bundle` for any other file, `invalid_root`, `invalid_head`; and what can't be read
 */
export async function verifyFile(command: Verification, now: Date): Promise<Outcome> {
  const [roots, tsaRoots] = await Promise.all([readFiles(command.roots), readFiles(command.tsaRoots)]);
  const file = await openFile(command.path);
  try {
    const verify = chooseVerifier(await readStart(file.source), command.path);
    return await verify(file.source, { command, roots, tsaRoots, now });
  } finally {
    await file.close();
  }
}

type Given = {
  readonly command: Verification;
  readonly roots: readonly Uint8Array[];
  readonly tsaRoots: readonly Uint8Array[];
  readonly now: Date;
};

async function readStart({ size, slice }: BlobSource): Promise<string> {
  const start = await slice(0, Math.min(size, PDF_HEADER.length)).arrayBuffer();
  return new TextDecoder('latin1').decode(start);
}

// Any other file is the wrong one, rather than a changed report or bundle.
function chooseVerifier(start: string, path: string): typeof verifyPdf {
  if (start === PDF_HEADER) return verifyPdf;
  if (ZIP_HEADERS.some((header) => start.startsWith(header))) return verifyBundle;
  throw new EvidenceError(
    'invalid_bundle',
    `${path} is neither a PDF nor a ZIP file: there is nothing to verify.`,
  );
}

async function verifyPdf(
  source: BlobSource,
  { command: { path, head, json }, roots, tsaRoots, now }: Given,
): Promise<Outcome> {
  if (head !== undefined) {
    throw new EvidenceError(
      'invalid_head',
      `${path} is a report: --head is for a bundle, which has the chain.`,
    );
  }
  const verdict = await verifyReport(source, { roots, tsaRoots, now });
  const text = json ? JSON.stringify(verdict) : renderReport(verdict, path);
  return { text, exitCode: EXIT_CODES[verdict.verdict] };
}

// Only timestamp authorities sign in a bundle.
async function verifyBundle(
  source: BlobSource,
  { command: { path, head, json }, roots, tsaRoots, now }: Given,
): Promise<Outcome> {
  const expected = head !== undefined && { expectedHead: head };
  const verdict = await verifyEvidence(source, { roots: [...roots, ...tsaRoots], now, ...expected });
  const text = json ? JSON.stringify(verdict) : renderEvidence(verdict, path);
  return { text, exitCode: EXIT_CODES[verdict.verdict] };
}

/** The error names a file that can't be read. */
function readFiles(paths: readonly string[]): Promise<Uint8Array[]> {
  return Promise.all(paths.map((path) => readFile(path)));
}

/**
 * Reads the file where needed, however large it is. `fs.openAsBlob` is wrong beyond 2 GiB:
 * https://github.com/nodejs/node/issues/52585.
 */
async function openFile(path: string): Promise<{ source: BlobSource; close: () => Promise<void> }> {
  const handle = await open(path);
  const { size } = await handle.stat();
  const slice = (start: number, end: number) => ({
    arrayBuffer: async () => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(end - start), 0, end - start, start);
      return buffer.buffer.slice(0, bytesRead);
    },
  });
  return { source: { size, slice }, close: () => handle.close() };
}

function renderReport(verdict: ReportVerdict, path: string): string {
  const { revisions, head, signatures, message } = verdict;
  return joinParts([
    [
      toPrintable(`${path}: ${nameVerdict(verdict)}`),
      '',
      toPrintable(nameFile(message, { place: 'report.pdf', path })),
    ],
    alignColumns([
      ...(revisions === null ? [] : [['Revisions', `${revisions}`]]),
      ...(head === null ? [] : [['Head', head]]),
    ]),
    titled('Signatures', alignColumns(signatures.map(listSignature))),
  ]);
}

const listSignature = ({ field, verdict, level, time, time_source, signer, code }: SignatureVerdict) => [
  verdict,
  level ?? '-',
  // `now` only served to judge the signature: nothing proves when it was made.
  time_source === 'now' ? '-' : (time ?? '-'),
  field,
  // An untrusted signature's code is the same word.
  signer ?? (code === verdict ? '' : (code ?? '')),
];
