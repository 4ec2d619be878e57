import type { CanonicalValue } from '../canonical/canonicalize-json.ts';
import { appendEntries } from '../chain/append-entry.ts';
import { GENESIS_HEAD, type AuditEntry, type AuditEntryDraft } from '../chain/audit-entry.ts';
import { commitValue } from '../commitment/commit-value.ts';
import { buildAddenda, type GivenAddenda, type TestAddenda } from './build-addenda.ts';
import { hash, writeChain, writeJson, writeManifest } from './bundle-texts.ts';
import { describeAnchor, stampHead, type BundleAnchor } from './stamp-head.ts';
import { writeBundleZip } from './write-bundle-zip.ts';

export { hash, writeChain, writeJson, writeManifest } from './bundle-texts.ts';
export { STAMPED_AT, stampHead, type BundleAnchor } from './stamp-head.ts';

export type BundleFiles = ReadonlyMap<string, Uint8Array>;

/**
 * A bundle as the service writes it, with its parts for tests that change them: version 2 with addenda, else version 1.
 */
export type TestBundle = {
  readonly files: BundleFiles;
  readonly entries: readonly AuditEntry[];
  readonly manifest: TestManifest;
  readonly addenda: readonly AuditEntry[];
  readonly originals: readonly string[];
};

export type TestManifest = ReturnType<typeof composeManifest> & Partial<TestAddenda['manifest']>;

export const SESSION_ID = '0199f0a0-0000-7000-8000-000000000001';
export const ORGANISATION_ID = '0199f0a0-0000-7000-8000-000000000002';

const encoder = new TextEncoder();

/** `drafts` stand between the photos. An anchor that is null has not answered. */
export async function buildBundle(
  given: {
    photos?: readonly Uint8Array[];
    drafts?: readonly AuditEntryDraft[];
    anchors?: readonly (BundleAnchor | null)[];
    notes?: CanonicalValue;
    addenda?: GivenAddenda;
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
  const addenda = given.addenda && (await buildAddenda(entries.at(-1)!.hash, given.addenda));
  const manifest = {
    ...composeManifest({ entries, evidence, anchors, tokens }),
    ...addenda?.manifest,
  };
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
  for (const [path, bytes] of addenda?.files ?? []) files.set(path, bytes);
  const originals = evidence.map(({ path }) => path);
  return { files, entries, manifest, originals, addenda: addenda?.entries ?? [] };
}

/** Packs the bundle with changed files; undefined leaves one out. */
export function zipBundle(
  { files }: Pick<TestBundle, 'files'>,
  changes: Readonly<Record<string, Uint8Array | undefined>> = {},
): Promise<Uint8Array> {
  const changed = new Map<string, Uint8Array | undefined>([...files, ...Object.entries(changes)]);
  return writeBundleZip([...changed].flatMap(([path, bytes]) => (bytes ? [[path, bytes] as const] : [])));
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
    anchors: anchors.map((anchor, index) =>
      describeAnchor(anchor, { token: tokens[index], path: `anchors/${index + 1}` }),
    ),
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
