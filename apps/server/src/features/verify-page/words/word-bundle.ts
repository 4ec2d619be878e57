import type { AnchorVerdict, EvidenceVerdict, FileVerdict } from '@field-inspection/evidence';
import type { Fact, Finding, Group, Item } from './finding.ts';
import type { VerifyKey } from './verify-catalogues.ts';
import { wordFault } from './word-fault.ts';
import { showValue, writeCount, writeText, writeTime, type Language } from './write-text.ts';

type Judged = {
  readonly verdict: EvidenceVerdict;
  /** The head in the page's address, which the bundle should have; null without one. */
  readonly expectedHead: string | null;
};

/** The verdict on a bundle in words. */
export const wordBundle = (language: Language, { verdict, expectedHead }: Judged): Finding => ({
  ...chooseLead(language, { verdict, expectedHead }),
  fault: wordFault(language, verdict.fault),
  proven: verdict.fault ? [] : listProven(language, { verdict, expectedHead }),
  unproven: verdict.fault ? [] : listUnproven(verdict).map((key) => writeText(language, key)),
  facts: listFacts(language, verdict),
  groups: listGroups(language, verdict),
});

type Lead = Pick<Finding, 'tone' | 'heading' | 'lead'>;

const chooseLead = (language: Language, { verdict, expectedHead }: Judged): Lead => {
  const write = (key: VerifyKey) => writeText(language, key);
  const { anchors } = verdict;
  if (verdict.verdict === 'broken') {
    return { tone: 'bad', heading: write('bundle.broken.heading'), lead: write('bundle.broken.lead') };
  }
  if (isOther({ verdict, expectedHead })) {
    return { tone: 'bad', heading: write('bundle.other.heading'), lead: write('bundle.other.lead') };
  }
  const first = findEarliest(anchors.filter(isTrusted));
  if (first && verdict.verdict === 'intact') {
    const lead = write('bundle.intact.withheld');
    return { tone: 'doubt', heading: write('bundle.intact.heading'), lead };
  }
  if (first) {
    const values = { time: writeTime(language, first.gen_time!), signer: first.signer! };
    const lead = writeText(language, 'bundle.verified.lead', values);
    return { tone: 'good', heading: write('bundle.verified.heading'), lead };
  }
  return { tone: 'doubt', heading: write('bundle.intact.heading'), lead: writeDoubt(language, anchors) };
};

const writeDoubt = (language: Language, anchors: readonly AnchorVerdict[]): string => {
  const stamped = anchors.filter(({ gen_time }) => gen_time !== null);
  const claimed = findEarliest(stamped.filter(({ demo }) => !demo));
  if (claimed) {
    const time = writeTime(language, claimed.gen_time!);
    return writeText(language, 'bundle.intact.untrusted', { time });
  }
  return writeText(language, stamped.length > 0 ? 'bundle.intact.demo' : 'bundle.intact.pending');
};

const isOther = ({ verdict: { head }, expectedHead }: Judged): boolean =>
  expectedHead !== null && head !== expectedHead;

// A demo authority proves nothing, whoever gives its root.
const isTrusted = ({ verdict, demo }: AnchorVerdict): boolean => verdict === 'trusted' && !demo;

const findEarliest = (anchors: readonly AnchorVerdict[]): AnchorVerdict | undefined =>
  anchors.toSorted((one, other) => (one.gen_time! < other.gen_time! ? -1 : 1))[0];

const listProven = (language: Language, { verdict, expectedHead }: Judged): string[] => {
  const hasHead = expectedHead !== null && !isOther({ verdict, expectedHead });
  const keys: VerifyKey[] = ['proven.chain', ...(countOriginals(verdict) > 0 ? ORIGINALS : [])];
  if (hasHead) keys.push('proven.head');
  const times = verdict.anchors.filter(isTrusted).map(({ gen_time, signer }) => {
    const values = { signer: signer!, time: writeTime(language, gen_time!) };
    return writeText(language, 'proven.time', values);
  });
  // After the times: what a timestamp of the head covers comes before them.
  const later: VerifyKey[] = verdict.addenda?.length ? ['proven.addenda'] : [];
  if (countPresent(verdict, 'reports/') > 0) later.push('proven.reports');
  const write = (key: VerifyKey) => writeText(language, key);
  return [...keys.map(write), ...times, ...later.map(write)];
};

const ORIGINALS = ['proven.originals'] as const;

const listUnproven = (verdict: EvidenceVerdict): VerifyKey[] => {
  const isVouchedFor = verdict.anchors.some(isTrusted);
  const hasDerivatives = verdict.files.some(({ path }) => path.startsWith('derivatives/'));
  return [
    ...(isVouchedFor ? (['unproven.revocation'] as const) : (['unproven.authority'] as const)),
    ...(countOriginals(verdict) > 0 ? (['unproven.device'] as const) : []),
    ...(hasDerivatives ? (['unproven.derivatives'] as const) : []),
    ...(verdict.withheld > 0 ? (['unproven.withheld'] as const) : []),
    ...(verdict.addenda?.unanchored ? (['unproven.addenda'] as const) : []),
  ];
};

const countPresent = ({ files }: EvidenceVerdict, folder: string): number =>
  files.filter(({ path, withheld }) => path.startsWith(folder) && withheld === undefined).length;

const countOriginals = (verdict: EvidenceVerdict): number => countPresent(verdict, 'originals/');

const listFacts = (language: Language, verdict: EvidenceVerdict): Fact[] => {
  const { head, length, redacted, withheld, addenda } = verdict;
  const reports = countPresent(verdict, 'reports/');
  if (head === null) return [];
  const count = (key: VerifyKey, value: number) => ({
    label: writeText(language, key),
    value: writeCount(language, value),
  });
  return [
    { label: writeText(language, 'head.label'), value: head },
    count('label.entries', length ?? 0),
    count('label.originals', countOriginals(verdict)),
    ...(reports > 0 ? [count('label.reports', reports)] : []),
    ...(addenda?.length ? [count('label.addenda', addenda.length)] : []),
    ...(addenda?.unanchored ? [count('label.unanchored', addenda.unanchored)] : []),
    ...(withheld > 0 ? [count('label.withheld', withheld)] : []),
    ...(redacted > 0 ? [count('label.redacted', redacted)] : []),
  ];
};

const listGroups = (language: Language, { files, anchors, addenda }: EvidenceVerdict): Group[] => {
  const bad = files.filter(({ ok }) => !ok);
  return [
    { heading: writeText(language, 'label.files'), items: bad.map(listFile) },
    {
      heading: writeText(language, 'label.timestamps'),
      items: anchors.map((anchor) => listAnchor(language, anchor)),
    },
    {
      heading: writeText(language, 'label.addenda_timestamps'),
      items: (addenda?.anchors ?? []).map((anchor) => listAnchor(language, anchor)),
    },
  ].filter(({ items }) => items.length > 0);
};

const listFile = ({ path, code }: FileVerdict): Item => ({
  name: showValue(path),
  isBad: true,
  details: code ? [code] : [],
});

const listAnchor = (
  language: Language,
  { authority, demo, verdict, gen_time, signer, code }: AnchorVerdict,
): Item => {
  const isBad = verdict === 'invalid';
  return {
    name: showValue(authority),
    isBad,
    details: [
      ...(demo ? [writeText(language, 'state.demo')] : []),
      writeText(language, `state.${verdict}`),
      ...(gen_time === null ? [] : [writeTime(language, gen_time)]),
      ...(signer === null ? [] : [showValue(signer)]),
      ...(isBad && code ? [code] : []),
    ],
  };
};
