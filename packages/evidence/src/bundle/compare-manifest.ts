import type { EvidenceFault } from '../bundle-refusal.ts';
import { MANIFEST_PATH } from './places.ts';
import type { Capture, ChainFacts } from './read-chain.ts';
import type { Document } from './list-documents.ts';
import type { Manifest, ManifestEvidence, ManifestReport } from './read-manifest.ts';

export function compareSession(
  { session }: Pick<Manifest, 'session'>,
  { first }: Pick<ChainFacts, 'first'>,
): EvidenceFault | undefined {
  const isSame = first?.['session_id'] === session.id && first['organisation_id'] === session.organisation_id;
  return isSame ? undefined : differs("It names another session than the chain's first entry.");
}

export function compareEvidence(
  listed: ManifestEvidence,
  { sequence, payload }: Capture,
): EvidenceFault | undefined {
  const pairs: Record<string, [unknown, unknown]> = {
    sequence: [listed.sequence, sequence],
    kind: [listed.kind, payload['evidence_kind']],
    mime: [listed.mime, payload['mime']],
    byte_size: [listed.byte_size, payload['byte_size']],
    sha256: [listed.sha256, payload['sha256']],
    captured_at: [listed.captured_at, payload['captured_at']],
    annotates: [listed.annotates, payload['annotates']],
    whiteboard: [listed.whiteboard, payload['whiteboard_id']],
    version: [listed.version, payload['version']],
  };
  const field = findDifference(pairs);
  return field === undefined
    ? undefined
    : differs(`Of ${listed.id} it has another ${field} than entry ${sequence} of the chain.`);
}

export function compareReport(
  listed: ManifestReport,
  { sequence, sha256, byteSize, payload }: Document,
): EvidenceFault | undefined {
  const field = findDifference({
    id: [listed.id, payload['report_id']],
    byte_size: [listed.byte_size, byteSize],
    sha256: [listed.sha256, sha256],
  });
  return field === undefined
    ? undefined
    : differs(`Of ${listed.path} it has another ${field} than entry ${sequence} of the addenda.`);
}

function findDifference(pairs: Readonly<Record<string, readonly [unknown, unknown]>>): string | undefined {
  return Object.keys(pairs).find((name) => pairs[name]![0] !== (pairs[name]![1] ?? null));
}

function differs(message: string): EvidenceFault {
  return { place: MANIFEST_PATH, code: 'differs_from_chain', message };
}
