import type { ParticipantConsents } from '@field-inspection/contract';
import type { ConsentAnswers, Matter } from '../inspection.ts';
import type { Reply } from '@field-inspection/ui';

export type Tell = (answers: ConsentAnswers) => Promise<Reply<ParticipantConsents>>;

export const tellWithdrawn = async (matters: readonly Matter[], tell: Tell): Promise<readonly Matter[]> => {
  const reply = await tell(withdraw(matters));
  if (reply?.isOk) return matters;
  if (reply?.problem.code !== 'session.invalid_state') return [];
  // The service refuses all where one matter has no consent on record. Refused alone, a matter is done.
  if (matters.length === 1) return matters;
  const told: Matter[] = [];
  for (const matter of matters) told.push(...(await tellWithdrawn([matter], tell)));
  return told;
};

export const isRefusedForGood = (reply: Reply<unknown>): boolean =>
  reply !== undefined &&
  !reply.isOk &&
  (reply.status === 401 || reply.problem.code === 'session.already_ended');

const withdraw = (matters: readonly Matter[]): ConsentAnswers =>
  Object.fromEntries(matters.map((matter) => [matter, 'revoked']));
