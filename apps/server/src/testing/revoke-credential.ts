export { revokeCredential } from '../features/credentials/operate-credentials.ts';
