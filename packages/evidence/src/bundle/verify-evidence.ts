import { isHex64 } from '../bytes.ts';
import { EvidenceError } from '../evidence-error.ts';
import { assertTime } from '../timestamp/arguments.ts';
import { openFiles, type BundleFiles } from './bundle-files.ts';
import { BUNDLE_PLACE, BundleRefusal } from '../bundle-refusal.ts';
import { compareSession } from './compare-manifest.ts';
import { describeVerdict } from './describe-verdict.ts';
import type { AnchorVerdict, EvidenceVerdict } from './evidence-verdict.ts';
import { judgeAddenda } from './judge-addenda.ts';
import { judgeAnchor, type AnchorExpectation, type JudgedAnchor } from './judge-anchor.ts';
import { judgeDisclosures } from './judge-disclosures.ts';
import { judgeEvidence } from './judge-evidence.ts';
import { judgeHead } from './judge-head.ts';
import { judgeOthers, judgeReports } from './judge-others.ts';
import { DISCLOSURES_PATH, entryPlace } from './places.ts';
import { listCaptures, readChain, type ChainFacts } from './read-chain.ts';
import { readManifest, type Manifest } from './read-manifest.ts';
import { openBudget, TooComplex } from '../step-budget.ts';
import { readRoots } from '../x509/read-roots.ts';
import { openSource, type BlobSource } from './zip/byte-source.ts';

export type EvidenceExpectation = {
  /**
   * The root certificates of the timestamp authorities that are trusted: PEM, or DER. From the authorities: a bundle
   * can't vouch for itself. Default: none, so that the verdict is `intact` at best.
   */
  readonly roots?: readonly (string | Uint8Array)[];
  /** The head that the chain must have, as it was kept elsewhere (a session's `audit_chain_hash`). Default: any. */
  readonly expectedHead?: string;
  /** The time of verification: a token of a later time is refused. */
  readonly now: Date;
  /**
   * Most steps of the verification, so that a ZIP made for it can't hold a verifier for long: a file of it is 50 steps,
   * a value of its JSON one, of a token four, 256 bytes that are unpacked or parsed are one, a signature that is
   * checked is 250. The bytes of stored files, such as recordings and photos, cost none. With more the verdict is
   * `broken`, with the code `too_complex`. Default: 10 000 000; a bundle of 10 000 files takes less than a tenth.
   */
  readonly maxSteps?: number;
};

type Findings = Omit<EvidenceVerdict, 'verdict' | 'message' | 'withheld' | 'unproven'>;

const NOTHING: Findings = {
  head: null,
  length: null,
  fault: null,
  chain: null,
  files: [],
  anchors: [],
  addenda: null,
  redacted: 0,
};

/**
 * Verifies an evidence bundle (bundle.zip), offline and without trust in who made it: that its chain is whole, that
 * every piece of evidence is the one that the chain captured, and that timestamp authorities signed the chain's head; and
 * of version 2, that the addenda go on from it, with the reports that they name. A bundle of version 1 is read as well.
 * The bundle is taken as attacker-controlled: anything that is wrong with it is a verdict that names the first bad
 * place, never an exception. Large files are read part by part.
 *
 * What counts is the chain: manifest.json, which nobody signed, only tells where things are. Pictures in derivatives/
 * are held against it, and prove nothing. A file may be missing only when a redaction in the addenda names its hash; until
 * a valid anchor covers that redaction it is withheld, not yet proven.
 *
 * @param bundle the bytes, or a `Blob`, which is read as it is needed. `fs.openAsBlob` of Node.js makes one of a file, but
 *   not beyond 2 GiB (https://github.com/nodejs/node/issues/52585); any object with `size` and `slice` will do.
 * @returns the verdict. The promise is rejected only by `EvidenceError`: `invalid_bundle`, `invalid_root`,
 *   `invalid_head`, `invalid_time` for arguments that are not of the bundle, and `digest_unavailable`; and by what a
 *   blob throws that can't be read.
 *
 * @example
 * ```ts
 * import { openAsBlob, readFileSync } from 'node:fs';
 * import { verifyEvidence } from '@field-inspection/evidence';
 *
 * const { verdict, message, fault } = await verifyEvidence(await openAsBlob('bundle.zip'), {
 *   roots: [readFileSync('roots.pem', 'utf8')],
 *   now: new Date(),
 * });
 * console.log(verdict, fault?.place); // broken chain.jsonl, entry 7
 * console.log(message);
 * ```
 *
 * @see docs/verifying-evidence.md; https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT (ZIP), RFC 3161
 */
