import type { ReportVerdict, SignatureVerdict } from '@field-inspection/evidence';
import {
  type Fact,
  type Finding,
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
  readonly verdict: ReportVerdict;
  readonly expectedHead: string | null;
};

export const wordReport = (language: Language, { verdict, expectedHead }: Judged): Finding => {
  const { signatures, fault } = verdict;
  const isJudged = fault === null && signatures.length > 0;
  const items = signatures.map((signature) => listSignature(language, signature));
  return {
    ...chooseLead(language, { verdict, expectedHead }),
    fault: wordFault(language, fault),
    proven: isJudged ? listProven(language, { verdict, expectedHead }) : [],
    unproven: isJudged ? listUnproven(language, { verdict, expectedHead }) : [],
    facts: listFacts(language, verdict),
    groups: items.length > 0 ? [{ heading: writeText(language, 'label.signatures'), items }] : [],
  };
};

const chooseLead = (
  language: Language,
  { verdict: { verdict, signatures, head }, expectedHead }: Judged,
): Pick<Finding, 'tone' | 'heading' | 'lead'> => {
  const lead = (tone: Finding['tone'], name: LeadName) => ({
    tone,
    heading: writeText(language, `report.${name}.heading`),
    lead: writeText(language, `report.${name}.lead`),
  });
  if (verdict === 'invalid') return lead('bad', 'invalid');
  if (expectedHead !== null && head !== null && head !== expectedHead) return lead('bad', 'other');
  if (verdict === 'trusted') return lead('good', 'trusted');
  if (signatures.some(({ demo }) => demo)) return wordDemo(language, signatures);
  return lead('doubt', signatures.length === 0 ? 'unsealed' : 'untrusted');
};

type LeadName = 'trusted' | 'untrusted' | 'other' | 'unsealed' | 'invalid';

// The page has no plurals, so one signature, several demo signatures and a mix have a text each.
const wordDemo = (
  language: Language,
  signatures: readonly SignatureVerdict[],
): Pick<Finding, 'tone' | 'heading' | 'lead'> => {
  const isAll = signatures.every(({ demo }) => demo);
  const several: VerifyKey = isAll ? 'report.demos.lead' : 'report.mixed.lead';
  return {
    tone: 'doubt',
    heading: writeText(language, isAll ? 'report.demo.heading' : 'report.mixed.heading'),
    lead: writeText(language, signatures.length === 1 ? 'report.demo.lead' : several),
  };
};

const listProven = (
  language: Language,
  { verdict: { signatures, head }, expectedHead }: Judged,
): string[] => [
  writeText(language, 'proven.unchanged'),
  ...(head !== null && head === expectedHead ? [writeText(language, 'proven.report_head')] : []),
  ...signatures.flatMap((signature, index) => [
    ...wordSigner(language, signature),
    ...wordTime(language, { signature, number: index + 1 }),
    ...(isLongTerm(signature) ? [writeText(language, 'proven.revocation', { number: index + 1 })] : []),
  ]),
];

const wordSigner = (language: Language, { kind, signer, signer_kind }: SignatureVerdict): string[] => {
  if (kind === 'document_timestamp' || signer === null) return [];
  const key = signer_kind === 'organisation' ? 'proven.sealed' : 'proven.signed';
  return [writeText(language, key, { signer })];
};

const isLongTerm = ({ level }: SignatureVerdict): boolean => level === 'B-LT' || level === 'B-LTA';

const wordTime = (
  language: Language,
  { signature, number }: { signature: SignatureVerdict; number: number },
): string[] => {
  const { kind, time, time_source, signer } = signature;
  if (time === null || time_source === 'now') return [];
  const written = writeTime(language, time);
  if (kind === 'signature') {
    return [writeText(language, 'proven.signature_time', { number, time: written })];
  }
  return signer === null ? [] : [writeText(language, 'proven.time', { signer, time: written })];
};

const listUnproven = (
  language: Language,
  { verdict: { signatures, head }, expectedHead }: Judged,
): string[] => {
  const keys: VerifyKey[] = [];
  if (signatures.some(({ verdict, demo }) => verdict !== 'trusted' && !demo)) keys.push('unproven.signer');
  if (signatures.some(({ demo }) => demo)) keys.push('unproven.demo');
  if (signatures.some(({ time_source }) => time_source === 'now')) keys.push('unproven.sealing_time');
  if (expectedHead !== null && head === null) keys.push('unproven.head');
  keys.push('unproven.contents');
  const signed = signatures.filter(({ kind }) => kind === 'signature');
  if (signed.length === 0 || !signed.every(isLongTerm)) keys.push('unproven.revocation');
  return keys.map((key) => writeText(language, key));
};

const listFacts = (language: Language, { revisions, head }: ReportVerdict): Fact[] => {
  if (revisions === null) return [];
  const named = head === null ? [] : [{ label: writeText(language, 'head.label'), value: head }];
  return [
    ...named,
    { label: writeText(language, 'label.revisions'), value: writeCount(language, revisions) },
  ];
};

const listSignature = (language: Language, signature: SignatureVerdict): Item => {
  const { field, verdict, demo, level, signer, code } = signature;
  const isBad = verdict === 'invalid';
  const time = findShownTime(signature);
  return {
    name: showValue(field),
    isBad,
    details: [
      // A demo's path to a root proves nothing.
      writeText(language, demo && !isBad ? 'state.demo' : `state.${verdict}`),
      ...(signer === null ? [] : [showValue(signer)]),
      ...(level === null ? [] : [`PAdES ${level}`]),
      ...wordStamp(language, signature),
      ...(time === null ? [] : [writeTime(language, time)]),
      ...(isBad && code ? [wordReason(language, code)] : []),
    ],
  };
};

// Without these words a lower level than the report itself names would look like a fault of the file.
const wordStamp = (language: Language, { verdict, timestamp }: SignatureVerdict): string[] => {
  if (verdict === 'invalid' || timestamp?.verdict !== 'untrusted') return [];
  return [writeText(language, timestamp.demo ? 'state.stamp_demo' : 'state.stamp_untrusted')];
};

// The time of verification only serves to judge a signature. The time of an untrusted authority may be shown: its
// signature is not trusted either, and says so.
const findShownTime = ({ verdict, time, time_source, timestamp }: SignatureVerdict): string | null => {
  if (time_source !== 'now') return time;
  return verdict === 'untrusted' ? (timestamp?.gen_time ?? null) : null;
};
