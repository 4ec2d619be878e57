import type { ReportInput, ReportSeal } from '../input/report-input.ts';
import type { ReportKey, Words } from '../words/write-words.ts';

/** A demo seal proves nothing, and the text says so. */
export const composeProof = (input: ReportInput, { say }: Words) => {
  const speak = (keys: (ReportKey | false)[]): string[] =>
    keys.flatMap((key) => (key === false ? [] : say(key, { demo: say('demo') })));
  return {
    heading: say('section.proof'),
    proves: { label: say('proof.proves'), items: speak(listProofs(input)) },
    limits: { label: say('proof.limits'), items: speak(listLimits(input)) },
  };
};

const listProofs = ({ seal, anchors, signature }: ReportInput): (ReportKey | false)[] => {
  const isSealed = seal !== null && !seal.demo;
  return [
    isSealed && 'proof.seal',
    isSealed && seal.level !== 'B-B' && 'proof.seal_time',
    isSealed && isLongTerm(seal) && 'proof.seal_revocation',
    'proof.chain',
    'proof.hashes',
    anchors.some(isTrusted) && 'proof.anchors',
    signature !== null && 'proof.signature',
  ];
};

const listLimits = ({ seal, anchors, photos, signature }: ReportInput): (ReportKey | false)[] => [
  seal === null && 'limit.no_seal',
  seal?.level === 'B-B' && 'limit.seal_time',
  seal !== null && !isLongTerm(seal) && 'limit.seal_revocation',
  !anchors.some(({ status }) => status === 'anchored') && 'limit.anchors',
  (seal?.demo === true || anchors.some(({ demo }) => demo)) && 'limit.demo',
  'limit.content',
  'limit.device_time',
  photos.some(({ location }) => location !== null) && 'limit.place',
  'limit.identity',
  (seal !== null || signature !== null) && 'limit.qualified',
];

const isLongTerm = ({ level }: ReportSeal): boolean => level === 'B-LT' || level === 'B-LTA';

const isTrusted = ({ status, demo }: ReportInput['anchors'][number]): boolean =>
  status === 'anchored' && !demo;
