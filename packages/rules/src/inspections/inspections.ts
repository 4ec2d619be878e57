import type { ErrorCode, Inspection, RowProblem } from '@field-inspection/contract';
import { ERRORS, SESSION_STATUSES } from '@field-inspection/contract/plain';
import { Refusal } from '../refusal.ts';

type InspectionStatus = Inspection['status'];

/** Gives the status of an inspection: pending until its session has ended. */
export const inspectionStatusOf = (sessionStatus: string): InspectionStatus => {
  if (sessionStatus === 'expired') return 'expired';
  return sessionStatus === 'closed' ? 'completed' : 'pending';
};

/** Gives the states of sessions that one of inspections stands for. */
export const sessionStatusesOf = (status: InspectionStatus) =>
  SESSION_STATUSES.filter((each) => inspectionStatusOf(each) === status);

/** Refuses to end what has ended: what is gone can't be deleted again. */
export const requireNotCompleted = ({ status }: { status: string }): void => {
  if (status !== 'closed') return;
  throw new Refusal('session.already_ended', 'The session is completed; it can not be ended again.');
};

/** Gives the problem of a refused row of many; undefined where the refusal is of the whole request. */
export const problemOfRow = ({ code, message, errors }: Refusal): RowProblem | undefined => {
  const { status } = ERRORS[code];
  if (status >= 500 || OF_REQUEST.has(code)) return undefined;
  return { status, code, detail: message, ...(errors ? { errors } : {}) };
};

/** Errors of a request's key or right, and of a service that can't go on: they are of the whole request. */
const OF_REQUEST: ReadonlySet<ErrorCode> = new Set([
  'idempotency_in_flight',
  'idempotency_key_reused',
  'permission_denied',
  'unauthenticated',
]);
