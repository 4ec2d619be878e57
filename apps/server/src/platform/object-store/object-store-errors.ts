/** There is no object under this key. */
export class MissingObjectError extends Error {
  override name = 'MissingObjectError';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}`, options);
    this.key = key;
  }
}

/** The body is longer than its reader allows; what is left of it was not read. */
export class ContentTooLargeError extends Error {
  override name = 'ContentTooLargeError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The content may have at most ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The range begins behind the object's last byte (RFC 9110, section 15.5.17), or ends before it begins. */
export class UnsatisfiableRangeError extends Error {
  override name = 'UnsatisfiableRangeError';
}

/** The storage itself failed: a disk that is full or read-only, an S3 that refuses or does not answer. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError';
}
