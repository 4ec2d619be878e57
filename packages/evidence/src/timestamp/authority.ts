export type { SigningKey } from './find-signing-algorithm.ts';
export { signTimestamp, type TimestampOrder } from './sign-timestamp.ts';
