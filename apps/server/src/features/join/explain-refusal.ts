import type { Participant } from '#prisma';
import { ApiError } from '../../api-error.ts';
import { CHALLENGE } from '../participants/exports/one-time-code.ts';
import { hintChannels } from './hint-channels.ts';
import type { JoinRefusal } from './judge-join.ts';

/** What a call of the join is told, in its own words: where the code went, masked. */
export const explainRefusal = (code: JoinRefusal, invite: Participant): ApiError => {
  if (code === 'otp_expired') return new ApiError(code, code, { headers: CHALLENGE });
  if (code !== 'otp_required') return new ApiError(code, code);
  return new ApiError(code, code, { members: hintChannels(invite), headers: CHALLENGE });
};
