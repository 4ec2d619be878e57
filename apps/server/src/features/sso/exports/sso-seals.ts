/** The secret of a client opens in the row of its organisation alone. */
export const clientSecretSeal = (organisationId: string): string =>
  `sso_connections/${organisationId}/client_secret`;

/** So does what a test came to. */
export const testSeal = (organisationId: string): string => `sso_connections/${organisationId}/test`;

/** The progress of a sign-in opens beside its state alone, whose hash the row has. */
export const progressSeal = (stateHash: Uint8Array): string =>
  `sign_in_attempts/${Buffer.from(stateHash).toString('hex')}`;
