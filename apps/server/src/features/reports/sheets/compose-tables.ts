import { CONSENT_MATTERS } from '@field-inspection/contract';
import { showCode, showLine } from '../../../platform/fonts/show-text.ts';
import type { ReportInput, ReportParticipant } from '../input/report-input.ts';
import type { Words } from '../words/write-words.ts';
import { composeWriting } from './compose-writing.ts';
import type { PlacedPictures } from './compose-figures.ts';

export const composePeople = ({ participants, consent, operator }: ReportInput, words: Words) => {
  const { say } = words;
  return {
    heading: say('section.people'),
    columns: [say('column.name'), say('column.role'), say('column.present')],
    rows: participants.map((person) => [
      showLine(person.name) || say('unknown'),
      say(`role.${person.role}`),
      sayPresence(person, words),
    ]),
    facts: [
      ...(operator.trim() === ''
        ? []
        : [{ label: say('label.operator'), value: showLine(operator), mono: false }]),
      ...CONSENT_MATTERS.map((matter) => ({
        label: say(`label.consent_${matter}`),
        value: say(`consent.${consent[matter]}`),
        mono: false,
      })),
    ],
  };
};

const sayPresence = ({ joinedAt, leftAt }: ReportParticipant, { say, moment }: Words): string => {
  if (joinedAt === null) return say('people.absent');
  const from = moment(joinedAt);
  return leftAt === null ? say('people.until_end', { from }) : `${from} – ${moment(leftAt)}`;
};

export const composeRecordings = ({ recordings }: ReportInput, words: Words) => {
  const { say } = words;
  if (recordings.length === 0) return null;
  // A column that knows nothing of any recording is left out.
  const isMeasured = recordings.some(({ durationMs }) => durationMs !== null);
  return {
    heading: say('section.recordings'),
    intro: say('recordings.intro'),
    columns: [
      say('column.number'),
      say('column.format'),
      ...(isMeasured ? [say('column.duration')] : []),
      say('column.size'),
      say('column.time'),
    ],
    rows: recordings.map(({ mime, durationMs, byteSize, receivedAt }, index) => [
      words.number(index + 1),
      showLine(mime),
      ...(isMeasured ? [durationMs === null ? say('unknown') : words.duration(durationMs)] : []),
      words.size(byteSize),
      words.moment(receivedAt),
    ]),
  };
};

export const composeSignature = ({ signature }: ReportInput, words: Words, pictures: PlacedPictures) => {
  const { say } = words;
  if (!signature) return null;
  return {
    heading: say('section.signature'),
    label: say('signature.statement'),
    statement: composeWriting(signature.statement, words),
    picture: pictures.get(signature) ?? null,
    missing: say('picture.missing'),
    alt: say('signature.alt'),
    name: showLine(signature.name),
    signed: say('signature.signed', { time: words.moment(signature.signedAt) }),
    level: say('signature.level'),
  };
};

export const composeTimestamps = ({ anchors, chain, seal }: ReportInput, words: Words) => {
  const { say } = words;
  return {
    heading: say('label.timestamps'),
    intro: say(anchors.length > 0 ? 'timestamps.intro' : 'timestamps.none'),
    columns: [say('column.authority'), say('label.status')],
    rows: anchors.map(({ authority, status, genTime, demo }) => ({
      authority: showLine(authority),
      state: [say(`anchor.${status}`), ...(genTime ? [words.moment(genTime)] : [])].join(' · '),
      demo,
    })),
    demo: say('demo'),
    later: anchors.some(({ status }) => status === 'pending') ? say('timestamps.later') : '',
    head: { label: say('label.head'), value: showCode(chain.head), mono: true },
    seal: {
      label: say('label.seal'),
      text: seal ? say(`seal.level.${seal.level}`) : say('seal.none'),
      detail: seal?.authority ? say('seal.authority', { authority: showLine(seal.authority) }) : '',
      demo: seal?.demo ?? false,
    },
  };
};
