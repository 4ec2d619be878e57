import type { Context } from './context.ts';

/**
 * Notes a rejected promise that nobody waits for, where Node.js would end the process: a library that drops one would
 * take the requests, uploads and sockets of everybody along with that of whoever made it fail.
 */
export const outliveRejections = ({ log }: Pick<Context, 'log'>): void => {
  process.on('unhandledRejection', (err) => log.error({ err }, 'rejected, and nobody waited for it'));
};
