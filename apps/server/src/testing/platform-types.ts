export type { SafeFetch } from '../platform/safe-fetch/create-safe-fetch.ts';
