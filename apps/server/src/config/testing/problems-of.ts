import { expect } from 'vitest';
import { ConfigError, readConfig } from '../read-config.ts';

/** Gives what a start says of its settings; '' where it takes them. */
export const problemsOf = (env: Record<string, string | undefined>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  return '';
};
