import { createHash } from 'node:crypto';

import { signTimestamp } from '../authority.ts';
import type { CanonicalValue } from '../canonical/canonicalize-json.ts';
import { appendEntries } from '../chain/append-entry.ts';
import { GENESIS_HEAD, type AuditEntry, type AuditEntryDraft } from '../chain/audit-entry.ts';
import { commitValue } from '../commitment/commit-value.ts';
import { buildTimestampRequest } from '../timestamp/build-timestamp-request.ts';
import { readTimestampReply } from '../timestamp/read-timestamp-reply.ts';
import type { TestAuthority } from './create-authority.ts';
import { writeBundleZip } from './write-bundle-zip.ts';
import { writePem } from './write-pem.ts';

export type BundleFiles = ReadonlyMap<string, Uint8Array>;

/** A bundle of version 1 as the service writes it, with its parts at hand for those who want them otherwise. */
export type TestBundle = {
  readonly files: BundleFiles;
  readonly entries: readonly AuditEntry[];
  readonly manifest: TestManifest;
  /** The paths of the originals, as they were captured. */
  readonly originals: readonly string[];
};

export type TestManifest = ReturnType<typeof composeManifest>;

export type BundleAnchor = { authority: TestAuthority; name: string; demo?: boolean; genTime?: Date };

export const SESSION_ID = '0199f0a0-0000-7000-8000-000000000001';
export const ORGANISATION_ID = '0199f0a0-0000-7000-8000-000000000002';

export const STAMPED_AT = new Date('2026-11-20T10:02:00.000Z');

const POLICY = '1.3.6.1.4.1.99999.1';

const encoder = new TextEncoder();

/** `drafts` are told between the photos. `anchors` that are null have not answered. */
export async function buildBundle(
  given: {
    photos?: readonly Uint8Array[];
    drafts?: readonly AuditEntryDraft[];
    anchors?: readonly (BundleAnchor | null)[];
    notes?: CanonicalValue;
  } = {},
): Promise<TestBundle> {
  const { photos = [encoder.encode('a photo')], drafts = [], anchors = [], notes = 'Roof' } = given;
  const disclosure = { salt: hash(encoder.encode('salt')), value: notes };
  const evidence = photos.map(describePhoto);
  const entries = await appendEntries(GENESIS_HEAD, [
    draft('session.created', {
      organisation_id: ORGANISATION_ID,
      session_id: SESSION_ID,
      notes: await commitValue(disclosure),
    }),
    ...interleave(
      drafts,
      evidence.map(({ payload }) => draft('evidence.captured', payload)),
    ),
    draft('session.ended', {}),
  ]);
  const tokens = await Promise.all(
    anchors.map((anchor) => anchor && stampHead(entries.at(-1)!.hash, anchor)),
  );
  const manifest = composeManifest({ entries, evidence, anchors, tokens });
  const files = new Map<string, Uint8Array>([
    ['README.txt', encoder.encode('How to verify this.\n')],
    ['manifest.json', writeManifest(manifest)],
    ['chain.jsonl', writeChain(entries)],
    ['disclosures.json', writeJson([{ sequence: 1, field: 'notes', ...disclosure }])],
  ]);
  for (const [index, token] of tokens.entries()) {
    if (!token) continue;
    files
      .set(`anchors/${index + 1}.tst`, token.token)
      .set(`anchors/${index + 1}.pem`, encoder.encode(token.pem));
  }
  for (const { path, derivative, bytes } of evidence) {
    files.set(path, bytes).set(derivative.path, derivative.bytes);
  }
  return { files, entries, manifest, originals: evidence.map(({ path }) => path) };
}

/** The bundle with other files, as bundle.zip; an undefined one is left out. */
export function zipBundle(
  { files }: Pick<TestBundle, 'files'>,
  changes: Readonly<Record<string, Uint8Array | undefined>> = {},
): Promise<Uint8Array> {
  const changed = new Map<string, Uint8Array | undefined>([...files, ...Object.entries(changes)]);
  return writeBundleZip([...changed].flatMap(([path, bytes]) => (bytes ? [[path, bytes] as const] : [])));
}

