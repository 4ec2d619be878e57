import type { Context } from './context.ts';

/**
 * Node.js would end the process for a rejected promise that nobody waits for: a library that drops one would take
 * everybody's requests, uploads and sockets along.
 */
export const outliveRejections = ({ log }: Pick<Context, 'log'>): void => {
  process.on('unhandledRejection', (err) => log.error({ err }, 'rejected, and nobody waited for it'));
};
