import type {
  AddendaAnchorVerdict,
  AnchorVerdict,
  EvidenceVerdict,
  FileVerdict,
} from '@field-inspection/evidence';
import {
  type Fact,
  type Finding,
  type Group,
  type Item,
  type Language,
  showValue,
  type VerifyKey,
  writeCount,
  writeText,
  writeTime,
} from './finding.ts';
import { wordFault, wordReason } from './word-fault.ts';

type Judged = {
  readonly verdict: EvidenceVerdict;
  readonly expectedHead: string | null;
};

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
  if (verdict.unproven > 0) {
    return { tone: 'doubt', heading: write('bundle.unproven.heading'), lead: write('bundle.unproven.lead') };
  }
  const first = findEarliest(anchors.filter(isTrusted));
  if (first && verdict.verdict === 'intact') {
    return { tone: 'doubt', heading: write('bundle.withheld.heading'), lead: write('bundle.withheld.lead') };
  }
  if (first) {
    const values = { time: writeTime(language, first.gen_time!), signer: first.signer! };
    const lead = addWithheld(language, writeText(language, 'bundle.verified.lead', values), verdict);
    return { tone: 'good', heading: write('bundle.verified.heading'), lead };
  }
  const lead = addWithheld(language, writeDoubt(language, anchors), verdict);
  return { tone: 'doubt', heading: write('bundle.intact.heading'), lead };
};

// A person who reads only the first sentence should know that something is missing.
const addWithheld = (language: Language, lead: string, { withheld }: EvidenceVerdict): string =>
  withheld > 0 ? `${lead} ${writeText(language, 'bundle.withheld.too')}` : lead;

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

// A demo authority proves nothing, even under a given root.
const isTrusted = ({ verdict, demo }: AnchorVerdict): boolean => verdict === 'trusted' && !demo;

const findEarliest = (anchors: readonly AnchorVerdict[]): AnchorVerdict | undefined =>
  [...anchors].sort((one, other) => (one.gen_time! < other.gen_time! ? -1 : 1))[0];

const listProven = (language: Language, { verdict, expectedHead }: Judged): string[] => {
  const hasHead = expectedHead !== null && !isOther({ verdict, expectedHead });
  const { addenda, anchors } = verdict;
  const keys = [
    'proven.chain' as const,
    countPresent(verdict, 'originals/') > 0 && ('proven.originals' as const),
    hasHead && ('proven.head' as const),
    addenda?.length && ('proven.addenda' as const),
    countPresent(verdict, 'reports/') > 0 && ('proven.reports' as const),
  ].filter((key) => typeof key === 'string');
  return [
    ...keys.map((key) => writeText(language, key)),
    ...anchors
      .filter(isTrusted)
      .map((anchor) => writeText(language, 'proven.chain_time', timeOf(language, anchor))),
    ...(addenda?.anchors ?? []).filter(isTrusted).map((anchor) => {
      const values = { ...timeOf(language, anchor), number: anchor.sequence };
      return writeText(language, 'proven.addenda_time', values);
    }),
  ];
};

const timeOf = (language: Language, { signer, gen_time }: AnchorVerdict) => ({
  signer: signer!,
  time: writeTime(language, gen_time!),
});

const listUnproven = (verdict: EvidenceVerdict): VerifyKey[] => {
  const isVouchedFor = verdict.anchors.some(isTrusted);
  const hasDerivatives = countPresent(verdict, 'derivatives/') > 0;
  return [
    ...(isVouchedFor ? (['unproven.revocation'] as const) : (['unproven.authority'] as const)),
    ...(verdict.withheld > 0 ? (['unproven.withheld'] as const) : []),
    ...(verdict.addenda?.unanchored ? (['unproven.unanchored'] as const) : []),
    ...(countPresent(verdict, 'originals/') > 0 ? (['unproven.device'] as const) : []),
    ...(hasDerivatives ? (['unproven.derivatives'] as const) : []),
    'unproven.readme',
  ];
};

const countPresent = ({ files }: EvidenceVerdict, folder: string): number =>
  files.filter(({ path, withheld }) => path.startsWith(folder) && withheld === undefined).length;

const listFacts = (language: Language, verdict: EvidenceVerdict): Fact[] => {
  const { head, length, addenda, redacted, withheld } = verdict;
  if (head === null) return [];
  const count = (key: VerifyKey, value: number) => ({
    label: writeText(language, key),
    value: writeCount(language, value),
  });
  const countSome = (key: VerifyKey, value: number) => (value > 0 ? [count(key, value)] : []);
  return [
    { label: writeText(language, 'head.label'), value: head },
    count('label.entries', length ?? 0),
    count('label.originals', countPresent(verdict, 'originals/')),
    ...countSome('label.addenda', addenda?.length ?? 0),
    ...countSome('label.unanchored', addenda?.unanchored ?? 0),
    ...countSome('label.reports', countPresent(verdict, 'reports/')),
    ...countSome('label.withheld', withheld),
    ...countSome('label.redacted', redacted),
  ];
};

const listGroups = (language: Language, { files, anchors, addenda }: EvidenceVerdict): Group[] => {
  const bad = files.filter(({ ok }) => !ok);
  const withheld = files.filter((file) => file.withheld !== undefined);
  return [
    { heading: writeText(language, 'label.files'), items: bad.map((file) => listFile(language, file)) },
    {
      heading: writeText(language, 'label.timestamps'),
      items: anchors.map((anchor) => listAnchor(language, anchor)),
    },
    {
      heading: writeText(language, 'label.addenda_timestamps'),
      items: (addenda?.anchors ?? []).map((anchor) => listAddendaAnchor(language, anchor)),
    },
    {
      heading: writeText(language, 'label.withheld'),
      items: withheld.map((file) => listWithheld(language, file)),
    },
  ].filter(({ items }) => items.length > 0);
};

const listFile = (language: Language, { path, code }: FileVerdict): Item => ({
  name: showValue(path),
  isBad: true,
  details: code ? [wordReason(language, code)] : [],
});

const listWithheld = (language: Language, { path, withheld, unproven }: FileVerdict): Item => ({
  name: showValue(path),
  isBad: false,
  details: [writeText(language, unproven ? 'state.unproven' : 'state.withheld', { number: withheld! })],
});

const listAddendaAnchor = (language: Language, anchor: AddendaAnchorVerdict): Item => {
  const { details, ...item } = listAnchor(language, anchor);
  const covered = writeText(language, 'state.up_to', { number: anchor.sequence });
  return { ...item, details: [covered, ...details] };
};

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
      ...(isBad && code ? [wordReason(language, code)] : []),
    ],
  };
};
