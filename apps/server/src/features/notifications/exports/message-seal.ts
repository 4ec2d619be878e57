/** Binds a message's sealed secret to its row. */
export const messageSeal = (organisationId: string, messageId: string): string =>
  `messages/${organisationId}/${messageId}/secret`;
