import { fork } from 'node:child_process';
import { once } from 'node:events';

export type Child = {
  pid: number;
  hear: <Reply>() => Promise<Reply>;
  tell: (message: object | string) => void;
  ask: <Reply>(message: object | string) => Promise<Reply>;
  stop: () => void;
};

export const startChild = (file: URL, env: NodeJS.ProcessEnv = {}): Child => {
  const child = fork(file, { env: { ...process.env, ...env } });
  // A child that has ended would never answer, as where the packages of bench are not installed.
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code}; what it said stands above.`);
  });
  ended.catch(() => {});
  const hear = async <Reply>(): Promise<Reply> =>
    (await Promise.race([once(child, 'message'), ended]))[0] as Reply;
  const tell = (message: object | string): void => void child.send(message);
  return {
    pid: child.pid!,
    hear,
    tell,
    ask: (message) => {
      const reply = hear();
      tell(message);
      return reply as Promise<never>;
    },
    stop: () => child.disconnect(),
  };
};
