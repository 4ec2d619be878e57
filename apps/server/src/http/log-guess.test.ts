import type { Request } from 'express';
import { expect, it } from 'vitest';
import { logGuess } from './log-guess.ts';
import { startRequestState } from './request-state.ts';

it.each([
  ['203.0.113.7:54321', '203.0.113.7'],
  ['[2001:DB8:0::9]:443', '2001:db8::9'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', 'unknown'],
])('a guess that a proxy says came from %s is logged as from %s', (ip, address) => {
  const lines: object[] = [];
  const context = {
    log: { warn: (line: object) => lines.push(line) },
    metrics: { guessesRefused: { inc: () => {} } },
  };
  const request = { ip, path: '/' } as Request;
  startRequestState(request, 'r1');
  logGuess(context as never, request, { code: 'otp_invalid' });
  expect(lines).toMatchObject([{ guessed: 'code', address }]);
});
