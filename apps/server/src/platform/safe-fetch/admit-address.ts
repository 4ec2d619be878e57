import { classifyAddress } from './classify-address.ts';

export type AddressPolicy = {
  /** Loopback, private and shared address space may be receivers too: the operator's choice. */
  allowPrivateNetworks: boolean;
};

export const admitAddress = (address: string, policy: AddressPolicy): boolean => {
  const addressClass = classifyAddress(address);
  return addressClass === 'public' || (addressClass === 'private' && policy.allowPrivateNetworks);
};
