import { Readable } from 'node:stream';
import { requireRight } from './right-lock.ts';
import type { Right } from './transact.ts';

/**
 * What is read from the database while it is sent, by a key that may be revoked meanwhile, or whose member may be
 * disabled: nothing that was read after that is sent, however slowly it is taken. It fails then.
 */
export const readWhileHeld = (
  db: Parameters<typeof requireRight>[0],
  right: Right,
  pieces: AsyncIterable<Buffer | string>,
): Readable => Readable.from(passOn(db, right, pieces), { objectMode: false });

// Each piece is judged after it was read.
async function* passOn(
  ...[db, right, pieces]: Parameters<typeof readWhileHeld>
): AsyncGenerator<Buffer | string> {
  for await (const piece of pieces) {
    await requireRight(db, right);
    yield piece;
  }
}
