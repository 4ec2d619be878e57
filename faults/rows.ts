import { CLIENTS } from './rows/clients.ts';
import { DATABASE } from './rows/database.ts';
import { EVIDENCE } from './rows/evidence.ts';
import { PROCESSES } from './rows/processes.ts';
import { TOGETHER } from './rows/together.ts';
import { WEBHOOKS } from './rows/webhooks.ts';

/** A fault, what must hold while it lasts and after it, and the tests that bring it about. */
export type Row = { fault: string; holds: string; tests: readonly NamedTest[] };

/** A test file, and the title of a test or of a block of them, as the source spells it. */
export type NamedTest = readonly [file: string, title: string];

/** Rows below one heading of docs/reliability.md. */
export type Part = { heading: string; rows: readonly Row[] };

/** Every fault that the service is tested against, in the order of docs/reliability.md. */
export const PARTS: readonly Part[] = [PROCESSES, DATABASE, WEBHOOKS, CLIENTS, EVIDENCE, TOGETHER];

export const ROWS: readonly Row[] = PARTS.flatMap(({ rows }) => rows);
