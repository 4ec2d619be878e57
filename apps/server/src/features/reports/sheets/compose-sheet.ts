import { HEAD_KEYWORD } from '@field-inspection/evidence/seal';
import { HOUSE_COLOURS } from '../../../platform/house-colours.ts';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { MISSING_SIGN, showCode, showLine } from '../../../platform/fonts/show-text.ts';
import type { ReportInput, ReportPicture, ReportShot } from '../input/report-input.ts';
import { type Words, writeWords } from '../words/write-words.ts';
import { composeAudit } from './compose-audit.ts';
import { composeCover } from './compose-cover.ts';
import { composePhotos, composeWhiteboards, type PlacedPictures, showSlot } from './compose-figures.ts';
import { composeProof } from './compose-proof.ts';
import { composeRegister } from './compose-register.ts';
import { composePeople, composeRecordings, composeSignature, composeTimestamps } from './compose-tables.ts';

export type ReportSheet = ReturnType<typeof composeSheet>;

export const composeSheet = (input: ReportInput, pictures: PlacedPictures) => {
  const words = writeWords(input.locale, input.timeZone, input.session.startedAt ?? input.createdAt);
  const title = words.say('title');
  const reference = showLine(input.session.reference, 60);
  const sheet = {
    language: input.locale,
    region: new Intl.Locale(languageTag(input.locale)).region ?? null,
    color: readColor(input.organisation.color),
    // Viewers show the title of a PDF in their title bar.
    documentTitle: [title, reference].filter(Boolean).join(' · '),
    author: showLine(input.organisation.name, 100),
    // By the keyword a verifier finds the audit chain that the seal covers.
    keywords: [`${HEAD_KEYWORD}${input.chain.head}`],
    running: {
      left: showLine(input.organisation.name, 60),
      right: words.say('running.session', { id: showCode(input.session.id) }),
      foot: [title, reference].filter(Boolean).join(' · '),
    },
    cover: composeCover(input, words, pictures),
    shots: composeShots(input, words),
    photos: composePhotos(input, words, pictures),
    whiteboards: composeWhiteboards(input, words, pictures),
    recordings: composeRecordings(input, words),
    signature: composeSignature(input, words, pictures),
    annex: words.say('section.annex'),
    proof: composeProof(input, words),
    timestamps: composeTimestamps(input, words),
    people: composePeople(input, words),
    register: composeRegister(input, words),
    audit: composeAudit(input, words),
    made: words.say('made', { time: words.moment(input.createdAt) }),
  };
  const hasMissing = JSON.stringify(sheet).includes(MISSING_SIGN) || listDrawn(input).some(hasSign);
  return { ...sheet, sign: hasMissing ? words.say('sign.missing', { sign: MISSING_SIGN }) : '' };
};

const listDrawn = ({ photos, whiteboards, signature }: ReportInput): { picture: ReportPicture | null }[] => [
  ...photos.flatMap(({ annotations }) => annotations),
  ...whiteboards,
  ...(signature ? [signature] : []),
];

const hasSign = ({ picture }: { picture: ReportPicture | null }): boolean => picture?.hasMissingSign ?? false;

export const readColor = (color: string | null): string =>
  color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : HOUSE_COLOURS.light.accent;

const composeShots = ({ shots }: ReportInput, words: Words) => {
  const { say } = words;
  if (shots.length === 0) return null;
  return {
    heading: say('section.shots'),
    columns: [say('column.shot'), say('column.evidence')],
    rows: shots.map((shot) => ({
      label: showLine(shot.label, 200) || showSlot(shot.slot),
      note: shot.required ? '' : say('shot.optional'),
      found: words.list(shot.evidence.map((piece) => nameEvidence(piece, words))),
      missing: say(shot.required ? 'shot.missing' : 'shot.none'),
      isMissing: shot.required && shot.evidence.length === 0,
    })),
  };
};

const nameEvidence = (
  { kind, number }: ReportShot['evidence'][number],
  { say, number: show }: Words,
): string => say(`${kind}.number`, { number: show(number) });
