export { findEmbeddedPostgres } from '../platform/embedded-postgres/find-embedded-postgres.ts';
