/** Says why what a provider answered is not taken. The reason goes to the organisation's chain and to who tests. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
  readonly reason: string;

  /** @param reason a word of the reasons of its protocol, such as `foreign_signature` */
  constructor(reason: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.reason = reason;
  }
}
