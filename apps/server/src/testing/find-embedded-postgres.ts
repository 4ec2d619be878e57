export { findEmbeddedPostgres } from '../demo/embedded-postgres/start-embedded-postgres.ts';
