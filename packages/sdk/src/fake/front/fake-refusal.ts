import type { FieldError } from '../../errors/api-error.ts';
import { sayMissing } from '../contract/wording.ts';
import type { REFUSALS } from '../contract/vocabulary.ts';

export type FakeRefusalCode = keyof typeof REFUSALS;

interface FakeRefusalInit {
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What the problem has beside the common fields. */
  readonly members?: object;
}

/** Thrown inside the fake; it becomes `application/problem+json`. */
export class FakeRefusal extends Error {
  readonly code: FakeRefusalCode;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly members: object;

  constructor(code: FakeRefusalCode, detail: string, init: FakeRefusalInit = {}) {
    super(detail);
    this.code = code;
    this.errors = init.errors ?? [];
    this.headers = init.headers ?? {};
    this.members = init.members ?? {};
  }
}

/** One part of a request that is not valid, by its path: `body.notes`, `query.limit`. */
export const refuseField = (path: string, code: string, message: string) =>
  refuseFields([{ path, code, message }]);

/** All parts of a request that are not valid. */
export const refuseFields = (errors: readonly FieldError[]) =>
  new FakeRefusal('validation_error', errors.map(({ path, message }) => `${path}: ${message}`).join('; '), {
    errors: errors.map(nameFault),
  });

// The rules of the contract's own, which end nothing else: as the service names them.
const nameFault = (fault: FieldError): FieldError =>
  fault.code === 'custom' ? { ...fault, code: 'invalid_value' } : fault;

/** Another organisation's is as missing as one that never was. */
export const refuseMissing = (thing: string, id?: string) =>
  new FakeRefusal('not_found', sayMissing(thing, id));
