import type { ParticipantConsents } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import type { ConsentAnswers, Matter } from '../inspection.ts';
import type { Reply } from '@field-inspection/ui';
import { isRefusedForGood, tellWithdrawn } from './tell-withdrawn.ts';

const refuse = (status: number, code: string): Reply<never> =>
  ({ isOk: false, status, problem: { code } }) as Reply<never>;

/** As the service does, it refuses a withdrawal as a whole if one matter is not granted. */
const serve = (...granted: Matter[]) => {
  const heard: ConsentAnswers[] = [];
  const tell = async (answers: ConsentAnswers): Promise<Reply<ParticipantConsents>> => {
    heard.push(answers);
    const isRefused = Object.keys(answers).some((matter) => !granted.includes(matter as Matter));
    return isRefused ? refuse(409, 'session.invalid_state') : ({ isOk: true, body: {} } as Reply<never>);
  };
  return { heard, tell };
};

test('what was withdrawn is told at once, all in one', async () => {
  const { heard, tell } = serve('camera', 'microphone');
  expect(await tellWithdrawn(['camera', 'microphone'], tell)).toEqual(['camera', 'microphone']);
  expect(heard).toEqual([{ camera: 'revoked', microphone: 'revoked' }]);
});

test('a matter that is not on record as granted keeps no other from being withdrawn, and is settled', async () => {
  const { heard, tell } = serve('camera');
  expect(await tellWithdrawn(['gps', 'camera'], tell)).toEqual(['gps', 'camera']);
  expect(heard.slice(1)).toEqual([{ gps: 'revoked' }, { camera: 'revoked' }]);
});

test.each<[string, Reply<never>, boolean]>([
  ['no reply', undefined, false],
  ['a service that is not well', refuse(503, 'internal'), false],
  ['too many requests', refuse(429, 'rate_limited'), false],
  ['a dead token', refuse(401, 'unauthenticated'), true],
  ['the end of the session', refuse(409, 'session.already_ended'), true],
])('%s settles nothing', async (_, reply, isForGood) => {
  expect(await tellWithdrawn(['camera'], async () => reply)).toEqual([]);
  expect(isRefusedForGood(reply)).toBe(isForGood);
});
