import { judgeRecording, type Recorded } from './consents.ts';
import { expect, test } from 'vitest';

const answer = (recording: Recorded['recording'], is_in: boolean): Recorded => ({
  id: `${recording}-${is_in ? 'in' : 'out'}`,
  recording,
  is_in,
});
const granted = answer('granted', true);

test.each([
  ['everybody who is in has granted it', [granted, granted]],
  ['who left had granted it', [answer('granted', false)]],
  ['who left never granted it, and so was never recorded', [granted, answer('pending', false)]],
  ['who left had denied it', [granted, answer('denied', false)]],
])('may be recorded: %s', (_why, participants) => {
  expect(judgeRecording(participants)).toBeUndefined();
});

test.each([
  ['nobody has joined', [], 'Nobody'],
  ['nobody ever granted it', [answer('pending', false)], 'Nobody'],
  ['one who is in has not answered', [granted, answer('pending', true)], 'pending-in'],
  ['one who is in denies it', [granted, answer('denied', true)], 'denied-in'],
  ['one who is in withdrew it', [granted, answer('revoked', true)], 'revoked-in'],
  ['one withdrew it, and then left', [granted, answer('revoked', false)], 'revoked-out'],
])('may not be recorded: %s', (_why, participants, words) => {
  expect(judgeRecording(participants)).toContain(words);
});
