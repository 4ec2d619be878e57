export type EgressErrorClass =
  | 'blocked_url'
  | 'blocked_address'
  | 'dns'
  | 'unreachable'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'timeout'
  | 'protocol'
  | 'aborted';

/** Why a request had no answer. The message is shown to the tenant: it names no address and nothing of this host. */
export class EgressError extends Error {
  readonly errorClass: EgressErrorClass;

  constructor(errorClass: EgressErrorClass, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EgressError';
    this.errorClass = errorClass;
  }
}
