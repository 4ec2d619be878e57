export { findEmbeddedPostgres } from '../demo/embedded-postgres/find-embedded-postgres.ts';
