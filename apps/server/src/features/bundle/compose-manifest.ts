import { DEMO_AUTHORITY } from '../../platform/tsa-client/timestamp-authority.ts';
import { extensionOf } from '../evidence/exports/extension-of.ts';
import type { BundleRows } from './read-bundle-rows.ts';

export type BundleFile = { path: string; mime: string; byte_size: number; sha256: string };

export const CHAIN_PATH = 'chain.jsonl';
export const DISCLOSURES_PATH = 'disclosures.json';

/** What manifest.json says: where everything is in the bundle, and what it should be. */
export const composeManifest = (rows: BundleRows) => ({
  format: 'field-inspection-bundle',
  version: 1,
  session: {
    id: rows.session.id,
    organisation_id: rows.session.organisation_id,
    created_at: rows.session.created_at.toISOString(),
    started_at: rows.session.started_at?.toISOString() ?? null,
    ended_at: rows.session.ended_at?.toISOString() ?? null,
    locale: rows.session.locale,
  },
  chain: {
    path: CHAIN_PATH,
    length: rows.chain.head_sequence,
    head: rows.chain.head_hash,
    frozen_at: rows.chain.frozen_at.toISOString(),
  },
  anchors: rows.chain.anchors.map((anchor, index) => ({
    authority: anchor.authority,
    demo: anchor.authority === DEMO_AUTHORITY,
    status: anchor.status,
    gen_time: anchor.gen_time?.toISOString() ?? null,
    serial: anchor.serial,
    policy: anchor.policy,
    token: anchor.token && tokenPath(index),
    certificates: anchor.token && certificatesPath(index),
  })),
  evidence: listEvidence(rows),
  disclosures: DISCLOSURES_PATH,
});

export const tokenPath = (index: number): string => `anchors/${index + 1}.tst`;
export const certificatesPath = (index: number): string => `anchors/${index + 1}.pem`;

const listEvidence = ({ evidence, captures }: BundleRows) => {
  const sequences = new Map(
    captures.map(({ sequence, payload }) => [(payload as { evidence_id?: string }).evidence_id, sequence]),
  );
  return evidence.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    sequence: sequences.get(row.id) ?? null,
    path: `originals/${row.id}.${extensionOf(row.mime)}`,
    mime: row.mime,
    byte_size: Number(row.byte_size),
    sha256: row.sha256!,
    captured_at: row.captured_at?.toISOString() ?? null,
    received_at: row.received_at?.toISOString() ?? null,
    annotates: row.annotates,
    whiteboard: row.whiteboard_id,
    version: row.version,
    derivatives: listDerivatives(row),
  }));
};

const listDerivatives = (row: BundleRows['evidence'][number]): (BundleFile & { variant: string })[] =>
  row.derivatives.map(({ variant, mime, byte_size, sha256 }) => ({
    variant,
    path: `derivatives/${row.id}/${variant}.${extensionOf(mime)}`,
    mime,
    byte_size: Number(byte_size),
    sha256,
  }));

export type BundleManifest = ReturnType<typeof composeManifest>;
