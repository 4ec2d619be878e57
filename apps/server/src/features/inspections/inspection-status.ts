import { SESSION_STATUSES, type InspectionStatus, type SessionStatus } from '@field-inspection/contract';
import type { z } from 'zod';

type Status = z.infer<typeof InspectionStatus>;

/** The states of the two families: the one place that says which is which. */
const INSPECTION_STATUS: Record<SessionStatus, Status> = {
  created: 'pending',
  open: 'pending',
  recording: 'pending',
  closed: 'completed',
  expired: 'expired',
};

/** A session's state as the versioned root names it. */
export const inspectionStatusOf = (status: SessionStatus): Status => INSPECTION_STATUS[status];

/** The states of the public API that one state of the versioned root stands for. */
export const sessionStatusesOf = (status: Status): SessionStatus[] =>
  SESSION_STATUSES.filter((each) => INSPECTION_STATUS[each] === status);
