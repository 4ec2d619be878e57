import { expect, test } from 'vitest';
import { isGoing, judgeDrawing } from './judge-drawing.ts';

test('what the person has sent waits after a reload, and goes by itself; what they have not sent never does', () => {
  expect(judgeDrawing({ isDone: true }, undefined)).toBe('waiting');
  expect(judgeDrawing({}, undefined)).toBe('idle');
});

test('what is drawn on after it was sent in vain is to be sent by the person again', () => {
  expect(judgeDrawing({ isDone: true }, 'offline')).toBe('offline');
  for (const told of ['offline', 'refused', 'waiting', 'sent'] as const)
    expect(judgeDrawing({ isDone: false }, told)).toBe('idle');
});

test('all counts as not sent but what is stored and what was refused', () => {
  const states = [
    'idle',
    'waiting',
    'sending',
    'offline',
    'busy',
    'sent',
    'refused',
    'quota',
    'ended',
  ] as const;
  expect(states.filter(isGoing)).toEqual(['idle', 'waiting', 'sending', 'offline', 'busy']);
});
