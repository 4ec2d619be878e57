import { connectSignalling } from '../../../apps/server/src/testing/connect-signalling.ts';
import { inLoops, pause } from './repeat.ts';
import type { Attack, LinkHolder } from './prepare-attack.ts';

/** One more than an identity may have. */
const SOCKETS_OF_A_HOLDER = 5;
const SIGNAL = { type: 'offer', sdp: 'x'.repeat(4_000) };
/** Of all sockets of a holder together somewhat more than the 20 a second and the 64 KiB that are theirs. */
const SIGNAL_EVERY_MS = 200;

/** Every holder's sockets talk until they are closed, and connect again. */
export const floodSignals = (attack: Attack, signal: AbortSignal): Promise<void> =>
  inLoops(attack.holders.length * SOCKETS_OF_A_HOLDER, signal, async (loop) => {
    const holder = attack.holders[loop % attack.holders.length]!;
    await talk(attack, holder, signal);
    await pause(200, signal);
  });

const talk = async (
  { baseUrl, tally }: Attack,
  { mediaToken: token, address }: LinkHolder,
  signal: AbortSignal,
): Promise<void> => {
  const opened = connectSignalling(baseUrl, { token, headers: { 'x-forwarded-for': address } });
  const client = await opened.catch((error: Error) => void tally.count('socket', error.message));
  if (!client) return pause(1_000, signal);
  let isOpen = true;
  const closed = client.closed.then(({ reason }) => {
    isOpen = false;
    tally.count('socket', signal.aborted ? 'left' : reason);
  });
  while (isOpen && !signal.aborted) {
    client.send(SIGNAL);
    tally.count('signal', 'sent');
    await Promise.race([pause(SIGNAL_EVERY_MS, signal), closed]);
  }
  client.socket.close();
  await closed;
};
