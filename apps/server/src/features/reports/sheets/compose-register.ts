import { showCode } from '../../../platform/fonts/show-text.ts';
import type { ReportInput, ReportLocation } from '../input/report-input.ts';
import type { Words } from '../words/write-words.ts';
import { formatLocation, nameAnnotation } from './compose-figures.ts';

type Piece = {
  capturedAt: string | null;
  receivedAt: string;
  sha256: string;
  location?: ReportLocation | null;
};

/** Each piece with its times, its place and its hash, for who compares a file with the report. */
export const composeRegister = (input: ReportInput, words: Words) => {
  const { say, number } = words;
  const { photos, whiteboards, recordings, signature } = input;
  const row = (name: string, { capturedAt, receivedAt, sha256, location }: Piece) => ({
    name,
    times: [
      ...(capturedAt ? [say('picture.captured', { time: words.moment(capturedAt) })] : []),
      say('picture.received', { time: words.moment(receivedAt) }),
    ],
    hash: showCode(sha256),
    place: location ? say('picture.place', { place: formatLocation(location) }) : '',
  });
  const rows = [
    ...photos.flatMap((photo, index) => [
      row(say('photo.number', { number: number(index + 1) }), photo),
      ...photo.annotations.map((annotation, at) =>
        row(nameAnnotation({ number: index + 1, annotation: at + 1 }, words), annotation),
      ),
    ]),
    ...whiteboards.map((board, index) => row(say('whiteboard.number', { number: number(index + 1) }), board)),
    ...recordings.map((recording, index) =>
      row(say('recording.number', { number: number(index + 1) }), { ...recording, capturedAt: null }),
    ),
    ...(signature
      ? [row(say('section.signature'), { ...signature, capturedAt: null, receivedAt: signature.signedAt })]
      : []),
  ];
  if (rows.length === 0) return null;
  return {
    heading: say('section.register'),
    intro: say('photos.intro'),
    columns: [say('column.evidence'), say('column.time'), 'SHA-256'],
    rows,
  };
};
