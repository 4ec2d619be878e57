import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { EvidenceError } from '../evidence-error.ts';
import { readKnownTimestamp } from '../testing/known-timestamp/read-known-timestamp.ts';
import { BIT_STRING, OCTET_STRING, SEQUENCE, UTF8_STRING } from '../der/tags.ts';
import { writeDer, writeInteger } from '../der/write-der.ts';
import { readTimestampReply } from './read-timestamp-reply.ts';

const { token } = readKnownTimestamp();

const writeReply = (status: Uint8Array[], ...rest: Uint8Array[]) =>
  writeDer(SEQUENCE, writeDer(SEQUENCE, ...status), ...rest);
const writeTexts = (...texts: string[]) =>
  writeDer(SEQUENCE, ...texts.map((text) => writeDer(UTF8_STRING, new TextEncoder().encode(text))));

function refusalOf(reply: Uint8Array): EvidenceError {
  try {
    readTimestampReply(reply);
  } catch (error) {
    if (error instanceof EvidenceError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a reply that grants a timestamp', () => {
  it.each([0, 1])('with status %i holds the token to the byte', (status) => {
    expect(readTimestampReply(writeReply([writeInteger(status)], token))).toEqual({ status, token });
  });

  it('may say something', () => {
    const reply = writeReply([writeInteger(1), writeTexts('policy replaced')], token);

    expect(readTimestampReply(reply).token).toEqual(token);
  });

  it('gives a copy: the token does not change with the memory of the reply', () => {
    const reply = writeReply([writeInteger(0)], token);
    const read = readTimestampReply(reply);
    reply.fill(0);

    expect(read.token).toEqual(token);
  });
});

describe('a reply that grants none', () => {
  const refused = 'The authority gave no timestamp: ';

  it.each<[string, Uint8Array[]]>([
    ['rejection.', [writeInteger(2)]],
    ['waiting.', [writeInteger(3)]],
    ['revocation warning.', [writeInteger(4)]],
    ['revocation notification.', [writeInteger(5)]],
    ['status 9.', [writeInteger(9)]],
    [
      'rejection; the hash algorithm is not supported.',
      [writeInteger(2), writeDer(BIT_STRING, Uint8Array.of(7, 0x80))],
    ],
    [
      "rejection; the authority's time source is not available; failure 31.",
      [writeInteger(2), writeDer(BIT_STRING, Uint8Array.of(0, 0, 0x02, 0, 0x01))],
    ],
    [
      'rejection; the authority has a system failure; "try \\u001b again".',
      [
        writeInteger(2),
        writeTexts('try \u001b again'),
        writeDer(BIT_STRING, Uint8Array.of(6, 0, 0, 0, 0x40)),
      ],
    ],
  ])('says why: %s', (words, status) => {
    expect(refusalOf(writeReply(status))).toMatchObject({
      code: 'timestamp_refused',
      message: refused + words,
    });
  });

  it('is refused even with a token in it', () => {
    expect(refusalOf(writeReply([writeInteger(2)], token)).code).toBe('timestamp_refused');
  });

  it('has a message of bounded length, whatever the authority says', () => {
    const texts = writeTexts(...Array.from({ length: 50 }, () => 'x'.repeat(10_000)));
    const bits = writeDer(BIT_STRING, Uint8Array.of(0), new Uint8Array(10_000).fill(0xff));

    expect(refusalOf(writeReply([writeInteger(2), texts, bits])).message.length).toBeLessThan(2000);
  });
});

describe('what is no reply', () => {
  it.each<[string, Uint8Array]>([
    ["a proxy's page", new TextEncoder().encode('<html>502 Bad Gateway</html>')],
    ['nothing', new Uint8Array()],
    ['a token on its own', token],
    ['a grant without a token', writeReply([writeInteger(0)])],
    ['a grant of something else', writeReply([writeInteger(0)], writeDer(OCTET_STRING))],
    ['a negative status', writeReply([writeDer(2, Uint8Array.of(0xff))], token)],
    ['no status', writeReply([], token)],
    ['words that are no text', writeReply([writeInteger(2), writeDer(SEQUENCE, writeInteger(1))])],
    ['more behind it', Uint8Array.from([...writeReply([writeInteger(0)], token), 0])],
    ['more inside', writeReply([writeInteger(0)], token, token)],
    ['a reply cut off', writeReply([writeInteger(0)], token).subarray(0, 900)],
  ])('%s', (_name, reply) => {
    expect(refusalOf(reply).code).toBe('malformed_reply');
  });

  it('keeps the cause', () => {
    expect(refusalOf(new Uint8Array()).cause).toBeInstanceOf(Error);
  });

  it('is said of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(['malformed_reply', 'timestamp_refused']).toContain(refusalOf(bytes).code);
      }),
    );
  });
});
