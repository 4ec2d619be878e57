import type { AnchorVerdict, EvidenceVerdict } from './evidence-verdict.ts';

type Described = Omit<EvidenceVerdict, 'message'>;

/** The verdict in words: what was proven, and what was not. */
export function describeVerdict(
  described: Described,
  { expectedHead }: { expectedHead: string | undefined },
): string {
  const { verdict, fault } = described;
  if (fault) {
    const rest = described.chain?.valid ? '' : ' Nothing after it was judged.';
    return `The bundle is broken. The first bad place is ${fault.place}: ${fault.message}${rest}`;
  }
  const contents = describeContents(described);
  if (verdict === 'verified') return `${contents} ${describeTrust(described.anchors)} ${DERIVATIVES}`;

  const hasHead = expectedHead !== undefined;
  const doubt = hasHead
    ? 'Its head is the one that you gave, so nothing was changed since you got that; nobody outside vouches for more.'
    : 'But nobody outside vouches for it: a bundle that was forged as a whole would look the same, at any time.';
  return `${contents} ${doubt} ${describeAnchors(described.anchors)} ${DERIVATIVES}`;
}

const DERIVATIVES = 'The pictures in derivatives/ are made from the originals and prove nothing.';

function describeContents({ files, length, redacted }: Described): string {
  const originals = files.filter(({ path }) => path.startsWith('originals/')).length;
  const evidence =
    originals === 1 ? 'the one piece of evidence is' : `all ${originals} pieces of evidence are`;
  const values = redacted === 1 ? '1 personal value was' : `${redacted} personal values were`;
  const missing = redacted > 0 ? `; ${values} redacted` : '';
  return `Everything in the bundle agrees: the chain of ${length} entries is whole, and ${evidence} what it captured${missing}.`;
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
