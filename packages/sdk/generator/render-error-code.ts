import { ERRORS, ISSUE_CODES } from '@field-inspection/contract';
import { renderComment } from './render-comment.ts';

/** The file of the error codes, and of those of single parts of a request. */
export function renderErrorCode(): string {
  const members = Object.entries(ERRORS).map(
    ([code, { status, title }]) => `/** ${status}: ${title} */\n| ${JSON.stringify(code)}`,
  );
  const comment = renderComment(['The codes of the service when this version of the SDK was made.']);
  const issues = Object.entries(ISSUE_CODES).map(
    ([code, meaning]) => `/** ${meaning} */\n| ${JSON.stringify(code)}`,
  );
  const told = renderComment([
    'The codes of single parts of a request when this version of the SDK was made.',
  ]);
  return [
    `${comment}export type KnownErrorCode =\n${members.join('\n')};\n`,
    `${told}export type KnownIssueCode =\n${issues.join('\n')};\n`,
  ].join('\n');
}
