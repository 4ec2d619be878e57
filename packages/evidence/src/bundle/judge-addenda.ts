import type { BundleFiles } from './bundle-files.ts';
import { BundleRefusal, type EvidenceFault } from '../bundle-refusal.ts';
import type { AddendaVerdict } from './evidence-verdict.ts';
import { judgeAnchor, type AnchorExpectation } from './judge-anchor.ts';
import { judgeDisclosures } from './judge-disclosures.ts';
import { judgeHead } from './judge-head.ts';
import { listDocuments, type Document } from './list-documents.ts';
import { ADDENDA_DISCLOSURES_PATH, ADDENDA_PATH, entryPlace } from './places.ts';
import { readAddenda, type AddendaFacts } from './read-addenda.ts';
import type { Manifest, ManifestAddendaAnchor } from './read-manifest.ts';
import { listWithheld, type Withholding } from './withholding.ts';

export type JudgedAddenda = {
  /** null in a bundle of version 1. */
  readonly verdict: AddendaVerdict | null;
  /** The PDFs that the addenda name. */
  readonly documents: readonly Document[];
  readonly withholding: Withholding;
  readonly redacted: number;
  /** Faults of the chain of addenda; with one, nothing in the addenda counts. */
  readonly chainFaults: readonly EvidenceFault[];
  readonly faults: readonly EvidenceFault[];
};

type Given = { readonly manifest: Manifest; readonly expected: AnchorExpectation };

/** The addenda go on from the chain's head, `expected.head`. */
export async function judgeAddenda(files: BundleFiles, given: Given): Promise<JudgedAddenda> {
  const nothing: JudgedAddenda = {
    verdict: null,
    documents: [],
    withholding: listWithheld(given.manifest),
    redacted: 0,
    chainFaults: [],
    faults: [],
  };
  const stated = given.manifest.addenda;
  if (!stated) return nothing;
  try {
    return await judgeStated(files, { ...given, stated, nothing });
  } catch (error) {
    if (!(error instanceof BundleRefusal)) throw error;
    return { ...nothing, chainFaults: [error.fault] };
  }
}

/** @throws {BundleRefusal} `missing_file`, `corrupt_file`, `too_large`, `malformed_addendum` */
async function judgeStated(
  files: BundleFiles,
  given: Given & { stated: NonNullable<Manifest['addenda']>; nothing: JudgedAddenda },
): Promise<JudgedAddenda> {
  const { manifest, expected, stated, nothing } = given;
  const anchored = new Set(stated.anchors.map(({ sequence }) => sequence));
  const { verdict, facts } = await readAddenda(files, { genesis: expected.head, anchored });
  const chain = judgeHead(verdict, { stated, expectedHead: undefined });
  if (!chain.valid) {
    const { sequence, code, message } = chain;
    const place = entryPlace(sequence, ADDENDA_PATH);
    const unread: AddendaVerdict = { head: null, length: null, chain, anchors: [], unanchored: null };
    return { ...nothing, verdict: unread, chainFaults: [{ place, code, message }] };
  }
  const documents = listDocuments(facts);
  const path = ADDENDA_DISCLOSURES_PATH;
  const disclosures = await judgeDisclosures(files, { path, commitments: facts.commitments });
  const { anchors, faults } = await judgeAnchors(files, { listed: stated.anchors, facts, expected });
  const { length, head } = chain;
  const coveredUpTo = findCovered(anchors, ['trusted', 'untrusted']);
  return {
    verdict: { head: head.hash, length, chain, anchors, unanchored: length - coveredUpTo },
    documents,
    withholding: { ...listWithheld(manifest), redactions: facts.redactions, coveredUpTo },
    redacted: disclosures.redacted,
    chainFaults: [],
    faults: [...disclosures.faults, ...faults],
  };
}

type Anchors = AddendaVerdict['anchors'];

async function judgeAnchors(
  files: BundleFiles,
  given: { listed: readonly ManifestAddendaAnchor[]; facts: AddendaFacts; expected: AnchorExpectation },
): Promise<{ anchors: Anchors; faults: EvidenceFault[] }> {
  const { listed, facts, expected } = given;
  const anchors = [];
  const faults = [];
  for (const each of listed) {
    const head = facts.hashes.get(each.sequence)!;
    const judged = await judgeAnchor(files, { listed: each, expected: { ...expected, head } });
    anchors.push({ ...judged.anchor, sequence: each.sequence });
    faults.push(...judged.faults);
  }
  return { anchors, faults };
}

/** Gives the last addendum for which an anchor with one of these verdicts vouches; 0 for none. */
function findCovered(anchors: Anchors, verdicts: readonly string[]): number {
  return anchors.reduce(
    (covered, { verdict, sequence }) => (verdicts.includes(verdict) ? Math.max(covered, sequence) : covered),
    0,
  );
}
