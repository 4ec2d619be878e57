import type { Anchor as AnchorRow } from '#prisma';
import { DEMO_AUTHORITY } from '../../platform/tsa-client/timestamp-authority.ts';
import { extensionOf } from '../evidence/exports/name-object.ts';
import type { BundleRows } from './read-bundle-rows.ts';

export const CHAIN_PATH = 'chain.jsonl';
export const DISCLOSURES_PATH = 'disclosures.json';
export const ADDENDA_PATH = 'addenda.jsonl';
export const ADDENDA_DISCLOSURES_PATH = 'addenda-disclosures.json';

export const composeManifest = (rows: BundleRows) => {
  const redactions = listRedactions(rows);
  const evidence = listEvidence(rows, redactions);
  const reports = listReports(rows);
  return {
    format: 'field-inspection-bundle',
    version: 2,
    ...describeSession(rows),
    anchors: rows.chain.anchors.map((anchor, index) => describeAnchor(anchor, { folder: 'anchors', index })),
    evidence,
    disclosures: DISCLOSURES_PATH,
    addenda: describeAddenda(rows),
    reports,
    withheld: [...evidence, ...reports].flatMap(({ path, sha256 }) => {
      const sequence = redactions.get(sha256);
      return sequence === undefined ? [] : [{ path, sequence }];
    }),
  };
};

const describeSession = (rows: BundleRows) => ({
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
});

const describeAddenda = ({ chain, addenda, addendaAnchors }: BundleRows) => ({
  path: ADDENDA_PATH,
  length: addenda.length,
  head: addenda.at(-1)?.hash ?? chain.head_hash,
  anchors: addendaAnchors.map((anchor, index) => ({
    ...describeAnchor(anchor, { folder: 'addenda-anchors', index }),
    sequence: anchor.sequence,
  })),
  disclosures: ADDENDA_DISCLOSURES_PATH,
});

export type TokenPosition = { folder: 'anchors' | 'addenda-anchors'; index: number };

type Described = Pick<AnchorRow, 'authority' | 'status' | 'gen_time' | 'serial' | 'policy' | 'token'>;

const describeAnchor = (anchor: Described, position: TokenPosition) => ({
  authority: anchor.authority,
  demo: anchor.authority === DEMO_AUTHORITY,
  status: anchor.status,
  gen_time: anchor.gen_time?.toISOString() ?? null,
  serial: anchor.serial,
  policy: anchor.policy,
  token: anchor.token && tokenPath(position),
  certificates: anchor.token && certificatesPath(position),
});

export const tokenPath = ({ folder, index }: TokenPosition): string => `${folder}/${index + 1}.tst`;
export const certificatesPath = ({ folder, index }: TokenPosition): string => `${folder}/${index + 1}.pem`;

const listEvidence = ({ evidence, captures }: BundleRows, redactions: ReadonlyMap<string, number>) => {
  const redacted = new Set(evidence.filter(({ sha256 }) => redactions.has(sha256!)).map(({ id }) => id));
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
    // A derivative shows withheld evidence, and so does one of an annotation on it.
    derivatives: [row.id, row.annotates].some((id) => redacted.has(id ?? '')) ? [] : listDerivatives(row),
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

const listRedactions = ({ addenda }: Pick<BundleRows, 'addenda'>): ReadonlyMap<string, number> => {
  const redactions = addenda.filter(({ kind }) => kind === 'redaction').toReversed();
  return new Map(
    redactions.flatMap(({ sequence, payload }) =>
      listHashes(payload).map((sha256) => [sha256, sequence] as const),
    ),
  );
};

const listHashes = ({ withheld = [] }: { withheld?: string[] }): string[] => withheld;

type BundleReport = BundleFile & { id: string; sequence: number };

type Named = { report_id: string; sha256: string; byte_size: number };

const KINDS = ['report.ready', 'signature.applied'];

const listReports = ({ addenda }: Pick<BundleRows, 'addenda'>): BundleReport[] =>
  addenda
    .filter(({ kind }) => KINDS.includes(kind))
    .map(({ sequence, payload }) => {
      const { report_id: id, sha256, byte_size } = payload as Named;
      return { id, sequence, path: `reports/${sequence}.pdf`, mime: 'application/pdf', byte_size, sha256 };
    });

export type BundleFile = { path: string; mime: string; byte_size: number; sha256: string };
