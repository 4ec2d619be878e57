import type { Context } from './context.ts';

/** Node.js would end the process, and everybody's requests, for a promise that a library drops. */
export const outliveRejections = ({ log }: Pick<Context, 'log'>): void => {
  process.on('unhandledRejection', (err) => log.error({ err }, 'rejected, and nobody waited for it'));
};
