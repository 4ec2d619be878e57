import type { CanonicalValue } from '../canonical/canonicalize-json.ts';
import { appendEntries } from '../chain/append-entry.ts';
import type { AuditEntryDraft } from '../chain/audit-entry.ts';
import { commitValue } from '../commitment/commit-value.ts';
import { hash, writeChain, writeJson } from './bundle-texts.ts';
import { describeAnchor, stampHead, type BundleAnchor } from './stamp-head.ts';

/**
 * Entries after the freeze: one for each report, then each redaction with the hashes that it withholds, last `drafts`.
 * Each anchor covers so many entries. `withheld` is the manifest's list.
 */
export type GivenAddenda = {
  reports?: readonly Uint8Array[];
  redactions?: readonly (readonly string[])[];
  drafts?: readonly AuditEntryDraft[];
  anchors?: readonly { anchor: BundleAnchor | null; sequence: number }[];
  withheld?: readonly { path: string; sequence: number }[];
  reason?: string;
};

export type TestAddenda = Awaited<ReturnType<typeof buildAddenda>>;

export const REPORT_ID = '0199f0a0-0000-7000-8000-0000000000f1';

const encoder = new TextEncoder();

export async function buildAddenda(genesis: string, given: GivenAddenda) {
  const { reports = [], redactions = [], drafts = [], anchors = [], withheld = [], reason } = given;
  const disclosure =
    reason === undefined ? undefined : { salt: hash(encoder.encode('salt 2')), value: reason };
  const commitment: Record<string, CanonicalValue> = disclosure
    ? { reason: await commitValue(disclosure) }
    : {};
  const entries = await appendEntries({ sequence: 0, hash: genesis }, [
    ...reports.map((bytes) => draftAddendum('report.ready', describeReport(bytes))),
    ...redactions.map((hashes) => draftAddendum('redaction', { withheld: [...hashes], ...commitment })),
    ...drafts,
  ]);
  const disclosed = disclosure ? [{ sequence: reports.length + 1, field: 'reason', ...disclosure }] : [];
  const files = new Map<string, Uint8Array>([
    ['addenda.jsonl', writeChain(entries)],
    ['addenda-disclosures.json', writeJson(disclosed)],
    ...reports.map((bytes, index) => [`reports/${index + 1}.pdf`, bytes] as const),
  ]);
  const listed = [];
  for (const [index, { anchor, sequence }] of anchors.entries()) {
    const path = `addenda-anchors/${index + 1}`;
    const token = anchor && (await stampHead(entries[sequence - 1]!.hash, anchor));
    if (token) files.set(`${path}.tst`, token.token).set(`${path}.pem`, encoder.encode(token.pem));
    listed.push({ ...describeAnchor(anchor, { token, path }), sequence });
  }
  const manifest = {
    version: 2,
    addenda: {
      path: 'addenda.jsonl',
      length: entries.length,
      head: entries.at(-1)?.hash ?? genesis,
      anchors: listed,
      disclosures: 'addenda-disclosures.json',
    },
    reports: reports.map(listReport),
    withheld: [...withheld],
  };
  return { entries, files, manifest };
}

export function draftAddendum(kind: string, payload: Record<string, CanonicalValue>): AuditEntryDraft {
  return { kind, occurred_at: '2026-11-20T11:30:00.000Z', payload };
}

export function describeReport(bytes: Uint8Array) {
  return { report_id: REPORT_ID, sha256: hash(bytes), byte_size: bytes.length, locale: 'it' };
}

function listReport(bytes: Uint8Array, index: number) {
  const { report_id: id, ...file } = describeReport(bytes);
  return { id, sequence: index + 1, path: `reports/${index + 1}.pdf`, mime: 'application/pdf', ...file };
}
