import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A proxy of others before the processes of the service, with the file that operators get. */
export type Front = {
  /** Under which TLS is spoken. */
  url: string;
  /** Under which it is not. */
  plainUrl: string;
  /** PEM of the authority of its certificate. */
  ca: string;
  close: () => Promise<void>;
};

const FOLDER = join(import.meta.dirname, '../../operations');

/** Gives the operator's file with what is another's on this machine. What is not in the file is a mistake of a test. */
export const readOperatorsFile = (name: string, others: Record<string, string>): string =>
  Object.entries(others).reduce(
    (text, [words, other]) => {
      if (!text.includes(words)) throw new Error(`${name} does not say ${words}`);
      return text.replaceAll(words, other);
    },
    readFileSync(join(FOLDER, name), 'utf8'),
  );
