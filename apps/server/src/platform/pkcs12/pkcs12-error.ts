/** `message` is a sentence whose subject is the file, and quotes nothing of it. */
export class Pkcs12Error extends Error {
  override name = 'Pkcs12Error';
  readonly code: 'malformed' | 'wrong_password' | 'unsupported';

  constructor(code: Pkcs12Error['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
