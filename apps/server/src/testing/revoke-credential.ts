export { revokeCredential } from '../features/credentials/revoke-credential.ts';