export function writeChain(entries: readonly unknown[]): Uint8Array {
  return encoder.encode(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

export function writeManifest(manifest: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(manifest, null, 2));
}

export function writeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A token of an authority for the head of a chain, with what a manifest says of it. */
export async function stampHead(
  head: string,
  { authority, genTime = STAMPED_AT }: { authority: TestAuthority; genTime?: Date },
) {
  const { der: request } = buildTimestampRequest(Buffer.from(head, 'hex'), {
    nonce: new Uint8Array(8).fill(0x41),
  });
  const { certificates, key } = authority;
  const order = { request, certificates, key, serial: 0x80n, genTime, policy: POLICY };
  const { token } = readTimestampReply(await signTimestamp(order));
  const pem = sortCertificates(certificates).map(writePem).join('');
  return { token, pem, gen_time: genTime.toISOString(), serial: '80', policy: POLICY };
}

// As they stand in the token: a set has the order of its bytes (X.690, section 11.6).
function sortCertificates(certificates: readonly Uint8Array[]): Uint8Array[] {
  return [...certificates].sort((one, other) => Buffer.compare(one, other));
}

function draft(kind: string, payload: Record<string, CanonicalValue>): AuditEntryDraft {
  return { kind, occurred_at: '2026-11-20T09:30:00.000Z', payload };
}

function interleave<Item>(ones: readonly Item[], others: readonly Item[]): Item[] {
  const length = Math.max(ones.length, others.length);
  return Array.from({ length }, (_, index) => [
    ones.slice(index, index + 1),
    others.slice(index, index + 1),
  ]).flat(2);
}

function describePhoto(bytes: Uint8Array, index: number) {
  const id = `0199f0a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const payload = {
    evidence_id: id,
    evidence_kind: 'photo',
    sha256: hash(bytes),
    byte_size: bytes.length,
    mime: 'image/jpeg',
    captured_at: '2026-11-20T09:29:59.000Z',
    participant_id: '0199f0a0-0000-7000-8000-00000000000a',
  };
  const thumbnail = encoder.encode(`a thumbnail of ${id}`);
  const derivative = { path: `derivatives/${id}/thumbnail.webp`, bytes: thumbnail };
  return { id, path: `originals/${id}.jpg`, bytes, payload, derivative };
}

type Described = ReturnType<typeof describePhoto>;

function composeManifest(given: {
  entries: readonly AuditEntry[];
  evidence: readonly Described[];
  anchors: readonly (BundleAnchor | null)[];
  tokens: readonly (Awaited<ReturnType<typeof stampHead>> | null)[];
}) {
  const { entries, evidence, anchors, tokens } = given;
  const findSequence = (id: string) =>
    entries.find(({ payload }) => payload['evidence_id'] === id)?.sequence ?? null;
  return {
    format: 'field-inspection-bundle',
    version: 1,
    session: { id: SESSION_ID, organisation_id: ORGANISATION_ID, locale: 'it' },
    chain: { path: 'chain.jsonl', length: entries.length, head: entries.at(-1)!.hash },
    anchors: anchors.map((anchor, index) => ({
      authority: anchor?.name ?? 'https://tsa.example/silent',
      demo: anchor?.demo ?? false,
      status: anchor ? 'anchored' : 'pending',
      gen_time: tokens[index]?.gen_time ?? null,
      serial: tokens[index]?.serial ?? null,
      policy: tokens[index]?.policy ?? null,
      token: anchor ? `anchors/${index + 1}.tst` : null,
      certificates: anchor ? `anchors/${index + 1}.pem` : null,
    })),
    evidence: evidence.map(({ id, path, payload, derivative }) => ({
      id,
      kind: 'photo',
      status: 'ready',
      sequence: findSequence(id),
      path,
      mime: payload.mime,
      byte_size: payload.byte_size,
      sha256: payload.sha256,
      captured_at: payload.captured_at,
      received_at: '2026-11-20T09:30:00.000Z',
      annotates: null,
      whiteboard: null,
      version: null,
      derivatives: [
        {
          variant: 'thumbnail',
          path: derivative.path,
          mime: 'image/webp',
          byte_size: derivative.bytes.length,
          sha256: hash(derivative.bytes),
        },
      ],
    })),
    disclosures: 'disclosures.json',
  };
}
