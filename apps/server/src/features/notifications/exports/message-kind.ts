/** What a message says. Its texts are in messages/catalogues. */
export type MessageKind =
  | 'invite'
  | 'otp'
  | 'reminder_invitee_24h'
  | 'reminder_invitee_1h'
  | 'reminder_operator_24h'
  | 'reminder_operator_1h'
  | 'endpoint_disabled';
