import { isPlainObject } from '../canonical/is-plain-object.ts';

const KIND = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/;
const MAX_KIND_LENGTH = 100;
const TIMESTAMP_LENGTH = '2026-11-20T09:30:00.000Z'.length;

/** What is wrong with the three fields a draft and an entry share, as a sentence; undefined when nothing is. */
export function findDraftFault(fields: {
  kind: unknown;
  occurred_at: unknown;
  payload: unknown;
}): string | undefined {
  if (!isKind(fields.kind)) {
    return `kind must be lower-case words joined by dots, of at most ${MAX_KIND_LENGTH} characters.`;
  }
  if (!isTimestamp(fields.occurred_at)) {
    return 'occurred_at must be an existing time written like 2026-11-20T09:30:00.000Z.';
  }
  if (!isPlainObject(fields.payload)) return 'payload must be a plain object.';
  return undefined;
}

function isKind(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_KIND_LENGTH && KIND.test(value);
}

// Writing the parsed time again tells 30 February and 24:00 from times that exist, and fixes the one spelling.
function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== TIMESTAMP_LENGTH) return false;

  const milliseconds = Date.parse(value);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === value;
}
