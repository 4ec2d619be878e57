import { expect, test } from 'vitest';
import { nameTrouble } from './open-camera.ts';

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'failed'],
])('what the browser calls %s is %s', (name, trouble) => {
  expect(nameTrouble(new DOMException('', name))).toBe(trouble);
});

test('what is no error of the browser has failed, too', () => {
  expect(nameTrouble('no')).toBe('failed');
});
