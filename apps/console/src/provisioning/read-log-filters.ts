import { readSearch } from '../parts/read-search.ts';

export const PROVISIONING_OUTCOMES = ['applied', 'unchanged', 'refused'];

export const readLogFilters = readSearch('outcome');

export type LogFilters = ReturnType<typeof readLogFilters>;
