import { ERRORS } from '@field-inspection/contract';
import { renderComment } from './render-comment.ts';

/** The file of the error codes. */
export function renderErrorCode(): string {
  const members = Object.entries(ERRORS).map(
    ([code, { status, title }]) => `/** ${status}: ${title} */\n| ${JSON.stringify(code)}`,
  );
  const comment = renderComment(['The codes of the service when this version of the SDK was made.']);
  return `${comment}export type KnownErrorCode =\n${members.join('\n')};\n`;
}
