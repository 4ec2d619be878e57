import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AttackCommand, AttackOrder, AttackReply, Outcomes } from './attack/attack-message.ts';

/** An organisation that does the worst that it may, between `start` and `stop`, which says how its calls ended. */
export type StartedAttack = { start: () => void; stop: () => Promise<Outcomes>; end: () => void };

export const startAttack = async (order: AttackOrder): Promise<StartedAttack> => {
  const child = fork(fileURLToPath(new URL('attack/attack.ts', import.meta.url)));
  const send = (command: AttackCommand): void => void child.send(command);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the attack has ended (${String(code)})`);
  });
  ended.catch(() => {});
  const hear = async (): Promise<AttackReply> =>
    (await Promise.race([once(child, 'message'), ended]))[0] as AttackReply;
  const ready = hear();
  send({ order });
  await ready;
  return {
    start: () => send('start'),
    stop: async () => {
      const told = hear();
      send('stop');
      const reply = await told;
      return reply === 'ready' ? {} : reply.outcomes;
    },
    end: () => child.disconnect(),
  };
};
