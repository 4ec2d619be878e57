// Generated from packages/contract by pnpm gen; do not edit.

/** The codes of the service when this version of the SDK was made. */
export type KnownErrorCode =
  /** 400: The request is not valid HTTP */
  | 'malformed_request'
  /** 400: The request is not valid */
  | 'validation_error'
  /** 400: The cursor is not valid for this list */
  | 'invalid_cursor'
  /** 401: No valid credential */
  | 'unauthenticated'
  /** 401: A one-time code is required */
  | 'otp_required'
  /** 401: The one-time code is wrong */
  | 'otp_invalid'
  /** 401: The one-time code has expired */
  | 'otp_expired'
  /** 402: The subscription is past due */
  | 'billing.subscription_past_due'
  /** 402: The plan has used its inspections */
  | 'billing.free_plan_minutes_exhausted'
  /** 403: The credential lacks the scope */
  | 'permission_denied'
  /** 404: Not found */
  | 'not_found'
  /** 405: Method not allowed */
  | 'method_not_allowed'
  /** 408: The request did not come in time */
  | 'request_timeout'
  /** 409: The session has ended */
  | 'session.already_ended'
  /** 409: The session is not in a state for this */
  | 'session.invalid_state'
  /** 409: The campaign has sessions */
  | 'campaign.in_use'
  /** 409: The session is under a legal hold */
  | 'session.on_hold'
  /** 409: The field person has not consented */
  | 'consent_required'
  /** 409: The evidence is not ready */
  | 'evidence_not_ready'
  /** 409: A newer version was saved meanwhile */
  | 'version_conflict'
  /** 409: Somebody else is signing the report */
  | 'signature_in_progress'
  /** 409: The organisation would have no org_admin */
  | 'org.last_admin'
  /** 409: The invitation is for another address */
  | 'invitation.wrong_address'
  /** 409: The member is not in a state for this */
  | 'member.invalid_state'
  /** 409: The plan has no room for another member */
  | 'member.limit'
  /** 409: A member has this address */
  | 'member.exists'
  /** 409: The plan does not include a domain of your own */
  | 'domain.not_in_plan'
  /** 409: The domain is not verified */
  | 'domain.not_verified'
  /** 409: Another organisation has verified the domain */
  | 'domain.taken'
  /** 409: The webhook endpoint is paused */
  | 'endpoint_paused'
  /** 409: The plan has no room for another webhook endpoint */
  | 'endpoint_limit'
  /** 409: Plan or service keeps it for less long */
  | 'retention.limit'
  /** 409: The credential was revoked or has expired */
  | 'credential_ended'
  /** 409: The webhook endpoint is of the other kind */
  | 'endpoint_kind'
  /** 409: Plans are not paid online here */
  | 'billing.not_available'
  /** 409: There is a subscription already */
  | 'billing.already_subscribed'
  /** 409: A request with this key is in flight */
  | 'idempotency_in_flight'
  /** 409: The upload is at another offset */
  | 'upload_offset_conflict'
  /** 409: The link needs no code */
  | 'otp_not_required'
  /** 409: The invite was redeemed on another device */
  | 'invite_redeemed'
  /** 410: The invite is no longer valid */
  | 'invite_expired'
  /** 410: The link is no longer valid */
  | 'link_expired'
  /** 410: What the session held was erased */
  | 'session.redacted'
  /** 412: It was changed meanwhile */
  | 'precondition_failed'
  /** 412: The version of tus is not supported */
  | 'tus_version_unsupported'
  /** 413: The request body is too large */
  | 'payload_too_large'
  /** 413: There is no room left for this */
  | 'quota_reached'
  /** 415: The content type is not supported */
  | 'unsupported_media_type'
  /** 416: There are no bytes in this range */
  | 'range_not_satisfiable'
  /** 421: This host is not served here */
  | 'misdirected_request'
  /** 422: The key was used with another body */
  | 'idempotency_key_reused'
  /** 422: The evidence is damaged or not what it says */
  | 'evidence_invalid'
  /** 422: The bytes are not those that were announced */
  | 'checksum_mismatch'
  /** 422: No valid signature came about */
  | 'signature_refused'
  /** 423: Locked after too many wrong codes */
  | 'otp_locked'
  /** 429: Too many requests */
  | 'rate_limited'
  /** 431: The headers are too large */
  | 'headers_too_large'
  /** 500: Something went wrong on our side */
  | 'internal_error'
  /** 503: The service is not available right now */
  | 'unavailable';

/** The codes of single parts of a request when this version of the SDK was made. */
export type KnownIssueCode =
  /** It is missing, or of another type */
  | 'invalid_type'
  /** It has the right form, and is none of what can be taken here */
  | 'invalid_value'
  /** It is not written as it must be */
  | 'invalid_format'
  /** It is none of the forms that it may have */
  | 'invalid_union'
  /** The name of a field or a pair is not written as it must be */
  | 'invalid_key'
  /** There is no such field or parameter */
  | 'unrecognized_keys'
  /** It is below its least size or value */
  | 'too_small'
  /** It is above its greatest size or value */
  | 'too_big'
  /** The time is before the first that is taken */
  | 'too_early'
  /** The time is after the last that is taken */
  | 'too_late'
  /** It names something that the organisation does not have */
  | 'not_found'
  /** The body is not JSON in UTF-8 */
  | 'invalid_json'
  /** A key comes twice in one object */
  | 'duplicate_key'
  /** The JSON is nested too deep */
  | 'too_deep'
  /** An object has too many keys */
  | 'too_many_keys'
  /** The JSON has too many values */
  | 'too_many_values'
  /** The query is not percent-encoded UTF-8 */
  | 'invalid_encoding'
  /** It is no domain that can be used */
  | 'invalid_domain'
  /** It is no picture that can be used */
  | 'invalid_logo'
  /** It is no text that can be sent as a message */
  | 'invalid_text'
  /** The colour can hardly be seen beside white */
  | 'low_contrast'
  /** The URL is not one that deliveries are sent to */
  | 'blocked_url'
  /** The URL leads to an address that deliveries are not sent to */
  | 'blocked_address'
  /** The URL did not answer the ping with 2xx */
  | 'bad_status'
  /** The name of the URL leads to no address */
  | 'dns'
  /** No connection to the URL came about */
  | 'unreachable'
  /** The URL refuses connections */
  | 'refused'
  /** The URL ended the connection */
  | 'reset'
  /** The certificate or the handshake of the URL is not valid */
  | 'tls'
  /** The URL did not answer in time */
  | 'timeout'
  /** The URL did not answer in HTTP */
  | 'protocol'
  /** The ping was ended before it was answered */
  | 'aborted';
