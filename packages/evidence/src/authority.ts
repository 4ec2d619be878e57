export type { SigningKey } from './authority/signing-key.ts';
export { signTimestamp, type TimestampOrder } from './authority/sign-timestamp.ts';
