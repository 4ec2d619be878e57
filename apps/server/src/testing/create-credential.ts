export { createCredential } from '../features/credentials/create-credential.ts';