export async function verifyEvidence(
  bundle: Uint8Array | BlobSource,
  { roots = [], expectedHead, now, maxSteps }: EvidenceExpectation,
): Promise<EvidenceVerdict> {
  assertTime(now);
  if (expectedHead !== undefined && !isHex64(expectedHead)) {
    throw new EvidenceError(
      'invalid_head',
      'expectedHead must be 64 lower-case hex characters, or left out.',
    );
  }
  const expected = { roots: readRoots(roots), expectedHead, now };
  const source = openSource(bundle);
  const budget = openBudget(maxSteps);
  const findings = await judgeOrName(NOTHING, async () =>
    judgeBundle(await openFiles(source, budget), expected),
  );
  const withheld = findings.files.filter((file) => file.withheld !== undefined);
  const unproven = withheld.filter((file) => file.unproven).length;
  const decided = decide({ ...findings, withheld: withheld.length, unproven });
  return { ...decided, message: describeVerdict(decided, { expectedHead }) };
}

type Expected = Omit<AnchorExpectation, 'head'> & { readonly expectedHead: string | undefined };

async function judgeBundle(files: BundleFiles, expected: Expected): Promise<Findings> {
  const manifest = await readManifest(files);
  const { verdict, facts } = await readChain(files);
  const chain = judgeHead(verdict, { stated: manifest.chain, expectedHead: expected.expectedHead });
  if (!chain.valid) {
    const { sequence, code, message } = chain;
    return { ...NOTHING, chain, fault: { place: entryPlace(sequence), code, message } };
  }
  const { head, length } = chain;
  const whole = { ...NOTHING, head: head.hash, length, chain };
  const expectedAnchors = { ...expected, head: head.hash };
  return judgeOrName(whole, async () => ({
    ...whole,
    ...(await judgeContents(files, { manifest, facts, expected: expectedAnchors })),
  }));
}

async function judgeContents(
  files: BundleFiles,
  { manifest, facts, expected }: { manifest: Manifest; facts: ChainFacts; expected: AnchorExpectation },
): Promise<Pick<Findings, 'fault' | 'files' | 'anchors' | 'addenda' | 'redacted'>> {
  const session = compareSession(manifest, facts);
  const addenda = await judgeAddenda(files, { manifest, expected });
  const { documents, withholding } = addenda;
  const evidence = await judgeEvidence(files, { captures: listCaptures(facts), manifest, withholding });
  const { commitments } = facts;
  const disclosures = await judgeDisclosures(files, { path: DISCLOSURES_PATH, commitments });
  const anchors: JudgedAnchor[] = [];
  for (const listed of manifest.anchors) anchors.push(await judgeAnchor(files, { listed, expected }));
  const reports = await judgeReports(files, { documents, manifest, withholding });
  const others = await judgeOthers(files, manifest);

  const judged = [...evidence, disclosures, ...anchors, ...reports, addenda, ...others];
  const faults = [...addenda.chainFaults, ...judged.flatMap((each) => each.faults)];
  return {
    fault: session ?? faults[0] ?? null,
    files: [...evidence, ...reports, ...others].map(({ file }) => file),
    anchors: anchors.map(({ anchor }) => anchor),
    addenda: addenda.verdict,
    redacted: disclosures.redacted + addenda.redacted,
  };
}

/** Gives the findings of `judge`, or the earlier ones with the fault that ended it. */
async function judgeOrName(before: Findings, judge: () => Promise<Findings>): Promise<Findings> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof BundleRefusal) return { ...before, fault: error.fault };
    if (!(error instanceof TooComplex)) throw error;
    return { ...before, fault: { place: BUNDLE_PLACE, code: 'too_complex', message: error.message } };
  }
}

type Decided = Omit<EvidenceVerdict, 'message'>;

function decide(findings: Omit<Decided, 'verdict'>): Decided {
  const { fault, anchors, addenda, files } = findings;
  if (fault) return { verdict: 'broken', ...findings };
  const trusted = (addenda?.anchors ?? []).filter(isTrusted).map(({ sequence }) => sequence);
  const trustedUpTo = Math.max(0, ...trusted);
  // Anybody can make a valid token. It may stand for a withheld file, but nobody trusted vouches then.
  const isVouched = files.every(({ withheld = 0 }) => withheld <= trustedUpTo);
  if (!anchors.some(isTrusted) || !isVouched) return { verdict: 'intact', ...findings };
  if (!addenda) return { verdict: 'verified', ...findings };
  const unanchored = addenda.length! - trustedUpTo;
  return { verdict: 'verified', ...findings, addenda: { ...addenda, unanchored } };
}

// A demo authority proves nothing to a stranger, even under a given root.
function isTrusted({ verdict, demo }: AnchorVerdict): boolean {
  return verdict === 'trusted' && !demo;
}
