import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as asn1 from './asn1.ts';
import { createAuthority } from './testing/create-authority.ts';

describe('the entry of ASN.1', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(asn1).sort()).toEqual([
      'INTEGER',
      'SEQUENCE',
      'findExtension',
      'readBer',
      'readInteger',
      'readOid',
      'readPem',
      'writePem',
    ]);
  });

  it('finds an extension of a certificate, and nothing where it has none', async () => {
    const [certificate] = (await createAuthority()).certificates;

    const purposes = asn1.findExtension(certificate!, '2.5.29.37')!;
    expect(purposes.children.map(asn1.readOid)).toEqual(['1.3.6.1.5.5.7.3.8']);
    expect(asn1.findExtension(certificate!, '1.3.6.1.5.5.7.1.3')).toBeUndefined();
    expect(() => asn1.findExtension(certificate!.subarray(1), '2.5.29.37')).toThrow('Not ASN.1');
  });

  it('writes PEM as OpenSSL does, and reads what it wrote', async () => {
    const { certificates } = await createAuthority();

    for (const der of certificates) expect(asn1.writePem(der)).toBe(new X509Certificate(der).toString());
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (ders) => {
        expect(asn1.readPem(ders.map(asn1.writePem).join('and between '))).toEqual(ders);
      }),
    );
  });
});
