import { judgeRecordings } from '@field-inspection/rules';
import { defineOverdueJob } from './define-overdue-job.ts';
import { eraseOverdueRecordings } from './erase-overdue-recordings.ts';
import { findOverdueRecordings } from './find-overdue-recordings.ts';

/** Erases the recordings of an organisation's sessions that stay, once they were kept for as long as they may be, in steps. */
export const eraseOverdue = defineOverdueJob('erase-overdue', (known) => {
  const before = judgeRecordings(known);
  return before && { before, find: findOverdueRecordings, erase: eraseOverdueRecordings };
});
