/** Types of request values that say more than their JSON Schema can: a locale, and properties that go together. */

/** Strings of a form. */
export const FORMS: Readonly<Record<string, string>> = {
  LocaleInput: 'Locale | `${Locale}-${string}` | NewerValue',
};

/** Bodies that are one of several, as rules of the contract have it: each way is a type of its own. */
export const WAYS: Readonly<Record<string, string>> = {
  CreateWebhookEndpointBody: `
    | { kind?: 'push' | undefined; url: string }
    | { kind: 'pull'; url?: undefined }`,
  InspectionParticipant: `
    | { channel: 'sms'; phone: string; email?: undefined }
    | { channel: 'email'; email: string; phone?: undefined }`,
  SignerInput: `
    | { email: string }
    | { phone: string }`,
};
