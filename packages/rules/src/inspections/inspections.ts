import type { ErrorCode, Inspection, RowProblem } from '@field-inspection/contract';
import { ERRORS, SESSION_STATUSES } from '@field-inspection/contract/plain';
import { Refusal } from '../refusal.ts';

type InspectionStatus = Inspection['status'];

export const inspectionStatusOf = (sessionStatus: string): InspectionStatus => {
  if (sessionStatus === 'expired') return 'expired';
  return sessionStatus === 'closed' ? 'completed' : 'pending';
};

export const sessionStatusesOf = (status: InspectionStatus) =>
  SESSION_STATUSES.filter((each) => inspectionStatusOf(each) === status);

export const requireNotCompleted = ({ status }: { status: string }): void => {
  if (status !== 'closed') return;
  throw new Refusal('session.already_ended', 'The session is completed; it can not be ended again.');
};

/** Gives the problem of one row among many; undefined where the refusal concerns the whole request. */
export const problemOfRow = ({ code, message, errors }: Refusal): RowProblem | undefined => {
  const { status } = ERRORS[code];
  if (status >= 500 || OF_REQUEST.has(code)) return undefined;
  return { status, code, detail: message, ...(errors ? { errors } : {}) };
};

/** Errors that concern the whole request: of its key or right, or of a service that can't go on. */
const OF_REQUEST: ReadonlySet<ErrorCode> = new Set([
  'idempotency_in_flight',
  'idempotency_key_reused',
  'permission_denied',
  'unauthenticated',
]);
