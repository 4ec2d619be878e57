/** The address of MAIL_FROM, which is `Name <address>` or an address. */
export const readSenderAddress = (from: string): string => {
  const address = /([^\s<>@]+@[^\s<>@]+)>?\s*$/.exec(from)?.[1];
  if (!address) throw new Error(`MAIL_FROM: "${from}" has no address; write Name <no-reply@your.domain>`);
  return address;
};
