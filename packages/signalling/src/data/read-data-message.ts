import {
  REFUSALS,
  type FieldMessage,
  type OperatorMessage,
  type Point,
  type StillRefusal,
} from './data-message.ts';

/** A stroke of MAX_POINTS points has some 12 000 characters. */
const MAX_LENGTH = 16_384;
const MAX_POINTS = 256;

export const readOperatorMessage = (frame: unknown): OperatorMessage | undefined => {
  const message = parse(frame);
  if (!message) return undefined;
  const { type, id, slot, x, y, points } = message;
  switch (type) {
    case 'still':
      if (!hasOnly(message, ['type', 'id', 'slot']) || !isId(id)) return undefined;
      if (slot === undefined) return { type, id };
      return isSlot(slot) ? { type, id, slot } : undefined;
    case 'pointer':
      return hasOnly(message, ['type', 'x', 'y']) && isShare(x) && isShare(y) ? { type, x, y } : undefined;
    case 'stroke':
      return hasOnly(message, ['type', 'id', 'points']) && isId(id) && isLine(points)
        ? { type, id, points }
        : undefined;
    case 'pointer_away':
    case 'clear':
      return hasOnly(message, ['type']) ? { type } : undefined;
    default:
      return undefined;
  }
};

export const readFieldMessage = (frame: unknown): FieldMessage | undefined => {
  const message = parse(frame);
  if (!message || !isId(message.id)) return undefined;
  const { type, id, sha256, bytes, width, height, reason } = message;
  if (type === 'still_refused') {
    return hasOnly(message, ['type', 'id', 'reason']) && isRefusal(reason) ? { type, id, reason } : undefined;
  }
  return type === 'still_taken' &&
    hasOnly(message, ['type', 'id', 'sha256', 'bytes', 'width', 'height']) &&
    isHash(sha256) &&
    isCount(bytes) &&
    isCount(width) &&
    isCount(height)
    ? { type, id, sha256, bytes, width, height }
    : undefined;
};

const parse = (frame: unknown): Record<string, unknown> | undefined => {
  if (typeof frame !== 'string' || frame.length > MAX_LENGTH) return undefined;
  try {
    const value: unknown = JSON.parse(frame);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

const hasOnly = (message: Record<string, unknown>, members: string[]): boolean =>
  Object.keys(message).every((member) => members.includes(member));
const isMatch =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value);
const isId = isMatch(/^[\w-]{1,64}$/);
const isSlot = isMatch(/^[a-z0-9_-]{1,40}$/);
const isHash = isMatch(/^[0-9a-f]{64}$/);
const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const isRefusal = (value: unknown): value is StillRefusal => REFUSALS.includes(value as StillRefusal);
const isPoint = (value: unknown): value is Point => {
  if (typeof value !== 'object' || value === null) return false;
  const point = value as Record<string, unknown>;
  return hasOnly(point, ['x', 'y']) && isShare(point.x) && isShare(point.y);
};
const isLine = (value: unknown): value is Point[] =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_POINTS && value.every(isPoint);
