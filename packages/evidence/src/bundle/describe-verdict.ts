import { BUNDLE_PLACE } from '../bundle-refusal.ts';
import type { AnchorVerdict, EvidenceVerdict } from './evidence-verdict.ts';

type Described = Omit<EvidenceVerdict, 'message'>;

export function describeVerdict(
  described: Described,
  { expectedHead }: { expectedHead: string | undefined },
): string {
  const { verdict, fault } = described;
  if (fault?.code === 'too_complex' && fault.place === BUNDLE_PLACE)
    return `The bundle was not verified to its end: ${fault.message}`;
  if (fault) {
    const rest = described.chain?.valid ? '' : ' Nothing after it was judged.';
    return `The bundle is broken. The first bad place is ${fault.place}: ${fault.message}${rest}`;
  }
  const contents = [describeContents(described), ...describeAfterFreeze(described)].join(' ');
  if (verdict === 'verified') return `${contents} ${describeTrust(described.anchors)} ${DERIVATIVES}`;

  const doubt = describeDoubt(described, expectedHead !== undefined);
  return `${contents} ${doubt} ${DERIVATIVES}`;
}

const DERIVATIVES =
  'The pictures in derivatives/ are made from the originals and prove nothing; README.txt and empty folders are not verified.';

function describeContents({ files, length, redacted }: Described): string {
  const originals = countPresent(files, 'originals/');
  const evidence =
    originals === 1 ? 'the one piece of evidence is' : `all ${originals} pieces of evidence are`;
  const values = redacted === 1 ? '1 personal value was' : `${redacted} personal values were`;
  const missing = redacted > 0 ? `; ${values} redacted` : '';
  return `All evidence in the bundle agrees: the chain of ${length} entries is whole, and ${evidence} what it captured${missing}.`;
}

function countPresent(files: Described['files'], folder: string): number {
  return files.filter(({ path, withheld }) => path.startsWith(folder) && withheld === undefined).length;
}

/** Also names withheld files, and addenda without an anchor. */
function describeAfterFreeze({ files, addenda, withheld, unproven }: Described): string[] {
  if (!addenda?.length) return [];
  const { length, unanchored } = addenda;
  const entries = length === 1 ? '1 addendum goes' : `${length} addenda go`;
  const reports = countPresent(files, 'reports/');
  const named = reports === 1 ? 'the report is the one' : `the ${reports} reports are those`;
  const parts = [`${entries} on from its head${reports > 0 ? `, and ${named} that they name` : ''}.`];
  if (unanchored! > 0) {
    const last = unanchored === 1 ? 'the last of them' : `the last ${unanchored} of them`;
    parts.push(`No anchor covers ${last}: nobody outside says since when they are there.`);
  }
  if (withheld > 0) {
    const what = withheld === 1 ? '1 file is' : `${withheld} files are`;
    parts.push(
      `${what} withheld, by redactions in the addenda: a trusted time of those does not prove who withheld anything.`,
    );
  }
  if (unproven > 0) {
    const what = unproven === 1 ? '1 file is' : `${unproven} files are`;
    parts.push(
      `${what} withheld, not yet proven: no valid anchor covers the redaction. Right after a redaction this takes a minute or more: get the bundle anew then. If it stays so, anybody may have taken the file out.`,
    );
  }
  return parts;
}

function describeDoubt({ anchors }: Described, hasHead: boolean): string {
  if (anchors.some(({ verdict, demo }) => verdict === 'trusted' && !demo)) {
    return 'An authority that you trust signed the head of the chain; but none did sign that what is withheld was redacted.';
  }
  const doubt = hasHead
    ? 'Its head is the one that you gave, so nothing was changed since you got that; nobody outside vouches for more.'
    : 'But nobody outside vouches for it: a bundle that was forged as a whole would look the same, at any time.';
  return `${doubt} ${describeAnchors(anchors)}`;
}

function describeTrust(anchors: readonly AnchorVerdict[]): string {
  const trusted = anchors.filter(({ verdict, demo }) => verdict === 'trusted' && !demo);
  const [first] = trusted.sort((one, other) => (one.gen_time! < other.gen_time! ? -1 : 1));
  return `Neither the chain nor what it captured was changed since ${first!.gen_time}: then ${first!.signer}, an authority that you trust, signed the head of the chain.`;
}

function describeAnchors(anchors: readonly AnchorVerdict[]): string {
  const count = (is: (anchor: AnchorVerdict) => boolean) => anchors.filter(is).length;
  if (count(({ demo, verdict }) => demo && verdict === 'trusted') > 0) {
    return "The root that you gave is the service's own demonstration authority, which proves nothing to a stranger.";
  }
  if (count(({ verdict }) => verdict === 'untrusted') > 0) {
    return 'Its tokens are good in themselves: to trust one, give the root certificate of its authority, from the authority.';
  }
  return 'No authority has signed the head yet.';
}
