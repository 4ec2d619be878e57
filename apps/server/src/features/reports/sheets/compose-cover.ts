import { encodeQR } from 'qr';
import { showCode, showLine } from '../../../platform/fonts/show-text.ts';
import type { ReportInput } from '../input/report-input.ts';
import type { Words } from '../words/write-words.ts';
import { composeWriting } from './compose-writing.ts';
import { composeFindings, formatLocation, type PlacedPictures } from './compose-figures.ts';
import { composeLocationSketch } from './compose-location-sketch.ts';

export type Fact = { label: string; value: string; mono: boolean };

export const composeCover = (input: ReportInput, words: Words, pictures: PlacedPictures) => {
  const { organisation, session } = input;
  return {
    organisation: showLine(organisation.name),
    logo: (organisation.logo && pictures.get(organisation.logo)) ?? null,
    overline: words.say('overline'),
    title: words.say('title'),
    subtitle: showLine(session.type),
    outcome: composeOutcome(input, words),
    facts: composeFacts(input, words),
    sketch: composeLocationSketch(input.photos, words),
    findings: composeFindings(input, words),
    notes: composeNotes(input, words),
    verify: composeVerification(input, words),
  };
};

const composeOutcome = ({ outcome }: ReportInput, words: Words) =>
  outcome && {
    kind: outcome.outcome,
    label: words.say('label.outcome'),
    word: words.say(`outcome.${outcome.outcome}`),
    said: words.moment(outcome.setAt),
    note: composeWriting(outcome.note, words),
  };

const composeFacts = (input: ReportInput, words: Words): Fact[] => {
  const { session } = input;
  const names = input.participants
    .filter(({ role, name, joinedAt }) => role === 'field' && joinedAt !== null && name.trim() !== '')
    .map(({ name }) => showLine(name));
  const moment = (time: string | null) => (time ? words.moment(time) : '');
  const facts: Fact[] = [
    fact(words.say('label.reference'), showLine(session.reference)),
    fact(words.say('label.site_address'), showLine(session.siteAddress)),
    // A report is of a session that is over: only that nobody came is news.
    fact(words.say('label.status'), session.status === 'closed' ? '' : words.say(`status.${session.status}`)),
    fact(words.say('label.scheduled'), session.startedAt === null ? moment(session.scheduledFor) : ''),
    fact(words.say('column.time'), describeSpan(session, words)),
    fact(words.say('label.time_zone'), words.zone),
    fact(words.say('label.operator'), showLine(input.operator)),
    fact(words.say('label.field_persons', { count: names.length }), words.list(names)),
    fact(words.say('label.place'), describeLocation(input, words)),
    fact(words.say('column.evidence'), countPieces(input, words)),
  ];
  return facts.filter(({ value }) => value !== '');
};

const describeSpan = ({ startedAt, endedAt }: ReportInput['session'], words: Words): string => {
  if (startedAt && endedAt) return words.span(startedAt, endedAt);
  return [startedAt, endedAt].flatMap((time) => (time ? [words.moment(time)] : [])).join('');
};

const fact = (label: string, value: string): Fact => ({ label, value, mono: false });

const describeLocation = ({ photos }: ReportInput, { say }: Words): string => {
  const locations = photos.flatMap(({ location }) => location ?? []);
  const [first] = locations;
  if (!first) return say('place.none');
  if (locations.length === photos.length) return formatLocation(first);
  return `${formatLocation(first)} · ${say('place.photos', { count: locations.length, total: photos.length })}`;
};

/** Such as 22 Photos · 1 Whiteboard. */
const countPieces = ({ photos, whiteboards, recordings }: ReportInput, words: Words): string => {
  const annotations = photos.reduce((sum, photo) => sum + photo.annotations.length, 0);
  const counts = [
    ['count.photos', photos.length],
    ['count.annotations', annotations],
    ['count.whiteboards', whiteboards.length],
    ['count.recordings', recordings.length],
  ] as const;
  return counts
    .filter(([key, count]) => count > 0 || key === 'count.photos')
    .map(([key, count]) => `${words.number(count)} ${words.say(key, { count })}`)
    .join(' · ');
};

const composeNotes = ({ session }: ReportInput, words: Words) => {
  const notes = composeWriting(session.notes, words);
  return notes.lines.length > 0 ? { label: words.say('label.notes'), ...notes } : null;
};

/** The page shows the whole address, since a person types it: no browser takes a longer one. */
const ADDRESS_LENGTH_MAX = 2000;

const composeVerification = (input: ReportInput, { say }: Words) => {
  const { seal, anchors, chain } = input;
  const url = `${input.baseUrl}/verify/${chain.head}`;
  const anchored = anchors.filter(({ status }) => status === 'anchored');
  return {
    heading: say('verify.heading'),
    scan: say('verify.scan'),
    url,
    address: {
      origin: showLine(`${input.baseUrl}/verify/`, ADDRESS_LENGTH_MAX),
      head: showCode(chain.head),
    },
    qr: drawQr(url),
    demo: say('demo'),
    seal: {
      text: seal ? say(`seal.level.${seal.level}`) : say('seal.none'),
      demo: seal?.demo ?? false,
    },
    timestamps: {
      text: say('anchors.summary', { count: anchored.length }),
      demo: anchored.some(({ demo }) => demo),
    },
  };
};

/** Dark modules as runs of a row; `size` is the modules of a side, without the template's margin. */
export type QrDrawing = { size: number; runs: { x: number; y: number; length: number }[] };

/** 15 % of the code may be lost, as on a crumpled print (ISO/IEC 18004). */
export const drawQr = (text: string): QrDrawing => {
  // The library insists on a margin.
  const framed = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const rows = framed.slice(1, -1).map((row) => row.slice(1, -1));
  return { size: rows.length, runs: rows.flatMap(findRuns) };
};

const findRuns = (row: boolean[], y: number): QrDrawing['runs'] => {
  const runs: QrDrawing['runs'] = [];
  row.forEach((isDark, x) => {
    if (!isDark) return;
    const last = runs.at(-1);
    if (last && last.x + last.length === x) last.length++;
    else runs.push({ x, y, length: 1 });
  });
  return runs;
};
