import { CLIENTS } from './rows/clients.ts';
import { DATABASE } from './rows/database.ts';
import { EVIDENCE } from './rows/evidence.ts';
import { PROCESSES } from './rows/processes.ts';
import type { Part, Row } from './rows/row.ts';
import { TOGETHER } from './rows/together.ts';
import { WEBHOOKS } from './rows/webhooks.ts';

export const PARTS: readonly Part[] = [PROCESSES, DATABASE, WEBHOOKS, CLIENTS, EVIDENCE, TOGETHER];

export const ROWS: readonly Row[] = PARTS.flatMap(({ rows }) => rows);
