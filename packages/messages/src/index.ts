export type { CompiledMessage } from './compiled-message.ts';
export { formatMessage, type MessageValues } from './format-message.ts';
