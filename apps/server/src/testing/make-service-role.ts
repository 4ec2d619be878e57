export { makeServiceRole } from '../demo/embedded-postgres/make-service-role.ts';
