import type { Clock } from './clock.ts';
import type { Random } from './secrets/random.ts';

/** UUIDv7 (RFC 9562), so that later rows sort later. */
export type Ids = { next: () => string };

/** A call of the generator takes as long for one id as for all of these. */
const IDS_A_DRAW = 256;

export const createIds = ({ clock, random }: { clock: Clock; random: Random }): Ids => {
  let drawn: Buffer = Buffer.alloc(0);
  const draw = (): Buffer => {
    if (drawn.length === 0) drawn = random.bytes(16 * IDS_A_DRAW);
    const bytes = drawn.subarray(0, 16);
    drawn = drawn.subarray(16);
    return bytes;
  };
  return { next: () => formatId(draw(), clock.now()) };
};

const formatId = (bytes: Buffer, now: Date): string => {
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** Another string can't be an id, and PostgreSQL would refuse it with an error. */
export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
