import { HEAD_KEYWORD } from '@field-inspection/evidence/seal';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { MISSING_SIGN, showCode, showLine } from '../../../platform/fonts/show-text.ts';
import type { ReportInput, ReportPicture } from '../input/report-input.ts';
import { writeWords } from '../words/write-words.ts';
import { composeAudit } from './compose-audit.ts';
import { composeCover } from './compose-cover.ts';
import { composePhotos, composeWhiteboards } from './compose-figures.ts';
import { composeProof } from './compose-proof.ts';
import { composeShots } from './compose-shots.ts';
import { composePeople, composeRecordings, composeSignature, composeTimestamps } from './compose-tables.ts';
import type { PlacedPictures } from './placed-picture.ts';

export type ReportSheet = ReturnType<typeof composeSheet>;

/** Every word of the report in its place, as the template sets it: plain JSON, nothing of it markup. */
export const composeSheet = (input: ReportInput, pictures: PlacedPictures) => {
  const words = writeWords(input.locale, input.timeZone);
  const title = words.say('title');
  const reference = showLine(input.session.reference, 60);
  const sheet = {
    language: input.locale,
    region: new Intl.Locale(languageTag(input.locale)).region ?? null,
    color: readColor(input.organisation.color),
    // The title of a PDF is no running text: viewers show it in their title bar.
    documentTitle: [title, reference].filter(Boolean).join(' · '),
    author: showLine(input.organisation.name, 100),
    // Not for people: by it a verifier knows which audit chain the seal covers.
    keywords: [`${HEAD_KEYWORD}${input.chain.head}`],
    running: {
      left: showLine(input.organisation.name, 60),
      right: words.say('running.session', { id: showCode(input.session.id) }),
      foot: [title, reference].filter(Boolean).join(' · '),
    },
    cover: composeCover(input, words, pictures),
    people: composePeople(input, words),
    shots: composeShots(input, words),
    photos: composePhotos(input, words, pictures),
    whiteboards: composeWhiteboards(input, words, pictures),
    recordings: composeRecordings(input, words),
    signature: composeSignature(input, words, pictures),
    timestamps: composeTimestamps(input, words),
    audit: composeAudit(input, words),
    proof: composeProof(input, words),
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

const HOUSE_COLOR = '#1c4e63';

export const readColor = (color: string | null): string =>
  color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : HOUSE_COLOR;
