import { emptySketch } from '@field-inspection/drawing';
import { expect, test } from 'vitest';
import { planCall } from './send-drawing.ts';

const drawing = emptySketch({ width: 400, height: 300 });
const plan = (name: string, more?: object) =>
  planCall({ name, draft: { sketch: drawing, key: 'key', more } }, 'photo');

test('the first version is a new whiteboard, and each further one follows the one that is known', () => {
  expect(plan('whiteboard')).toEqual({ method: 'POST', path: 'whiteboards', body: { drawing }, key: 'key' });
  expect(plan('whiteboard', { id: 'board', version: 2 })).toEqual({
    method: 'PATCH',
    path: 'whiteboards/board',
    body: { version: 2, drawing },
    key: 'key',
  });
});

test('a signature is sent with the words that were signed, and a drawing on a photo with its evidence', () => {
  const signing = { name: 'Ada', statement: 'I was there.', locale: 'en' };
  expect(plan('signature', signing)).toMatchObject({ path: 'signature', body: { ...signing, drawing } });
  expect(plan('a1'.repeat(32))).toMatchObject({
    path: 'annotations',
    body: { evidence: 'photo', drawing },
    key: 'key',
  });
});
