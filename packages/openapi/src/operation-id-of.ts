import { TAGS } from './tags.ts';

/**
 * The operation id of a route: its key with the resource's noun (`createSession`, `listSessions`), or its
 * key alone where that names its object already (`startRecording`).
 */
export const operationIdOf = (resource: keyof typeof TAGS, key: string): string => {
  if (/[A-Z]/.test(key)) return key;
  const { one, many } = TAGS[resource];
  return `${key}${key === 'list' ? many : one}`;
};
