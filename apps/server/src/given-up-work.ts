import {
  givenUpAddendaAnchors,
  givenUpAnchors,
  givenUpOrgAnchors,
  givenUpWhiteboardAnchors,
} from './features/anchors/exports/given-up-anchors.ts';
import { givenUpReports } from './features/reports/exports/resume-reports.ts';
import { givenUpRecordings } from './features/uploads/exports/resume-recordings.ts';

/** The kinds of work that give up by a row. All others give up by a job that failed for the last time. */
export const GIVEN_UP_WORK = [
  givenUpAnchors,
  givenUpAddendaAnchors,
  givenUpOrgAnchors,
  givenUpWhiteboardAnchors,
  givenUpReports,
  givenUpRecordings,
];
